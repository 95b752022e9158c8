/** What can be done on the page: every action changes a store, and the address follows. */
import type { Engine } from './engine.ts';
import { sourcesOf } from './fill.ts';
import { rules } from './operators.ts';
import { loadPreferences, savePreferences } from './preferences.ts';
import {
  elementsOf,
  maximumTyped,
  type State,
  withAxis,
  withFill,
  withFix,
  withOperand,
  withOperator,
  withoutAxis,
  withoutOperand,
  withRule,
  withShape,
  withShapes,
  withSize,
  withSwapped,
  withValue,
  withValues,
} from './state.ts';
import { createStore } from './store.ts';
import { decode, encode, outgrows } from './url.ts';
import type { Actions, Moment } from './view.ts';
import { words } from './words.ts';

const addressDelay = 150;

export const quietMoment = (notice: string | null): Moment => ({
  pointer: null,
  axis: null,
  slice: [],
  notice,
  preferences: loadPreferences(),
});

export function createStores() {
  const { state, notice } = decode(location.hash);
  return {
    states: createStore<State>(state),
    moments: createStore<Moment>(quietMoment(notice ?? null)),
  };
}

export type Stores = ReturnType<typeof createStores>;

/** Keeps the address at the state: edits once they settle, a larger step as one that Back undoes. */
function createAddress(stores: Stores) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opened = stores.states.get();
  const notify = (notice: string | null) => stores.moments.set({ ...stores.moments.get(), notice });
  const replace = () => {
    const state = stores.states.get();
    history.replaceState(null, '', encode(state));
    if (outgrows(state)) notify(words.valuesDropped);
  };
  addEventListener('hashchange', () => {
    clearTimeout(timer);
    const { state, notice } = decode(location.hash);
    opened = state;
    stores.moments.set(quietMoment(notice ?? null));
    stores.states.set(state);
  });
  return {
    opened: () => opened,
    settle() {
      clearTimeout(timer);
      timer = setTimeout(replace, addressDelay);
    },
    step(state: State) {
      clearTimeout(timer);
      replace();
      stores.states.set(state);
      history.pushState(null, '', encode(state));
    },
  };
}

/** The values of an operand as they stand; none where there are too many to type. */
function valuesNow(state: State, operand: number): number[] {
  const elements = state.shapes.map(elementsOf);
  if ((elements[operand] ?? 0) > maximumTyped) return [];
  const source = sourcesOf(state, elements)[operand];
  return Array.from({ length: elements[operand] ?? 0 }, (_, at) => source?.(at) ?? 0);
}

export function createActions(stores: Stores, engine: Engine): Actions {
  const { states, moments } = stores;
  const address = createAddress(stores);
  const edit = (next: (state: State) => State) => {
    const before = states.get();
    const after = next(before);
    states.set(after);
    const lost = before.values.some((list, p) => list && after.values[p] === null);
    if (lost && after.fill === before.fill && after.seed === before.seed) {
      during({ notice: words.typedLetGo });
    }
    address.settle();
  };
  const during = (part: Partial<Moment>) => moments.set({ ...moments.get(), ...part });
  return {
    setSize: (operand, axis, size) => edit((state) => withSize(state, operand, axis, size)),
    setShape: (operand, shape) => edit((state) => withShape(state, operand, shape)),
    setShapes: (shapes) => address.step(withShapes(states.get(), shapes)),
    addAxis: (operand, axis) => edit((state) => withAxis(state, operand, axis)),
    removeAxis: (operand, axis) => edit((state) => withoutAxis(state, operand, axis)),
    swapAxes: (operand, axis) => edit((state) => withSwapped(state, operand, axis)),
    addOperand: () => edit(withOperand),
    removeOperand: (operand) => edit((state) => withoutOperand(state, operand)),
    reset: () => address.step({ ...address.opened(), tab: states.get().tab }),
    setOperator: (op) => edit((state) => withOperator(state, op)),
    setRule(rule) {
      const { op } = states.get();
      edit((state) => withRule(state, rule));
      const now = states.get().op;
      if (now !== op) during({ notice: words.otherOperator(rules[rule].label, op, now) });
    },
    setLegacy: (axis, broadcast) => edit((state) => ({ ...state, axis, broadcast })),
    setType: (type) => edit((state) => ({ ...state, type })),
    setFill: (fill, seed) => edit((state) => withFill(state, fill, seed)),
    setValue(operand, position, value) {
      const now = valuesNow(states.get(), operand);
      if (now.length === 0) during({ notice: words.tooManyToType });
      else edit((state) => withValue(state, operand, position, Math.fround(value), now));
    },
    setValues: (operand, values, shape) =>
      edit((state) => {
        const shaped = shape ? withShape(state, operand, shape) : state;
        return withValues(shaped, operand, values.map(Math.fround));
      }),
    setStep: (step) => edit((state) => ({ ...state, step })),
    setTab: (tab) => edit((state) => ({ ...state, tab })),
    setMode: (mode) => address.step({ ...states.get(), mode }),
    setNotation: (notation) => edit((state) => ({ ...state, notation })),
    applyFix: (fix) => address.step(withFix(states.get(), fix)),
    go: (state) => address.step(state),
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
    prefer(change) {
      const preferences = { ...moments.get().preferences, ...change };
      savePreferences(preferences);
      during({ preferences });
    },
    notify: (notice) => during({ notice }),
    async normaliseFrame(frame) {
      const { runFrame } = await import('./model/frame.ts');
      return runFrame(engine, frame);
    },
    async openDigits() {
      const { openDigits } = await import('./model/digits.ts');
      return openDigits(engine);
    },
  };
}
