import type { DType } from '../../base/dtypes.js';
import type {
  GemmOptions,
  MatMulOptions,
  OneHotOptions,
  OperatorOptions,
} from '../../base/function-options.js';
import type {
  Alike,
  CommonType,
  Into,
  Meets,
  Numbers,
  Operand,
  Takes,
  TensorLike,
  WideNumbers,
} from '../../base/types.js';
import type { Tensor } from '../../memory/tensor.js';

/** Products of matrices; types and texts. */
export interface MatrixFunctions {
  /**
   * Returns the matrix product over the last two axes, (…,m,k) by (…,k,n). The axes before them
   * broadcast. An operand of rank 1 is a row on the left or a column on the right; the result lacks
   * its axis.
   * @see {@link https://onnx.ai/onnx/operators/onnx__MatMul.html | ONNX MatMul}
   */
  matMul<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, WideNumbers>,
    b: B & Takes<B, WideNumbers> & Meets<A, B>,
    options?: MatMulOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n). C is broadcast to (m,n),
   * or omitted.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gemm.html | ONNX Gemm}
   */
  gemm<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<CommonType<A, B>>>(
    a: A & Takes<A, WideNumbers>,
    b: B & Meets<A, B>,
    options?: GemmOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Returns alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n). C is broadcast to (m,n),
   * or omitted.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Gemm.html | ONNX Gemm}
   */
  gemm<
    A extends Operand,
    B extends Operand,
    C extends Operand,
    Out extends TensorLike = Tensor<CommonType<A, B>>,
  >(
    a: A & Takes<A, WideNumbers>,
    b: B & Meets<A, B>,
    c: (C & Meets<A, C>) | undefined,
    options?: GemmOptions<Out> & Into<CommonType<A, B>, Out>,
  ): NoInfer<Out>;

  /**
   * Sums products of the operands' elements over the axes that the equation does not keep:
   * `'ij,jk->ik'` is the matrix product of two operands. Options go last.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Einsum.html | ONNX Einsum}
   */
  einsum<X extends Operand>(
    equation: string,
    ...operands: readonly (X & Alike<X> & Takes<X, Numbers>)[]
  ): Tensor<CommonType<X>>;
  /**
   * Sums products of the operands' elements over the axes that the equation does not keep:
   * `'ij,jk->ik'` is the matrix product of two operands. Options go last.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Einsum.html | ONNX Einsum}
   */
  einsum<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    equation: string,
    ...given: readonly [
      ...(X & Alike<X> & Takes<X, Numbers>)[],
      OperatorOptions<Out> & Into<CommonType<X>, Out>,
    ]
  ): NoInfer<Out>;

  /**
   * Converts x to another type. Floats are truncated to integers and clamped to the range of the type;
   * NaN becomes 0.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Cast.html | ONNX Cast}
   */
  cast<To extends DType, Out extends TensorLike = Tensor<To>>(
    x: Operand,
    type: To,
    options?: OperatorOptions<Out> & Into<To, Out>,
  ): NoInfer<Out>;

  /**
   * Concatenates strings, element by element. Since opset 20.
   * @see {@link https://onnx.ai/onnx/operators/onnx__StringConcat.html | ONNX StringConcat}
   */
  stringConcat<A extends Operand, B extends Operand, Out extends TensorLike = Tensor<'string'>>(
    a: A & Takes<A, 'string'>,
    b: B & Takes<B, 'string'> & Meets<A, B>,
    options?: OperatorOptions<Out> & Into<'string', Out>,
  ): NoInfer<Out>;

  /**
   * Returns a vector of `depth` elements for each index: 1 at the index and 0 elsewhere. Negative
   * indices count from the end; the vector of an index that is out of range is all 0.
   * @see {@link https://onnx.ai/onnx/operators/onnx__OneHot.html | ONNX OneHot}
   */
  oneHot<To extends DType = 'float32', Out extends TensorLike = Tensor<To>>(
    indices: Operand,
    depth: number,
    options?: number | (OneHotOptions<Out, To> & Into<To, Out>),
  ): NoInfer<Out>;
}
