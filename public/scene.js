// Loads the scene: Ebitengine compiled to WebAssembly, from this page's own
// folder. All else, the messages included, is in the Go program.
"use strict";

(function () {
  // failScene says to the page, in its language, why there is no picture.
  const fail = window.failScene = async (id) => window.parent.postMessage({ type: "error", text: await window.parent.indistinctSay(id) }, location.origin);

  // Without WebGL 2 the download would be for nothing.
  function drawable() {
    try {
      const gl = document.createElement("canvas").getContext("webgl2");
      if (!gl) return false;
      // Without a graphics card the processor draws: the scene then spares it.
      const info = gl.getExtension("WEBGL_debug_renderer_info");
      const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
      if (/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name)) document.body.dataset.drawn = "by-processor";
      gl.getExtension("WEBGL_lose_context")?.loseContext();
      return true;
    } catch {
      return false;
    }
  }

  // Edges are smooth by the scene's own triangles, and nothing below the canvas
  // shines through: the browser need neither smooth nor blend it once more.
  // The canvas may have fewer pixels than the screen: Ebitengine asks for the screen's.
  let coarse = 1;
  const getContext = HTMLCanvasElement.prototype.getContext;
  /** @type {any} */ (HTMLCanvasElement.prototype).getContext = function (kind, wish) {
    if (kind !== "webgl2") return getContext.call(this, kind, wish);
    const gl = getContext.call(this, kind, { ...wish, antialias: false, alpha: false });
    const fit = gl && document.body.dataset.drawn ? drawAside(gl) : () => {};
    for (const side of ["width", "height"]) {
      const { get, set } = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side);
      Object.defineProperty(this, side, { configurable: true, get, set(n) { set.call(this, n / coarse); fit(); } });
    }
    return gl;
  };

  // drawAside has everything that is meant for the canvas drawn into a buffer of its size: a
  // browser that takes a canvas whose picture the processor still draws waits for it, and
  // the page with it. It returns what is to be called when the canvas has another size: the
  // picture of that size, which Ebitengine draws in the same task, is shown after it.
  let drawn = false, copy, finished;
  function drawAside(gl) {
    const buffer = gl.createFramebuffer(), pixels = gl.createRenderbuffer(), bind = gl.bindFramebuffer.bind(gl);
    let bound = null, width, height;
    const bindAgain = () => bind(gl.FRAMEBUFFER, bound || buffer);
    gl.bindFramebuffer = (target, framebuffer) => {
      drawn ||= !framebuffer;
      bound = framebuffer;
      bindAgain();
    };
    copy = () => {
      gl.disable(gl.SCISSOR_TEST);
      bind(gl.READ_FRAMEBUFFER, buffer);
      bind(gl.DRAW_FRAMEBUFFER, null);
      gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
      bindAgain();
      gl.enable(gl.SCISSOR_TEST);
    };
    finished = () => {
      const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      gl.flush();
      return new Promise((done) => (function look() {
        if (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED && !gl.isContextLost()) setTimeout(look, 8);
        else done(gl.deleteSync(fence));
      })());
    };
    return () => {
      ({ drawingBufferWidth: width, drawingBufferHeight: height } = gl);
      gl.bindRenderbuffer(gl.RENDERBUFFER, pixels);
      gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA8, width, height);
      bind(gl.FRAMEBUFFER, buffer);
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, pixels);
      bindAgain();
      queueMicrotask(show);
    };
  }

  // Ebitengine asks for a frame after every frame. It gets one when the scene
  // says that something moves, at once or in a while, or the window changes its size, and
  // what was drawn aside is on the canvas.
  const nextFrame = window.requestAnimationFrame.bind(window), waiting = new Set();
  let held = null, due = true, away = false, busy = false, clock;
  const begin = (frame) => nextFrame(async (now) => {
    busy = true;
    frame(now);
    if (drawn) {
      drawn = false;
      await finished();
      show();
      // The browser takes it with its next frame, and would wait for what is drawn before that.
      await new Promise((done) => nextFrame(() => setTimeout(done)));
    }
    busy = false;
    if (due) {
      due = false;
      window.wakeScene();
    }
  });
  window.requestAnimationFrame = function (frame) {
    if (due && !away && !busy) {
      due = false;
      return begin(frame);
    }
    held = frame;
    return 0;
  };
  window.wakeScene = function (after) {
    clearTimeout(clock);
    if (after > 0) clock = setTimeout(window.wakeScene, after);
    else if (held && !away && !busy) {
      const frame = held;
      held = null;
      begin(frame);
    } else due = true;
  };
  // whenShown calls f, once, when what is being drawn is on the canvas.
  window.whenShown = (f) => document.body.dataset.drawn ? waiting.add(f) : f();
  function show() {
    copy();
    for (const f of waiting) f();
    waiting.clear();
  }
  window.addEventListener("resize", () => window.wakeScene());
  window.coarsenScene = function (k) {
    coarse = k;
    setTimeout(() => window.dispatchEvent(new Event("resize")));
  };
  // Out of sight within another page, nothing is drawn and time stands still.
  if (window.parent.document.documentElement.dataset.embed) {
    new IntersectionObserver((seen) => {
      away = !seen.at(-1).isIntersecting;
      if (!away) window.wakeScene();
    }).observe(document.documentElement);
  }

  // writeLabel sets an element's text, symbols in italics as the papers print them: each of
  // their letters has a mark before it, see package layout.
  const kinds = { "\x01": "i", "\x02": "sub", "\x04": "sup" };
  window.writeLabel = (element, text) => element.replaceChildren(
    ...(text.match(/(?:\x01[^])+|(?:\x02[^])+|(?:\x04[^])+|[^\x01\x02\x04]+/gu) || []).map((piece) => {
      const plain = piece.replace(/[\x01\x02\x04]/g, "");
      return kinds[piece[0]] ? Object.assign(document.createElement(kinds[piece[0]]), { textContent: plain }) : document.createTextNode(plain);
    }));

  // takePicture answers with a PNG of the canvas and the labels over it, each word where the
  // browser has it. It draws at once, before the browser clears what was drawn.
  window.takePicture = async function () {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("body > canvas"));
    const sheet = Object.assign(document.createElement("canvas"), { width: canvas.width, height: canvas.height });
    const pen = sheet.getContext("2d"), root = getComputedStyle(document.documentElement), range = new Range();
    pen.drawImage(canvas, 0, 0);
    const scale = Number(root.getPropertyValue("--scale")) || 1, k = canvas.width / Math.max(document.body.clientWidth, 1);
    pen.scale(k * scale, k * scale);
    pen.lineJoin = "round";
    pen.lineWidth = 3;
    pen.strokeStyle = root.getPropertyValue("--page");
    const texts = document.createTreeWalker(document.getElementById("labels"), NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const look = getComputedStyle(node.parentElement), label = node.parentElement.closest("span");
      pen.font = `${look.fontStyle} ${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
      pen.globalAlpha = Number(getComputedStyle(label).opacity);
      pen.fillStyle = look.color;
      for (const { 0: word, index } of node.textContent.matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const { left, top, width } = range.getBoundingClientRect();
        const x = left / scale, line = top / scale + pen.measureText(word).fontBoundingBoxAscent;
        if (width && !label.matches(".c-card")) pen.strokeText(word, x, line);
        if (width) pen.fillText(word, x, line);
      }
    }
    const file = await new Promise((done) => sheet.toBlob(done, "image/png"));
    if (file) {
      const data = await file.arrayBuffer();
      window.parent.postMessage({ type: "taken", data }, location.origin, [data]);
    } else {
      window.parent.postMessage({ type: "taken", text: await window.parent.indistinctSay("stage.take.picture") }, location.origin);
    }
  };

  // The texts of a language, from the file that the program names; the page's own where
  // they are lost.
  window.sceneTexts = (tag) => window.parent.indistinctWords(tag).then(({ text }) => text, () => window.parent.indistinctTexts);

  async function start() {
    if (typeof WebAssembly !== "object") return fail("stage.error.wasm");
    if (typeof Go !== "function") {
      await new Promise((done) => document.head.append(Object.assign(document.createElement("script"), { src: "wasm_exec.js?again", onload: done, onerror: done })));
    }
    if (!drawable()) return fail("stage.error.webgl");
    const { take, past, turn } = window.parent.indistinct;
    await turn; // what a visitor needs first has the line
    let go, scene;
    try {
      go = new Go();
      // Ten times a second Ebitengine would look whether its sound has to stop, of which
      // there is none, and nothing else in the program waits for a timer of Go's.
      go.importObject.gojs["runtime.scheduleTimeoutEvent"] = () => {};
      // On a line that is slow it is waited for: the page says so.
      const load = () => window.parent.indistinctLoad("scene.wasm", take, null, past("scene.wasm")).catch((e) => {
        if (e.late) return load();
        throw e;
      });
      const module = await load();
      window.parent.indistinctWords(window.parent.document.documentElement.lang).catch(() => {}); // the program will ask for them
      await new Promise((done) => setTimeout(done)); // its start is a task of its own
      scene = await WebAssembly.instantiate(module, go.importObject);
    } catch (e) {
      console.error(e);
      return fail("stage.error.load");
    }
    // Ebitengine reads the pixel ratio once: start again when it changes (a
    // zoomed page, a window moved to another screen). The page sends all again.
    window.matchMedia("(resolution: " + window.devicePixelRatio + "dppx)")
      .addEventListener("change", () => location.reload(), { once: true });
    await go.run(scene);
    return fail("stage.error.stopped");
  }

  start();
})();
