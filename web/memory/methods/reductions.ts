import type { DType } from '../../base/dtypes.js';
import type {
  ArgOptions,
  AxisOptions,
  NormalizationOptions,
  ReduceOptions,
} from '../../base/function-options.js';
import type { Into, Meets, Operand, TensorLike } from '../../base/types.js';
import type { Tensor } from '../tensor.js';

/** Reductions over axes, and what is normalised along them. */
export interface ReductionMethods<T extends DType> {
  /** The sum along the axes; integers wrap. Of no elements: 0. */
  sum<Out extends TensorLike = Tensor<T>>(
    options?: ReduceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The mean along the axes, in the type of x: of integers, truncated. */
  mean<Out extends TensorLike = Tensor<T>>(
    options?: ReduceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The largest element along the axes; NaN where there is one. */
  max<Out extends TensorLike = Tensor<T>>(
    options?: ReduceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The smallest element along the axes; NaN where there is one. */
  min<Out extends TensorLike = Tensor<T>>(
    options?: ReduceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The product along the axes; integers wrap. Of no elements: 1. */
  prod<Out extends TensorLike = Tensor<T>>(
    options?: ReduceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Whether all elements along the axes hold. */
  all<Out extends TensorLike = Tensor<'bool'>>(
    options?: ReduceOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /** Whether any element along the axes holds. */
  any<Out extends TensorLike = Tensor<'bool'>>(
    options?: ReduceOptions<Out> & Into<'bool', Out>,
  ): NoInfer<Out>;

  /**
   * The index of the largest element along the axis, or among all; of equals the first, and NaN
   * counts as the largest.
   */
  argMax<Out extends TensorLike = Tensor<'int64'>>(
    options?: ArgOptions<Out> & Into<'int64', Out>,
  ): NoInfer<Out>;

  /**
   * The index of the smallest element along the axis, or among all; of equals the first, and NaN
   * counts as the smallest.
   */
  argMin<Out extends TensorLike = Tensor<'int64'>>(
    options?: ArgOptions<Out> & Into<'int64', Out>,
  ): NoInfer<Out>;

  /** exp(x) divided by its sum along the axis (default: -1), computed so that nothing overflows. */
  softmax<Out extends TensorLike = Tensor<T>>(
    options?: AxisOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** The logarithm of `softmax` along the axis (default: -1). */
  logSoftmax<Out extends TensorLike = Tensor<T>>(
    options?: AxisOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x minus its mean, divided by its standard deviation, over the axes from `axis` on; times the
   * scale, plus the bias.
   */
  layerNormalization<
    Scale extends Operand,
    Bias extends Operand,
    Out extends TensorLike = Tensor<T>,
  >(
    scale: Scale & Meets<TensorLike<T>, Scale>,
    bias?: (Bias & Meets<TensorLike<T>, Bias>) | undefined,
    options?: NormalizationOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;
}
