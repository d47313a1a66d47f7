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
      const lose = gl.getExtension("WEBGL_lose_context");
      if (lose) lose.loseContext();
      return true;
    } catch {
      return false;
    }
  }

  // Servers that do not know the type application/wasm make streaming fail.
  async function load(url, imports) {
    if (WebAssembly.instantiateStreaming) {
      try {
        return await WebAssembly.instantiateStreaming(fetch(url), imports);
      } catch (e) {
        if (!(e instanceof TypeError)) throw e;
      }
    }
    const answer = await fetch(url);
    if (!answer.ok) throw new Error("the server answered " + answer.status);
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
