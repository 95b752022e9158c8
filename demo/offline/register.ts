/** Keeps the page for visits without a network, where the browser and the host allow it. */
import { words } from '../words.ts';

/** Registers the worker beside the page; a newer page that was fetched meanwhile is announced. */
export function keepOffline(notify: (notice: string) => void): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !isSecureContext) return;
  const known = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker
    .register('./worker.js')
    .then((registration) => {
      registration.addEventListener('updatefound', () => {
        const next = registration.installing;
        next?.addEventListener('statechange', () => {
          if (next.state === 'activated' && known) notify(words.newVersion);
        });
      });
    })
    // The page works without.
    .catch(() => undefined);
}
