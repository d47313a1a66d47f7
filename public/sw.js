// The service worker: it keeps the site of one build, whole, so that the page
// works without a network, and never answers with files of another build.
//
// The build writes the files' SHA-256 in here, so this file changes whenever any
// other does. A new build is fetched beside the old one, which goes on serving
// the pages that are open, until a visitor takes the new one.
'use strict';

importScripts('unpack.js');

const files = /*FILES*/{};

// Only some visits need these: offline.js asks for them when the page has all else.
const later = /^guest\.wasm\.lzma$|^runs\//;

// The page runs without these. Where a host changes one or does not send it, the
// rest is kept all the same.
const spare = /^(404|examples)\.html$|^(embed|lost)\.js$|^scene\.|^runs\/|\.(png|svg|txt|ts|xml|webmanifest)$/;

const scope = self.registration.scope;

// The origin's other copies, below other paths, have caches of their own.
const prefix = `indistinct ${new URL(scope).pathname} `;
const name = prefix + hash(JSON.stringify(files));

// hash is FNV-1a: it only has to tell builds apart.
function hash(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h >>> 0).toString(16);
}

const address = (file) => new URL(file, scope).href;

const packed = (file) => file.endsWith('.lzma');

// whole returns a copy of a response that holds a file of this build, and null for
// any other. Only a copy can answer a navigation when a redirect led to the file.
async function whole(file, response) {
  if (response.headers.get('Unpacked') === files[file]) return response;
  const bytes = await response.arrayBuffer();
  const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const text = Array.from(sum, (b) => b.toString(16).padStart(2, '0')).join('');
  return text === files[file] ? new Response(bytes, { headers: response.headers }) : null;
}

// outdated is the answer where the server holds another build's file. Our page goes, so that
// reloading it opens that build. mixed says that programs differ, which no host rewrites.
let mixed = false;
async function outdated(file) {
  mixed ||= packed(file);
  if (!spare.test(file)) await caches.open(name).then((cache) => cache.delete(address('index.html'))).catch(() => {});
  return new Response('This file is of another build: reload the page.', { status: 409, statusText: 'another build is out; reload the page' });
}

// take fetches a file. The response is not ok where the server has none, or another
// build's. That of a program, which is large, hands on what comes and ends in an error where
// all of it is another build's; the next program is then looked at before.
async function take(file, cache, signal) {
  const late = new Promise((_, no) => setTimeout(no, 30_000, new Error('the network did not answer')));
  const response = await Promise.race([fetch(address(file), { cache, credentials: 'same-origin', signal }), late]);
  if (!response.ok) return response;
  if (!packed(file) || mixed) return await whole(file, response) || outdated(file);
  const pieces = [], transform = (piece, on) => { pieces.push(piece); on.enqueue(piece); };
  const flush = async () => { if (!await whole(file, new Response(new Blob(pieces)))) throw new Error((await outdated(file)).statusText); };
  return new Response(response.body.pipeThrough(new TransformStream({ transform, flush })), { headers: response.headers });
}

// obtain fetches a file and keeps it: two promises, the second of whether the first was ok.
// Whoever asks for a file that is on its way takes a copy of that one.
const coming = new Map();
function obtain(file, cache, signal) {
  if (!coming.has(file)) {
    const response = take(file, cache, signal), keeping = response.then((r) => r.ok && store(file, r.clone()).then(() => true));
    coming.set(file, { response, stored: keeping.finally(() => coming.delete(file)) });
  }
  return coming.get(file);
}

// kept returns this build's file from the cache, null where it is missing or
// damaged. Programs are too large to look at each time: a page that cannot compile
// one fetches it with cache: 'reload'.
async function kept(file) {
  try {
    const response = await (await caches.open(name)).match(address(file));
    return response && await whole(file, response);
  } catch {
    return null;
  }
}

// store keeps a file; a program unpacked, so that it need not be at each visit.
async function store(file, response) {
  if (packed(file) && !response.headers.has('Unpacked')) {
    const decode = decoder(), unpacked = [decode(new Uint8Array(await response.arrayBuffer())), decode()];
    response = new Response(new Blob(unpacked), { headers: { 'Content-Type': 'application/wasm', Unpacked: files[file] } });
  }
  await (await caches.open(name)).put(address(file), response);
}

// keep puts files into this build's cache and returns those that it could not. A
// file that an older build had alike is copied from there. The signal ends what is
// still on its way.
async function keep(list, signal) {
  const missing = [];
  for (const file of list) {
    try {
      if (await (await caches.open(name)).match(address(file))) continue;
      const old = await caches.match(address(file)), own = old && await whole(file, old);
      if (own) await store(file, own);
      else if (!await obtain(file, 'no-cache', signal).stored) missing.push(file);
    } catch {
      missing.push(file);
    }
  }
  return missing;
}

const without = (missing) => `Not kept for offline use: ${missing.join(', ')}.`;

self.addEventListener('install', (event) => {
  event.waitUntil(keep(Object.keys(files).filter((file) => !later.test(file))).then(async (missing) => {
    const needed = missing.filter((file) => !spare.test(file));
    if (!needed.length) return;
    if (mixed) for (const page of await self.clients.matchAll({ includeUncontrolled: true })) page.postMessage('mixed');
    throw new Error(without(needed));
  }));
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const key of await caches.keys()) {
      if (key.startsWith(prefix) && key !== name) await caches.delete(key);
    }
    await self.clients.claim();
  })());
});

// answer gives way to the network where this build has no page for a visit: no service worker
// answers for the page that comes then, nor for its scripts.
async function answer(event, file) {
  const again = event.request.cache === 'reload';
  const own = again ? null : await kept(file);
  if (own) return own;
  const { response, stored } = obtain(file, again ? 'reload' : 'no-cache');
  event.waitUntil(stored.catch(() => {})); // a full disk does not matter to who asks
  const got = await response.then((r) => r.clone(), () => Response.error());
  if (got.ok) return got;
  if (spare.test(file)) return fetch(event.request);
  if (event.request.mode !== 'navigate') return got;
  await self.registration.unregister();
  return Response.redirect(event.request.url);
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !url.href.startsWith(scope)) return;
  const file = url.pathname.slice(new URL(scope).pathname.length) || 'index.html';
  if (files[file]) event.respondWith(answer(event, file));
});

// Once it has given way, a worker keeps no more files: another tab may still ask for it.
const leaving = new AbortController();

self.addEventListener('message', (event) => {
  const say = (text) => event.ports[0] && event.ports[0].postMessage(text);
  switch (event.data) {
    case 'take over': // the visitor wants the new build
      event.waitUntil(self.skipWaiting());
      break;
    case 'give way': // a browser may wait for minutes until this worker has nothing to do
      leaving.abort();
      break;
    case 'keep all':
      event.waitUntil(keep(Object.keys(files), leaving.signal).then((missing) => say(missing.length ? without(missing) : 'kept')));
      break;
    case 'all kept?':
      event.waitUntil(caches.open(name).then((c) => c.keys()).then((all) => say(all.length >= Object.keys(files).length ? 'kept' : ''), () => say('')));
      break;
  }
});
