/**
 * The state in the hash of the address: `#v=1&r=numpy&op=Add&i=4.1|3&f=addr&s=3&sel=1.2&t=memory`.
 *
 * Sizes are joined by `.`, operands by `|`; a scalar is empty. Defaults are left out, except the rule, the
 * operator, the shapes and the fill. `m` is the mode, `l` the lesson, `d` the element type, `ax` and `bc`
 * legacy's axis and broadcast, `s` the step, counted from 1 (`step` is accepted too, as people write it by
 * hand), `seed` the seed of the random fill, `t` the tab, `nt` the notation, `pr` the presentation, and
 * `val0` … typed values: float32, little endian, in base64url. Unknown keys are ignored. A link written by
 * hand may consist of a single key: `#m=learn`, `#i=3.4|3`. The address of a deck lists the addresses of its
 * states (`deck.ts`).
 */
import { type Deck, encodeDeck, parseDeck, unescaped } from './deck.ts';
import { listText } from './format.ts';
import {
  type ElementType,
  type OperatorName,
  operatorNames,
  operators,
  type RuleChoice,
} from './operators.ts';
import {
  defaultState,
  elementsOf,
  type Fill,
  fills,
  type Index,
  type LessonName,
  lastStep,
  lessonNames,
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
  withOperator,
} from './state.ts';
import { words } from './words.ts';

const version = '1';
/** Some programs truncate longer addresses when they are pasted. */
const longest = 2000;

export interface Decoded {
  readonly state: State;
  /** The parts of the address that could not be read, for the reader. */
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
  if (state.mode === 'learn') changed('lesson', 'l', state.lesson);
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

/** The hash; typed values are left out if it would get too long. */
export function encode(state: State): string {
  if (state.deck && state.present && state.mode === 'play') return encodeDeck(state.deck);
  return outgrows(state) ? `#${pairsOf(state).join('&')}` : longForm(state);
}

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
  // A link copied from a text may end in its bracket or full stop.
  const pairs = hash.replace(/^#|[).,>\]]+$/g, '').split(/&(?:amp;)?/);
  return new Map(
    pairs.map((pair) => {
      const cut = pair.indexOf('=');
      return cut < 0 ? [pair, ''] : [pair.slice(0, cut), unescaped(pair.slice(cut + 1))];
    }),
  );
}

/** Reads an address. A value that cannot be read is listed in `bad` and replaced by its default. */
class Reading {
  readonly bad: string[] = [];
  constructor(private readonly pairs: Pairs) {}

  has = (key: string): boolean => this.pairs.has(key);

  /** The parsed text of a key; `usual` if it is absent or cannot be read. */
  get<T>(key: string, usual: T, parse: (text: string) => T | undefined): T {
    const text = this.pairs.get(key);
    if (text === undefined) return usual;
    const found = parse(text);
    if (found === undefined) this.bad.push(`${key}=${text}`);
    return found ?? usual;
  }

  /** The value of a key that allows only some values. */
  oneOf = <T extends string>(key: string, known: readonly T[], usual: T): T =>
    this.get<T>(key, usual, (text) => known.find((each) => each === text));

  number = (key: string, least: number, most: number): number | undefined =>
    this.get<number | undefined>(key, undefined, (text) => {
      const value = Number(text);
      return /^(0|[1-9]\d{0,9})$/.test(text) && value >= least && value <= most ? value : undefined;
    });
}

const keys = 'r op i f m l d ax bc s step seed sel t nt pr'.split(' ');

/** Whether it was written by hand, without the version. */
const isByHand = (pairs: Pairs): boolean =>
  !pairs.has('v') && keys.some((key) => (pairs.get(key) ?? '') !== '');

function shapesOf(reading: Reading, op: OperatorName): readonly Shape[] {
  const { least, most } = operators[op];
  const usual = withOperator(defaultState, op).shapes;
  return reading.get('i', usual, (text) => {
    const shapes = parseShapes(text);
    return shapes && shapes.length >= least && shapes.length <= most ? shapes : undefined;
  });
}

const typedOf = (reading: Reading, shapes: readonly Shape[]): State['values'] =>
  shapes.map((shape, p) =>
    reading.get<readonly number[] | null>(`val${p}`, null, (text) => {
      const values = fromBase64Url(text);
      const fits = values?.length === elementsOf(shape) && values.length <= maximumTyped;
      return fits ? values : undefined;
    }),
  );

function read(reading: Reading): State {
  const op = reading.oneOf('op', operatorNames, defaultState.op);
  const shapes = shapesOf(reading, op);
  const row = operators[op];
  const step = reading.number(reading.has('step') ? 'step' : 's', 1, lastStep + 1);
  return {
    mode: reading.oneOf<Mode>('m', modes, defaultState.mode),
    rule: reading.oneOf<RuleChoice>('r', row.rules, row.rules[0] ?? defaultState.rule),
    axis: reading.number('ax', 0, maximumRank) ?? null,
    broadcast: reading.number('bc', 0, 1) !== 0,
    op,
    type: reading.oneOf<ElementType>('d', row.types, row.types[0] ?? defaultState.type),
    shapes,
    fill: reading.oneOf<Fill>('f', fills, defaultState.fill),
    seed: reading.number('seed', 0, maximumSize) ?? defaultState.seed,
    values: typedOf(reading, shapes),
    sel: reading.get<Index | null>('sel', null, (text) => parseNumbers(text) ?? undefined),
    step: step === undefined ? defaultState.step : step - 1,
    tab: reading.oneOf<Tab>('t', tabs, defaultState.tab),
    lesson: reading.oneOf<LessonName>('l', lessonNames, defaultState.lesson),
    notation: reading.oneOf('nt', ['numpy', 'ncnn'] as const, defaultState.notation),
    present: reading.number('pr', 0, 1) === 1,
    deck: null,
  };
}

const listed = (parts: readonly string[]): string => listText(parts.map(words.quoted));

/** The state of a deck's current slide. */
export function slideOf(deck: Deck): Decoded {
  const { state, notice } = decodeState(deck.slides[deck.at] ?? '');
  const slide: State = { ...state, mode: 'play', present: true, deck };
  return notice
    ? { state: slide, notice: words.links.slide(deck.at + 1, notice) }
    : { state: slide };
}

export function decode(hash: string): Decoded {
  const deck = parseDeck(hash);
  return deck ? slideOf(deck) : decodeState(hash);
}

function decodeState(hash: string): Decoded {
  if (hash === '' || hash === '#') return { state: defaultState };
  const pairs = readPairs(hash);
  if (pairs.get('v') !== version && !isByHand(pairs)) {
    return { state: defaultState, notice: words.links.unreadable };
  }
  const reading = new Reading(pairs);
  const state = read(reading);
  const { bad } = reading;
  if (bad.length === 0) return { state };
  return { state, notice: words.links.leftOut(listed(bad)) };
}
