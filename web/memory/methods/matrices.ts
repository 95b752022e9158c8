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
  Operand,
  Self,
  TensorLike,
  WideNumbers,
} from '../../base/types.js';
import type { Tensor } from '../tensor.js';

/** Products of matrices; types and texts. */
export interface MatrixMethods<T extends DType> {
  /**
   * The matrix product over the last two axes, (…,m,k) by (…,k,n); the axes before them broadcast,
   * and an operand of rank 1 is a row on the left or a column on the right, whose axis the result
   * does not have.
   */
  matMul<B extends Operand, Out extends TensorLike = Tensor<T>>(
    b: B & Joins<T, WideNumbers, B>,
    options?: MatMulOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n), with C broadcast to (m,n) or
   * left out. This tensor is A.
   */
  gemm<B extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    b: B & Meets<TensorLike<T>, B>,
    options?: GemmOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;
  /**
   * alpha * A * B + beta * C for matrices of shapes (m,k) and (k,n), with C broadcast to (m,n) or
   * left out. This tensor is A.
   */
  gemm<B extends Operand, C extends Operand, Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    b: B & Meets<TensorLike<T>, B>,
    c: (C & Meets<TensorLike<T>, C>) | undefined,
    options?: GemmOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x in another type. Floats are truncated to integers; what is out of the range of the type
   * becomes its nearest end, and NaN becomes 0.
   */
  cast<To extends DType, Out extends TensorLike = Tensor<To>>(
    type: To,
    options?: OperatorOptions<Out> & Into<To, Out>,
  ): NoInfer<Out>;

  /** Two strings joined, element by element. From opset 20 on. */
  stringConcat<B extends Operand, Out extends TensorLike = Tensor<'string'>>(
    b: B & Joins<T, 'string', B>,
    options?: OperatorOptions<Out> & Into<'string', Out>,
  ): NoInfer<Out>;

  /**
   * A vector of `depth` elements for each index: 1 at the index and 0 elsewhere. Negative indices
   * count from the end; one that is out of range gives 0 everywhere.
   */
  oneHot<To extends DType = 'float32', Out extends TensorLike = Tensor<To>>(
    depth: number,
    options?: number | (OneHotOptions<Out, To> & Into<To, Out>),
  ): NoInfer<Out>;
}
