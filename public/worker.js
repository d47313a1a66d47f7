// A Web Worker of the page. The page sends the compiled module; from then on
// the Go program inside listens to messages itself.
'use strict';

importScripts('wasm_exec.js');

self.addEventListener('message', async (event) => {
  const dead = (why) => self.postMessage({ kind: 'dead', why });
  try {
    const go = new Go();
    const instance = await WebAssembly.instantiate(event.data.module, go.importObject);
    await go.run(instance);
    dead('a worker ended.');
  } catch (err) {
    dead('a worker could not go on: ' + err.message + '.');
  }
}, { once: true });
