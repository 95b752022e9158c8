/** The embedded figure: shapes, verdict, table and values, with the engine in the same file. */
import { load } from '#engine';
import bytes from '#module';
import { createActions, createStores } from '../actions.ts';
import { createModeller } from '../model/model.ts';
import { mountViews } from '../mount.ts';
import { encode } from '../url.ts';
import { grids } from '../views/grids.ts';
import { ladder } from '../views/ladder.ts';
import { sentence } from '../views/sentence.ts';
import { verdict } from '../views/verdict.ts';

/** Tells the page around how high the figure is. */
function tellHeight(): void {
  const tell = () =>
    parent.postMessage({ type: 'bcast:size', h: document.documentElement.scrollHeight }, '*');
  new ResizeObserver(tell).observe(document.body);
  tell();
}

async function start(): Promise<void> {
  const engine = await load({ wasm: bytes });
  const stores = createStores();
  const modelOf = createModeller(engine, createActions(stores, engine));
  const model = () => modelOf(stores.states.get(), stores.moments.get());
  const mounted = mountViews(document, model(), { sentence, verdict, ladder, grids }, {}, () => {});
  const full = document.querySelector<HTMLAnchorElement>('#full');
  const update = () => {
    mounted.update(model());
    if (full) full.href = `./${encode(stores.states.get())}`;
  };
  stores.states.subscribe(update);
  stores.moments.subscribe(update);
  update();
  document.documentElement.dataset.state = 'live';
  if (parent !== window) tellHeight();
}

start().catch((error: unknown) => {
  const place = document.querySelector('main');
  if (place) place.textContent = `The engine did not start here. (${(error as Error).message})`;
});
