// A Web Worker of the page. The page sends the compiled module and the name of a
// lock; from then on the Go program inside listens to messages itself.
'use strict';

importScripts('wasm_exec.js');

self.addEventListener('message', async (event) => {
  const dead = (why, scarce) => self.postMessage({ kind: 'dead', why, scarce });
  try {
    // Browsers do not say when a worker ends. They do free its locks: the page
    // waits for this one.
    navigator.locks?.request(event.data.lock, () => {
      self.postMessage({ kind: 'held' });
      return new Promise(() => {});
    }).catch(() => {});
    const go = new Go();
    const instance = await WebAssembly.instantiate(event.data.module, go.importObject);
    await go.run(instance);
    dead('a worker ended.', true); // its program does so where it gets no memory
  } catch (err) {
    dead('a worker could not go on: ' + err.message + '.', err instanceof RangeError || /memory/i.test(err.message));
  }
}, { once: true });
