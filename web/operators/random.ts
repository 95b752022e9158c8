/**
 * Random numbers, drawn anew in every run. A node with a seed draws the same ones each time; ONNX leaves open which
 * they are.
 */
import type { DType } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import { computed, type Floats } from './host.js';
import { type Call, history, type Operator, type Version } from './operator.js';
import { ALL, ALL_BF, CASTABLE, CASTABLE_BF, FLOATS, FLOATS_BF } from './type-sets.js';

/** A number from 0 on and below 1. */
type Draw = () => number;

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits));

/** Marsaglia's xorshift by Blackman and Vigna: xoshiro128**, of which each word has 32 bits. */
function words(seed: number): () => number {
  // Their splitmix: a state without zeros from any seed.
  let counter = seed >>> 0;
  const next = (): number => {
    counter = (counter + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(counter ^ (counter >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return mixed ^ (mixed >>> 16);
  };
  let [a, b, c, d] = [next(), next(), next(), next() | 1];
  return () => {
    const word = Math.imul(rotated(Math.imul(b, 5), 7), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotated(d, 11);
    return word >>> 0;
  };
}

/** Of as many bits as float32 holds exactly, or float64. */
function drawsOf(seed: number, type: DType): Draw {
  const bits = new Uint32Array(Float64Array.of(seed).buffer);
  const next = words((bits[0] as number) ^ Math.imul(bits[1] as number, 31));
  if (type !== 'float64') return () => (next() >>> 8) / 2 ** 24;
  return () => ((next() >>> 5) * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
}

/** Box–Muller: two numbers of a normal distribution from two of a uniform one, one after the other. */
function normal(draw: Draw): Draw {
  let second: number | undefined;
  return () => {
    if (second !== undefined) {
      const kept = second;
      second = undefined;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - draw()));
    const angle = 2 * Math.PI * draw();
    second = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/** A value whose elements are computed anew in each run, in float32 or float64, and cast. */
function drawn(
  call: Call,
  type: DType,
  dims: readonly number[],
  inputs: readonly Value[],
  work: (target: Floats, draw: Draw, ...sources: Floats[]) => void,
): Value {
  call.checkDims(dims);
  const wide = type === 'float64' ? 'float64' : 'float32';
  const seed = call.attribute('seed', 'float');
  const value = computed(
    call,
    { type: wide, dims },
    inputs,
    (target, ...sources) => work(target, drawsOf(seed ?? Math.random(), wide), ...sources),
    'anew',
  );
  return call.cast(value, type);
}

const normalAttributes = { dtype: 'int', mean: 'float', scale: 'float', seed: 'float' } as const;
const uniformAttributes = { dtype: 'int', high: 'float', low: 'float', seed: 'float' } as const;

function normals(call: Call, type: DType, dims: readonly number[]): Value {
  const [mean, scale] = [call.float('mean', 0), call.float('scale', 1)];
  return drawn(call, type, dims, [], (target, draw) => {
    const next = normal(draw);
    for (let i = 0; i < target.length; i++) target[i] = mean + scale * next();
  });
}

function uniforms(call: Call, type: DType, dims: readonly number[]): Value {
  const [low, high] = [call.float('low', 0), call.float('high', 1)];
  return drawn(call, type, dims, [], (target, draw) => {
    for (let i = 0; i < target.length; i++) target[i] = low + (high - low) * draw();
  });
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

/** Of the shape of an input, and of its type where none is named. */
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
      const made = drawn(call, chances.type, input.dims, [chances], (target, draw, given) => {
        for (let i = 0; i < target.length; i++) target[i] = draw() < (given?.[i] as number) ? 1 : 0;
      });
      return [call.cast(made, type)];
    },
  },

  /** Inputs are logarithms of chances, up to a constant for each row. */
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
        'float64',
        [batch, samples],
        [call.widened(input)],
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

/** For each class the chance of it and all before it, up to a constant. */
function summed(logarithms: Floats): Float64Array {
  let largest = Number.NEGATIVE_INFINITY;
  for (const value of logarithms) largest = Math.max(largest, value);
  let sum = 0;
  return Float64Array.from(logarithms, (value) => {
    sum += Math.exp(value - largest);
    return sum;
  });
}

/** The class that a part of all chances falls to. */
function chosen(sums: Float64Array, part: number): number {
  const at = part * (sums[sums.length - 1] as number);
  const found = sums.findIndex((sum) => at < sum);
  return found < 0 ? sums.length - 1 : found;
}
