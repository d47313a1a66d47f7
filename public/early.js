// What cannot wait for the panel: theme and language before the first paint, the
// texts, what fetches files and says that one was lost, the link to the controls, and
// the scene's messages, which the panel takes up when it has started.
"use strict";

(() => {
  const link = new URLSearchParams(location.hash.slice(1));
  let theme = link.get("present") === "1" && link.get("theme") || "";
  try { theme ||= localStorage.getItem("indistinct-theme") || ""; } catch {}
  if (!["light", "dark", "projector"].includes(theme)) {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  const root = document.documentElement;
  root.dataset.theme = theme;
  if (document.currentScript?.dataset.plain) return; // that page has words of its own and no program

  // The language: the link's, the one chosen earlier, or the first of the browser's
  // that there is. The build writes the languages in here, English first.
  const languages = /*LANGUAGES*/["en"];
  const known = (tag) => languages.includes(tag);
  let language = link.get("lang");
  if (!known(language)) try { language = localStorage.getItem("indistinct-language"); } catch {}
  if (!known(language)) language = navigator.languages.map((tag) => tag.split("-")[0]).find(known) || languages[0];
  root.lang = language;

  // load fetches a file of the site's and gives what take makes of the answer. It tries
  // once more after a second, past what a cache holds: a line breaks, and what was kept may
  // be damaged. Where nothing comes for half a minute it gives up. Of a program, which stands
  // packed, take gets what it unpacks to, and heard, if any, is told how many bytes have come.
  const patience = 30;
  const text = (answer) => answer.url.endsWith(".run") ? new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).text() : answer.text();
  let silent = 0; // for how many seconds nothing has come
  /** @type {Window["indistinctLoad"]} */
  const load = window.indistinctLoad = (name, take = text, heard, cache) =>
    once(name, take, heard, cache).catch(async (first) => {
      if (first.late) throw first;
      await new Promise((done) => setTimeout(done, 1000));
      return once(name, take, heard, "reload");
    });
  let unpacker; // whether its script is whole: an empty one would start as a worker and say nothing
  async function once(name, take, heard, cache) {
    const end = new AbortController(), late = Object.assign(new Error(`nothing of ${name} came for ${patience} seconds`), { late: true });
    let clock, got = 0;
    const wait = () => { silent = 0; clearTimeout(clock); clock = setTimeout(() => end.abort(late), patience * 1000); };
    wait();
    try {
      const program = name.endsWith(".wasm");
      let [answer] = await Promise.all([
        fetch(program ? `${name}.lzma` : name, { cache, signal: end.signal }),
        program && (unpacker ||= load("unpack.js", async (script) => {
          if (!(await script.text()).includes("decoder")) throw new Error("unpack.js came empty");
        })),
      ]);
      if (!answer.ok) throw new Error(`${name} could not be loaded (${answer.status} ${answer.statusText})`);
      // The service worker keeps programs unpacked; hosts give packed ones any type.
      const first = program && answer.clone().body.getReader();
      if (first && (await first.read()).value?.[0] !== 0) {
        answer = unpack(name, answer.body.getReader(), end, (bytes) => {
          wait();
          heard?.(got += bytes);
        });
      }
      if (first) first.cancel();
      return await take(answer);
    } catch (err) {
      const why = end.signal.aborted ? end.signal.reason : err; // who compiles tells none
      throw why instanceof TypeError ? new Error(`${name} did not come, or not whole`) : why; // fetch has words of its own
    } finally {
      clearTimeout(clock);
    }
  }

  // unpack answers with what the bytes of a packed program unpack to; heard is told of the
  // bytes of each piece, once it is unpacked, and end of what goes wrong.
  function unpack(name, packed, end, heard) {
    const worker = new Worker("unpack.js"), sent = [];
    const start = async (unpacked) => {
      const fail = (err) => {
        worker.terminate();
        end.abort(err);
        unpacked.error(err);
      };
      worker.onerror = () => fail(new Error("unpack.js could not be loaded"));
      worker.onmessage = ({ data }) => {
        if (typeof data === "string") return fail(new Error(`${name} is damaged: ${data}`));
        unpacked.enqueue(data);
        const bytes = sent.shift();
        if (bytes === undefined) { // that was the end
          worker.terminate();
          unpacked.close();
        } else heard(bytes);
      };
      try {
        for (let piece = {}; !piece.done;) {
          piece = await packed.read();
          sent.push(piece.value?.length);
          worker.postMessage(piece.value);
        }
      } catch (err) {
        fail(err);
      }
    };
    return new Response(new ReadableStream({ start, cancel: () => worker.terminate() }), { headers: { "Content-Type": "application/wasm" } });
  }

  // Its texts, for the programs and for the few words of these scripts: {name} is a
  // place in them. They stand by room, a file each; the page opens with the first one. Where
  // that is lost, or holds none, English takes its place, and where that is lost too the names of the
  // texts do. The build writes the rooms in here.
  const rooms = /*ROOMS*/[""];
  const parts = {}; // by file
  const part = (file) => parts[file] ||= load(file, async (answer) => {
    const texts = JSON.parse(await answer.text());
    if (Object.values(texts).some((s) => typeof s !== "string")) throw new Error(`${file} holds no texts`);
    return texts;
  }).catch((err) => {
    delete parts[file];
    throw err;
  });
  const words = window.indistinctWords = async (tag, some = rooms) => {
    const all = Object.assign({}, ...await Promise.all(some.map((room) => part(`texts/${tag}${room && "."}${room}.json`))));
    if (!all["language.decimal"] || !all["language.direction"]) throw new Error(`${tag} holds no texts`);
    return { text: Object.entries(all).flat().join("\0"), all }; // as package lang reads it
  };
  const texts = words(language, [""]).catch((err) => {
    fail("js.texts");
    if (language === "en") throw err;
    language = root.lang = "en";
    return words("en", [""]);
  }).catch(() => ({ text: '{"language.decimal":".","language.direction":"ltr"}', all: {} }));
  window.indistinctTexts = texts.then(({ text }) => text);
  const lost = { "js.again": "Try again" };
  const whole = origin === "null"
    ? "This page needs an address of its own: it cannot run from a file, nor in a frame whose sandbox lacks allow-same-origin."
    : "This page could not be loaded whole. Reloading it tries again.";
  // The page around a frame that never comes hears so when it asks for something (see door.js).
  if (origin === "null") addEventListener("message", ({ source, data }) => {
    if (data?.indistinct && source === parent && source !== window) source.postMessage({ indistinct: "reply", id: data.id, error: whole }, "*");
  });
  const say = window.indistinctSay = async (id, places = {}, from = texts) => {
    const text = (await from).all[id] || lost[id] || whole;
    return text.replace(/\{(\w+)\}/g, (whole, name) => places[name] ?? whole);
  };

  // fail shows one sentence where the page has failed altogether, and loads it again for
  // who presses the button. What the host's policy forbids is the reason of what comes of it.
  let forbidden = "";
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
    if (blockedURI === "wasm-eval") forbidden = "script-src 'wasm-unsafe-eval'";
    else if (/^trusted-types/.test(blockedURI) || blockedURI.startsWith(location.origin)) forbidden ||= effectiveDirective;
  });
  window.indistinctForbidden = () => forbidden;
  /** @type {Window["indistinctFail"]} */
  const fail = window.indistinctFail = async (id, places) => {
    if (!document.getElementById("scene")) return; // a page without a laboratory
    const soon = Promise.race([texts, new Promise((done) => setTimeout(done, 2000, { all: {} }))]);
    const text = await (forbidden ? say("js.policy", { what: forbidden }, soon) : say(id, places, soon));
    const again = await say("js.again", {}, soon);
    if (["js.wasm", "js.stopped"].includes(id)) dispatchEvent(new CustomEvent("indistinct-failed", { detail: text }));
    document.querySelector(".failure")?.remove();
    const note = Object.assign(document.createElement("p"), { className: "failure" });
    note.setAttribute("role", "alert");
    note.dataset.id = id;
    note.append(text, " ", Object.assign(document.createElement("button"), { textContent: again, onclick: () => location.reload() }));
    document.body.prepend(note);
  };

  // A script that did not come is asked for once more: each is known by what it leaves in
  // the window. Without some of them the page works. (This one may come late itself: see
  // load.js.)
  const parsed = document.readyState === "loading" ? "DOMContentLoaded" : "load";
  window.indistinctScripts = new Promise((done) => addEventListener(parsed, done)).then(async () => {
    const lost = (old) => !(old.dataset.is in window), scripts = [...document.querySelectorAll("script[data-is]")];
    await Promise.all(scripts.filter(lost).map((old) => new Promise((done) => {
      const fresh = document.createElement("script");
      for (const { name, value } of old.attributes) fresh.setAttribute(name, value);
      document.head.append(Object.assign(fresh, { src: `${fresh.src}?again`, async: false, onload: done, onerror: done }));
    })));
    const missing = scripts.find((old) => lost(old) && !("spare" in old.dataset));
    if (missing) throw new Error(`${missing.getAttribute("src")} could not be loaded`);
  });
  window.indistinctScripts.catch((err) => fail("js.stopped", { why: err.message }));

  // Until the panel has come, the page's frame in that language takes the place of
  // the English one.
  if (languages.indexOf(language) > 0) fetch(`frame/${language}.html`).then(async (answer) => {
    const html = answer.ok && await answer.text();
    if (document.readyState === "loading") await new Promise((done) => document.addEventListener("DOMContentLoaded", done));
    if (html && !window.indistinctMounted) document.getElementById("app").innerHTML = html;
  }).catch(() => {}).then(ask);
  else addEventListener("DOMContentLoaded", () => ask());

  // The picture that stands on the stage until the scene has come: the laboratory's as it
  // opens, drawn for this width; none where the settings are others. The panel calls this
  // again when they change.
  const spoken = languages.indexOf(language) > 0 ? `${language}-` : "";
  window.indistinctStill = (lab) => {
    const folder = matchMedia("(max-width: 900px)").matches ? "still/narrow/" : "still/";
    const file = (ground) => `${folder}${spoken}${lab}-${ground}.png`;
    for (const ground of ["light", "dark"]) root.style.setProperty(`--still-${ground}`, lab ? `url("${file(ground)}")` : "none");
    root.toggleAttribute("data-still", !!lab);
    // The style sheet would ask for it late.
    return new Promise((done) => lab ? Object.assign(new Image(), { fetchPriority: "high", onload: done, onerror: done, src: file(theme === "dark" ? "dark" : "light") }) : done());
  };

  // Which laboratories there are, the first of which all other links open, and the fields
  // of a link that change no picture: the build writes the laboratories in here, and the
  // parameters.
  const labs = /*LABS*/["ring"];
  const unseen = ["lab", "v", "page", "at", "run", "again", "compute", "quiet", "a", "lang", "present", "embed", "show", "theme"];
  unseen.push(.../*UNSEEN*/["eps"]);
  const lab = labs.includes(link.get("lab")) ? link.get("lab") : labs[0];
  const still = window.indistinctStill([...link].every(([field, value]) => unseen.includes(field) || !value || field === "seed" && value === "1") ? lab : "");

  // The panel's program takes the line and the processor. It is asked for when the texts have come, so
  // that its first bytes follow the last ones of the picture, and is unpacked after the first paint of
  // that, where somebody sees it.
  const second = new Promise((done) => setTimeout(done, 1000));
  const panel = { rel: "preload", as: "fetch", crossOrigin: "", href: "panel.wasm.lzma" };
  Promise.race([texts, second]).then(() => document.head.append(Object.assign(document.createElement("link"), panel)));
  const painted = new Promise((done) => {
    if (document.hidden || !root.hasAttribute("data-still") || !PerformanceObserver.supportedEntryTypes.includes("element")) done();
    else new PerformanceObserver((all) => all.getEntriesByName("image-paint").forEach(done)).observe({ type: "element", buffered: true });
  });
  window.indistinctSeen = Promise.race([Promise.all([still, painted]), second]);

  // The frame in this page shows the first laboratory as it opens. A link to other settings or to another
  // laboratory sees the question and the button alone until the program comes, one to another page nothing.
  const opening = new URLSearchParams(/*HOME*/[""][0].slice(1)), others = ["page", "present", "embed", "lesson", "riddle", "game"];
  if (![...link].every(([field, value]) => ["lang", "theme", "run"].includes(field) || opening.get(field) === value)) root.dataset.linked = "page";
  async function ask() {
    if (!root.dataset.linked || others.some((field) => link.has(field))) return;
    const question = await say(`${lab}.question`), heading = document.querySelector(".lead-area h1");
    if (!early() || !heading) return;
    heading.textContent = question;
    root.dataset.linked = "lab";
  }

  // The tests that were run when the site was built.
  window.indistinctRuns = /*RUNS*/[];

  // What a visitor types, drags and presses before the program has come is not
  // lost: it is done again when the program is there.
  const typed = new Map();
  let pressed = false;
  const early = () => !document.body || document.body.dataset.panel !== "ready";
  addEventListener("input", (event) => { if (early() && event.target.id) typed.set(event.target.id, event.target.value); }, true);
  addEventListener("click", (event) => {
    const button = event.target.closest && event.target.closest("#run");
    if (!button || !early()) return;
    pressed = true;
    button.textContent += " …";
  }, true);
  const wait = setInterval(() => {
    silent += 0.05;
    if (early()) {
      if (silent > patience && !document.querySelector(".failure")) {
        silent = -Infinity; // told
        fail("js.late");
      }
      return;
    }
    clearInterval(wait);
    document.querySelector('.failure[data-id="js.late"]')?.remove();
    for (const [id, value] of typed) {
      const field = document.getElementById(id);
      if (!field) continue;
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (pressed) setTimeout(() => document.querySelector("#run")?.click(), 50);
  }, 50);

  // The address holds the settings: a link within the page must not touch it.
  addEventListener("click", (event) => {
    const link = event.target.closest?.(".skip");
    if (!link) return;
    event.preventDefault();
    const there = document.getElementById(link.hash.slice(1));
    (there?.checkVisibility() ? there : document.getElementById("main")).focus();
  });

  // What the scene says waits until the panel hears; nothing that others say reaches it.
  const waiting = [];
  let hear = (said) => waiting.push(said);
  window.indistinctHear = (f) => {
    hear = f;
    waiting.splice(0).forEach(f);
  };
  addEventListener("message", ({ source, origin, data }) => {
    if (origin === location.origin && source === document.getElementById("scene")?.contentWindow && data instanceof Object) hear(data);
  });
})();
