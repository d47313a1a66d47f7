// Offline use: the service worker keeps the site after the first visit. This
// registers it once the page has all it needs, has it keep the rest, and tells a
// visitor of a new build.
'use strict';

(() => {
  const workers = navigator.serviceWorker;
  window.indistinctOffline = null; // this script has come: see early.js
  // Embedded pages leave the host's visitors alone.
  if (!workers || window.top !== window) return;

  // A page whose visitor takes the new build begins anew; one in another tab keeps
  // what it shows, but files of its own build are no longer there: it says so.
  let wanted = false, held = workers.controller;
  workers.addEventListener('controllerchange', () => {
    if (wanted) location.reload();
    else if (held) offer('js.build.other', 'js.build.reload', () => location.reload());
    held = workers.controller;
  });

  // offer says that there is a new build, and takes it. What is set stands in the
  // address, so reloading loses nothing but a run that is under way.
  async function offer(text, verb, take) {
    const [said, yes, later] = await Promise.all([text, verb, 'js.build.later'].map((id) => window.indistinctSay(id)));
    document.getElementById('new-build')?.remove();
    const note = document.createElement('p');
    note.id = 'new-build';
    note.setAttribute('role', 'status');
    note.append(said + ' ');
    const button = (label, act) => {
      const b = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
      b.addEventListener('click', act);
      return b;
    };
    note.append(button(yes, take), ' ', button(later, () => note.remove()));
    document.body.append(note);
  }

  async function register() {
    try {
      const registration = await workers.register('sw.js');
      const take = (worker) => {
        wanted = true;
        workers.controller?.postMessage('give way'); // none where the page was reloaded past it
        worker.postMessage('take over');
      };
      const ready = (worker) => workers.controller ? offer('js.build.ready', 'js.build.use', () => {
        if (!document.querySelector('progress')) take(worker);
        else offer('js.build.run', 'js.build.end', () => take(worker));
      }) : worker.postMessage('take over'); // this page came from the network, as that build's
      const watch = (worker) => worker && worker.addEventListener('statechange', () => {
        if (worker.state === 'installed') ready(worker);
        if (worker.state === 'redundant' && !registration.active) console.info('Not kept for offline use: a file could not be had or stored.');
      });
      if (registration.waiting) ready(registration.waiting);
      watch(registration.installing);
      registration.addEventListener('updatefound', () => watch(registration.installing));
      if (!navigator.connection?.saveData) (await workers.ready).active.postMessage('keep all');
    } catch (err) {
      console.info('Not kept for offline use: ' + err.message);
    }
  }

  // A server that is taking a new build holds files of two for a moment. Where that lasts,
  // who has none of this page's whole is told.
  let mixed = 0;
  workers.addEventListener('message', ({ data }) => {
    if (data !== 'mixed' || workers.controller) return;
    if (mixed++) offer('js.build.mixed', 'js.build.reload', () => location.reload());
    else setTimeout(register, 30_000);
  });

  // The first visit's own downloads come first: load.js has run by then.
  addEventListener('load', () => window.indistinct?.loaded.then(register));
})();
