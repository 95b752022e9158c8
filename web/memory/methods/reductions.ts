import type { DType } from '../../base/dtypes.js';
import type {
  ArgOptions,
  AxisOptions,
  CumSumOptions,
  NormalizationOptions,
  NormOptions,
  ReduceOptions,
} from '../../base/function-options.js';
import type {
  Floats,
  Into,
  Meets,
  Numbers,
  Operand,
  Self,
  TensorLike,
  WideNumbers,
} from '../../base/types.js';
import type { Tensor } from '../tensor.js';

/** Reductions over axes, and normalisations along them. */
export interface ReductionMethods<T extends DType> {
  /** Returns the sum along the axes. Integers wrap. The sum of no elements is 0. */
  sum<Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** Returns the mean along the axes, in the type of x; truncated for integers. */
  mean<Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** Returns the largest element along the axes; NaN if any element is NaN. */
  max<Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers | 'int8' | 'uint8' | 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** Returns the smallest element along the axes; NaN if any element is NaN. */
  min<Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers | 'int8' | 'uint8' | 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** Returns the product along the axes. Integers wrap. The product of no elements is 1. */
  prod<Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** Returns true where all elements along the axes are true. */
  all<Out extends TensorLike = Tensor<'bool'>>(
    this: Self<T, 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<'bool', Out>),
  ): NoInfer<Out>;

  /** Returns true where any element along the axes is true. */
  any<Out extends TensorLike = Tensor<'bool'>>(
    this: Self<T, 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<'bool', Out>),
  ): NoInfer<Out>;

  /** Returns the standard deviation along the axes: the root of `variance`. */
  std<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the mean square of the deviations from the mean along the axes, like NumPy's `var`. 16-bit
   * floats are computed in float32.
   */
  variance<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** Returns the norm along the axes: the Euclidean norm, or that of another `order`. */
  norm<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: number | (NormOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** Returns log(Σ exp(x)) along the axes, computed without overflow. */
  logSumExp<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the running sums along the axis; without one, of all elements in order, as in NumPy. Integers
   * wrap.
   */
  cumSum<Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    options?: number | (CumSumOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the index of the largest element along the axis, or among all elements. Of equal elements,
   * the first counts; NaN counts as the largest.
   */
  argMax<Out extends TensorLike = Tensor<'int64'>>(
    this: Self<T, Numbers>,
    options?: number | (ArgOptions<Out> & Into<'int64', Out>),
  ): NoInfer<Out>;

  /**
   * Returns the index of the smallest element along the axis, or among all elements. Of equal
   * elements, the first counts; NaN counts as the smallest.
   */
  argMin<Out extends TensorLike = Tensor<'int64'>>(
    this: Self<T, Numbers>,
    options?: number | (ArgOptions<Out> & Into<'int64', Out>),
  ): NoInfer<Out>;

  /** Returns exp(x) divided by its sum along the axis (default: -1), computed without overflow. */
  softmax<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** Returns the logarithm of `softmax` along the axis (default: -1). */
  logSoftmax<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * Normalises x over the axes from `axis` to the last: subtracts the mean, divides by the standard
   * deviation, multiplies by the scale and adds the bias. Computes in float32, as ONNX does by default,
   * even for float64.
   */
  layerNormalization<
    Scale extends Operand,
    Bias extends Operand,
    Out extends TensorLike = Tensor<T>,
  >(
    this: Self<T, Floats>,
    scale: Scale & Meets<TensorLike<T>, Scale>,
    bias?: (Bias & Meets<TensorLike<T>, Bias>) | undefined,
    options?: number | (NormalizationOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;
}
