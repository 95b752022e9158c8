/** Pad and Tile: elements copied into a larger tensor, some of them repeatedly. */
import { allAxes, denseStrides, sizeOf } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { gathered } from './gather.js';
import { type Call, history, type Operator, withAdded } from './operator.js';
import { ALL, ALL_BF, FLOATS, INDICES, INT64, NUMBERS } from './type-sets.js';

/** The number of elements added at the beginning and end of each axis; negative numbers remove elements. */
interface Pads {
  readonly begins: readonly number[];
  readonly ends: readonly number[];
}

/** Padding of all axes; the node may specify some of them. */
function padsOf(call: Call, dims: readonly number[]): Pads {
  const rank = dims.length;
  const given = call.since < 11 ? listed(call) : (call.numbers(1) ?? []);
  const named = call.since < 18 ? undefined : call.numbers(3);
  const axes = named?.map((axis) => call.axis(axis, rank)) ?? allAxes(dims);
  if (given.length !== 2 * axes.length) throw call.fault('pads', given.length, 2 * axes.length);
  const at = (from: number) => (_: unknown, axis: number) => {
    const position = axes.lastIndexOf(axis);
    return position < 0 ? 0 : (given[from + position] as number);
  };
  return { begins: dims.map(at(0)), ends: dims.map(at(axes.length)) };
}

const listed = (call: Call): readonly number[] =>
  call.needs(call.since < 2 ? 'paddings' : 'pads', 'ints');

/** Surrounds a value with copies of one element, or crops it if the padding is negative. */
export function padded(call: Call, input: Value, { begins, ends }: Pads, one: Value): Value {
  const { lowering } = call;
  const made = input.dims.map((size, axis) => size + (begins[axis] ?? 0) + (ends[axis] ?? 0));
  const output = lowering.make(input.type, made, lowering.allConstant([input, one]));
  if ([...begins, ...ends].some((pad) => pad > 0)) call.fill(output, one);
  const cut = (pad: number | undefined) => Math.max(0, -(pad ?? 0));
  const sizes = input.dims.map((size, axis) => size - cut(begins[axis]) - cut(ends[axis]));
  if (sizes.some((size) => size <= 0)) return output;
  const offsetIn = (dims: readonly number[], offsets: readonly number[]) =>
    denseStrides(dims).reduce((sum, stride, axis) => sum + stride * (offsets[axis] as number), 0);
  const added = begins.map((pad) => Math.max(0, pad));
  lowering.move(input, output, {
    sizes,
    from: { offset: offsetIn(input.dims, begins.map(cut)) },
    to: { offset: offsetIn(made, added) },
  });
  return output;
}

/** The padding element: an attribute before opset 11, an input since then. Default: 0. */
function paddingOf(call: Call): Value {
  const { type } = call.input(0);
  const given = call.since < 11 ? undefined : call.inputs[2];
  if (given && sizeOf(given.dims) !== 1) throw call.fault('scalar', 2);
  if (given) return given;
  if (call.since >= 11) return call.zero(type);
  return call.cast(call.number('float32', call.float('value', 0)), type);
}

/** The position that each element of a padded axis of size n is copied from. */
type Source = (at: number, n: number) => number;

const SOURCES: Readonly<Record<string, Source>> = {
  edge: (at, n) => Math.min(Math.max(at, 0), n - 1),
  wrap: (at, n) => ((at % n) + n) % n,

  // Mirrors back and forth: 2 1
  // 0 1 2 3
  // 2 1 0.
  reflect(at, n) {
    if (n === 1) return 0;
    const period = 2 * (n - 1);
    const within = ((at % period) + period) % period;
    return within < n ? within : period - within;
  },
};

/** Pads the axes in sequence, using indices. */
function repeated(
  call: Call,
  { begins, ends }: Pads,
  made: readonly number[],
  mode: string,
): Value {
  const source = SOURCES[mode] as Source;
  return made.reduce<Value>((value, size, axis) => {
    const [begin, end] = [begins[axis] as number, ends[axis] as number];
    if (begin === 0 && end === 0) return value;
    // Crops before repeating.
    const [first, last] = [Math.max(0, -begin), (value.dims[axis] as number) - Math.max(0, -end)];
    const kept = last - first;
    if (kept <= 0 && size > 0) throw call.fault('padsOut', value.dims);
    const indices = call.lowering.memory.newArray(Int32Array, size);
    for (let at = 0; at < size; at++) indices[at] = first + source(at - Math.max(0, begin), kept);
    return gathered(call, value, call.lowering.constant('int32', [size], indices), axis);
  }, call.input(0));
}

