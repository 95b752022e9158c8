import type { DType } from '../../base/dtypes.js';
import type {
  ArgOptions,
  AxisOptions,
  NormalizationOptions,
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

/** Reductions over axes, and what is normalised along them. */
export interface ReductionMethods<T extends DType> {
  /** The sum along the axes; integers wrap. The sum of no elements is 0. */
  sum<Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** The mean along the axes, in the type of x; truncated for integers. */
  mean<Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** The largest element along the axes; NaN if any of them is NaN. */
  max<Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers | 'int8' | 'uint8' | 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** The smallest element along the axes; NaN if any of them is NaN. */
  min<Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers | 'int8' | 'uint8' | 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** The product along the axes; integers wrap. The product of no elements is 1. */
  prod<Out extends TensorLike = Tensor<T>>(
    this: Self<T, WideNumbers>,
    options?: number | (ReduceOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** True where all elements along the axes are true. */
  all<Out extends TensorLike = Tensor<'bool'>>(
    this: Self<T, 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<'bool', Out>),
  ): NoInfer<Out>;

  /** True where any element along the axes is true. */
  any<Out extends TensorLike = Tensor<'bool'>>(
    this: Self<T, 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<'bool', Out>),
  ): NoInfer<Out>;

  /**
   * The index of the largest element along the axis, or among all; the first of equal ones, and
   * NaN counts as the largest.
   */
  argMax<Out extends TensorLike = Tensor<'int64'>>(
    this: Self<T, Numbers>,
    options?: number | (ArgOptions<Out> & Into<'int64', Out>),
  ): NoInfer<Out>;

  /**
   * The index of the smallest element along the axis, or among all; the first of equal ones, and
   * NaN counts as the smallest.
   */
  argMin<Out extends TensorLike = Tensor<'int64'>>(
    this: Self<T, Numbers>,
    options?: number | (ArgOptions<Out> & Into<'int64', Out>),
  ): NoInfer<Out>;

  /** exp(x) divided by its sum along the axis (default: -1), computed so that nothing overflows. */
  softmax<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** The logarithm of `softmax` along the axis (default: -1). */
  logSoftmax<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Floats>,
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * x minus its mean, divided by its standard deviation, over the axes from `axis` on, then
   * multiplied by the scale, plus the bias. Computed in float32, as ONNX does by default, float64
   * included.
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
