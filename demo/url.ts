/**
 * The state in the hash of the address: `#v=1&r=numpy&op=Add&i=4.1|3&f=addr&sel=1.2`.
 *
 * Sizes are joined by `.`, operands by `|`; a scalar is empty. `d` is the element type, left out
 * for float32. A key that this version does not know is passed over.
 */
import type { ElementType, OperatorName } from './engine.ts';
import {
  defaultState,
  elementTypes,
  type Index,
  maximumRank,
  maximumSize,
  operators,
  type Shape,
  type State,
} from './state.ts';

const version = '1';

export interface Decoded {
  readonly state: State;
  /** What was wrong with the address, for the reader. */
  readonly notice?: string;
}

export function encode(state: State): string {
  const pairs = [
    `v=${version}`,
    `r=${state.rule}`,
    `op=${state.op}`,
    `i=${state.shapes.map((shape) => shape.join('.')).join('|')}`,
    `f=${state.fill}`,
  ];
  if (state.type !== defaultState.type) pairs.push(`d=${state.type}`);
  if (state.sel) pairs.push(`sel=${state.sel.join('.')}`);
  return `#${pairs.join('&')}`;
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
  if (shapes.length !== defaultState.shapes.length) return null;
  return shapes.every((shape) => shape !== null) ? shapes : null;
}

function readPairs(hash: string): Map<string, string> {
  const pairs = hash.replace(/^#/, '').split('&');
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
const refuse = (reason: string): Decoded => ({ state: defaultState, notice: `${reason} ${start}` });

export function decode(hash: string): Decoded {
  if (hash === '' || hash === '#') return { state: defaultState };
  const pairs = readPairs(hash);
  if (pairs.get('v') !== version) return refuse('This link is not one that this page can read.');
  const shapes = parseShapes(pairs.get('i') ?? 'none');
  if (!shapes) return refuse('The shapes in this link cannot be read.');
  const op = pairs.get('op') ?? defaultState.op;
  const type = pairs.get('d') ?? defaultState.type;
  const rule = pairs.get('r') ?? defaultState.rule;
  const fill = pairs.get('f') ?? defaultState.fill;
  const chosen = pairs.get('sel');
  const sel: Index | null | undefined = chosen === undefined ? undefined : parseNumbers(chosen);
  if (!Object.hasOwn(operators, op))
    return refuse('This link names an operator that the page does not have.');
  if (!elementTypes.some((known) => known === type) || sel === null) {
    return refuse('A part of this link cannot be read.');
  }
  if (rule !== 'numpy' || fill !== 'addr') {
    return refuse('This link asks for something that this page does not have.');
  }
  return {
    state: {
      rule,
      op: op as OperatorName,
      type: type as ElementType,
      shapes,
      fill,
      sel: sel ?? null,
    },
  };
}
