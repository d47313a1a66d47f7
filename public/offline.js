// Offline use: the service worker keeps the site after the first visit. This
// registers it once the page has all it needs, tells a visitor of a new build,
// and lets the page ask to keep everything.
'use strict';

(() => {
  const workers = navigator.serviceWorker;
  // Embedded pages leave the host's visitors alone.
  if (!workers || window.top !== window) return;

  function ask(question) {
    return new Promise((resolve) => {
      const worker = workers.controller;
      if (!worker) { resolve(''); return; }
      const channel = new MessageChannel();
      channel.port1.onmessage = (event) => resolve(event.data);
      worker.postMessage(question, [channel.port2]);
    });
  }

  let wanted = false;
  workers.addEventListener('controllerchange', () => { if (wanted) location.reload(); });

  // offer says that a new build is there. What is set stands in the address, so
  // reloading loses nothing; until then the old build goes on.
  function offer(worker) {
    if (document.getElementById('new-build')) return;
    const note = document.createElement('p');
    note.id = 'new-build';
    note.setAttribute('role', 'status');
    note.append('A new version of this page is ready. ');
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Use it now';
    button.addEventListener('click', () => { wanted = true; worker.postMessage('take over'); });
    const no = document.createElement('button');
    no.type = 'button';
    no.textContent = 'Later';
    no.addEventListener('click', () => note.remove());
    note.append(button, ' ', no);
    document.body.append(note);
  }

  async function register() {
    try {
      const registration = await workers.register('sw.js');
      const watch = (worker) => worker && worker.addEventListener('statechange', () => {
        if (worker.state === 'installed' && workers.controller) offer(worker);
      });
      if (registration.waiting && workers.controller) offer(registration.waiting);
      watch(registration.installing);
      registration.addEventListener('updatefound', () => watch(registration.installing));
    } catch (err) {
      console.info('Not kept for offline use: ' + err.message);
    }
  }

  // The first visit's own downloads come first: load.js has run by then.
  addEventListener('load', () => window.indistinct?.loaded.then(register));

  window.indistinctOffline = {
    kept: () => ask('all kept?').then((a) => a === 'kept'),
    keep: () => ask('keep all'),
  };
})();
