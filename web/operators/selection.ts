/** Operators that select elements by value or position: TopK, Trilu, NonZero and others. */
import { denseStrides, sizeOf } from '../base/dims.js';
import { type DType, holdsBigInts } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import { truePositions } from './gather.js';
import { computed, computedInFloats, type Floats } from './host.js';
import { type Call, history, type Operator, withAdded, withAxis } from './operator.js';
import { softmaxBlocks } from './reductions.js';
import {
  ALL,
  ALL_BF,
  CASTABLE,
  CASTABLE_BF,
  FLOATS,
  FLOATS_BF,
  INDICES,
  INT64,
  NOT_TEXT_BF,
  NUMBERS,
  NUMBERS_BF,
  WIDE_NUMBERS,
  WIDE_NUMBERS_BF,
} from './type-sets.js';

const ordering = { ...withAxis, largest: 'int', sorted: 'int' } as const;

/** A mask over a matrix with `columns` columns. */
const truths = (
  call: Call,
  [rows = 0, columns = 0]: readonly number[],
  isOn: (row: number, column: number) => boolean,
): Value =>
  call.table('bool', [rows, columns], (at) => Number(isOn(Math.floor(at / columns), at % columns)));

/** Moves blocks of an image's two axes: sizes and strides of the axes in the input, in the output's order. */
function rearranged(
  { lowering }: Call,
  input: Value,
  sizes: readonly number[],
  strides: readonly number[],
  made: readonly number[],
): Value {
  const output = lowering.make(input.type, made, lowering.allConstant([input]));
  lowering.move(input, output, { sizes, from: { strides }, to: { strides: denseStrides(sizes) } });
  return output;
}

function imageBlocks(call: Call): readonly [Value, number, readonly number[]] {
  const input = call.input(0);
  const block = call.needs('blocksize', 'int');
  if (input.dims.length !== 4 || block < 1 || block >= 2 ** 31)
    throw call.fault('blocks', block, input.dims);
  return [input, block, input.dims];
}

const whole = (call: Call, block: number, dims: readonly number[], ...parts: number[]): void => {
  if (!parts.every(Number.isInteger)) throw call.fault('blocks', block, dims);
};

/** Multiplies elements of a type, with overflow; returns 1 without arguments. Bigints are typed as numbers here. */
function multiplierOf(type: DType): (a?: number, b?: number) => number {
  if (holdsBigInts(type)) {
    const one = 1n as unknown as number;
    return (a = one, b = one) => a * b;
  }
  return type.includes('int') ? (a = 1, b = 1) => Math.imul(a, b) : (a = 1, b = 1) => a * b;
}

export const trilu: Operator = {
  name: 'Trilu',
  versions: [
    {
      since: 14,
      inputs: [1, 2],
      types: [NOT_TEXT_BF, INT64],
      attributes: { upper: 'int' },
    },
  ],
  shapeInputs: [1],
  lower(call) {
    const input = call.input(0);
    const { dims, type } = input;
    if (dims.length < 2) throw call.fault('matrices', dims.length);
    const k = call.inputs[1] ? call.scalar(1) : 0;
    const upper = call.flag('upper', true);
    if (sizeOf(dims) === 0) return [input];
    const mask = truths(call, dims.slice(-2), (row, column) =>
      upper ? column - row >= k : column - row <= k,
    );
    return [call.compute('Where', mask, input, call.zero(type))];
  },
};

