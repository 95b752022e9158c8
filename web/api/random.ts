/** Random tensors, from the generator of NumPy's `RandomState`. */
import { checkDims, checkType, elementCount } from '../base/checks.js';
import type { DType } from '../base/dtypes.js';
import { fromValues } from '../base/elements.js';
import { AttributeError, DTypeError } from '../base/errors.js';
import type { RandomNormalOptions, RandomOptions } from '../base/function-options.js';
import { type Draw, normal, uniform } from '../base/mersenne-twister.js';
import { messages } from '../base/messages.js';
import { checkOptions, optionNames } from '../base/option-names.js';
import type { EngineParts } from '../engine/parts.js';
import type { Tensor } from '../memory/tensor.js';
import { place } from './creation.js';
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
function filled(
  parts: EngineParts,
  dims: readonly number[],
  type: DType = 'float32',
  draw: Draw,
): Tensor {
  const name = 'The tensor';
  const { memory, catalogue } = parts.engine;
  const sizes = checkDims(dims, name, catalogue.maxRank);
  if (!FLOATS_BF.includes(checkType(type)))
    throw new DTypeError('wrong_type', functionMessages.randomType(type));
  const values = memory.newArray(Float64Array, elementCount(sizes, name)) as Float64Array;
  for (let i = 0; i < values.length; i++) values[i] = draw();
  return place(parts, type, type === 'float64' ? values : fromValues(type, values, name), sizes);
}

/** Uniform in [low, high). */
export function uniformTensor(
  parts: EngineParts,
  dims: readonly number[],
  options: RandomOptions | undefined,
): Tensor {
  checkOptions(options, RANDOM);
  const { seed, low = 0, high = 1, type } = options ?? {};
  checkNumber('low', low);
  checkNumber('high', high);
  const draw = uniform(seedOf(seed));
  return filled(parts, dims, type, () => low + (high - low) * draw());
}

/** Normally distributed. */
export function normalTensor(
  parts: EngineParts,
  dims: readonly number[],
  options: RandomNormalOptions | undefined,
): Tensor {
  checkOptions(options, NORMAL);
  const { seed, mean = 0, deviation = 1, type } = options ?? {};
  checkNumber('mean', mean);
  checkNumber('deviation', deviation, 'a number of at least 0', 0);
  const draw = normal(uniform(seedOf(seed)));
  return filled(parts, dims, type, () => mean + deviation * draw());
}
