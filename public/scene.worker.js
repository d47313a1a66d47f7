// Runs the scene's program once on a page that is not there. Browsers compile a function of a
// program when it is first called, for the whole process: what was called here needs no such
// time of the page's thread. See rehearse in scene.js.
'use strict';

importScripts('wasm_exec.js');

// anything is an object, a function and what they return; numbers and yes or no are known.
const known = {
  devicePixelRatio: 1, length: 0, clientWidth: 640, clientHeight: 360, drawingBufferWidth: 640,
  drawingBufferHeight: 360, matches: false, getExtension: () => null, getParameter: () => 4096,
  getProgramParameter: () => true, isBuffer: () => true,
};
const anything = new Proxy(function () {}, {
  get: (_, name) => name in known ? known[name] : anything,
  set: () => true,
  apply: () => anything,
  construct: () => anything,
  getOwnPropertyDescriptor: () => ({ configurable: true, get: anything }),
});

let frame;
const wakeScene = () => setTimeout(() => frame(performance.now()));
const { port1: parent } = new MessageChannel();
parent.postMessage = ({ type }) => {
  if (type === 'ready') self.postMessage('ready');
  if (type === 'shown') setTimeout(() => self.postMessage('shown'), 50); // and some frames more
};
const text = new Promise((done) => self.addEventListener('message', async ({ data }) => {
  done(data.text);
  const go = new Go();
  go.run(await WebAssembly.instantiate(data.module, go.importObject)).then(() => self.postMessage('shown'));
  self.onmessage = ({ data, source }) => {
    if (!source) dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source: parent }));
  };
}, { once: true }));
for (const name of ['window', 'document', 'Document', 'screen', 'matchMedia', 'ResizeObserver', 'writeLabel']) {
  self[name] = anything;
}
Object.assign(self, {
  parent, devicePixelRatio: 1, sceneTexts: () => text, coarsenScene() {}, whenShown: (f) => f(), wakeScene,
  requestAnimationFrame: (f) => { frame = f; },
});
Object.assign(navigator, { getGamepads: () => [] });
