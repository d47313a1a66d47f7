// The few lines of JavaScript that a Go program in a page needs.
//
//   <script defer src="wasm_exec.js"></script>
//   <script defer src="dom.js"></script>
//   <script defer src="load.js" data-run="panel.wasm" data-warm="worker.wasm" data-frame="scene"></script>
//
// data-run is the program of this page; data-warm is the one that its workers will run;
// data-frame is an iframe whose data-src is opened while that one is on its way, and whose
// own program waits for indistinct.turn. They share one line to the server, so each waits
// until the one before it has all but arrived: what a visitor needs first comes first, and
// the line is never idle. What else wants it waits for indistinct.loaded.
'use strict';

(async () => {
  const modules = new Map();

  // How many bytes of each program are sent; the build writes them in here.
  const sizes = /*SIZES*/{};

  // The page's own program is compiled while it comes. That is work of the page's thread too, which
  // a visitor feels once the page is there: the others are compiled when they have come.
  const { run: program, warm, frame } = document.currentScript.dataset;
  const take = async (answer) => WebAssembly.compile(await answer.arrayBuffer());
  const stream = (answer) => WebAssembly.compileStreaming ? WebAssembly.compileStreaming(answer) : take(answer);

  // compile returns a promise of the compiled module; each is compiled once.
  // A failure is not remembered: the next call tries again. The promise's half is kept
  // when that much has come, near when the rest takes no longer than an answer takes to
  // begin.
  function compile(url, tell = (got, bytes) => arrived(`[data-loading="${url}"]`, got, bytes)) {
    if (!modules.has(url)) {
      let some, almost;
      const half = new Promise((done) => { some = done; }), near = new Promise((done) => { almost = done; });
      /** @type {Program} */
      const module = window.indistinctLoad(url, url === program ? stream : take, sizes[url] && ((got) => {
        if (got > sizes[url] / 2) some();
        if (got > sizes[url] - 30_000) almost();
        tell(Math.min(got, sizes[url]), sizes[url]);
      }), past(url));
      Object.assign(module, { half, near });
      modules.set(url, module);
      module.catch(() => modules.delete(url)).then(some).then(almost);
    }
    return modules.get(url);
  }

  // renew forgets a program of another build than the page's, so that whoever asks next
  // fetches it past what a cache holds: see past. It reports whether it did: a server may
  // hold two builds for longer, and is asked once a minute; the rest of the page's files
  // are then fetched too, for the next reload.
  const renewed = new Map(), stale = new Set();
  const past = (url) => stale.delete(url) ? 'reload' : undefined;
  function renew(url) {
    if (performance.now() < renewed.get(url)) {
      if (!renewed.has('')) for (const { name } of performance.getEntriesByType('resource')) fetch(name, { cache: 'reload' }).catch(() => {});
      renewed.set('', true);
      return false;
    }
    renewed.set(url, performance.now() + 60_000);
    stale.add(url);
    modules.delete(url);
    return true;
  }

  let decimal = '.';
  window.indistinctSay?.('language.decimal').then((sign) => { decimal = sign; });
  function arrived(notes, got, bytes) {
    const megabytes = (n) => (n / 1e6).toFixed(1).replace('.', decimal);
    for (const note of document.querySelectorAll(notes)) note.textContent = `${megabytes(got)} / ${megabytes(bytes)} MB`;
  }

  // Go ends when a property's getter throws, and storage and history may: a
  // visitor who blocks cookies, a browser that has had enough entries.
  const attempt = (f, otherwise) => { try { return f(); } catch { return otherwise; } };
  const recall = (key) => attempt(() => localStorage.getItem(key) || '', '');
  const remember = (key, value) => attempt(() => localStorage.setItem(key, value));
  const address = (hash, push) => attempt(() => { history[push ? 'pushState' : 'replaceState'](null, '', hash); return true; }, false);

  // present fills the screen with the page, where the browser allows it, or gives it back, and
  // returns how much larger the stage draws: its smallest letters have 11 px, and a room
  // needs 24 at 1920 × 1080.
  function present(on) {
    document.body.toggleAttribute('data-present', on);
    attempt(() => {
      const done = on ? document.documentElement.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
      done?.catch(() => {});
    });
    return on ? Math.max(1.5, innerWidth / 1920 * 2.2) : 1;
  }

  const root = document.documentElement;

  // theme shows a theme, for '' the system's, and returns which.
  const theme = (choice) => root.dataset.theme = choice || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

  // language tells the document its language, and the picture's frame, which is no component's, its name.
  const language = (lang, leftwards, title) => {
    Object.assign(root, { lang, dir: leftwards ? 'rtl' : 'ltr' });
    Object.assign(document.getElementById('scene') || {}, { title });
  };

  // place names the page and the laboratory on show; another one is read from its top.
  function place(page, lab, title) {
    const data = document.body.dataset, moved = data.page !== page || data.lab !== lab;
    document.title = title;
    Object.assign(data, { page, lab });
    if (moved && data.panel) scrollTo(0, 0);
  }

  const copy = async (text) => navigator.clipboard.writeText(text);

  // nextFrame waits for an animation frame; a hidden tab has none.
  const nextFrame = () => new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, 100);
  });

  // receive hands the visitor's files to hear: those of fields, and one that is dropped
  // anywhere, for which a browser would leave the page; file fields take their own. The scene
  // is a document of its own: while a file hangs over the page, it lets it through.
  function receive(hear) {
    const dropped = (event) => {
      const { files, types } = event.dataTransfer || {};
      if (!types?.includes('Files') || event.target.type === 'file') return null;
      event.preventDefault();
      return files;
    };
    addEventListener('change', ({ target }) => {
      if (target.id?.startsWith('load') && target.files?.length) hear(target.files[0], target.id, () => { target.value = ''; });
    });
    addEventListener('dragover', (event) => { if (dropped(event)) root.classList.add('dropping'); });
    addEventListener('dragleave', (event) => { if (!event.relatedTarget) root.classList.remove('dropping'); });
    addEventListener('drop', (event) => {
      root.classList.remove('dropping');
      const files = dropped(event);
      if (files?.length) hear(files[0], 'load', () => {});
    });
  }

  // save downloads a text or a buffer.
  function save(name, kind, data) {
    const url = URL.createObjectURL(new Blob([data], { type: kind }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }

  // put sets the value of a field at once, ahead of the next render.
  const put = (id, value) => { Object.assign(document.getElementById(id) || {}, { value }); };

  // progress moves the bar of a task and changes the words beside it.
  function progress(task, fraction, ...words) {
    const bar = document.querySelector(`.progress[data-task="${task}"]`);
    if (!bar) return;
    if (Number.isFinite(fraction)) bar.querySelector('progress').value = fraction; // it throws otherwise
    ['.step', '.pct', '.left'].forEach((part, i) => {
      const el = bar.querySelector(part);
      if (el && el.textContent !== words[i]) el.textContent = words[i];
    });
  }

  // open shows a dialog that has come into the page.
  const open = () => document.querySelector('dialog:not([open])')?.showModal();

  // sheet opens the system's dialog for sharing; a visitor may change their mind.
  const sheet = (text, url) => attempt(() => { navigator.share({ title: document.title, text, url }).catch(() => {}); });

  const narrow = () => matchMedia('(max-width: 900px)').matches;

  // reveal brings the page's top, the stage or the verdict into sight: on a phone a lesson's answer, or else
  // the verdict's sentence, comes between the stage and the bar, for a class the run's code,
  // and the sentence too where both fit.
  function reveal(id) {
    const box = (selector) => document.querySelector(selector)?.getBoundingClientRect() || { top: 0, bottom: 0 };
    const stage = box('#stage'), from = Math.max(stage.bottom, 0), to = box('.dial.main').top;
    if (id === 'stage' || id === 'top') {
      if (stage.bottom < 160 || id === 'top') scrollTo(0, 0);
    } else if (!narrow()) {
      scrollBy(0, Math.max(box('#' + id).bottom - innerHeight + 12, 0));
    } else if (!root.dataset.embed) { // a frame grows with what it says
      let { top, bottom } = box('.course-foot').bottom ? box('.course-foot') : box('#verdict .result');
      const code = box('#class-code');
      bottom = code.bottom || bottom;
      if (code.bottom && bottom - top > to - from - 20) top = code.top;
      if (bottom) scrollBy(0, Math.min(Math.max(bottom - to + 12, 0), top - from - 8));
    }
  }

  // focus gives an element the focus, unless it is an editor that goes to its own fault, and
  // brings it into sight where it is not.
  function focus(id) {
    const el = /** @type {HTMLElement & { toFault?: () => boolean } | null} */ (document.getElementById(id));
    if (!el || el.toFault?.()) return;
    el.focus({ preventScroll: true });
    const { left, right, top, bottom } = el.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight || !el.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))) el.scrollIntoView({ block: bottom - top > innerHeight ? 'start' : 'center' });
  }

  // sight brings a lesson's step into sight, and of it above all what it speaks of: on a
  // phone between the stage and the bar.
  function sight() {
    const card = document.querySelector('.course'), stage = document.getElementById('stage');
    if (!card || !stage) return;
    const pinned = narrow() && getComputedStyle(stage).position === 'sticky';
    const box = (el) => el.getBoundingClientRect();
    const top = () => (pinned ? box(stage).height : 0) + 8;
    const bottom = () => Math.min(innerHeight, ...[...document.querySelectorAll('.runfoot, .dial.main')]
      .filter((el) => getComputedStyle(el).position === 'fixed').map((el) => box(el).top)) - 8;
    const scroll = (by) => scrollBy({ top: by, behavior: 'instant' });
    const at = pointed ? document.querySelector(pointed) : null;
    if (narrow()) scroll(box(card).top - top());
    if (!at?.dataset.param || !at.checkVisibility() || getComputedStyle(at.closest('.dial') || at).position === 'fixed') return;
    const low = box(at).bottom - bottom(), high = box(at).top - top();
    if (high < 0 || low > 0) scroll(high < 0 ? high : Math.min(low, high));
  }

  // point draws a ring round what a lesson speaks of, wherever that stands.
  const ring = new CSSStyleSheet();
  document.adoptedStyleSheets.push(ring);
  let pointed = '';
  function point(selector) {
    pointed = selector;
    const at = `:is(.dial:has(${selector}), ${selector}:not(.dial *)):not(:focus-visible)`;
    ring.replaceSync(selector && `@media screen { ${at} { outline: 3px solid var(--leak); outline-offset: var(--ring, 3px); animation: pointer 1.6s ease-in-out 3; } }`);
  }

  // worker starts a Web Worker that runs a program. What happens to it is told to hear: 'ready';
  // 'held', its end will be told from now on; 'message', head, blobs; 'dead', whether memory is
  // short, why: a text's id, one place in it and what stands there, or '', '' and words. post
  // sends it a message, end ends it: nothing is told then.
  const files = [];
  let started = 0;
  function worker(url, build, hear) {
    const over = new AbortController(), { signal } = over, until = { signal };
    const lock = `indistinct worker ${++started} ${performance.timeOrigin}`;
    const tell = (...what) => { if (!signal.aborted) hear(...what); };
    const dead = (id, place = '', what = '', scarce = false) => tell('dead', scarce, id, place, what);
    // What did not come may be forbidden by a rule of the page's policy.
    const absent = (...why) => {
      const rule = window.indistinctForbidden();
      dead(...(rule ? ['js.policy', 'what', rule] : why));
    };
    let w, ready = false, known = 0;
    const end = () => {
      over.abort();
      w?.terminate();
    };
    try {
      w = new Worker('worker.js');
    } catch (err) {
      setTimeout(absent, 0, 'pool.refused', 'why', 'JavaScript error: ' + err.message, err.name === 'RangeError');
      return { end };
    }
    const told = {
      held() {
        // It is granted when the worker has ended, whatever the cause.
        navigator.locks.request(lock, until, () => dead('pool.ended')).catch(() => {});
        tell('held');
      },
      ready(data) {
        if (data.build !== build) {
          renew(url);
          dead('pool.build');
          return;
        }
        ready = true;
        tell('ready');
      },
      dead({ why, scarce }) { dead('', '', why, scarce); },
      message({ head, blobs }) { tell('message', head, blobs); },
    };
    w.addEventListener('message', ({ data }) => { told[data?.kind]?.(data); }, until);
    for (const kind of ['error', 'messageerror']) w.addEventListener(kind, (event) => {
      event.preventDefault();
      const why = /** @type {ErrorEvent} */ (event).message || '';
      if (!ready && (!why || why.includes('NetworkError'))) absent('pool.network');
      else if (why) dead('pool.stopped.why', 'why', why);
      else dead('pool.stopped');
    }, until);
    compile(url).then((module) => {
      if (signal.aborted) return;
      w.postMessage({ module, lock });
      // One that ends before it holds its lock ends without a word. This is a hundred times
      // what its first word takes, for machines that are busy.
      setTimeout(() => { if (!ready) dead('pool.silent'); }, 40_000);
    }, (err) => dead('', '', err.message));
    const post = (head, blobs) => {
      w.postMessage({ head, blobs, files: files.slice(known) });
      known = files.length;
    };
    return { end, post };
  }

  // offer lets all workers, those that are still to come too, read a file of the visitor's by
  // a key: it travels as the browser's own handle, and no byte of it is read here.
  const offer = (key, file) => { files.push({ key, file }); };

  // busy marks in what the tab keeps, for its page alone and not the frames in it, that a run
  // goes on. lost tells once whether the browser ended the page during one.
  const mark = 'indistinct-run';
  const busy = (on) => attempt(() => { if (parent === window) on ? sessionStorage.setItem(mark, 'yes') : sessionStorage.removeItem(mark); });
  const lost = () => attempt(() => { const was = sessionStorage.getItem(mark); sessionStorage.removeItem(mark); return !!was; }, false);
  addEventListener('pagehide', () => busy(false));

  // machine is what the browser tells of it: processors, gigabytes, whether a finger points.
  const machine = () => [navigator.hardwareConcurrency || 0, /** @type {any} */ (navigator).deviceMemory || 0, matchMedia('(pointer: coarse)').matches];

  async function run(url) {
    await window.indistinctSeen;
    const module = await compile(url, (got, bytes) => arrived('[data-progress]', got, bytes));
    await window.indistinctScripts;
    await new Promise((done) => setTimeout(done)); // its start is a task of its own
    const go = new Go();
    await go.run(await WebAssembly.instantiate(module, go.importObject));
    throw new Error('its program ended');
  }

  // openFrame opens a frame and waits for its first word: its program has come, or
  // why it has not. One that says nothing was refused by the host, or is late.
  const openFrame = (frame) => new Promise((resolve) => {
    const lost = async (id) => dispatchEvent(new MessageEvent('message', {
      source: frame.contentWindow, origin: location.origin, data: { type: 'error', text: await window.indistinctSay(id) },
    }));
    let clock;
    window.indistinct.turn.then(() => { clock ??= setTimeout(lost, 30_000, 'stage.error.late'); });
    addEventListener('message', function heard(event) {
      if (event.source !== frame.contentWindow) return;
      removeEventListener('message', heard);
      clearTimeout(clock);
      clock = 0;
      resolve();
    });
    frame.addEventListener('load', () => { if (!attempt(() => frame.contentWindow.wakeScene)) lost('stage.error.refused'); });
    frame.src = frame.dataset.src;
  });

  window.indistinct = { compile, take, renew, past, recall, remember, address, present, theme, language, place, copy, nextFrame, receive, point, reveal, focus, sight, put, progress, save, open, sheet, worker, offer, machine, busy, lost };

  if (!window.indistinctLoad) { // early.js was lost
    const again = Object.assign(document.createElement('script'), { src: 'early.js?again' });
    await new Promise((done) => { again.onload = again.onerror = done; document.head.append(again); });
    if (!window.indistinctLoad) {
      document.body.prepend(Object.assign(document.createElement('p'), { className: 'failure', textContent: 'This page could not be loaded. Reloading it tries again.' }));
      return;
    }
  }
  if (typeof WebAssembly !== 'object') return window.indistinctFail('js.wasm');
  run(program).catch((err) => {
    console.error(err);
    window.indistinctFail('js.stopped', { why: err.message.replace(/\.$/, '') });
  });
  // Whoever needs one of these will hear of a failure.
  const { turn } = Object.assign(window.indistinct, { turn: window.indistinctSeen.then(() => compile(program).near).then(() => compile(warm).near) });
  window.indistinct.loaded = (async () => {
    await window.indistinctSeen;
    await compile(program).near;
    await compile(warm).half;
    const last = document.getElementById(frame);
    if (last.dataset.src) await openFrame(last);
    await turn;
  })();
})();
