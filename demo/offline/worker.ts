/**
 * The service worker: caches the page's own files for visits without a network. Documents come from the
 * network first. All other files have a hash of their contents in their names, so the cached ones are
 * current.
 */
/** Filled in when the page is built. */
declare const VERSION: string;
declare const FILES: readonly string[];

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}

const scope = self as unknown as Scope;
const prefix = 'simdcast-page-';
const kept = prefix + VERSION;
const assets = new URL('assets/', scope.registration.scope).href;
const known = new Set(FILES.map((file) => new URL(file, scope.registration.scope).href));

async function install(): Promise<void> {
  const cache = await caches.open(kept);
  await cache.addAll([...known]);
  await scope.skipWaiting();
}

/** The files of the previous version stay: an open page of it may still fetch some. */
async function activate(): Promise<void> {
  const old = (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== kept);
  await Promise.all(old.slice(0, -1).map((key) => caches.delete(key)));
  await scope.clients.claim();
}

async function fromNetwork(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(kept);
    const last = await cache.match(request, { ignoreSearch: true });
    if (last) return last;
    throw error;
  }
}

async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(fromNetwork(request));
  else if (known.has(request.url) || request.url.startsWith(assets)) {
    event.respondWith(fromCache(request));
  }
});