/** The number of repeats of each axis. */
function repeatsOf(call: Call, rank: number): number[] {
  if (call.since >= 6) return call.numbers(1) ?? [];
  // Tile-1 repeats one axis.
  const axis = call.axis(call.scalar(2), rank);
  return Array.from({ length: rank }, (_, at) => (at === axis ? call.scalar(1) : 1));
}

export const paddingOperators: readonly Operator[] = [
  {
    name: 'Pad',
    versions: withAdded(
      history(
        {
          since: 1,
          inputs: [1, 1],
          types: [FLOATS],
          attributes: { mode: 'string', paddings: 'ints', value: 'float' },
        },
        { since: 2, attributes: { mode: 'string', pads: 'ints', value: 'float' } },
        {
          since: 11,
          inputs: [2, 3],
          types: [NUMBERS, INT64, NUMBERS],
          attributes: { mode: 'string' },
        },
        { since: 13, types: [ALL_BF, INT64, ALL_BF] },
        {
          since: [18, 19, 21, 23, 24, 25],
          inputs: [2, 4],
          types: [ALL_BF, INT64, ALL_BF, INDICES],
        },
      ),
      21,
      [0, 2],
    ),
    shapeInputs: [1, 3],
    lower(call) {
      const input = call.input(0);
      const pads = padsOf(call, input.dims);
      const made = input.dims.map(
        (size, axis) => size + (pads.begins[axis] as number) + (pads.ends[axis] as number),
      );
      call.checkDims(made);
      const constant = call.inputs[2];
      if (call.since >= 11 && constant && constant.type !== input.type)
        throw call.fault('typesDiffer', input.type, constant.type);
      const mode = call.word('mode', ['constant', ...Object.keys(SOURCES)]);
      return [
        mode === 'constant'
          ? padded(call, input, pads, paddingOf(call))
          : repeated(call, pads, made, mode),
      ];
    },
  },

  {
    name: 'Tile',
    versions: history(
      { since: 1, inputs: [3, 3], types: [FLOATS] },
      { since: 6, inputs: [2, 2], types: [ALL, INT64] },
      { since: 13, types: [ALL_BF, INT64] },
    ),
    shapeInputs: [1, 2],
    lower(call) {
      const { lowering } = call;
      const input = call.input(0);
      const { type, dims } = input;
      const repeats = repeatsOf(call, dims.length);
      if (repeats.length !== dims.length) throw call.fault('repeats', repeats.length, dims.length);
      const made = dims.map((size, axis) => size * (repeats[axis] as number));
      call.checkDims(made);
      if (repeats.every((times) => times === 1)) return [input];
      // Each axis becomes two: the repeats, with stride 0, and the elements.
      const inner = denseStrides(made);
      const output = lowering.make(type, made, lowering.allConstant([input]));
      lowering.move(input, output, {
        sizes: dims.flatMap((size, axis) => [repeats[axis] as number, size]),
        from: { strides: denseStrides(dims).flatMap((stride) => [0, stride]) },
        to: { strides: inner.flatMap((stride, axis) => [stride * (dims[axis] as number), stride]) },
      });
      return [output];
    },
  },

  {
    name: 'CenterCropPad',
    versions: history({
      since: 18,
      inputs: [2, 2],
      types: [ALL_BF, INDICES],
      attributes: { axes: 'ints' },
    }),
    shapeInputs: [1],
    lower(call) {
      const input = call.input(0);
      const { dims } = input;
      const sizes = call.numbers(1) ?? [];
      const axes = (call.attribute('axes', 'ints') ?? allAxes(dims)).map((axis) =>
        call.axis(axis, dims.length),
      );
      call.axes(axes, dims.length);
      if (sizes.length !== axes.length) throw call.fault('lengths', 'shape and axes');
      const target = [...dims];
      for (const [i, axis] of axes.entries()) target[axis] = sizes[i] as number;
      call.checkDims(target);
      const missing = dims.map((size, axis) => (target[axis] as number) - size);
      const begins = missing.map((each) => Math.trunc(each / 2));
      const ends = missing.map((each, axis) => each - (begins[axis] as number));
      return [padded(call, input, { begins, ends }, call.zero(input.type))];
    },
  },
];
