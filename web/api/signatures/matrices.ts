import type { DType } from '../../base/dtypes.js';
import type { MatMulOptions } from '../../base/function-options.js';
import type { WideNumbers } from '../../base/types.js';
import type { Binary, Cast, Einsum, Form, Gemm, OneHot } from './forms.js';

/** Products of matrices; types and texts. */
export interface MatrixFunctions<As extends Form, T extends DType> {
  /**
   * Returns the matrix product over the last two axes, (…,m,k) by (…,k,n). The axes before them broadcast. An
   * operand of rank 1 is a row on the left or a column on the right; the result lacks its axis.
   * @see {@link https://onnx.ai/onnx/operators/onnx__MatMul.html | ONNX MatMul}
   */
  matMul: Binary<T, WideNumbers, MatMulOptions>[As];
  /**
   * Returns alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n). C is broadcast to (m,n), or
   * omitted. As a method, the tensor is A.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gemm.html | ONNX Gemm}
   */
  gemm: Gemm<T>[As];
  /**
   * Sums products of the operands' elements over the axes that the equation does not keep: `'ij,jk->ik'` is
   * the matrix product of two operands. Options go last. As a method, the tensor is the first operand.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Einsum.html | ONNX Einsum}
   */
  einsum: Einsum<T>[As];
  /**
   * Converts x to another type. Floats are truncated to integers and clamped to the range of the type; NaN
   * becomes 0.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Cast.html | ONNX Cast}
   */
  cast: Cast[As];
  /**
   * Concatenates strings, element by element. Since opset 20.
   * @see {@link https://onnx.ai/onnx/operators/onnx__StringConcat.html | ONNX StringConcat}
   */
  stringConcat: Binary<T, 'string', unknown, 'string'>[As];
  /**
   * Returns a vector of `depth` elements for each index: 1 at the index and 0 elsewhere. Negative indices
   * count from the end; the vector of an index that is out of range is all 0.
   * @see {@link https://onnx.ai/onnx/operators/onnx__OneHot.html | ONNX OneHot}
   */
  oneHot: OneHot[As];
}
