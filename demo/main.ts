/** Starts the page: state and moment in stores, a model for every change, and the views. */
import { createActions, createStores } from './actions.ts';
import { loadEngine } from './engine.ts';
import { createModeller } from './model/model.ts';
import { mountViews } from './mount.ts';
import { keepOffline } from './offline/register.ts';
import { afterPaint } from './sight.ts';
import { lazyViews, views } from './views/index.ts';
import { words } from './words.ts';

/** Marks the pointed axis everywhere at once; the style sheet does the rest. */
function lightAxis(axis: number | null): void {
  if (axis === null) delete document.body.dataset.lit;
  else document.body.dataset.lit = String(axis);
}

/** The skip link moves the focus and leaves the hash alone, which is the state's. */
function keepHash(link: HTMLAnchorElement | null): void {
  link?.addEventListener('click', (event) => {
    event.preventDefault();
    document.querySelector<HTMLElement>(link.hash)?.focus();
  });
}

/** Once what was printed has been painted; a page that nobody sees is not painted, and does not wait. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) resolve();
    else afterPaint(resolve);
  });

async function start(): Promise<void> {
  const [engine] = await Promise.all([loadEngine(), painted()]);
  const stores = createStores();
  const modelOf = createModeller(engine, createActions(stores, engine));
  const model = () => modelOf(stores.states.get(), stores.moments.get());
  const notify = (notice: string) => stores.moments.set({ ...stores.moments.get(), notice });
  const mounted = mountViews(document, model(), views, lazyViews, (error) =>
    notify(words.partMissing(error.message)),
  );
  const update = () => {
    const next = model();
    lightAxis(next.moment.axis);
    mounted.update(next);
  };
  stores.states.subscribe(update);
  stores.moments.subscribe(update);
  keepHash(document.querySelector('.skip'));
  document.documentElement.dataset.state = 'live';
  keepOffline(notify);
}

function explainFailure(error: unknown): void {
  document.documentElement.dataset.state = 'printed';
  const notice = document.querySelector<HTMLElement>('[data-view="notice"]');
  if (!notice) return;
  notice.hidden = false;
  notice.textContent = words.noEngine(error instanceof Error ? error.message : String(error));
}

start().catch(explainFailure);
