/**
 * Random numbers, drawn again in every run. A node with a seed draws the same ones each time. ONNX does not
 * specify which; this follows its reference implementation, which uses NumPy's `RandomState`.
 */
import type { DType } from '../base/dtypes.js';
import { type Draw, normal, uniform } from '../base/mersenne-twister.js';
import type { TensorType } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { computed, type Floats } from './host.js';
import { type Call, history, type Operator, type Version } from './operator.js';
import { ALL, ALL_BF, CASTABLE, CASTABLE_BF, FLOATS, FLOATS_BF } from './type-sets.js';

/** A value whose elements are recomputed in every run, in float32 or float64, and cast. */
export function drawn(
  call: Call,
  { type, dims, seed }: TensorType & { readonly seed: number | undefined },
  inputs: readonly Value[],
  work: (target: Floats, draw: Draw, ...sources: Floats[]) => void,
): Value {
  call.checkDims(dims);
  const wide = type === 'float64' ? 'float64' : 'float32';
  const value = computed(
    call,
    { type: wide, dims },
    inputs,
    (target, ...sources) => work(target, uniform(seed ?? Math.random() * 2 ** 32), ...sources),
    'anew',
  );
  return call.cast(value, type);
}

/**
 * Draws numbers, multiplies them by a factor and adds an offset, rounding after each step in the type of the
 * elements.
 */
function fill(target: Floats, draw: Draw, factor: number, offset: number): void {
  for (let i = 0; i < target.length; i++) {
    target[i] = draw();
    target[i] = (target[i] as number) * factor;
    target[i] = (target[i] as number) + offset;
  }
}

/** 1 with the given probability, drawn from the same tail as NumPy's binomial distribution. */
const isDrawn = (draw: Draw, chance: number): boolean =>
  chance <= 0.5 ? draw() > 1 - chance : draw() <= chance;

const seedOf = (call: Call): number | undefined => call.attribute('seed', 'float');

const normalAttributes = { dtype: 'int', mean: 'float', scale: 'float', seed: 'float' } as const;
const uniformAttributes = { dtype: 'int', high: 'float', low: 'float', seed: 'float' } as const;

function normals(call: Call, type: DType, dims: readonly number[]): Value {
  const [mean, scale] = [call.float('mean', 0), call.float('scale', 1)];
  return drawn(call, { type, dims, seed: seedOf(call) }, [], (target, draw) =>
    fill(target, normal(draw), scale, mean),
  );
}

function uniforms(call: Call, type: DType, dims: readonly number[]): Value {
  const [low, high] = [call.float('low', 0), call.float('high', 1)];
  return drawn(call, { type, dims, seed: seedOf(call) }, [], (target, draw) =>
    fill(target, draw, high - low, low),
  );
}

const floatsAt = ({ since }: Call): readonly DType[] => (since < 22 ? FLOATS : FLOATS_BF);

const ofShape = (
  name: string,
  attributes: Version['attributes'],
  make: (call: Call, type: DType, dims: readonly number[]) => Value,
): Operator => ({
  name,
  versions: history({
    since: [1, 22],
    inputs: [0, 0],
    types: [],
    attributes: { ...attributes, shape: 'ints' },
  }),
  varies: true,
  lower: (call) => [
    make(call, call.elementType('dtype', 'float32', floatsAt(call)), call.needs('shape', 'ints')),
  ],
});

/** The output has the shape of an input, and its type unless the node specifies another. */
const likeInput = (
  name: string,
  attributes: Version['attributes'],
  make: (call: Call, type: DType, dims: readonly number[]) => Value,
): Operator => ({
  name,
  versions: history(
    { since: 1, inputs: [1, 1], types: [ALL], attributes },
    { since: 22, types: [ALL_BF] },
  ),
  readsShapes: true,
  varies: true,
  lower(call) {
    const { type, dims } = call.input(0);
    return [make(call, call.elementType('dtype', type, floatsAt(call)), dims)];
  },
});

export const randomOperators: readonly Operator[] = [
  ofShape('RandomNormal', normalAttributes, normals),
  ofShape('RandomUniform', uniformAttributes, uniforms),
  likeInput('RandomNormalLike', normalAttributes, normals),
  likeInput('RandomUniformLike', uniformAttributes, uniforms),

  {
    name: 'Bernoulli',
    versions: history(
      {
        since: 15,
        inputs: [1, 1],
        types: [FLOATS],
        attributes: { dtype: 'int', seed: 'float' },
      },
      { since: 22, types: [FLOATS_BF] },
    ),
    varies: true,
    lower(call) {
      const input = call.input(0);
      const type = call.elementType('dtype', input.type, call.since < 22 ? CASTABLE : CASTABLE_BF);
      const chances = call.widened(input);
      const random = { type: chances.type, dims: input.dims, seed: seedOf(call) };
      const made = drawn(call, random, [chances], (target, draw, given) => {
        for (let i = 0; i < target.length; i++)
          target[i] = isDrawn(draw, given?.[i] as number) ? 1 : 0;
      });
      return [call.cast(made, type)];
    },
  },

  /** Inputs are unnormalised log-probabilities. */
  {
    name: 'Multinomial',
    versions: history(
      {
        since: 7,
        inputs: [1, 1],
        types: [FLOATS],
        attributes: { dtype: 'int', sample_size: 'int', seed: 'float' },
      },
      { since: 22, types: [FLOATS_BF] },
    ),
    varies: true,
    lower(call) {
      const input = call.input(0);
      const [batch = 0, classes = 0] = input.dims;
      if (input.dims.length !== 2 || classes === 0) throw call.wrongShape(0, ['batch', 'classes']);
      const samples = call.int('sample_size', 1);
      const type = call.elementType('dtype', 'int32', ['int32', 'int64']);
      const made = drawn(
        call,
        { type: 'float64', dims: [batch, samples], seed: seedOf(call) },
        [likelihoods(call, input)],
        (target, draw, rows) => {
          for (let row = 0; row < batch; row++) {
            const chances = summed((rows as Floats).subarray(row * classes, (row + 1) * classes));
            for (let i = 0; i < samples; i++) target[row * samples + i] = chosen(chances, draw());
          }
        },
      );
      return [call.cast(made, type)];
    },
  },
];

/** The probability of each class of a row, relative to that of the likeliest. */
function likelihoods(call: Call, logarithms: Value): Value {
  const rows = call.cast(logarithms, 'float64');
  return call.compute('Exp', call.compute('Sub', rows, call.reduce('max', rows, [1], true)));
}

/** The sums of a row so far. */
function summed(row: Floats): Float64Array {
  let sum = 0;
  return Float64Array.from(row, (value) => {
    sum += value;
    return sum;
  });
}

/** The class at this share of the total probability. */
function chosen(sums: Float64Array, part: number): number {
  const at = part * (sums[sums.length - 1] as number);
  const found = sums.findIndex((sum) => at < sum);
  return found < 0 ? sums.length - 1 : found;
}
