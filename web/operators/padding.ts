/** Pad and Tile: elements moved into a larger tensor, some of them more than once. */
import { denseStrides, sizeOf } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import { gathered } from './gather.js';
import { operatorMessages } from './messages.js';
import type { Call, Operator, Version } from './operator.js';
import { ALL, ALL_BF, FLOATS, INDICES, INT64, NUMBERS } from './type-sets.js';

/** The same element everywhere; what is moved in later lies over it. */
export function fill(call: Call, output: Value, one: Value): void {
  const { type, dims } = output;
  call.lowering.move(
    {
      type,
      sizes: dims,
      from: { size: 1, offset: 0, strides: dims.map(() => 0) },
      to: { dims, offset: 0, strides: denseStrides(dims) },
    },
    one,
    output,
  );
}

/** The elements that an axis gets, or loses where they are negative, at its beginning and end. */
interface Pads {
  readonly begins: readonly number[];
  readonly ends: readonly number[];
}

/** Pads of all axes, of which the node may name some. */
function padsOf(call: Call, rank: number): Pads {
  const given = call.since < 11 ? listed(call) : (call.numbers(1) ?? []);
  const named = call.since < 18 ? undefined : call.numbers(3);
  const axes =
    named?.map((axis) => call.axis(axis, rank)) ?? Array.from({ length: rank }, (_, i) => i);
  if (given.length !== 2 * axes.length)
    throw call.fault(
      'invalid_shape',
      operatorMessages.pads(call.label, given.length, 2 * axes.length),
    );
  const at = (from: number) => (_: unknown, axis: number) => {
    const position = axes.lastIndexOf(axis);
    return position < 0 ? 0 : (given[from + position] as number);
  };
  const length = { length: rank };
  return { begins: Array.from(length, at(0)), ends: Array.from(length, at(axes.length)) };
}

const listed = (call: Call): readonly number[] =>
  call.needs(call.since < 2 ? 'paddings' : 'pads', 'ints');

/** Constant padding: a filled tensor, and over it what stays of the input. */
function padded(call: Call, { begins, ends }: Pads, made: readonly number[]): Value {
  const { lowering } = call;
  const input = call.input(0);
  const one = paddingOf(call);
  const output = lowering.make(input.type, made, lowering.allConstant([input, one]));
  fill(call, output, one);
  const cut = (pad: number | undefined) => Math.max(0, -(pad ?? 0));
  const sizes = input.dims.map((size, axis) => size - cut(begins[axis]) - cut(ends[axis]));
  if (sizeOf(sizes) === 0) return output;
  const [from, to] = [denseStrides(input.dims), denseStrides(made)];
  const along = (strides: readonly number[], offsets: readonly number[]) =>
    strides.reduce((sum, stride, axis) => sum + stride * (offsets[axis] as number), 0);
  lowering.move(
    {
      type: input.type,
      sizes,
      from: { size: sizeOf(input.dims), offset: along(from, begins.map(cut)), strides: from },
      to: {
        dims: made,
        offset: along(
          to,
          begins.map((pad) => Math.max(0, pad)),
        ),
        strides: to,
      },
    },
    input,
    output,
  );
  return output;
}

/** The element that pads: an attribute below opset 11, an input from there on, and 0 by default. */
function paddingOf(call: Call): Value {
  const { type } = call.input(0);
  const given = call.since < 11 ? undefined : call.inputs[2];
  if (given && sizeOf(given.dims) !== 1)
    throw call.fault('invalid_shape', operatorMessages.scalar(call.label, 2));
  if (given) return given;
  if (type === 'string') return call.lowering.constant(type, [], ['']);
  const value = call.since < 11 ? (call.attribute('value', 'float') ?? 0) : 0;
  const one = call.lowering.constant('float32', [], Float32Array.of(value));
  return type === 'float32' ? one : call.lowering.pointwise('Cast', [one], { to: type }, 13);
}

/** For each element along a padded axis of n, where the element lies that it repeats. */
const SOURCES: Readonly<Record<string, (at: number, n: number) => number>> = {
  edge: (at, n) => Math.min(Math.max(at, 0), n - 1),
  wrap: (at, n) => ((at % n) + n) % n,
  // There and back again: 2 1 | 0 1 2 3 | 2 1 0.
  reflect(at, n) {
    if (n === 1) return 0;
    const period = 2 * (n - 1);
    const within = ((at % period) + period) % period;
    return within < n ? within : period - within;
  },
};

