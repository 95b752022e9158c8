/** Tensors of strings, which are stored in JavaScript: copy, gather, and casts from and to numbers. */
import { sizeOf } from '../base/dims.js';
import { arrayOf, type DType, holdsBigInts } from '../base/dtypes.js';
import { rangeOf } from '../base/elements.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { Box } from '../engine/task.js';
import type { Memory } from '../memory/memory.js';
import { checkListRoom } from '../memory/texts.js';
import type { Storage, Value } from './values.js';

/** Visits a box: the position in the source and in the target of each element. */
function eachOf({ sizes, from, to }: Box, visit: (from: number, to: number) => void): void {
  const walk = (axis: number, source: number, target: number): void => {
    if (axis === sizes.length) {
      visit(source, target);
      return;
    }
    for (let i = 0; i < (sizes[axis] as number); i++)
      walk(
        axis + 1,
        source + i * (from.strides[axis] as number),
        target + i * (to.strides[axis] as number),
      );
  };
  // If an axis has no elements, others may have any size.
  if (!sizes.includes(0)) walk(0, from.offset, to.offset);
}

/** Copies a box of strings; strings outside the box are unchanged. */
export function copyStrings(
  box: Box,
  from: Storage,
  { dims, storage }: Value,
  memory: Memory,
): void {
  checkListRoom(sizeOf(dims), memory);
  const source = from.strings ?? [];
  const target = storage.strings ? [...storage.strings] : new Array<string>(sizeOf(dims)).fill('');
  eachOf(box, (at, to) => {
    target[to] = source[at] as string;
  });
  storage.strings = target;
}

/** The strings at these positions of an axis; `blocks` are the elements before and after it. */
export function gatherStrings(
  source: readonly string[],
  positions: readonly number[],
  { outer, size, inner }: { outer: number; size: number; inner: number },
  memory: Memory,
): string[] {
  checkListRoom(outer * positions.length * inner, memory);
  const gathered: string[] = [];
  if (positions.length * inner === 0) return gathered;
  for (let block = 0; block < outer; block++)
    for (const position of positions)
      for (let i = 0; i < inner; i++)
        gathered.push(source[(block * size + position) * inner + i] as string);
  return gathered;
}

/** The shortest string that parses to the same float32. */
function float32Text(value: number): string {
  for (let digits = 1; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(Number(value.toPrecision(9)));
}

const NOT_FINITE = new Map([
  [Number.POSITIVE_INFINITY, 'INF'],
  [Number.NEGATIVE_INFINITY, '-INF'],
]);

function textOf(value: number | bigint, single: boolean): string {
  if (typeof value === 'bigint') return String(value);
  if (Number.isNaN(value)) return 'NaN';
  const text = NOT_FINITE.get(value) ?? (single ? float32Text(value) : String(value));
  return Object.is(value, -0) ? '-0' : text;
}

/** Numbers as ONNX's Cast writes them. */
export const writeNumbers = (data: TypedArray): string[] =>
  Array.from(data as ArrayLike<number | bigint>, (value) =>
    textOf(value, data instanceof Float32Array),
  );

const NUMBER = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;
const SPECIAL: ReadonlyMap<string, number> = new Map([
  ['inf', Number.POSITIVE_INFINITY],
  ['+inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['nan', Number.NaN],
]);

/** Parses a number like ONNX's Cast; undefined for any other string. */
function readNumber(text: string): number | undefined {
  const special = SPECIAL.get(text.trim().toLowerCase());
  if (special !== undefined) return special;
  return NUMBER.test(text) ? Number(text) : undefined;
}

const WHOLE = /^\s*[+-]?\d+\s*$/;

/** The type that strings are parsed to on the way to `type`; the engine casts it. */
export const readableType = (type: DType): DType => (holdsBigInts(type) ? type : 'float64');

/** The nearest integer in the range of the type. */
function clamped(value: bigint, type: DType): bigint {
  const [low, high] = rangeOf(type);
  return value < low ? low : value > high ? high : value;
}

/** Parses strings as numbers of `readableType(type)`; returns the first invalid one. */
export function readNumbers(texts: readonly string[], type: DType): TypedArray | string {
  const isBig = holdsBigInts(type);
  const data = new (arrayOf(readableType(type)))(texts.length);
  for (const [i, text] of texts.entries()) {
    const value = readNumber(text);
    if (value === undefined || (isBig && !Number.isFinite(value))) return text;
    if (!isBig) data[i] = value as never;
    else
      data[i] = clamped(
        WHOLE.test(text) ? BigInt(text.trim().replace(/^\+/, '')) : BigInt(Math.trunc(value)),
        type,
      ) as never;
  }
  return data;
}
