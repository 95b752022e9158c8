/** Inputs of a model, from JSON or filled with random numbers. */
import { checkListLength } from '../base/checks.js';
import { sizeOf } from '../base/dims.js';
import { holdsBigInts, kindOf } from '../base/dtypes.js';
import { fromValues } from '../base/elements.js';
import type { TensorLike } from '../index.js';
import type { ValueMetadata } from '../onnx.js';
import { UsageError } from './arguments.js';
import { cliMessages } from './messages.js';

const unchanged = (value: unknown): unknown => value;

function dataOf(
  values: ArrayLike<unknown>,
  { name, type }: ValueMetadata,
  read = type === 'string' ? unchanged : holdsBigInts(type) ? wholeIn : numberIn,
): TensorLike['data'] {
  if (kindOf(type) === 'complex') throw new UsageError(cliMessages.unfeedable(name, type));
  const label = `The feed of '${name}'`;
  try {
    if (type !== 'string') return fromValues(type, values, label, values.length, read);
    checkListLength(values.length, label);
    return Array.from(values, (value) => String(read(value)));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** JSON cannot represent integers above 2^53, so they are strings. */
const wholeIn = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value;

/** JSON has neither NaN nor infinities, so they are strings. */
function numberIn(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isNaN(number) && value !== 'NaN' ? value : number;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The feed of an input: a tensor, the tensors of a sequence, or null for an optional input that is omitted. */
export type Feed = TensorLike | readonly TensorLike[] | null;

/** Converts a feed from JSON: an array with a feed for each element of a sequence; null for an empty optional value. */
export function feedFrom(feed: unknown, input: ValueMetadata): Feed {
  const { name, sequence, optional } = input;
  if (optional && feed === null) return null;
  if (!sequence) return tensorFrom(feed, input);
  if (!isList(feed)) throw new UsageError(cliMessages.sequenceFeed(name));
  return feed.map((one) => tensorFrom(one, input));
}

/** Converts a tensor from JSON: a flat array, or an object with data and dims. */
function tensorFrom(feed: unknown, input: ValueMetadata): TensorLike {
  const { data, dims } = isList(feed)
    ? { data: feed, dims: dimsFor(input, feed.length) }
    : ((feed ?? {}) as { data?: unknown; dims?: unknown });
  if (!isList(data) || !isList(dims)) throw new UsageError(cliMessages.feed(input.name));
  return { type: input.type, data: dataOf(data, input), dims: dims as readonly number[] };
}

/** The declared shape; one symbolic dimension is inferred from the number of elements. */
function dimsFor({ name, shape }: ValueMetadata, length: number): number[] {
  if (!shape) return [length];
  const known = shape.reduce<number>(
    (product, size) => (typeof size === 'number' ? product * size : product),
    1,
  );
  const open = shape.filter((size) => typeof size !== 'number').length;
  if (open !== 1 || known === 0) return shape.map((size) => (typeof size === 'number' ? size : 1));
  if (length % known !== 0)
    throw new UsageError(cliMessages.feedLength(name, known, shape, length));
  return shape.map((size) => (typeof size === 'number' ? size : length / known));
}

/** A seeded generator of numbers between -1 and 1: Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

/**
 * Fills an input without a feed: with random numbers from -1 to 1, or 0 and 1 for integers. Optional inputs are
 * omitted.
 */
export function filled(
  input: ValueMetadata,
  sizes: ReadonlyMap<string, number>,
  seed: number,
): Feed {
  const { name, shape, type, sequence, optional } = input;
  if (optional) return null;
  if (sequence) throw new UsageError(cliMessages.openCount(name));
  if (!shape) throw new UsageError(cliMessages.openRank(name));
  const dims = shape.map((size) => (typeof size === 'number' ? size : (sizes.get(size) ?? 1)));
  const random = randomFrom(seed);
  const length = sizeOf(dims);
  const value = kindOf(type) === 'float' ? random : () => (random() < 0 ? 0 : 1);
  // An object with a length, rather than an array, because the size that a model declares is not limited.
  return { type, data: dataOf({ length }, input, value), dims };
}
