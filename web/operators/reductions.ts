/** Operators over whole axes. */
import { allAxes, around, sameDims, sizeOf } from '../base/dims.js';
import { type DType, holdsBigInts } from '../base/dtypes.js';
import type { Reduction } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator, type Version } from './operator.js';
import {
  BOOL,
  FLOATS,
  FLOATS_BF,
  INT64,
  NUMBERS,
  NUMBERS_BF,
  WIDE_NUMBERS,
  WIDE_NUMBERS_BF,
} from './type-sets.js';

const byAttribute = { axes: 'ints', keepdims: 'int' } as const;
const byInput = { keepdims: 'int', noop_with_empty_axes: 'int' } as const;

const WIDE = { inputs: [1, 1], types: [WIDE_NUMBERS], attributes: byAttribute } as const;
const WITH_AXES = { inputs: [1, 2], attributes: byInput } as const;

/** Versions of most reductions: the axes become an input in opset 18. */
export const foldVersions: readonly Version[] = history(
  { since: [1, 11], ...WIDE },
  { since: 13, types: [WIDE_NUMBERS_BF] },
  { since: 18, ...WITH_AXES, types: [WIDE_NUMBERS_BF, INT64] },
);

/** The axes to reduce; `undefined` if nothing is reduced. */
export function axesOf(call: Call): number[] | undefined {
  const asInput = 'noop_with_empty_axes' in (call.version.attributes ?? {});
  const asked = asInput ? call.numbers(1) : call.attribute('axes', 'ints');
  const { dims } = call.input(0);
  if (asked && asked.length > 0) return call.axes(asked, dims.length);
  if (call.flag('noop_with_empty_axes')) return undefined;
  return allAxes(dims);
}

const reduction = (name: string, operation: Reduction, versions: readonly Version[]): Operator => ({
  name,
  versions,
  shapeInputs: [1],
  lower(call) {
    const input = call.input(0);
    const axes = axesOf(call);
    const keep = call.flag('keepdims', true);
    const reduced = (value: Value): Value => {
      if (!axes || value.dims.length === 0) return value;
      if (operation === 'mean' && holdsBigInts(value.type))
        return meanOfWide(call, value, axes, keep);
      return call.reduce(operation, value, axes, keep);
    };
    // The minimum of no bytes is 255, which becomes 1.
    return [
      call.cast(reduced(input.type === 'bool' ? call.cast(input, 'uint8') : input), input.type),
    ];
  },
});

/**
 * The mean of 64-bit integers, whose sum may exceed 64 bits: each is divided by their number, and the mean is
 * the sum of the quotients plus the quotient of the summed remainders. (7 + 8) / 2 is 3 + 4 + (1 + 0) / 2.
 */
function meanOfWide(call: Call, input: Value, axes: readonly number[], keep: boolean): Value {
  const { lowering } = call;
  const { type } = input;
  const { compute } = call;
  const constant = (value: number) => {
    const data =
      type === 'int64' ? BigInt64Array.of(BigInt(value)) : BigUint64Array.of(BigInt(value));
    return lowering.constant(type, [], data);
  };
  const count = constant(sizeOf(axes.map((axis) => input.dims[axis] as number)));
  const rest = (x: Value, quotient: Value) => compute('Sub', x, compute('Mul', quotient, count));
  const sum = (x: Value) => call.reduce('sum', x, axes, keep);
  const quotients = compute('Div', input, count);
  const remainders = sum(rest(input, quotients));
  const carried = compute('Div', remainders, count);
  const mean = compute('Add', sum(quotients), carried);
  if (type === 'uint64') return mean;
  // Truncated towards zero: the remainder may have the opposite sign.
  const [zero, one] = [constant(0), constant(1)];
  const left = rest(remainders, carried);
  const isOver = compute('And', compute('Greater', mean, zero), compute('Less', left, zero));
  const isUnder = compute('And', compute('Less', mean, zero), compute('Greater', left, zero));
  const lowered = compute('Where', isOver, compute('Sub', mean, one), mean);
  return compute('Where', isUnder, compute('Add', mean, one), lowered);
}

const BYTES: readonly DType[] = ['int8', 'uint8'];

/** Versions of ReduceMax and ReduceMin. */
const extremeVersions: readonly Version[] = history(
  { since: [1, 11], ...WIDE },
  { since: 12, types: [[...WIDE_NUMBERS, ...BYTES]] },
  { since: 13, types: [[...WIDE_NUMBERS_BF, ...BYTES]] },
  { since: 18, ...WITH_AXES, types: [[...WIDE_NUMBERS_BF, ...BYTES], INT64] },
  { since: 20, types: [[...WIDE_NUMBERS_BF, ...BYTES, ...BOOL], INT64] },
);