export const selectionOperators: readonly Operator[] = [
  {
    name: 'TopK',
    versions: history(
      {
        since: 1,
        inputs: [1, 1],
        outputs: 2,
        types: [FLOATS],
        attributes: { ...withAxis, k: 'int' },
      },
      { since: 10, inputs: [2, 2], types: [FLOATS, INT64], attributes: withAxis },
      { since: 11, types: [NUMBERS, INT64], attributes: ordering },
      { since: 24, types: [NUMBERS_BF, INT64] },
    ),
    shapeInputs: [1],
    lower(call) {
      const { lowering } = call;
      const input = call.input(0);
      const axis = call.ownAxis(-1, input.dims.length);
      const count = call.since < 10 ? call.needs('k', 'int') : call.scalar(1);
      const size = input.dims[axis] as number;
      if (count < 0 || count > size) throw call.fault('topCount', count, size);
      const task = lowering.tasks.topK(input, axis, count, !call.flag('largest', true));
      return lowering.work(task, [input], [call.wants(0), call.wants(1)]);
    },
  },

  {
    name: 'CumSum',
    versions: history(
      {
        since: 11,
        inputs: [2, 2],
        types: [WIDE_NUMBERS, INDICES],
        attributes: { exclusive: 'int', reverse: 'int' },
      },
      { since: 14, types: [WIDE_NUMBERS_BF, INDICES] },
    ),
    shapeInputs: [1],
    lower(call) {
      const { lowering } = call;
      const input = call.input(0);
      const axis = call.axis(call.scalar(1), input.dims.length);
      const task = lowering.tasks.cumulativeSum(
        input,
        axis,
        call.flag('exclusive'),
        call.flag('reverse'),
      );
      return lowering.work(task, [input]);
    },
  },

  {
    name: 'CumProd',
    versions: history({
      since: 26,
      inputs: [2, 2],
      types: [WIDE_NUMBERS_BF, INDICES],
      attributes: { exclusive: 'int', reverse: 'int' },
    }),
    shapeInputs: [1],
    lower(call) {
      const { dims, type } = call.input(0);
      const axis = call.axis(call.scalar(1), dims.length);
      const [size = 0, inner] = [dims[axis], sizeOf(dims.slice(axis + 1))];
      const [exclusive, reverse] = [call.flag('exclusive'), call.flag('reverse')];
      const multiply = multiplierOf(type);
      const work = (target: Floats, source: Floats = target): void => {
        for (let at = 0; at < target.length; at++) {
          const along = Math.floor(at / inner) % size;
          const isFirst = along === 0;
          // Traverses a line forwards, or from its end.
          const to = reverse ? at + (size - 1 - 2 * along) * inner : at;
          const before = reverse ? to + inner : to - inner;
          const factor = source[exclusive ? before : to] as number;
          if (isFirst) target[to] = exclusive ? multiply() : factor;
          else target[to] = multiply(target[before] as number, factor);
        }
      };
      return [
        type.includes('float')
          ? computedInFloats(call, dims, [call.input(0)], work)
          : computed(call, { type, dims }, [call.input(0)], work),
      ];
    },
  },

  trilu,

  {
    name: 'EyeLike',
    versions: history(
      { since: 9, inputs: [1, 1], types: [CASTABLE], attributes: { dtype: 'type', k: 'int' } },
      { since: 22, types: [CASTABLE_BF] },
    ),
    readsShapes: true,
    lower(call) {
      const { dims, type } = call.input(0);
      if (dims.length !== 2) throw call.fault('matrices', dims.length);
      const known = call.version.types[0] as readonly DType[];
      const to = call.elementType('dtype', type, known);
      const k = call.int('k', 0);
      const mask = truths(call, dims, (row, column) => column - row === k);
      return [to === 'bool' ? mask : call.cast(mask, to)];
    },
  },

  {
    name: 'Size',
    versions: withAdded(
      history({ since: [1, 13, 19, 21, 23, 24, 25], inputs: [1, 1], types: [ALL_BF] }),
      19,
    ),
    readsShapes: true,
    lower(call) {
      const count = BigInt64Array.of(BigInt(sizeOf(call.input(0).dims)));
      return [call.lowering.constant('int64', [], count)];
    },
  },

  {
    name: 'NonZero',
    versions: history({ since: [9, 13], inputs: [1, 1], types: [CASTABLE_BF] }),
    shapeInputs: [0],
    counts: true,
    lower(call) {
      const { lowering } = call;
      const input = call.input(0);
      const truth = call.cast(input, 'bool');
      return [truePositions(call, 0, input.dims.length > 0 ? truth : lowering.alias(truth, [1]))];
    },
  },

  /** 1 at the first maximum along an axis, 0 elsewhere. */
  {
    name: 'Hardmax',
    versions: history(
      { since: [1, 11], inputs: [1, 1], types: [FLOATS], attributes: withAxis },
      { since: 13, types: [FLOATS_BF] },
    ),
    lower(call) {
      const { lowering } = call;
      const input = call.input(0);
      const dims = softmaxBlocks(call);
      const [, length] = dims;
      if (sizeOf(dims) === 0) return [input];
      const values = lowering.alias(input, dims);
      const largest = call.result(lowering.tasks.argMax(values, 1, true, false), [values]);
      const places = call.table('int64', [length, 1], (at) => at);
      const isOn = call.compute('Equal', largest, places);
      return [lowering.alias(call.cast(isOn, input.type), input.dims)];
    },
  },

  {
    name: 'DepthToSpace',
    versions: history(
      { since: 1, inputs: [1, 1], types: [ALL], attributes: { blocksize: 'int' } },
      { since: 11, attributes: { blocksize: 'int', mode: 'string' } },
      { since: 13, types: [ALL_BF] },
    ),
    lower(call) {
      const [input, block, dims] = imageBlocks(call);
      const [batch = 0, channels = 0, height = 0, width = 0] = dims;
      const depth = channels / block / block;
      whole(call, block, dims, depth);
      const mode = call.word('mode', ['DCR', 'CRD']);
      const plane = height * width;
      // Channels are split into row, column, depth, or into depth, row, column.
      const [down, across, deep] =
        mode === 'DCR'
          ? [block * depth * plane, depth * plane, plane]
          : [block * plane, plane, block * block * plane];
      const made = [batch, depth, height * block, width * block];
      call.checkDims(made);
      const sizes = [batch, depth, height, block, width, block];
      const strides = [channels * plane, deep, width, down, 1, across];
      return [rearranged(call, input, sizes, strides, made)];
    },
  },

  {
    name: 'SpaceToDepth',
    versions: history(
      { since: 1, inputs: [1, 1], types: [ALL], attributes: { blocksize: 'int' } },
      { since: 13, types: [ALL_BF] },
    ),
    lower(call) {
      const [input, block, dims] = imageBlocks(call);
      const [batch = 0, channels = 0, height = 0, width = 0] = dims;
      const [rows, columns] = [height / block, width / block];
      whole(call, block, dims, rows, columns);
      const plane = height * width;
      const made = [batch, channels * block * block, rows, columns];
      call.checkDims(made);
      const sizes = [batch, block, block, channels, rows, columns];
      const strides = [channels * plane, width, 1, plane, width * block, block];
      return [rearranged(call, input, sizes, strides, made)];
    },
  },
];
