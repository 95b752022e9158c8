/** Products of bytes whose sums are scaled to floats; onnxruntime's optimisers fuse MatMulInteger into them. */
import type { DType } from '../../base/dtypes.js';
import type { Value } from '../../graph/values.js';
import type { Call, Operator } from '../operator.js';
import {
  dynamicallyQuantized,
  matrix,
  ofAll,
  ofMatrix,
  product,
  type Quantized,
} from '../quantization.js';
import { FLOAT32 } from '../type-sets.js';

const BYTES: readonly DType[] = ['int8', 'uint8'];

/** A quantised matrix with its scale and the index of that input. */
interface Scaled {
  readonly matrix: Quantized;
  readonly scale: Value;
}

/** The second input, quantised as a whole or by columns; other inputs are its scale and its zero point. */
function columns(call: Call, scale: number, zero: number): Scaled {
  const { dims } = call.input(1);
  if (dims.length < 2) throw call.fault('matrices', dims.length);
  for (const at of [scale, zero]) checkColumns(call, at, dims);
  return { matrix: matrix(call, 1, zero, false), scale: ofMatrix(call, scale, false) as Value };
}

/** One for all matrices, one for each column of all, or one for each column of each. */
function checkColumns(call: Call, at: number, dims: readonly number[]): void {
  const value = call.inputs[at];
  if (!value || (value.dims.length <= 1 && value.dims.every((size) => size === 1))) return;
  const each = [...dims.slice(0, -2), 1, ...dims.slice(-1)];
  call.checkShape(at, value.dims.length === 1 ? dims.slice(-1) : each);
}

/** The product of two matrices and their scales, plus the bias from an input. */
function scaled(call: Call, a: Scaled, b: Scaled, bias: number): Value {
  const { compute } = call;
  const shift = call.inputs[bias];
  call.checkShape(bias, call.input(1).dims.slice(-1));
  const sums = call.cast(product(call, a.matrix, b.matrix), 'float32');
  const made = compute('Mul', sums, compute('Mul', a.scale, b.scale));
  return shift ? compute('Add', made, shift) : made;
}

export const integerProductOperators: readonly Operator[] = [
  {
    name: 'DynamicQuantizeMatMul',
    versions: [{ since: 1, inputs: [3, 5], types: [FLOAT32, BYTES, FLOAT32, BYTES, FLOAT32] }],
    lower(call) {
      const b = columns(call, 2, 3);
      const { value, scale, zero } = dynamicallyQuantized(call, call.input(0));
      return [scaled(call, { matrix: { value, zero, at: 0 }, scale }, b, 4)];
    },
  },

  {
    name: 'MatMulIntegerToFloat',
    versions: [
      {
        since: 1,
        inputs: [4, 7],
        types: [BYTES, BYTES, FLOAT32, FLOAT32, BYTES, BYTES, FLOAT32],
      },
    ],
    lower(call) {
      const a = { value: call.input(0), zero: ofAll(call, 4), at: 4 };
      const scale = ofAll(call, 2) as Value;
      return [scaled(call, { matrix: a, scale }, columns(call, 3, 5), 6)];
    },
  },
];