const argAttributes = { axis: 'int', keepdims: 'int' } as const;
const argAttributesLast = { ...argAttributes, select_last_index: 'int' } as const;

const argOf = (name: string, smallest: boolean): Operator => ({
  name,
  versions: history(
    { since: [1, 11], inputs: [1, 1], types: [NUMBERS], attributes: argAttributes },
    { since: 12, attributes: argAttributesLast },
    { since: 13, types: [NUMBERS_BF] },
  ),
  lower(call) {
    const { lowering } = call;
    const given = call.input(0);
    // A scalar has one element, which is the maximum along an axis of size 1.
    const isScalar = given.dims.length === 0;
    const input = isScalar ? lowering.alias(given, [1]) : given;
    const axis = call.ownAxis(0, input.dims.length);
    if (input.dims[axis] === 0) throw call.fault('emptyAxis');
    const keep = !isScalar && call.flag('keepdims', true);
    const isLast = call.flag('select_last_index');
    const task = lowering.tasks.argMax(input, axis, keep, isLast, smallest);
    return lowering.work(task, [input]);
  },
});

const softmaxVersions: readonly Version[] = history(
  { since: [1, 11], inputs: [1, 1], types: [FLOATS], attributes: { axis: 'int' } },
  { since: 13, types: [FLOATS_BF] },
);

/**
 * Number of elements before, along and after the axis of Softmax and similar operators. Below opset 13, the
 * axis and all axes after it count as one; a scalar has one axis.
 */
export function softmaxBlocks(call: Call, opset = call.since): [number, number, number] {
  const given = call.input(0).dims;
  const dims = given.length === 0 ? [1] : given;
  const coerces = opset < 13;
  const axis = call.ownAxis(coerces ? 1 : -1, dims.length, coerces);
  if (coerces) return [sizeOf(dims.slice(0, axis)), sizeOf(dims.slice(axis)), 1];
  const { outer, size, inner } = around(dims, axis);
  return [outer, size, inner];
}

const softmaxOf = (name: string, log: boolean): Operator => ({
  name,
  versions: softmaxVersions,
  lower(call) {
    const input = call.input(0);
    const task = call.lowering.tasks.softmax(input, ...softmaxBlocks(call), log);
    return [call.result(task, [input])];
  },
});

/** Types in which LayerNormalization and RMSNormalization may compute. */
export const STASHES: readonly DType[] = ['float32', 'bfloat16'];

/** The scale or the bias in a shape that the kernel accepts: that of the normalised axes, or of the whole input. */
function fitted(call: Call, at: number, axis: number): Value | undefined {
  const given = call.inputs[at];
  if (!given) return undefined;
  const { dims } = call.input(0);
  const normalised = dims.slice(axis);
  const significant = given.dims.slice(given.dims.findIndex((size) => size !== 1));
  const ofAxes = sameDims(given.dims, normalised) || sameDims(significant, normalised);
  if (ofAxes || sameDims(given.dims, dims)) return given;
  call.checkStretch(at);
  return call.expand(given, dims);
}

export const layerNormalization: Operator = {
  name: 'LayerNormalization',
  versions: [
    {
      since: 17,
      inputs: [2, 3],
      outputs: 3,
      types: [FLOATS_BF],
      attributes: { axis: 'int', epsilon: 'float', stash_type: 'type' },
    },
  ],
  lower(call) {
    const { lowering } = call;
    const input = call.input(0);
    const axis = call.ownAxis(-1, input.dims.length);
    call.checkDims(input.dims);
    const stash = call.elementType('stash_type', 'float32', STASHES);
    const scale = fitted(call, 1, axis) ?? call.input(1);
    const bias = fitted(call, 2, axis);
    const outputs = call.wants(2) ? 3 : call.wants(1) ? 2 : 1;
    const epsilon = call.float('epsilon', 1e-5);
    const task = lowering.tasks.layerNormalization(input, {
      axis,
      epsilon,
      scale,
      bias,
      stash,
      outputs,
    });
    return lowering.work(task, [input, scale, bias], [true, call.wants(1), call.wants(2)]);
  },
};

export const reductionOperators: readonly Operator[] = [
  reduction(
    'ReduceSum',
    'sum',
    history(
      { since: [1, 11], ...WIDE },
      { since: 13, ...WITH_AXES, types: [WIDE_NUMBERS_BF, INT64] },
    ),
  ),

  reduction('ReduceMean', 'mean', foldVersions),

  reduction('ReduceMax', 'max', extremeVersions),

  reduction('ReduceMin', 'min', extremeVersions),

  reduction('ReduceProd', 'product', foldVersions),

  argOf('ArgMax', false),

  argOf('ArgMin', true),

  softmaxOf('Softmax', false),

  softmaxOf('LogSoftmax', true),

  layerNormalization,
];
