/** The actions of the page. Each updates a store, and the address follows. */

import { createStore, type Store } from '../base/store.ts';
import { sourcesOf } from '../data/fill.ts';
import type { Actions, Moment } from '../model/types.ts';
import { rules } from '../state/operators.ts';
import { loadPreferences, type Preferences, savePreferences } from '../state/preferences.ts';
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
} from '../state/state.ts';
import { decode, encode, outgrows } from '../state/url.ts';
import { words } from '../state/words.ts';

const addressDelay = 150;

export const quietMoment = (notice: string | null, preferences: Preferences): Moment => ({
  pointer: null,
  axis: null,
  slice: [],
  notice,
  fix: null,
  preferences,
});

/** The state of the page and the visitor's momentary actions, which change together. */
export interface Whole {
  readonly state: State;
  readonly moment: Moment;
}

/** Whether the hash is the id of an element of the page; such a hash contains no state. */
const leadsToPlace = (): boolean => document.getElementById(location.hash.slice(1)) !== null;

export function createWhole(): Store<Whole> {
  const { state, notice } = decode(leadsToPlace() ? '' : location.hash);
  return createStore<Whole>({ state, moment: quietMoment(notice ?? null, loadPreferences()) });
}

/** Keeps a copy of the state outside the store. */
interface Address {
  /** The state at which it was last opened. */
  opened(): State;
  /** Called after an edit. */
  settle(): void;
  /** Replaces the whole state. */
  step(state: State): void;
}

/** The address of a figure that is not in the page's address. */
export function fixedAddress(store: Store<Whole>): Address {
  const { state: first } = store.get();
  return {
    opened: () => first,
    settle: () => undefined,
    step: (state) => store.set({ state }),
  };
}

/** Keeps the address at the state. Edits replace it once they settle; Back undoes a whole new state. */
function createAddress(store: Store<Whole>): Address {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let opened = store.get().state;
  /** The last hash written or read. If the address has another, the reader is navigating to it. */
  let known = location.hash;
  const replace = () => {
    const { state, moment } = store.get();
    history.replaceState(null, '', encode(state));
    known = location.hash;
    if (outgrows(state)) store.set({ moment: { ...moment, notice: words.valuesDropped } });
  };
  addEventListener('hashchange', () => {
    clearTimeout(timer);
    // The browser scrolls there; the address keeps the state.
    if (leadsToPlace()) return replace();
    known = location.hash;
    const { state, notice = null } = decode(known);
    opened = state;
    const { preferences } = store.get().moment;
    store.set({ state, moment: quietMoment(notice, preferences) });
  });
  return {
    opened: () => opened,
    settle() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (location.hash === known) replace();
      }, addressDelay);
    },
    step(state: State) {
      clearTimeout(timer);
      replace();
      store.set({ state });
      history.pushState(null, '', encode(state));
      known = location.hash;
    },
  };
}

/** The current values of an operand; empty if there are too many to type. */
function valuesNow(state: State, operand: number): number[] {
  const elements = state.shapes.map(elementsOf);
  if ((elements[operand] ?? 0) > maximumTyped) return [];
  const source = sourcesOf(state, elements)[operand];
  return Array.from({ length: elements[operand] ?? 0 }, (_, at) => source?.(at) ?? 0);
}

/** Actions that need more than the store; their code is fetched when they are used. */
export type Services = Pick<
  Actions,
  'compareRules' | 'countPairs' | 'normaliseFrame' | 'openDigits' | 'comparePorts' | 'checkModel'
>;

export function createActions(
  store: Store<Whole>,
  { compareRules, countPairs, comparePorts, checkModel, normaliseFrame, openDigits }: Services,
  address: Address = createAddress(store),
): Actions {
  const now = () => store.get().state;
  const moment = () => store.get().moment;
  const during = (part: Partial<Moment>) => store.set({ moment: { ...moment(), ...part } });
  const edit = (next: (state: State) => State) => {
    const before = now();
    const state = next(before);
    const lost = before.values.some((list, p) => list && state.values[p] === null);
    const isLost = lost && state.fill === before.fill && state.seed === before.seed;
    store.set(isLost ? { state, moment: { ...moment(), notice: words.typedLetGo } } : { state });
    address.settle();
  };
  return {
    setSize: (operand, axis, size) => edit((state) => withSize(state, operand, axis, size)),
    setShape: (operand, shape) => edit((state) => withShape(state, operand, shape)),
    setShapes: (shapes) => address.step(withShapes(now(), shapes)),
    addAxis: (operand, axis) => edit((state) => withAxis(state, operand, axis)),
    removeAxis: (operand, axis) => edit((state) => withoutAxis(state, operand, axis)),
    swapAxes: (operand, axis) => edit((state) => withSwapped(state, operand, axis)),
    addOperand: () => edit(withOperand),
    removeOperand: (operand) => edit((state) => withoutOperand(state, operand)),
    reset: () => address.step({ ...address.opened(), tab: now().tab }),
    setOperator: (op) => edit((state) => withOperator(state, op)),
    setRule(rule) {
      const { op } = now();
      edit((state) => withRule(state, rule));
      const next = now().op;
      if (next !== op) during({ notice: words.otherOperator(rules[rule].label, op, next) });
    },
    setLegacy: (axis, broadcast) => edit((state) => ({ ...state, axis, broadcast })),
    setType: (type) => edit((state) => ({ ...state, type })),
    setFill: (fill, seed) => edit((state) => withFill(state, fill, seed)),
    setValue(operand, position, value) {
      const values = valuesNow(now(), operand);
      if (values.length === 0) during({ notice: words.tooManyToType });
      else edit((state) => withValue(state, operand, position, Math.fround(value), values));
    },
    setValues: (operand, values, shape) =>
      edit((state) => {
        const shaped = shape ? withShape(state, operand, shape) : state;
        return withValues(shaped, operand, values.map(Math.fround));
      }),
    setStep: (step) => edit((state) => ({ ...state, step })),
    setTab: (tab) => edit((state) => ({ ...state, tab })),
    setMode: (mode) => address.step({ ...now(), mode }),
    setNotation: (notation) => edit((state) => ({ ...state, notation })),
    applyFix(fix) {
      during({ fix: null });
      address.step(withFix(now(), fix));
    },
    preview(fix) {
      if (fix !== moment().fix) during({ fix });
    },
    go: (state) => address.step(state),
    pin: (sel) => edit((state) => ({ ...state, sel })),
    point: (pointer) => during({ pointer }),
    pointAxis: (axis) => {
      if (axis !== moment().axis) during({ axis });
    },
    step(axis, index) {
      const slice = [...moment().slice];
      for (let d = slice.length; d < axis; d += 1) slice[d] = 0;
      slice[axis] = index;
      during({ slice });
    },
    prefer(change) {
      savePreferences(change);
      during({ preferences: { ...moment().preferences, ...change } });
    },
    notify: (notice) => during({ notice }),
    compareRules,
    countPairs,
    comparePorts,
    checkModel,
    normaliseFrame,
    openDigits,
  };
}
