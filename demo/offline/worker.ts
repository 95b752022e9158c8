/**
 * The service worker: caches the page's own files for visits without a network. Documents come from the
 * network first. All other files have a hash of their contents in their names, so the cached ones are
 * current.
 */
/** Filled in when the page is built. */
declare const VERSION: string;
declare const FILES: readonly string[];
/** The files of each language other than English, by folder. */
declare const LANGUAGES: Readonly<Record<string, readonly string[]>>;

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface Scope {
  readonly registration: { readonly scope: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: {
      includeUncontrolled: boolean;
    }): Promise<readonly { readonly url: string }[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
}

const scope = self as unknown as Scope;
const prefix = 'simdcast-page-';
const kept = prefix + VERSION;
const root = scope.registration.scope;
const addressOf = (file: string): string => new URL(file, root).href;
const assets = addressOf('assets/');
const known = new Set(FILES.map(addressOf));

/** The files of the language of a page; none in English. */
const languageFiles = (page: string): string[] =>
  (LANGUAGES[page.slice(root.length).split('/')[0] ?? ''] ?? []).map(addressOf);

async function install(): Promise<void> {
  const cache = await caches.open(kept);
  const pages = await scope.clients.matchAll({ includeUncontrolled: true });
  await cache.addAll([...new Set([...known, ...pages.flatMap(({ url }) => languageFiles(url))])]);
  await scope.skipWaiting();
}

/** A language is kept when one of its pages is opened. */
async function keepLanguage(page: string): Promise<void> {
  const cache = await caches.open(kept);
  const files = languageFiles(page);
  const found = await Promise.all(files.map((file) => cache.match(file)));
  await cache.addAll(files.filter((_, i) => !found[i]));
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
  if (request.mode === 'navigate') {
    event.respondWith(fromNetwork(request));
    event.waitUntil(keepLanguage(request.url).catch(() => undefined));
  } else if (known.has(request.url) || request.url.startsWith(assets)) {
    event.respondWith(fromCache(request));
  }
});
