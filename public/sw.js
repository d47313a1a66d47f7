// The service worker: it keeps the site of one build, whole, so that the page
// works without a network, and never answers with files of another build.
//
// The build writes the files' SHA-256 in here, so this file changes whenever any
// other does. A new build is fetched beside the old one, which goes on serving
// the pages that are open, until a visitor takes the new one.
'use strict';

const files = /*FILES*/;

// What only some visitors need is kept when it is used, or when they ask.
const later = ['guest.wasm', 'screenshot.png'];

const prefix = 'indistinct-';
const name = prefix + hash(JSON.stringify(files));

// hash is FNV-1a: it only has to tell builds apart.
function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h >>> 0).toString(16);
}

const address = (file) => new URL(file, self.registration.scope).href;

async function digest(response) {
  const sum = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer());
  return Array.from(new Uint8Array(sum), (b) => b.toString(16).padStart(2, '0')).join('');
}

// take fetches a file of this build; null where the server has another build's.
async function take(file) {
  const response = await fetch(address(file), { cache: 'no-cache', credentials: 'same-origin' });
  if (!response.ok || await digest(response) !== files[file]) return null;
  return response;
}

// keep puts files into this build's cache. A file that an older build had alike
// is copied from there.
async function keep(list) {
  const cache = await caches.open(name);
  for (const file of list) {
    if (await cache.match(address(file))) continue;
    let response = await caches.match(address(file));
    if (!response || await digest(response) !== files[file]) response = await take(file);
    if (!response) throw new Error(`${file} is of another build`);
    await cache.put(address(file), response);
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(keep(Object.keys(files).filter((file) => !later.includes(file))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const key of await caches.keys()) {
      if (key.startsWith(prefix) && key !== name) await caches.delete(key);
    }
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  const scope = self.registration.scope;
  if (event.request.method !== 'GET' || !url.href.startsWith(scope)) return;
  const file = url.pathname.slice(new URL(scope).pathname.length) || 'index.html';
  if (!files[file]) return;
  event.respondWith((async () => {
    const cache = await caches.open(name);
    const kept = await cache.match(address(file));
    if (kept) return kept;
    const response = await take(file);
    if (!response) {
      return new Response('This file is of another build: reload the page.', { status: 409, statusText: 'another build is out; reload the page' });
    }
    await cache.put(address(file), response.clone());
    return response;
  })());
});

self.addEventListener('message', (event) => {
  const answer = (text) => event.ports[0] && event.ports[0].postMessage(text);
  switch (event.data) {
    case 'take over': // the visitor wants the new build
      event.waitUntil(self.skipWaiting());
      break;
    case 'keep all':
      event.waitUntil(keep(Object.keys(files)).then(() => answer('kept'), (err) => answer(String(err.message || err))));
      break;
    case 'all kept?':
      event.waitUntil(caches.open(name).then((c) => c.keys()).then((kept) => answer(kept.length >= Object.keys(files).length ? 'kept' : '')));
      break;
  }
});
