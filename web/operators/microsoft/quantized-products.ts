/** QGemm and QLinearConv: integer sums of bytes, scaled to floats or requantised to bytes. */
import { sizeOf } from '../../base/dims.js';
import type { Value } from '../../graph/values.js';
import { permuted } from '../movement.js';
import type { Call, Operator } from '../operator.js';
import {
  BYTES,
  ofAll,
  ofMatrix,
  product,
  type Quantized,
  quantizedConvolution,
  quantizedConvolved,
} from '../quantization.js';
import { FLOAT32 } from '../type-sets.js';
import { checkLike, rounded, scaleOf, withChannelsFirst } from './quantized-values.js';

/** A matrix of bytes from the inputs for its elements and its zero points: one zero point, or one per column. */
function columnsOf(call: Call, at: number, zeroAt: number, transposed: boolean): Quantized {
  const value = call.input(at);
  checkLike(call, zeroAt, value.type);
  return { value, zero: ofMatrix(call, zeroAt, transposed), at: zeroAt };
}

function matrixAt(call: Call, at: number): Value {
  const matrix = call.input(at);
  if (matrix.dims.length !== 2) throw call.fault('matrices', matrix.dims.length);
  return matrix;
}

/** The rows, or the columns of a transposed matrix. */
function rowsOf(call: Call): Value {
  const matrix = matrixAt(call, 0);
  if (!call.flag('transA')) return matrix;
  return call.lowering.derived(matrix, 'transposed', () => permuted(call, matrix, [1, 0]));
}

function quantizedGemm(call: Call): Value {
  const { compute } = call;
  const [a, b] = [rowsOf(call), matrixAt(call, 3)];
  const transB = call.flag('transB');
  const [depth = 0, columns = 0] = transB ? [...b.dims].reverse() : b.dims;
  if (a.dims[1] !== depth) throw call.wrongShape(3, transB ? ['N', a.dims[1]] : [a.dims[1], 'N']);
  for (const at of [4, 5]) if (sizeOf(call.input(at).dims) !== 1) call.checkShape(at, [columns]);
  checkLike(call, 2, a.type);
  const rows = { value: a, zero: ofAll(call, 2), at: 2 };
  const made = product(call, rows, columnsOf(call, 3, 5, transB), transB);
  const bias = call.inputs[6];
  const sums = bias ? compute('Add', made, call.stretching(6, bias, made.dims)) : made;
  const alpha = call.number('float32', call.float('alpha', 1));
  const columnScales = ofMatrix(call, 4, false) as Value;
  const scale = compute('Mul', compute('Mul', alpha, scaleOf(call, 1)), columnScales);
  const reals = compute('Mul', call.cast(sums, 'float32'), scale);
  if (!call.inputs[7]) return reals;
  return rounded(call, compute('Div', reals, scaleOf(call, 7)), 8, call.inputs[8]?.type ?? a.type);
}

export const quantizedProductOperators: readonly Operator[] = [
  {
    name: 'QGemm',
    versions: [
      {
        since: 1,
        inputs: [6, 9],
        optional: [2, 5],
        types: [BYTES, FLOAT32, BYTES, BYTES, FLOAT32, BYTES, ['int32'], FLOAT32, BYTES],
        attributes: { alpha: 'float', transA: 'int', transB: 'int' },
      },
    ],
    lower: (call) => [quantizedGemm(call)],
  },

  {
    name: 'QLinearConv',
    versions: [
      {
        since: 1,
        inputs: [8, 9],
        types: [BYTES, FLOAT32, BYTES, BYTES, FLOAT32, BYTES, FLOAT32, BYTES, ['int32']],
        attributes: { ...quantizedConvolution, channels_last: 'int' },
      },
    ],
    lower: (call) => [withChannelsFirst(call, quantizedConvolved)],
  },
];
