/** Resize and Upsample: along one axis at a time, from the elements that contribute to each result. */
import { allAxes, sizeOf } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { gathered } from './gather.js';
import { type Call, history, type Operator } from './operator.js';
import {
  cubicOf,
  exact,
  LINEAR,
  type Method,
  POSITIONS,
  type Position,
  type Resized,
  ROUNDINGS,
  type Sums,
  single,
  sumsOf,
} from './resize-weights.js';
import { ALL, ALL_BF, FLOAT32, FLOATS, INT64 } from './type-sets.js';

/** The weighted sums as one chain over the taps. */
function chained(
  call: Call,
  value: Value,
  along: Resized,
  { taps, indices, weights }: Sums,
): Value {
  const { axis, output } = along;
  const after = value.dims.slice(axis + 1).map(() => 1);
  const terms = Array.from({ length: taps }, (_, tap) => {
    const first = tap * output;
    const each = call.lowering.constant('int32', [output], indices.subarray(first, first + output));
    const weight = weights.subarray(first, first + output);
    const factor = call.floats(value.type, [output, ...after], weight);
    return call.compute('Mul', gathered(call, value, each, axis), factor);
  });
  return terms.reduce((sum, term) => call.compute('Add', sum, term));
}

/** The weighted sums as a product with the matrix of all weights, if there are many. */
function multiplied(call: Call, value: Value, along: Resized, { indices, weights }: Sums): Value {
  const { lowering } = call;
  const { memory } = lowering;
  const { axis, input, output } = along;
  const dims = [output, input];
  call.checkDims(dims);
  const matrix = memory.newArray(Float64Array, output * input) as Float64Array;
  indices.forEach((index, i) => {
    const place = (i % output) * input + index;
    matrix[place] = (matrix[place] as number) + (weights[i] as number);
  });
  const factor = call.floats(value.type, dims, matrix);
  const [before, after] = [value.dims.slice(0, axis), value.dims.slice(axis + 1)];
  const images = lowering.alias(value, [sizeOf(before), input, sizeOf(after)]);
  const product = call.matMul(factor, images);
  return lowering.alias(product, [...before, output, ...after]);
}

/** Up to this number of taps, products are added in sequence. */
const MOST_CHAINED = 4;

function interpolated(call: Call, value: Value, along: Resized, method: Method): Value {
  const sums = sumsOf(along, method, call.lowering.memory);
  return sums.taps <= MOST_CHAINED
    ? chained(call, value, along, sums)
    : multiplied(call, value, along, sums);
}

/** Replaces results outside the axis. */
function extrapolated(call: Call, value: Value, along: Resized, position: Position): Value {
  const { lowering } = call;
  const { axis, input, output } = along;
  const isOutside = lowering.memory.newArray(Uint8Array, output) as Uint8Array;
  for (let at = 0; at < output; at++) {
    const x = position(at, along, exact);
    isOutside[at] = x < 0 || x > input - 1 ? 1 : 0;
  }
  if (!isOutside.includes(1)) return value;
  const dims = [output, ...value.dims.slice(axis + 1).map(() => 1)];
  const mask = lowering.constant('bool', dims, isOutside);
  const one = call.number('float32', call.float('extrapolation_value', 0));
  const outside = call.cast(one, value.type);
  return call.compute('Where', mask, outside, value);
}

/** The numbers of an optional input, which may be present without elements. */
function given(call: Call, at: number, count: number): number[] | undefined {
  const numbers = call.numbers(at);
  if (!numbers || numbers.length === 0) return undefined;
  if (numbers.length === count) return numbers;
  throw call.wrongShape(at, [count]);
}

function checkScales(call: Call, scales: readonly number[]): void {
  if (scales.every((scale) => scale > 0 && Number.isFinite(scale))) return;
  throw call.fault('scales', scales);
}

const POLICIES = { stretch: undefined, not_larger: Math.min, not_smaller: Math.max } as const;

/** Applies `keep_aspect_ratio_policy`: one scale for all axes. */
function sizesByPolicy(call: Call, inputs: readonly number[], sizes: readonly number[]) {
  const choose = call.choice('keep_aspect_ratio_policy', POLICIES);
  const scales = inputs.map((input, i) => (sizes[i] as number) / input);
  if (!choose) return { sizes, scales };
  const scale = choose(...scales);
  return {
    sizes: inputs.map((input) => Math.floor(scale * input + 0.5)),
    scales: inputs.map(() => scale),
  };
}

/** The axes that Resize resizes. */
function resizedAxes(call: Call): Resized[] {
  const { dims } = call.input(0);
  const rank = dims.length;
  const asked = call.attribute('axes', 'ints');
  const axes = asked?.map((axis) => call.axis(axis, rank)) ?? allAxes(dims);
  if (new Set(axes).size !== axes.length) call.axes(axes, rank);
  const inputs = axes.map((axis) => dims[axis] as number);
  const first = call.since < 11 ? 1 : 2;
  const scales = given(call, first, axes.length);
  const sizes = call.since < 11 ? undefined : given(call, 3, axes.length);
  if (!scales === !sizes) throw call.fault('scalesOrSizes');
  const roi = call.since < 11 ? undefined : given(call, 1, 2 * axes.length);
  if (scales) checkScales(call, scales);
  const resized = sizes
    ? sizesByPolicy(call, inputs, sizes)
    : {
        scales: scales as number[],
        sizes: inputs.map((input, i) =>
          Math.floor(Math.fround(input * ((scales as number[])[i] as number))),
        ),
      };
  return axes.map((axis, i) => ({
    axis,
    input: inputs[i] as number,
    output: resized.sizes[i] as number,
    scale: resized.scales[i] as number,
    roi: [roi?.[i] ?? 0, roi?.[axes.length + i] ?? 1],
  }));
}

