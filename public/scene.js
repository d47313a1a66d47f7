// Loads the scene: Ebitengine compiled to WebAssembly, from this page's own
// folder. All else, the messages included, is in the Go program.
"use strict";

(function () {
  const note = document.getElementById("note");

  function fail(text, why) {
    note.textContent = text;
    document.body.classList.add("failed");
    window.parent.postMessage({ type: "error", text }, location.origin);
    if (why) console.error(why);
  }

  // Without WebGL 2 the download would be for nothing.
  function drawable() {
    try {
      const gl = document.createElement("canvas").getContext("webgl2");
      if (!gl) return false;
      // Without a graphics card the processor draws: the scene then spares it.
      const info = gl.getExtension("WEBGL_debug_renderer_info");
      const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
      if (/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name)) document.body.dataset.drawn = "by-processor";
      const lose = gl.getExtension("WEBGL_lose_context");
      if (lose) lose.loseContext();
      return true;
    } catch {
      return false;
    }
  }

  // Edges are smooth by the scene's own triangles, and nothing below the canvas
  // shines through: the browser need neither smooth nor blend it once more.
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, wish) {
    return getContext.call(this, kind, kind === "webgl2" ? { ...wish, antialias: false, alpha: false } : wish);
  };

  // Ebitengine asks for a frame after every frame. It gets one when the scene
  // says that something moves, or the window changes its size.
  const nextFrame = window.requestAnimationFrame.bind(window);
  let held = null, due = true, away = false;
  window.requestAnimationFrame = function (frame) {
    if (due && !away) {
      due = false;
      return nextFrame(frame);
    }
    held = frame;
    return 0;
  };
  window.wakeScene = function () {
    if (held && !away) {
      const frame = held;
      held = null;
      nextFrame(frame);
    } else {
      due = true;
    }
  };
  window.addEventListener("resize", window.wakeScene);
  // Out of sight within another page, nothing is drawn and time stands still.
  if (window.parent.document.documentElement.dataset.embed) {
    new IntersectionObserver((seen) => {
      away = !seen.at(-1).isIntersecting;
      if (!away) window.wakeScene();
    }).observe(document.documentElement);
  }

  // Texts in an element, every second one in italics.
  window.writeLabel = function (element, texts) {
    element.replaceChildren(...texts.map((text, i) => {
      if (i % 2 === 0) return text;
      const letter = document.createElement("i");
      letter.textContent = text;
      return letter;
    }));
  };

  // load tries once more after a second, past what a cache holds.
  const load = (url, imports) => take(url, imports).catch(async () => {
    await new Promise((done) => setTimeout(done, 1000));
    return take(url, imports, { cache: "reload" });
  });

  async function take(url, imports, how) {
    const answer = await fetch(url, how);
    if (!answer.ok) throw new Error("the server answered " + answer.status);
    const type = answer.headers.get("Content-Type") || "";
    if (WebAssembly.instantiateStreaming && type.startsWith("application/wasm")) return WebAssembly.instantiateStreaming(answer, imports);
    // Some hosts do not know the type of .wasm files.
    return WebAssembly.instantiate(await answer.arrayBuffer(), imports);
  }

  async function start() {
    if (typeof WebAssembly !== "object" || typeof Go !== "function") {
      fail("The animated scene needs WebAssembly, which this browser does not offer; everything drawn as charts and text is in the page.");
      return;
    }
    if (!drawable()) {
      fail("The animated scene needs WebGL 2, which this browser does not offer; everything else on the page works without it.");
      return;
    }
    const go = new Go();
    let result;
    try {
      result = await load(new URL("scene.wasm", document.baseURI), go.importObject);
    } catch (e) {
      fail("The animated scene could not be loaded; everything else on the page works without it.", e);
      return;
    }
    // Ebitengine reads the pixel ratio once: start again when it changes (a
    // zoomed page, a window moved to another screen). The page sends all again.
    window.matchMedia("(resolution: " + window.devicePixelRatio + "dppx)")
      .addEventListener("change", () => location.reload(), { once: true });
    await go.run(result.instance);
    fail("The animated scene has stopped; reload the page to see it again.");
  }

  start();
})();
