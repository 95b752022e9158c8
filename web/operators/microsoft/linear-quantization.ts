/**
 * QuantizeLinear and DequantizeLinear as onnxruntime had them before ONNX: with 16-bit and 4-bit types at
 * every opset.
 */
import type { DType } from '../../base/dtypes.js';
import { type Operator, withAxis } from '../operator.js';
import { dequantizedLinearly, quantizedLinearly } from '../quantization.js';

const FLOATS: readonly DType[] = ['float32', 'float16'];
const QUANTIZED: readonly DType[] = ['int8', 'uint8', 'int16', 'uint16', 'int4', 'uint4'];
const WHOLE: readonly DType[] = [...QUANTIZED, 'int32'];

export const linearQuantizationOperators: readonly Operator[] = [
  {
    name: 'QuantizeLinear',
    versions: [
      { since: 1, inputs: [2, 3], types: [FLOATS, FLOATS, QUANTIZED], attributes: withAxis },
    ],
    lower: (call) => [quantizedLinearly(call)],
  },

  {
    name: 'DequantizeLinear',
    versions: [{ since: 1, inputs: [2, 3], types: [WHOLE, FLOATS, WHOLE], attributes: withAxis }],
    lower: (call) => [dequantizedLinearly(call)],
  },
];
