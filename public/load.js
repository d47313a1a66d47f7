// The few lines of JavaScript that a Go program in a page needs.
//
//   <script defer src="wasm_exec.js"></script>
//   <script defer src="vugu.js"></script>
//   <script defer src="load.js" data-run="panel.wasm" data-warm="worker.wasm"></script>
//
// data-run is the program of this page. data-warm, separated by spaces, are
// programs that its workers will run: they are loaded and compiled meanwhile.
'use strict';

(() => {
  const modules = new Map();

  async function load(url) {
    const response = await fetch(url);
    if (!response.ok) {
      throw new Error(`${url} could not be loaded (${response.status} ${response.statusText})`);
    }
    const type = response.headers.get('Content-Type') || '';
    if (WebAssembly.compileStreaming && type.startsWith('application/wasm')) {
      return WebAssembly.compileStreaming(response);
    }
    // Some hosts do not know the type of .wasm files.
    return WebAssembly.compile(await response.arrayBuffer());
  }

  // compile returns a promise of the compiled module; each is compiled once.
  // A failure is not remembered: the next call tries again.
  function compile(url) {
    if (!modules.has(url)) {
      const module = load(url);
      modules.set(url, module);
      module.catch(() => modules.delete(url));
    }
    return modules.get(url);
  }

  // say shows one sentence where the page has failed altogether.
  function say(text) {
    const p = document.createElement('p');
    p.setAttribute('role', 'alert');
    p.className = 'failure';
    p.textContent = text;
    document.body.prepend(p);
  }

  // Vugu hands its DOM helper to eval, which the page's Content-Security-Policy
  // forbids. The helper is loaded as vugu.js instead and eval does nothing.
  function prepareVugu() {
    if (window.vuguRender) window.eval = () => undefined;
  }

  async function run(url) {
    const go = new Go();
    const instance = await WebAssembly.instantiate(await compile(url), go.importObject);
    await go.run(instance);
    throw new Error('its program ended');
  }

  window.indistinct = { compile, run };

  const { run: program, warm } = document.currentScript.dataset;
  if (typeof WebAssembly !== 'object') {
    say('This page needs WebAssembly, which this browser does not offer or has switched off.');
    return;
  }
  prepareVugu();
  if (program) {
    run(program).catch((err) => {
      console.error(err);
      say(`The page stopped working: ${err.message}. Reloading it starts again; the address keeps your settings.`);
    });
  }
  for (const url of (warm || '').split(' ').filter(Boolean)) {
    compile(url).catch(() => {}); // whoever needs it will hear of the failure
  }
})();
