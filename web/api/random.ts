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

/** Draws from `seed`; the numbers are multiplied by `scale`, and `offset` is added. */
function drawn(
  [parts, caller]: Drawing,
  row: FunctionRow,
  [dims, type = 'float32']: readonly [dims: readonly number[], type: DType | undefined],
  [seed, scale, offset]: readonly [seed: number, scale: number, offset: number],
): Tensor {
  const name = 'The tensor';
  const sizes = checkDims(dims, name, parts.engine.catalogue.maxRank);
  elementCount(sizes, name);
  if (!FLOATS_BF.includes(checkType(type)))
    throw new DTypeError('wrong_type', functionMessages.randomType(type));
  const numbers = place(parts, 'float64', [seed, scale, offset], [3]);
  try {
    return caller.call(row, [numbers, sizes, type]) as Tensor;
  } finally {
    numbers.dispose();
  }
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
  return drawn(drawing, UNIFORM, [dims, type], [seedOf(seed), high - low, low]);
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
  return drawn(drawing, NORMALS, [dims, type], [seedOf(seed), deviation, mean]);
}
