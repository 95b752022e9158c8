/**
 * The state in the hash of the address: `#v=1&r=numpy&op=Add&i=4.1|3&f=addr&s=3&sel=1.2&t=memory`.
 *
 * Sizes are joined by `.`, operands by `|`; a scalar is empty. What is as it is at first is left
 * out, except the rule, the operator, the shapes and the fill. `m` is the mode, `d` the element type,
 * `ax` and `bc` legacy's axis and broadcast, `s` the step from 1 (`step` too, as people add by hand),
 * `seed` of the random fill, `t` the tab, `nt` the notation, `pr` the presentation, and `val0` …
 * typed values: float32, little endian, in base64url. A key that this version does not know is passed
 * over. A link that is written by hand may say what it is about and nothing else: `#m=learn`, `#i=3.4|3`.
 */
import { type ElementType, type OperatorName, operators, type RuleChoice } from './operators.ts';
import {
  defaultState,
  elementsOf,
  type Fill,
  fills,
  type Index,
  lastStep,
  type Mode,
  maximumOperands,
  maximumRank,
  maximumSize,
  maximumTyped,
  modes,
  type Shape,
  type State,
  type Tab,
  tabs,
} from './state.ts';

const version = '1';
/** Longer addresses are cut by some programs that people paste them into. */
const longest = 2000;

export interface Decoded {
  readonly state: State;
  /** What was wrong with the address, for the reader. */
  readonly notice?: string;
}

function toBase64Url(values: readonly number[]): string {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => {
    view.setFloat32(4 * i, value, true);
  });
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): number[] | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    if (binary.length % 4 !== 0) return null;
    const view = new DataView(Uint8Array.from(binary, (c) => c.charCodeAt(0)).buffer);
    return Array.from({ length: binary.length / 4 }, (_, i) => view.getFloat32(4 * i, true));
  } catch {
    return null;
  }
}

function pairsOf(state: State): string[] {
  const pairs = [
    `v=${version}`,
    `r=${state.rule}`,
    `op=${state.op}`,
    `i=${state.shapes.map((shape) => shape.join('.')).join('|')}`,
    `f=${state.fill}`,
  ];
  const changed = (key: keyof State, name: string, text: string | number) => {
    if (state[key] !== defaultState[key]) pairs.push(`${name}=${text}`);
  };
  changed('mode', 'm', state.mode);
  changed('type', 'd', state.type);
  changed('axis', 'ax', state.axis ?? '');
  changed('broadcast', 'bc', 0);
  changed('seed', 'seed', state.seed);
  changed('step', 's', state.step + 1);
  if (state.sel) pairs.push(`sel=${state.sel.join('.')}`);
  changed('tab', 't', state.tab);
  changed('notation', 'nt', state.notation);
  changed('present', 'pr', 1);
  return pairs;
}

const typedPairs = (state: State): string[] =>
  state.values.flatMap((values, p) => (values ? [`val${p}=${toBase64Url(values)}`] : []));

const longForm = (state: State): string =>
  `#${[...pairsOf(state), ...typedPairs(state)].join('&')}`;

/** Whether the typed values are too many for an address. */
export const outgrows = (state: State): boolean => longForm(state).length > longest;

/** The hash; typed values that would make it too long are left out. */
export const encode = (state: State): string =>
  outgrows(state) ? `#${pairsOf(state).join('&')}` : longForm(state);

function parseNumbers(text: string): number[] | null {
  if (text === '') return [];
  const parts = text.split('.');
  if (parts.length > maximumRank || !parts.every((part) => /^(0|[1-9]\d{0,9})$/.test(part))) {
    return null;
  }
  const sizes = parts.map(Number);
  return sizes.every((size) => size <= maximumSize) ? sizes : null;
}

function parseShapes(text: string): Shape[] | null {
  const shapes = text.split('|').map(parseNumbers);
  if (shapes.length > maximumOperands) return null;
  return shapes.every((shape) => shape !== null) ? shapes : null;
}

type Pairs = ReadonlyMap<string, string>;

