/** The page: every view, and the services that are fetched on demand. */

import { startPage } from './app/start.ts';
import { oneStop } from './base/a11y.ts';
import { loadEngine, loadWhole } from './base/engine.ts';
import { createProgress } from './base/progress.ts';
import { afterPaint } from './base/sight.ts';
import { keepOffline } from './offline/register.ts';
import { lazyViews } from './page/lazy-views.ts';
import { views } from './page/views.ts';
import { encode } from './state/url.ts';
import { words } from './state/words.ts';

/** Resolves after the prerendered page is painted; at once in a background tab, which never paints. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve();
    else afterPaint(resolve);
  });

/** The rule, the operator and the shapes in an address. */
const figureOf = (hash: string): string | undefined => /r=.*&i=[^&]*/.exec(hash)?.[0];

async function start(): Promise<void> {
  const [engine] = await Promise.all([loadEngine(), painted()]);
  const during = createProgress(words.loadingEngine);
  const whole = () => during(loadWhole());
  // The examples are prerendered, and without scripts each is a tab stop.
  const thumbs = document.querySelector<HTMLElement>('.thumbs');
  if (thumbs) oneStop(thumbs, words.examples);
  const examples = [...document.querySelectorAll<HTMLAnchorElement>('.thumbs a')];
  const act = startPage(engine, {
    // The example that the figure shows is marked.
    follow({ state }) {
      const shown = figureOf(encode(state));
      for (const link of examples) {
        const isShown = figureOf(link.hash) === shown;
        if (link.ariaCurrent !== String(isShown)) link.ariaCurrent = String(isShown);
      }
    },
    views,
    lazyViews,
    services: {
      compareRules: async () => (await import('./model/compare.ts')).createComparisons(engine),
      countPairs: async () => (await import('./model/count-pairs.ts')).countPairs(engine),
      comparePorts: async (state) =>
        (await import('./model/ports.ts')).comparePorts(await whole(), state),
      checkModel: async (bytes) => (await import('./model/check.ts')).check(await whole(), bytes),
      normaliseFrame: async (frame, rounds) =>
        (await import('./model/frame.ts')).runFrame(await whole(), frame, rounds),
      openDigits: async () => (await import('./model/digits.ts')).openDigits(await whole()),
    },
  });
  // Another language shows the same figure.
  document.addEventListener('click', ({ target }) => {
    const link = target as HTMLAnchorElement;
    if (link.hreflang) link.hash = location.hash;
  });
  keepOffline(act.notify);
}

function explainFailure(error: unknown): void {
  document.documentElement.dataset.state = 'printed';
  const notice = document.querySelector<HTMLElement>('[data-view="notice"]');
  if (!notice) return;
  notice.hidden = false;
  notice.textContent = words.noEngine(error instanceof Error ? error.message : String(error));
}

start().catch(explainFailure);
