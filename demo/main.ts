/** Starts the page: state and moment in stores, a model for every change, and the views. */
import { type Engine, loadEngine } from './engine.ts';
import { measureFrame } from './frame-run.ts';
import { createModeller, createNormaliser } from './model.ts';
import { type State, withAxis, withFix, withoutAxis, withShape, withSize } from './state.ts';
import { createStore } from './store.ts';
import { decode, encode } from './url.ts';
import { type Actions, type Moment, quietMoment } from './view.ts';
import { views } from './views/index.ts';

const addressDelay = 150;

function createStores() {
  const { state, notice } = decode(location.hash);
  return {
    states: createStore<State>(state),
    moments: createStore<Moment>({ ...quietMoment, notice: notice ?? null }),
  };
}

type Stores = ReturnType<typeof createStores>;

/** Keeps the address at the state: edits once they settle, a repair as a step that Back undoes. */
function createAddress(stores: Stores) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const replace = () => history.replaceState(null, '', encode(stores.states.get()));
  addEventListener('hashchange', () => {
    clearTimeout(timer);
    const { state, notice } = decode(location.hash);
    stores.moments.set({ ...quietMoment, notice: notice ?? null });
    stores.states.set(state);
  });
  return {
    settle() {
      clearTimeout(timer);
      timer = setTimeout(replace, addressDelay);
    },
    step(change: () => void) {
      clearTimeout(timer);
      replace();
      change();
      history.pushState(null, '', encode(stores.states.get()));
    },
  };
}

function createActions(stores: Stores, engine: Engine): Actions {
  const { states, moments } = stores;
  const address = createAddress(stores);
  const edit = (next: (state: State) => State) => {
    states.set(next(states.get()));
    address.settle();
  };
  const during = (part: Partial<Moment>) => moments.set({ ...moments.get(), ...part });
  return {
    setSize: (operand, axis, size) => edit((state) => withSize(state, operand, axis, size)),
    setShape: (operand, shape) => edit((state) => withShape(state, operand, shape)),
    addAxis: (operand, axis) => edit((state) => withAxis(state, operand, axis)),
    removeAxis: (operand, axis) => edit((state) => withoutAxis(state, operand, axis)),
    setOperator: (op) => edit((state) => ({ ...state, op })),
    setType: (type) => edit((state) => ({ ...state, type })),
    applyFix: (fix) => address.step(() => states.set(withFix(states.get(), fix))),
    pin: (sel) => edit((state) => ({ ...state, sel })),
    point: (pointer) => during({ pointer }),
    pointAxis: (axis) => {
      if (axis !== moments.get().axis) during({ axis });
    },
    step(axis, index) {
      const slice = [...moments.get().slice];
      for (let d = slice.length; d < axis; d += 1) slice[d] = 0;
      slice[axis] = index;
      during({ slice });
    },
    dismissNotice: () => during({ notice: null }),
    normaliseFrame: (frame) =>
      measureFrame(frame, createNormaliser(engine, frame), String(engine.flavour)),
  };
}

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

function start(engine: Engine): void {
  const stores = createStores();
  const modelOf = createModeller(engine, createActions(stores, engine));
  const model = () => modelOf(stores.states.get(), stores.moments.get());
  const first = model();
  const containers = document.querySelectorAll<HTMLElement>('[data-view]');
  const shown = [...containers].map((container) => {
    const view = views[container.dataset.view ?? ''];
    if (!view) throw new Error(`no view ${container.dataset.view}`);
    return view(container, first);
  });
  const update = () => {
    const next = model();
    lightAxis(next.moment.axis);
    for (const view of shown) view.update(next);
  };
  stores.states.subscribe(update);
  stores.moments.subscribe(update);
  keepHash(document.querySelector('.skip'));
  document.documentElement.dataset.state = 'live';
}

function explainFailure(error: unknown): void {
  const notice = document.querySelector<HTMLElement>('[data-view="notice"]');
  if (!notice) return;
  notice.hidden = false;
  notice.textContent =
    'The engine did not start here, so the page stays as it was printed: the first example can ' +
    `be read, not changed. (${error instanceof Error ? error.message : String(error)})`;
  document.documentElement.dataset.state = 'printed';
}

loadEngine().then(start).catch(explainFailure);
