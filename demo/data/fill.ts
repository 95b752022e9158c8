/**
 * The values of the operands. The address fill numbers the elements of each operand in a decimal digit
 * of its own, so a sum identifies its terms: in (4,1) + (3,), 23 is the second element of A and the third
 * of B.
 */
import { type ElementType, operators } from '../state/operators.ts';
import type { State } from '../state/state.ts';
import { landscape, pictureAxes } from './picture.ts';

/** Numbers from this one up cannot be read at a glance, and not all of them are float32. */
const readableBelow = 1_000_000;

/** The difference between consecutive elements of each operand. */
export function weights(elements: readonly number[]): number[] {
  const steps = elements.map(() => 1);
  for (let p = elements.length - 2; p >= 0; p -= 1) {
    const next = (steps[p + 1] ?? 1) * ((elements[p + 1] ?? 0) + 1);
    steps[p] = 10 ** Math.ceil(Math.log10(next));
  }
  const readable = elements.every((count, p) => count * (steps[p] ?? 1) < readableBelow);
  return readable ? steps : elements.map(() => 1);
}

/** The value of the element at a position in C order. */
export const filled = (position: number, weight: number): number => (position + 1) * weight;

/** A number from 0 to 2³²−1 that depends only on its arguments. */
export function scramble(seed: number, position: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(position + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

type Source = (position: number) => number;

/** The type of an operand's elements. */
export function typeOf({ op, type }: Pick<State, 'op' | 'type'>, operand: number): ElementType {
  return operators[op].condition === operand ? 'bool' : type;
}

function sourceOf(state: State, operand: number, weight: number): Source {
  const { fill, seed, op } = state;
  const type = typeOf(state, operand);
  if (fill === 'ones') return () => 1;
  if (type === 'bool') {
    return fill === 'random'
      ? (at) => scramble(seed + operand, at) & 1
      : (at) => (at % (2 + operand) === operand ? 1 : 0);
  }
  if (fill === 'random') {
    const lowest = type === 'uint8' ? 0 : -9;
    return (at) => lowest + (scramble(seed + operand, at) % (10 - lowest));
  }
  if (fill === 'arange') return (at) => at;
  // PRelu changes only negative numbers.
  const signed = op === 'PRelu' && operand === 0 && type !== 'uint8';
  return signed ? (at) => filled(at, at % 2 === 0 ? -weight : weight) : (at) => filled(at, weight);
}

/** Whether the default numbers of an operand are those of an image. */
export const hasPicture = ({ shapes, type }: State): boolean =>
  type !== 'bool' && shapes.some((shape) => pictureAxes(shape) !== undefined);

/** Maximum change of an image's levels (0 to 255) by the other operand. */
const shift = 80;
const scaling = new Set(['Mul', 'Div']);

/** An image; for other shapes evenly falling numbers: fractions of 1 if they scale an image, else levels. */
function pictured({ shapes, op, type }: State, operand: number, count: number): Source {
  const shape = shapes[operand] ?? [];
  const axes = pictureAxes(shape);
  if (axes) return landscape(shape, axes);
  const isPart = scaling.has(op) && (type === 'float32' || type === 'float64');
  const most = isPart ? 1 : shift;
  const falling = (at: number) => (most * (count - at)) / (count + 1);
  return isPart ? falling : (at) => Math.round(falling(at));
}

/** Per operand, the value of the element at a position in C order. */
export function sourcesOf(state: State, elements: readonly number[]): Source[] {
  // Conditions and shapes get no digits: those of the other operands show which elements were chosen.
  const { shapeOperand } = operators[state.op];
  const silent = (p: number) => typeOf(state, p) === 'bool' || p === shapeOperand;
  const counted = elements.map((count, p) => (silent(p) ? 0 : count));
  // Comparisons and remainders need numbers of the same magnitude.
  const { truth, sign } = operators[state.op];
  const alike = truth || sign === 'mod';
  const steps = alike ? counted.map(() => 1) : weights(counted);
  const isPicture = state.fill === 'addr' && hasPicture(state);
  return elements.map((_, p) => {
    const typed = state.values[p];
    if (typed) return (at) => typed[at] ?? 0;
    if (isPicture && !silent(p)) return pictured(state, p, elements[p] ?? 0);
    return sourceOf(state, p, steps[p] ?? 1);
  });
}

const arrays = {
  float32: Float32Array,
  float64: Float64Array,
  int32: Int32Array,
  uint8: Uint8Array,
  bool: Uint8Array,
};

export type Values = InstanceType<(typeof arrays)[ElementType]>;

export function fillArray(type: ElementType, elements: number, source: Source): Values {
  const array = new arrays[type](elements);
  for (let i = 0; i < elements; i += 1) array[i] = source(i);
  return array;
}
