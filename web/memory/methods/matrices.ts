import type { DType } from '../../base/dtypes.js';
import type {
  GemmOptions,
  MatMulOptions,
  OneHotOptions,
  OperatorOptions,
} from '../../base/function-options.js';
import type {
  Into,
  Joins,
  Meets,
  Numbers,
  Operand,
  Self,
  TensorLike,
  WideNumbers,
} from '../../base/types.js';
import type { Tensor } from '../tensor.js';

/** Products of matrices; types and texts. */
export interface MatrixMethods<T extends DType> {
  /**
   * Returns the matrix product over the last two axes, (…,m,k) by (…,k,n). The axes before them
   * broadcast. An operand of rank 1 is a row on the left or a column on the right; the result lacks
   * its axis.
   */
  matMul<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, WideNumbers, B>,
    options?: MatMulOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Returns alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n). C is broadcast to (m,n),
   * or omitted. This tensor is A.
   */
  gemm<B extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    b: B & Meets<TensorLike<T>, B>,
    options?: GemmOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;
  /**
   * Returns alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n). C is broadcast to (m,n),
   * or omitted. This tensor is A.
   */
  gemm<B extends Operand, C extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    b: B & Meets<TensorLike<T>, B>,
    c: (C & Meets<TensorLike<T>, C>) | undefined,
    options?: GemmOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Sums products of the operands' elements over the axes that the equation does not keep:
   * `'ij,jk->ik'` is the matrix product of two operands. Options go last. This
   * tensor is the first operand.
   */
  einsum<B extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    equation: string,
    ...others: readonly (B & Meets<TensorLike<T>, B>)[]
  ): NoInfer<Out>;
  /**
   * Sums products of the operands' elements over the axes that the equation does not keep:
   * `'ij,jk->ik'` is the matrix product of two operands. Options go last. This
   * tensor is the first operand.
   */
  einsum<B extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    equation: string,
    ...given: readonly [...(B & Meets<TensorLike<T>, B>)[], OperatorOptions<Out> & Into<T, Out>]
  ): NoInfer<Out>;

  /**
   * Converts x to another type. Floats are truncated to integers and clamped to the range of the type;
   * NaN becomes 0.
   */
  cast<To extends DType, Out extends TensorLike = Tensor<To>>(
    type: To,
    options?: OperatorOptions<Out> & Into<To, Out>,
  ): NoInfer<Out>;

  /** Concatenates strings, element by element. Since opset 20. */
  stringConcat<B extends Operand, Out extends TensorLike = Tensor<'string'>>(
    b: B & Joins<T, 'string', B>,
    options?: OperatorOptions<Out> & Into<'string', Out>,
  ): NoInfer<Out>;

  /**
   * Returns a vector of `depth` elements for each index: 1 at the index and 0 elsewhere. Negative
   * indices count from the end; the vector of an index that is out of range is all 0.
   */
  oneHot<To extends DType = 'float32', Out extends TensorLike = Tensor<To>>(
    depth: number,
    options?: number | (OneHotOptions<Out, To> & Into<To, Out>),
  ): NoInfer<Out>;
}
