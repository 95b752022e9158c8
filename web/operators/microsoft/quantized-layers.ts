/** QLinearAdd and similar operators: dequantised, computed in float32, and quantised again. */
import { sizeOf } from '../../base/dims.js';
import type { DType } from '../../base/dtypes.js';
import type { Value } from '../../graph/values.js';
import { joinedAlong } from '../movement.js';
import type { Call, Operator, Version } from '../operator.js';
import { averaged, maxima, withDilations } from '../pooling.js';
import { BYTES } from '../quantization.js';
import { softmaxBlocks } from '../reductions.js';
import { BOOL, FLOAT32 } from '../type-sets.js';
import { imageSizes, windowAttributes } from '../windows.js';
import {
  checkLike,
  ofChannelsLast,
  quantizedBy,
  reals,
  rounded,
  scaleOf,
  wholes,
  withChannelsFirst,
} from './quantized-values.js';

/** The elements, their scale and zero point, and the scale and zero point of the result. */
const OF_ONE: readonly (readonly DType[])[] = [BYTES, FLOAT32, BYTES, FLOAT32, BYTES];

const ofOne = (attributes: Version['attributes'] = {}): Version[] => [
  { since: 1, inputs: [4, 5], optional: [2], types: OF_ONE, attributes },
];

/** A unary operator, elementwise or over axes. */
const single = (
  name: string,
  make: (call: Call, numbers: Value) => Value,
  attributes?: Version['attributes'],
): Operator => ({
  name,
  versions: ofOne(attributes),
  lower: (call) => [quantizedBy(call, make(call, reals(call, 0)), 3, call.input(0).type)],
});

/** A binary operator that broadcasts. */
const double = (name: string, operator: string): Operator => ({
  name,
  versions: [
    {
      since: 1,
      inputs: [7, 8],
      optional: [2, 5],
      types: [BYTES, FLOAT32, BYTES, BYTES, FLOAT32, BYTES, FLOAT32, BYTES],
    },
  ],
  lower(call) {
    const { type } = call.input(0);
    checkLike(call, 3, type);
    return [quantizedBy(call, call.compute(operator, reals(call, 0), reals(call, 3)), 6, type)];
  },
});

/** Softmax in multiples of the scale; onnxruntime represents 1 as an integer. */
function softmax(call: Call): Value {
  const numbers = reals(call, 0);
  const blocks = softmaxBlocks(call, call.needs('opset', 'int'));
  const made = call.result(call.lowering.tasks.softmax(numbers, ...blocks, false), [numbers]);
  const one = call.compute('Div', call.number('float32', 1), scaleOf(call, 3));
  return rounded(
    call,
    call.compute('Mul', made, call.compute('Floor', one)),
    4,
    call.input(0).type,
  );
}

/** The mean of each channel: an integer sum, scaled once. */
function globalMean(call: Call): Value {
  const { type, dims } = call.input(0);
  if (dims.length < 3) imageSizes(call);
  const axes = dims.slice(2).map((_, axis) => axis + 2);
  const sums = call.reduce('sum', wholes(call, 0), axes, true);
  const count = call.number('float32', sizeOf(dims.slice(2)));
  const scale = call.compute('Div', scaleOf(call, 1), call.compute('Mul', count, scaleOf(call, 3)));
  return rounded(call, call.compute('Mul', sums, scale), 4, type);
}

/** Concatenates values along an axis, each an input with its own scale and zero point. */
function concatenated(call: Call): Value {
  const count = (call.inputs.length - 2) / 3;
  if (!Number.isInteger(count)) throw call.fault('inputGroups', call.inputs.length, 2, 3);
  const { type } = call.input(1);
  const places = Array.from({ length: count }, (_, i) => 2 + 3 * i);
  for (const at of places) {
    const scale = call.input(at + 1);
    if (scale.type !== 'float32') throw call.fault('type', at + 1, scale.type, FLOAT32);
    for (const bytes of [at, at + 2])
      if (call.input(bytes).type !== type)
        throw call.fault('type', bytes, call.input(bytes).type, [type]);
  }
  const axis = call.axis(call.needs('axis', 'int'), call.input(2).dims.length);
  const numbers = joinedAlong(
    call,
    places.map((at) => reals(call, at)),
    axis,
  );
  return quantizedBy(call, numbers, 0, type);
}

export const quantizedLayerOperators: readonly Operator[] = [
  {
    name: 'NhwcMaxPool',
    versions: [{ since: 1, inputs: [1, 1], types: [BYTES], attributes: withDilations }],
    lower: (call) => [
      ofChannelsLast(call, (images) => images.inFloats(images.input(0), (x) => maxima(images, x))),
    ],
  },

  double('QLinearAdd', 'Add'),

  double('QLinearMul', 'Mul'),

  single('QLinearSigmoid', (call, numbers) => call.compute('Sigmoid', numbers)),

  single(
    'QLinearLeakyRelu',
    (call, numbers) =>
      call.lowering.pointwise('LeakyRelu', [numbers], { alpha: call.float('alpha', 0.01) }, 16),
    { alpha: 'float' },
  ),

  {
    name: 'QLinearSoftmax',
    versions: ofOne({ axis: 'int', opset: 'int' }),
    lower: (call) => [softmax(call)],
  },

  {
    name: 'QLinearAveragePool',
    versions: ofOne({
      ...windowAttributes,
      ...{ ceil_mode: 'int', channels_last: 'int', count_include_pad: 'int' },
    }),
    lower: (call) => [
      withChannelsFirst(call, (images) =>
        quantizedBy(images, averaged(images, reals(images, 0)), 3, images.input(0).type),
      ),
    ],
  },

  {
    name: 'QLinearGlobalAveragePool',
    versions: [
      {
        since: 1,
        inputs: [5, 5],
        optional: [2, 4],
        types: OF_ONE,
        attributes: { channels_last: 'int' },
      },
    ],
    lower: (call) => [withChannelsFirst(call, globalMean)],
  },

  {
    name: 'QLinearConcat',
    versions: [
      {
        since: 1,
        inputs: [5, Infinity],
        optional: [1, 4],
        types: [FLOAT32, BYTES, [...BYTES, 'float32']],
        attributes: { axis: 'int' },
      },
    ],
    lower: (call) => [concatenated(call)],
  },

  {
    name: 'QLinearWhere',
    versions: [
      {
        since: 1,
        inputs: [9, 9],
        optional: [3, 6, 8],
        types: [BOOL, BYTES, FLOAT32, BYTES, BYTES, FLOAT32, BYTES, FLOAT32, BYTES],
      },
    ],
    lower(call) {
      const { type } = call.input(1);
      checkLike(call, 4, type);
      const numbers = call.compute('Where', call.input(0), reals(call, 1), reals(call, 4));
      return [quantizedBy(call, numbers, 7, type)];
    },
  },
];