/** Interpolation between elements. */
interface Modes {
  readonly position: Position;
  readonly crops: boolean;
  readonly mode: 'nearest' | 'linear' | 'cubic';
  readonly round: (position: number, scale: number) => number;
}

function resize(call: Call, axes: readonly Resized[], modes: Modes): Value {
  const { position, crops, mode, round } = modes;
  const input = call.input(0);
  const made = input.dims.map(
    (size, axis) => axes.find((along) => along.axis === axis)?.output ?? size,
  );
  call.checkDims(made);
  if (sizeOf(input.dims) === 0 && sizeOf(made) > 0) throw call.fault('sizes', made);
  call.checkRoom({ type: input.type, dims: made });
  if (sizeOf(made) === 0) return call.lowering.make(input.type, made);
  // Cheapest first: shrink axes before stretching others.
  const changed = axes
    .filter((along) => crops || along.scale !== 1 || along.input !== along.output)
    .sort((a, b) => a.output / a.input - b.output / b.input);
  const outside = (value: Value) =>
    crops
      ? changed.reduce((masked, along) => extrapolated(call, masked, along, position), value)
      : value;
  if (mode === 'nearest') {
    const nearest = changed.reduce((value, along) => {
      const { axis, output, scale } = along;
      const indices = call.table('int32', [output], (at) =>
        Math.min(Math.max(round(position(at, along, single), scale), 0), along.input - 1),
      );
      return gathered(call, value, indices, axis);
    }, input);
    return outside(nearest);
  }
  const method: Method = {
    position,
    filter: mode === 'linear' ? LINEAR : cubicOf(call.float('cubic_coeff_a', -0.75)),
    antialias: call.flag('antialias'),
    excludeOutside: call.flag('exclude_outside'),
  };
  return call.inFloats(input, (images) =>
    outside(changed.reduce((value, along) => interpolated(call, value, along, method), images)),
  );
}

const MODES = { nearest: 'nearest', linear: 'linear', cubic: 'cubic' } as const;

const interpolation = {
  coordinate_transformation_mode: 'string',
  cubic_coeff_a: 'float',
  exclude_outside: 'int',
  extrapolation_value: 'float',
  mode: 'string',
  nearest_mode: 'string',
} as const;

/** The scales of Upsample: an attribute before opset 9, an input since then. */
function upsampleScales(call: Call, rank: number): readonly number[] {
  if (call.since >= 9) return given(call, 1, rank) ?? [];
  if (call.since >= 7) return call.needs('scales', 'floats');
  return [1, 1, call.needs('height_scale', 'float'), call.needs('width_scale', 'float')];
}

export const resizeOperators: readonly Operator[] = [
  {
    name: 'Resize',
    versions: history(
      { since: 10, inputs: [2, 2], types: [ALL, FLOAT32], attributes: { mode: 'string' } },
      {
        since: 11,
        inputs: [3, 4],
        // Sizes take precedence over scales.
        optional: [1, 2],
        types: [ALL, FLOATS, FLOAT32, INT64],
        attributes: interpolation,
      },
      { since: 13, inputs: [1, 4], types: [ALL_BF, FLOATS, FLOAT32, INT64] },
      {
        since: [18, 19],
        attributes: {
          ...interpolation,
          antialias: 'int',
          axes: 'ints',
          keep_aspect_ratio_policy: 'string',
        },
      },
    ),
    shapeInputs: [1, 2, 3],
    lower(call) {
      const isOld = call.since < 11;
      const absent = isOld ? 'asymmetric' : 'half_pixel';
      const position = call.choice('coordinate_transformation_mode', POSITIONS, absent);
      const round = call.choice('nearest_mode', ROUNDINGS, isOld ? 'simple' : 'round_prefer_floor');
      const mode = call.choice('mode', MODES);
      const crops = position === POSITIONS.tf_crop_and_resize;
      return [resize(call, resizedAxes(call), { position, crops, mode, round })];
    },
  },

  {
    name: 'Upsample',
    versions: history(
      {
        since: 1,
        inputs: [1, 1],
        types: [[...FLOATS, 'bool', 'int32', 'int64']],
        attributes: { height_scale: 'float', width_scale: 'float', mode: 'string' },
      },
      { since: 7, types: [ALL], attributes: { scales: 'floats', mode: 'string' } },
      { since: 9, inputs: [2, 2], types: [ALL, FLOAT32], attributes: { mode: 'string' } },
    ),
    shapeInputs: [1],
    lower(call) {
      const { dims } = call.input(0);
      const scales = upsampleScales(call, dims.length);
      if (scales.length !== dims.length)
        throw call.fault('eachAxis', 'scales', scales.length, dims.length);
      checkScales(call, scales);
      const axes = dims.map(
        (input, axis): Resized => ({
          axis,
          input,
          output: Math.floor(Math.fround(input * (scales[axis] as number))),
          scale: scales[axis] as number,
          roi: [0, 1],
        }),
      );
      const mode = call.choice('mode', { ...MODES, bilinear: 'linear' } as const);
      const position = POSITIONS.asymmetric as Position;
      const round = ROUNDINGS.floor as Modes['round'];
      return [resize(call, axes, { position, crops: false, mode, round })];
    },
  },
];
