// The page without a network: the service worker that keeps its files, and the moment when a new version of them is
// ready. A new version never interrupts anybody.

export const version = $state({ ready: false });

const AGAIN = 60_000; // milliseconds until a worker that did not get all files is followed by another
let waiting: ServiceWorker | null = null;

const watched = new WeakSet<ServiceWorker>();

function watch(registration: ServiceWorkerRegistration): void {
  const look = (worker: ServiceWorker | null) => {
    if (!worker || watched.has(worker)) return;
    watched.add(worker);
    let installs = worker.state === 'installing';
    const tell = () => {
      if (worker.state === 'redundant' && installs)
        setTimeout(() => (registration.active ? registration.update().catch(() => undefined) : startWorker()), AGAIN);
      installs = worker.state === 'installing';
      // Without a controller this is the first visit: nothing old is on the screen.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) {
        waiting = worker;
        version.ready = true;
      }
    };
    worker.addEventListener('statechange', tell);
    tell();
  };
  look(registration.waiting);
  look(registration.installing);
  registration.addEventListener('updatefound', () => look(registration.installing));
}

/** Keeps the page's files in the browser from now on. Only for a built page, and if the browser allows it. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !isSecureContext) return;
  navigator.serviceWorker.register('./sw.js').then(watch, () => {
    // A host that does not serve it: the page works, but not without a network.
  });
}

/** Waits until a worker has all its files, or could not get them. */
function settled(worker: ServiceWorker): Promise<void> {
  return new Promise((done) => {
    const look = () => worker.state !== 'installing' && done();
    worker.addEventListener('statechange', look);
    look();
  });
}

/** Loads the page again with the new version; looks for one first if there is none. */
export async function freshen(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration && !waiting) await registration.update().catch(() => undefined);
  if (registration?.installing) await settled(registration.installing);
  const next = waiting ?? registration?.waiting ?? null;
  if (!next) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  next.postMessage('now');
}