function readPairs(hash: string): Pairs {
  // With the bracket or the full stop that stood behind it in a text.
  const pairs = hash.replace(/^#|[).,>\]]+$/g, '').split(/&(?:amp;)?/);
  return new Map(
    pairs.map((pair) => {
      const cut = pair.indexOf('=');
      return cut < 0 ? [pair, ''] : [pair.slice(0, cut), safeDecode(pair.slice(cut + 1))];
    }),
  );
}

// A chat program may have escaped the bar between the shapes.
function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const start = 'Here is the first example instead.';

class Unreadable extends Error {
  constructor(reason: string) {
    super(`${reason} ${start}`);
  }
}

const unreadablePart = () => new Unreadable('Part of this link cannot be read.');

/** The value of a key that has a few; the first state's where the link has none. */
function oneOf<T extends string>(pairs: Pairs, key: string, known: readonly T[], usual: T): T {
  const text = pairs.get(key);
  if (text === undefined) return usual;
  const found = known.find((each) => each === text);
  if (found === undefined) throw unreadablePart();
  return found;
}

function numberOf(pairs: Pairs, key: string, least: number, most: number): number | undefined {
  const text = pairs.get(key);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^(0|[1-9]\d{0,9})$/.test(text) || value < least || value > most) throw unreadablePart();
  return value;
}

function operatorOf(pairs: Pairs): OperatorName {
  const op = pairs.get('op') ?? defaultState.op;
  if (!Object.hasOwn(operators, op)) {
    throw new Unreadable('The operator in this link is not supported here.');
  }
  return op as OperatorName;
}

const keys = 'r op i f m d ax bc s step seed sel t nt pr'.split(' ');

/** Whether somebody wrote it who left out what is as it is at first: the version too. */
const isByHand = (pairs: Pairs): boolean =>
  !pairs.has('v') && keys.some((key) => (pairs.get(key) ?? '') !== '');

function shapesOf(pairs: Pairs, op: OperatorName): readonly Shape[] {
  const text = pairs.get('i');
  const usual = isByHand(pairs) ? defaultState.shapes : null;
  const shapes = text === undefined ? usual : parseShapes(text);
  const { least, most } = operators[op];
  if (!shapes || shapes.length < least || shapes.length > most) {
    throw new Unreadable('The shapes in this link cannot be read.');
  }
  return shapes;
}

function selectionOf(pairs: Pairs): Index | null {
  const text = pairs.get('sel');
  const sel = text === undefined ? null : parseNumbers(text);
  if (text !== undefined && !sel) throw unreadablePart();
  return sel;
}

function typedOf(pairs: Pairs, shapes: readonly Shape[]): State['values'] {
  return shapes.map((shape, p) => {
    const text = pairs.get(`val${p}`);
    if (text === undefined) return null;
    const values = fromBase64Url(text);
    const fits = values && values.length === elementsOf(shape) && values.length <= maximumTyped;
    if (!fits) throw unreadablePart();
    return values;
  });
}

function read(pairs: Pairs): State {
  if (pairs.get('v') !== version && !isByHand(pairs)) {
    throw new Unreadable('This link cannot be read.');
  }
  const op = operatorOf(pairs);
  const shapes = shapesOf(pairs, op);
  const row = operators[op];
  const axis = numberOf(pairs, 'ax', 0, maximumRank);
  const step = numberOf(pairs, pairs.has('step') ? 'step' : 's', 1, lastStep + 1);
  return {
    mode: oneOf<Mode>(pairs, 'm', modes, defaultState.mode),
    rule: oneOf<RuleChoice>(pairs, 'r', row.rules, row.rules[0] ?? defaultState.rule),
    axis: axis ?? null,
    broadcast: numberOf(pairs, 'bc', 0, 1) !== 0,
    op,
    type: oneOf<ElementType>(pairs, 'd', row.types, row.types[0] ?? defaultState.type),
    shapes,
    fill: oneOf<Fill>(pairs, 'f', fills, defaultState.fill),
    seed: numberOf(pairs, 'seed', 0, maximumSize) ?? defaultState.seed,
    values: typedOf(pairs, shapes),
    sel: selectionOf(pairs),
    step: step === undefined ? defaultState.step : step - 1,
    tab: oneOf<Tab>(pairs, 't', tabs, defaultState.tab),
    notation: oneOf(pairs, 'nt', ['numpy', 'ncnn'] as const, defaultState.notation),
    present: numberOf(pairs, 'pr', 0, 1) === 1,
  };
}

export function decode(hash: string): Decoded {
  if (hash === '' || hash === '#') return { state: defaultState };
  try {
    return { state: read(readPairs(hash)) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { state: defaultState, notice: error.message };
  }
}
