/** Random tensors, from the generator of NumPy's `RandomState`. */
import { checkDims, checkType, elementCount } from '../base/checks.js';
import type { DType } from '../base/dtypes.js';
import { AttributeError, DTypeError } from '../base/errors.js';
import type { RandomNormalOptions, RandomOptions } from '../base/function-options.js';
import { messages } from '../base/messages.js';
import { checkOptions, optionNames } from '../base/option-names.js';
import type { EngineParts } from '../engine/parts.js';
import type { Tensor } from '../memory/tensor.js';
import { place } from './creation.js';
import type { FunctionCaller } from './function-caller.js';
import { composed, type FunctionRow } from './function-row.js';
import { functionMessages } from './messages.js';
import { FLOATS_BF } from './type-sets.js';

const RANDOM = optionNames<RandomOptions>('random', {
  seed: true,
  low: true,
  high: true,
  type: true,
});

const NORMAL = optionNames<RandomNormalOptions>('randomNormal', {
  seed: true,
  mean: true,
  deviation: true,
  type: true,
});

const SEEDS = 2 ** 32;

function seedOf(seed: number | undefined): number {
  if (seed === undefined) return Math.floor(Math.random() * SEEDS);
  if (Number.isInteger(seed) && seed >= 0 && seed < SEEDS) return seed;
  throw new AttributeError(
    'invalid_attribute',
    messages.badValue('seed', `an integer from 0 to ${SEEDS - 1}`, seed),
  );
}

function checkNumber(name: string, value: number, wanted = 'a finite number', least = -Infinity) {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < least)
    throw new AttributeError('invalid_attribute', messages.badValue(name, wanted, value));
}

/** Draws in float64, like NumPy; the elements are rounded once, to the type. */
const drawing = (of: string, operator: string): FunctionRow =>
  composed(
    { numbers: 'tensor', dims: 'tensor', type: 'type' },
    {},
    (tracer, { terms, values }) =>
      tracer.apply('Cast', [tracer.applyOwn(operator, terms)], { attributes: { to: values[0] } }),
    { ownTypes: [undefined, 'int64'] },
  )(of);
const UNIFORM = drawing('random', 'Uniform');
const NORMALS = drawing('randomNormal', 'Normal');

type Drawing = readonly [EngineParts, FunctionCaller];

/** Draws from `seed`; the numbers are multiplied by `scale`, `offset` is added, and none is above `most`. */
function drawn(
  [parts, caller]: Drawing,
  row: FunctionRow,
  [dims, type = 'float32']: readonly [dims: readonly number[], type: DType | undefined],
  numbersOf: readonly [seed: number, scale: number, offset: number, most: number],
): Tensor {
  const name = 'The tensor';
  const sizes = checkDims(dims, name, parts.engine.catalogue.maxRank);
  elementCount(sizes, name);
  if (!FLOATS_BF.includes(checkType(type)))
    throw new DTypeError('wrong_type', functionMessages.randomType(type));
  const numbers = place(parts, 'float64', numbersOf, [4]);
  try {
    return caller.call(row, [numbers, sizes, type]) as Tensor;
  } finally {
    numbers.dispose();
  }
}

/** Significant bits of a type. */
const PRECISION: Readonly<Record<string, number>> = { float16: 11, bfloat16: 8, float64: 53 };

/**
 * The largest number of a type below `high`, to which numbers would be rounded up. Example: 11 bits below 1 end with
 * 2^-11, so it is 1 - 2^-11.
 */
function below(high: number, type = 'float32'): number {
  if (high === 0) return high;
  const [bits] = new BigUint64Array(Float64Array.of(high).buffer) as unknown as [bigint];
  const exponent = Number((bits >> 52n) & 0x7ffn) - 1023;
  // A power of two ends its binade: numbers of a smaller absolute value are closer to each other.
  const binade = high === 2 ** exponent ? exponent - 1 : exponent;
  const last = 2 ** (binade + 1 - (PRECISION[type] ?? 24));
  return (Math.ceil(high / last) - 1) * last;
}

/** Uniform in [low, high). */
export function uniformTensor(
  drawing: Drawing,
  dims: readonly number[],
  options: RandomOptions | undefined,
): Tensor {
  checkOptions(options, RANDOM);
  const { seed, low = 0, high = 1, type } = options ?? {};
  checkNumber('low', low);
  checkNumber('high', high);
  const range = high - low;
  checkNumber('high - low', range);
  const most = range > 0 ? below(high, type) : Infinity;
  return drawn(drawing, UNIFORM, [dims, type], [seedOf(seed), range, low, most]);
}

/** Normally distributed. */
export function normalTensor(
  drawing: Drawing,
  dims: readonly number[],
  options: RandomNormalOptions | undefined,
): Tensor {
  checkOptions(options, NORMAL);
  const { seed, mean = 0, deviation = 1, type } = options ?? {};
  checkNumber('mean', mean);
  checkNumber('deviation', deviation, 'a number of at least 0', 0);
  return drawn(drawing, NORMALS, [dims, type], [seedOf(seed), deviation, mean, Infinity]);
}
