/** Inputs of a model: as JSON gives them, or filled. */
import type { DType, TensorLike, TypedArray } from '../index.js';
import type { ValueMetadata } from '../onnx.js';
import { UsageError } from './arguments.js';
import { cliMessages } from './messages.js';

interface ArrayClass {
  from(values: readonly unknown[], map: (value: unknown) => never): TypedArray;
}

const ARRAYS: Readonly<Partial<Record<DType, ArrayClass>>> = {
  float32: Float32Array as unknown as ArrayClass,
  float64: Float64Array as unknown as ArrayClass,
  int8: Int8Array as unknown as ArrayClass,
  int16: Int16Array as unknown as ArrayClass,
  int32: Int32Array as unknown as ArrayClass,
  int64: BigInt64Array as unknown as ArrayClass,
  uint8: Uint8Array as unknown as ArrayClass,
  uint16: Uint16Array as unknown as ArrayClass,
  uint32: Uint32Array as unknown as ArrayClass,
  uint64: BigUint64Array as unknown as ArrayClass,
  bool: Uint8Array as unknown as ArrayClass,
  float16: Uint16Array as unknown as ArrayClass,
  bfloat16: Uint16Array as unknown as ArrayClass,
};

function arrayOf(values: readonly unknown[], { name, type }: ValueMetadata): TensorLike['data'] {
  if (type === 'string') return values.map(String);
  const array = ARRAYS[type];
  const isBig = type === 'int64' || type === 'uint64';
  const convert = (value: unknown): never => {
    const number = Number(value);
    if (
      value === null ||
      Array.isArray(value) ||
      Number.isNaN(number) ||
      (isBig && !Number.isInteger(number))
    )
      throw new UsageError(cliMessages.feedValue(name, value, type));
    return (isBig ? BigInt(String(value)) : number) as never;
  };
  if (!array) throw new UsageError(cliMessages.unfeedable(name, type));
  return array.from(values, convert);
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A feed as JSON has it: a flat list, or an object with data and dims. Floats of 16 bits are bits. */
export function feedFrom(feed: unknown, input: ValueMetadata): TensorLike {
  const { data, dims } = isList(feed)
    ? { data: feed, dims: dimsFor(input, feed.length) }
    : ((feed ?? {}) as { data?: unknown; dims?: unknown });
  if (!isList(data) || !isList(dims)) throw new UsageError(cliMessages.feed(input.name));
  return { type: input.type, data: arrayOf(data, input), dims: dims as readonly number[] };
}

/** The declared shape, with one open size following from the number of elements. */
function dimsFor({ shape }: ValueMetadata, length: number): number[] {
  if (!shape) return [length];
  const known = shape.reduce<number>(
    (product, size) => (typeof size === 'number' ? product * size : product),
    1,
  );
  const open = shape.filter((size) => typeof size !== 'number').length;
  return shape.map((size) => (typeof size === 'number' ? size : open === 1 ? length / known : 1));
}

/** Numbers between -1 and 1 that a seed decides: Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

const FRACTIONS: ReadonlySet<DType> = new Set<DType>(['float32', 'float64']);

/** An input nobody gave: numbers between -1 and 1, and 0 or 1 where there are no fractions. */
export function filled(
  input: ValueMetadata,
  sizes: ReadonlyMap<string, number>,
  seed: number,
): TensorLike {
  const { name, shape, type } = input;
  if (!shape) throw new UsageError(cliMessages.openRank(name));
  const dims = shape.map((size) => (typeof size === 'number' ? size : (sizes.get(size) ?? 1)));
  const random = randomFrom(seed);
  const length = dims.reduce((product, size) => product * size, 1);
  const value = FRACTIONS.has(type) ? random : () => (random() < 0 ? 0 : 1);
  return { type, data: arrayOf(Array.from({ length }, value), input), dims };
}
