// The service worker: keeps the files of one version of the page, so that it works without a network. The build
// puts the version and the list of files in (vite.config.ts). Answers only for those files; everything else, such as the
// server's /api, goes to the network untouched.
const VERSION = '%VERSION%';
const FILES = new Set('%FILES%');
const CACHE = 'anden-' + VERSION;
const base = new URL('./', self.location.href);

self.addEventListener('install', (event) => {
  // Bypasses the browser's own cache: a stale file must not get into a new version.
  const fresh = [...FILES].map((file) => new Request(new URL(file, base), { cache: 'reload' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)));
});

self.addEventListener('activate', (event) => {
  const old = (keys) => keys.filter((key) => key.startsWith('anden-') && key !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((keys) => Promise.all(old(keys).map((key) => caches.delete(key))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'now') self.skipWaiting();
});

async function answer(request, file) {
  const kept = await (await caches.open(CACHE)).match(new URL(file, base));
  return kept ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !url.href.startsWith(base.href)) return;
  const path = url.pathname.slice(base.pathname.length);
  // Addresses inside the page come after the #, so only the folder itself is the page.
  const file = path === '' ? 'index.html' : path;
  if (FILES.has(file)) event.respondWith(answer(event.request, file));
});
