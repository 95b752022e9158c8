/** Keeps the page for visits without a network, if the browser and the host allow it. */
import { shared } from '../base/language.ts';
import { words } from '../state/words.ts';

/** Registers the service worker; announces a newer version of the page once it is fetched. */
export async function keepOffline(notify: (notice: string) => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !isSecureContext) return;
  try {
    // In a frame without an origin even this property throws.
    const workers = navigator.serviceWorker;
    const known = workers.controller !== null;
    const registration = await workers.register(shared('worker.js'));
    registration.addEventListener('updatefound', () => {
      const next = registration.installing;
      next?.addEventListener('statechange', () => {
        if (next.state === 'activated' && known) notify(words.newVersion);
      });
    });
  } catch {
    // The page works without it.
  }
}
