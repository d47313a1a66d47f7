// The few lines of JavaScript that a Go program in a page needs.
//
//   <script defer src="wasm_exec.js"></script>
//   <script defer src="dom.js"></script>
//   <script defer src="load.js" data-run="panel.wasm" data-warm="worker.wasm" data-frame="scene"></script>
//
// data-run is the program of this page; data-warm, separated by spaces, are
// programs that its workers will run; data-frame is an iframe whose data-src is
// opened last. They share one line to the server, so each waits until the one
// before it has all but arrived: what a visitor needs first comes first, and the
// line is never idle. What else wants it waits for indistinct.loaded.
'use strict';

(() => {
  const modules = new Map();

  // The files' bytes without compression; the build writes them in here.
  const sizes = /*SIZES*/{};

  // counted passes a response on and tells how much of it has arrived, 0 to 1,
  // and how many bytes are on their way in all.
  function counted(url, response, tell) {
    const whole = sizes[url];
    if (!whole || !response.body || !tell || typeof TransformStream !== 'function') return response;
    const sent = Number(response.headers.get('Content-Length')) || whole;
    let got = 0;
    const counter = new TransformStream({
      transform(chunk, to) {
        got += chunk.byteLength;
        tell(Math.min(got / whole, 1), sent);
        to.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), { headers: { 'Content-Type': response.headers.get('Content-Type') || '' } });
  }

  // load tries once more after a second, past what a cache holds: a line breaks,
  // and what was kept may be damaged.
  const load = (url, tell) => take(url, tell).catch(async () => {
    await new Promise((done) => setTimeout(done, 1000));
    return take(url, tell, { cache: 'reload' });
  });

  async function take(url, tell, how) {
    const answer = await fetch(url, how).catch(() => { throw new Error('the network did not answer'); });
    if (!answer.ok) {
      throw new Error(`${url} could not be loaded (${answer.status} ${answer.statusText})`);
    }
    const response = counted(url, answer, tell);
    const type = answer.headers.get('Content-Type') || '';
    if (WebAssembly.compileStreaming && type.startsWith('application/wasm')) {
      return WebAssembly.compileStreaming(response);
    }
    // Some hosts do not know the type of .wasm files.
    return WebAssembly.compile(await response.arrayBuffer());
  }

  // compile returns a promise of the compiled module; each is compiled once.
  // A failure is not remembered: the next call tries again. The promise's near is kept
  // when the rest, some 30 kB as sent, takes no longer than an answer takes to begin.
  function compile(url, tell = (part, bytes) => arrived(`[data-loading="${url}"]`, part, bytes)) {
    if (!modules.has(url)) {
      let almost;
      const near = new Promise((done) => { almost = done; });
      const module = load(url, (part, bytes) => {
        if (part > 0.994) almost();
        tell(part, bytes);
      });
      module.near = near;
      modules.set(url, module);
      module.then(almost, () => { modules.delete(url); almost(); });
    }
    return modules.get(url);
  }

  // say shows one sentence where the page has failed altogether.
  async function say(id, places) {
    const text = await window.indistinctSay(id, places);
    document.querySelector('.failure')?.remove();
    const p = document.createElement('p');
    p.setAttribute('role', 'alert');
    p.className = 'failure';
    p.textContent = text;
    document.body.prepend(p);
  }

  // waited writes into what says that something is on its way.
  function waited(part, bytes) {
    arrived('[data-progress]', part, bytes);
  }

  function arrived(notes, part, bytes) {
    const megabytes = (n) => (n / 1e6).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    for (const note of document.querySelectorAll(notes)) note.textContent = `${megabytes(part * bytes)} / ${megabytes(bytes)} MB`;
  }

  // Go ends when a property's getter throws, and storage and history may: a
  // visitor who blocks cookies, a browser that has had enough entries.
  const attempt = (f, otherwise) => { try { return f(); } catch { return otherwise; } };
  const recall = (key) => attempt(() => localStorage.getItem(key) || '', '');
  const remember = (key, value) => attempt(() => localStorage.setItem(key, value));
  const address = (hash, push) => attempt(() => { history[push ? 'pushState' : 'replaceState'](null, '', hash); return true; }, false);

  const fullscreen = (on) => attempt(() => {
    const done = on ? document.documentElement.requestFullscreen?.() : document.fullscreenElement && document.exitFullscreen();
    done?.catch(() => {});
  });

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

  // scan has heard told what QR codes say that the camera sees, until its picture has
  // gone from the page; null where the camera cannot be used.
  async function scan(video, heard) {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      video.srcObject = stream;
      video.play().catch(() => {});
      const reader = new BarcodeDetector({ formats: ['qr_code'] });
      while (video.isConnected) {
        for (const { rawValue } of await reader.detect(video).catch(() => [])) heard(rawValue);
        await new Promise((done) => setTimeout(done, 250));
      }
      stream.getTracks().forEach((track) => track.stop());
    } catch {
      heard(null);
    }
  }

  // sound plays tones, of which each is six numbers: begin and length in seconds, the
  // frequency at its beginning and its end, how loud it is, and where, from left to right.
  // No tones: what is heard ends.
  let audio = null;
  const heard = new Set();
  const sound = (tones) => attempt(() => {
    if (!tones.length) for (const tone of heard) tone.stop();
    else audio ||= new AudioContext();
    if (tones.length && audio.state === 'suspended') audio.resume().catch(() => {});
    const now = (audio?.currentTime || 0) + 0.03;
    for (let i = 0; i + 5 < tones.length; i += 6) {
      const [at, length, from, to, loud, pan] = tones.slice(i, i + 6), begin = now + at, end = begin + length;
      const tone = new OscillatorNode(audio, { frequency: from }), gain = new GainNode(audio, { gain: 0 });
      const soft = Math.min(0.02, length / 3);
      tone.frequency.setValueAtTime(from, begin);
      tone.frequency.linearRampToValueAtTime(to, end);
      gain.gain.setValueAtTime(0, begin);
      gain.gain.linearRampToValueAtTime(loud, begin + soft);
      gain.gain.setValueAtTime(loud, end - soft);
      gain.gain.linearRampToValueAtTime(0, end);
      tone.connect(gain).connect(new StereoPannerNode(audio, { pan })).connect(audio.destination);
      tone.onended = () => { heard.delete(tone); gain.disconnect(); };
      heard.add(tone);
      tone.start(begin);
      tone.stop(end);
    }
  });

  // rested is how long nobody has done anything, in milliseconds. The program is not told
  // of each: whatever calls it lets it render first, from before what is being typed.
  let acted = performance.now();
  for (const kind of ['pointerdown', 'pointermove', 'wheel', 'scroll', 'keydown', 'input', 'click', 'hashchange']) {
    addEventListener(kind, () => { acted = performance.now(); }, { capture: true, passive: true });
  }
  const rested = () => performance.now() - acted;


  // sight brings a lesson's step into sight, and of it above all what it speaks of: on a
  // phone between the stage and the bar, else in its column.
  function sight() {
    const card = document.querySelector('.course'), side = document.getElementById('controls'), stage = document.getElementById('stage');
    if (!card || !side || !stage) return;
    const column = side.scrollHeight > side.clientHeight && getComputedStyle(side).overflowY !== 'visible';
    const pinned = getComputedStyle(stage).position === 'sticky' && !column;
    const box = (el) => el.getBoundingClientRect();
    const top = () => (column ? box(side).top : pinned ? box(stage).height : 0) + 8;
    const bottom = () => Math.min(column ? box(side).bottom : innerHeight, ...[...document.querySelectorAll('.runfoot, .dial.main')]
      .filter((el) => getComputedStyle(el).position === 'fixed').map((el) => box(el).top)) - 8;
    const scroll = (by) => (column ? side : window).scrollBy({ top: by, behavior: 'instant' });
    const at = pointed ? document.querySelector(pointed) : null;
    if (column || innerWidth <= 900) scroll(box(card).top - top());
    if (!at?.dataset.param || !at.checkVisibility() || getComputedStyle(at.closest('.dial') || at).position === 'fixed') return;
    if (column && !side.contains(at)) {
      at.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      return;
    }
    const low = box(at).bottom - bottom(), high = box(at).top - top();
    if (high < 0 || low > 0) scroll(high < 0 ? high : Math.min(low, high));
  }

  // point keeps a ring round an element, wherever it goes: what a lesson speaks
  // of. It is an element of its own and takes no clicks.
  let ring = null, pointed = '';
  function point(selector) {
    if (ring) ring.remove();
    ring = null;
    pointed = selector;
    if (!selector) return;
    const mine = document.createElement('div');
    mine.className = 'pointer';
    mine.setAttribute('aria-hidden', 'true');
    ring = mine;
    document.body.append(mine);
    const follow = () => {
      if (ring !== mine) return;
      let at = document.querySelector(selector);
      at = at && (at.closest('.dial') || at);
      const box = at && at.checkVisibility() && at.getBoundingClientRect();
      mine.hidden = !box;
      if (box) {
        // What the column has scrolled away, or something else covers, has no ring.
        const side = at.closest('.side'), frame = side && getComputedStyle(side).overflowY !== 'visible' ? side : document.documentElement;
        const clip = frame.getBoundingClientRect(), top = Math.max(box.top, clip.top), bottom = Math.min(box.bottom, clip.bottom);
        mine.hidden = bottom <= top || !at.contains(document.elementFromPoint(box.left + box.width / 2, (top + bottom) / 2));
        mine.style.cssText = `left:${box.left - 6}px;top:${top - 6}px;width:${box.width + 12}px;height:${bottom - top + 12}px`;
      }
      setTimeout(follow, 200);
    };
    follow();
  }

  async function run(url) {
    const go = new Go();
    const instance = await WebAssembly.instantiate(await compile(url, waited), go.importObject);
    await go.run(instance);
    throw new Error('its program ended');
  }

  // openFrame opens a frame and waits for its first word: its program has come, or
  // why it has not.
  const openFrame = (frame) => new Promise((resolve) => {
    addEventListener('message', function heard(event) {
      if (event.source !== frame.contentWindow) return;
      removeEventListener('message', heard);
      resolve();
    });
    frame.src = frame.dataset.src;
  });

  // Doors for other software: see indistinct.d.ts. What is asked waits for the panel,
  // which knocks with the function that answers; nothing of it is run as code.
  let knock;
  const answered = new Promise((done) => { knock = done; });
  const door = (what) => async (value) => {
    const text = JSON.stringify(value ?? null), answer = await answered;
    return JSON.parse(await new Promise((yes, no) => answer(what, text, yes, (why) => no(new Error(why)))));
  };
  const doors = { run: door('run'), set: door('set') };
  addEventListener('message', async ({ source, origin, data }) => {
    if (source !== parent || parent === window || !data || !Object.hasOwn(doors, data.indistinct)) return;
    const reply = { indistinct: 'reply', id: data.id };
    try { reply.result = await doors[data.indistinct](data.value); } catch (err) { reply.error = err.message; }
    source.postMessage(reply, origin === 'null' ? '*' : origin);
  });

  // tell tells the page and the one around it of a lesson.
  const tell = (text) => {
    const { type, ...of } = JSON.parse(text);
    dispatchEvent(new CustomEvent('indistinct-' + type, { detail: of }));
    if (parent !== window) parent.postMessage({ indistinct: type, ...of }, '*');
  };

  window.indistinct = { ...doors, knock, tell, compile, say, recall, remember, address, fullscreen, point, sight, progress, save, open, sheet, scan, rested, sound };

  const { run: program, warm, frame } = document.currentScript.dataset;
  if (typeof WebAssembly !== 'object') {
    say('js.wasm');
    return;
  }
  if (program) {
    run(program).catch((err) => {
      console.error(err);
      say('js.stopped', { why: err.message.replace(/\.$/, '') });
    });
  }
  // Whoever needs one of these will hear of a failure.
  window.indistinct.loaded = (async () => {
    for (const url of [program, ...(warm || '').split(' ')].filter(Boolean)) {
      await compile(url).near;
    }
    const last = frame && document.getElementById(frame);
    if (last && last.dataset.src) await openFrame(last);
  })();
})();