/** The padded axes one after the other, each by its indices. */
function repeated(
  call: Call,
  { begins, ends }: Pads,
  made: readonly number[],
  mode: string,
): Value {
  const source = SOURCES[mode];
  if (!source)
    throw call.fault(
      'invalid_attribute',
      operatorMessages.attributeType(
        call.label,
        'mode',
        `constant, reflect, edge or wrap, and is '${mode.slice(0, 20)}'`,
      ),
    );
  return made.reduce<Value>((value, size, axis) => {
    const [begin, end] = [begins[axis] as number, ends[axis] as number];
    if (begin === 0 && end === 0) return value;
    // What is cut is gone before the rest is repeated.
    const [first, last] = [Math.max(0, -begin), (value.dims[axis] as number) - Math.max(0, -end)];
    const kept = last - first;
    if (kept <= 0 && size > 0)
      throw call.fault('invalid_shape', operatorMessages.padsOut(call.label, value.dims));
    const indices = call.lowering.memory.newArray(Int32Array, size);
    for (let at = 0; at < size; at++) indices[at] = first + source(at - Math.max(0, begin), kept);
    return gathered(call, value, call.lowering.constant('int32', [size], indices), axis);
  }, call.input(0));
}

const padAttributes = { mode: 'string' } as const;
const padVersion = (since: number, most: 3 | 4, types: readonly DType[]): Version => ({
  since,
  inputs: [2, most],
  types: [types, INT64, types, ...(most > 3 ? [INDICES] : [])],
  attributes: padAttributes,
});

export const pad: Operator = {
  name: 'Pad',
  versions: [
    {
      since: 1,
      inputs: [1, 1],
      types: [FLOATS],
      attributes: { ...padAttributes, paddings: 'ints', value: 'float' },
    },
    {
      since: 2,
      inputs: [1, 1],
      types: [FLOATS],
      attributes: { ...padAttributes, pads: 'ints', value: 'float' },
    },
    padVersion(11, 3, NUMBERS),
    padVersion(13, 3, ALL_BF),
    ...[18, 19, 21, 23, 24, 25].map((since) => padVersion(since, 4, ALL_BF)),
  ],
  shapeInputs: [1, 3],
  lower(call) {
    const input = call.input(0);
    const pads = padsOf(call, input.dims.length);
    const made = input.dims.map(
      (size, axis) => size + (pads.begins[axis] as number) + (pads.ends[axis] as number),
    );
    call.checkDims(made);
    const constant = call.inputs[2];
    if (call.since >= 11 && constant && constant.type !== input.type)
      throw call.fault(
        'types_differ',
        operatorMessages.typesDiffer(call.label, input.type, constant.type),
      );
    const mode = call.attribute('mode', 'string') ?? 'constant';
    return [mode === 'constant' ? padded(call, pads, made) : repeated(call, pads, made, mode)];
  },
};

/** How often each axis is repeated. */
function repeatsOf(call: Call, rank: number): number[] {
  if (call.since >= 6) return call.numbers(1) ?? [];
  // Tile-1 repeats one axis.
  const axis = call.axis(call.scalar(2), rank);
  return Array.from({ length: rank }, (_, at) => (at === axis ? call.scalar(1) : 1));
}

export const tile: Operator = {
  name: 'Tile',
  versions: [
    { since: 1, inputs: [3, 3], types: [FLOATS] },
    { since: 6, inputs: [2, 2], types: [ALL, INT64] },
    { since: 13, inputs: [2, 2], types: [ALL_BF, INT64] },
  ],
  shapeInputs: [1, 2],
  lower(call) {
    const { lowering } = call;
    const input = call.input(0);
    const { type, dims } = input;
    const repeats = repeatsOf(call, dims.length);
    if (repeats.length !== dims.length)
      throw call.fault(
        'invalid_shape',
        operatorMessages.repeats(call.label, repeats.length, dims.length),
      );
    const made = dims.map((size, axis) => size * (repeats[axis] as number));
    call.checkDims(made);
    if (repeats.every((times) => times === 1)) return [input];
    // Each axis as two: its repeats, which read the same elements again, and its elements.
    const inner = denseStrides(made);
    const output = lowering.make(type, made, lowering.allConstant([input]));
    const strides = denseStrides(dims);
    lowering.move(
      {
        type,
        sizes: dims.flatMap((size, axis) => [repeats[axis] as number, size]),
        from: { size: sizeOf(dims), offset: 0, strides: strides.flatMap((stride) => [0, stride]) },
        to: {
          dims: made,
          offset: 0,
          strides: inner.flatMap((stride, axis) => [stride * (dims[axis] as number), stride]),
        },
      },
      input,
      output,
    );
    return [output];
  },
};
