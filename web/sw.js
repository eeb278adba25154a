// The service worker: keeps the files of one version of the page, so that it works without a network. The build
// puts the version and the list of files in (vite.config.ts). Answers only for those files; everything else, such as the
// server's /api, goes to the network untouched.
const VERSION = '%VERSION%';
const FILES = new Set('%FILES%');
const CACHE = 'anden-' + VERSION;
const base = new URL('./', self.location.href);

const AT_ONCE = 2; // files that are asked for at the same time: the person who waits for the page comes first
const PAUSE = 200; // milliseconds after each
const TRIES = 6; // for a file, before this worker gives up; the page starts another one later (worker.svelte.ts)
const LONGEST = 60; // seconds that it waits between them

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Seconds until a host that has too much to do, or can't be reached, is asked again. */
function patience(answer, tries) {
  const said = Number(answer?.headers.get('Retry-After'));
  return Math.min(said > 0 ? said : 2 ** tries, LONGEST);
}

/** Gets a file from the host, however often it says that it has too much to do. */
async function load(url) {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(url, { cache: 'reload' }).catch(() => null);
    if (answer?.ok) return answer;
    const later = !answer || answer.status === 429 || answer.status >= 500;
    if (!later || (answer?.status !== 429 && tries === TRIES)) throw new Error(`${url} could not be loaded.`);
    await wait(1000 * patience(answer, tries));
  }
}

/** The copy of a file that the version before keeps, or the browser itself. */
async function copyOf(url) {
  const kept = await caches.match(url);
  const copy = kept ?? (await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined));
  return copy?.ok ? copy : undefined;
}

/** Keeps a file. One with a hash in its name never changes, so a copy will do; a stale copy of another file must not get
 *  into a new version. */
async function keep(file, cache) {
  const url = new URL(file, base);
  if (await cache.match(url)) return; // a worker before this one got it, and did not get all of them
  const copy = file.startsWith('assets/') ? await copyOf(url) : undefined;
  await cache.put(url, copy ?? (await load(url)));
  if (!copy) await wait(PAUSE);
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  const left = [...FILES];
  const some = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) await keep(file, cache);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, some));
}

self.addEventListener('install', (event) => event.waitUntil(keepAll()));

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
