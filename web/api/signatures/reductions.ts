import type {
  ArgOptions,
  AxisOptions,
  CumSumOptions,
  NormalizationOptions,
  NormOptions,
  ReduceOptions,
} from '../../base/function-options.js';
import type {
  CommonType,
  Floats,
  Into,
  Meets,
  Numbers,
  Operand,
  Takes,
  TensorLike,
  WideNumbers,
} from '../../base/types.js';
import type { Tensor } from '../../memory/tensor.js';

/** Reductions over axes, and normalisations along them. */
export interface Reductions {
  /**
   * Returns the sum along the axes. Integers wrap. The sum of no elements is 0.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceSum.html | ONNX ReduceSum}
   */
  sum<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, WideNumbers>,
    options?: number | (ReduceOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the mean along the axes, in the type of x; truncated for integers.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceMean.html | ONNX ReduceMean}
   */
  mean<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, WideNumbers>,
    options?: number | (ReduceOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the largest element along the axes; NaN if any element is NaN.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceMax.html | ONNX ReduceMax}
   */
  max<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, WideNumbers | 'int8' | 'uint8' | 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the smallest element along the axes; NaN if any element is NaN.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceMin.html | ONNX ReduceMin}
   */
  min<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, WideNumbers | 'int8' | 'uint8' | 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the product along the axes. Integers wrap. The product of no elements is 1.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceProd.html | ONNX ReduceProd}
   */
  prod<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, WideNumbers>,
    options?: number | (ReduceOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /** Returns true where all elements along the axes are true. */
  all<X extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    x: X & Takes<X, 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<'bool', Out>),
  ): NoInfer<Out>;

  /** Returns true where any element along the axes is true. */
  any<X extends Operand, Out extends TensorLike = Tensor<'bool'>>(
    x: X & Takes<X, 'bool'>,
    options?: number | (ReduceOptions<Out> & Into<'bool', Out>),
  ): NoInfer<Out>;

  /** Returns the standard deviation along the axes: the root of `variance`. */
  std<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: number | (ReduceOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the mean square of the deviations from the mean along the axes, like NumPy's `var`. 16-bit
   * floats are computed in float32.
   */
  variance<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: number | (ReduceOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /** Returns the norm along the axes: the Euclidean norm, or that of another `order`. */
  norm<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: number | (NormOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns log(Σ exp(x)) along the axes, computed without overflow.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ReduceLogSumExp.html | ONNX ReduceLogSumExp}
   */
  logSumExp<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: number | (ReduceOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the running sums along the axis; without one, of all elements in order, as in NumPy. Integers
   * wrap.
   * @see {@link https://onnx.ai/onnx/operators/onnx__CumSum.html | ONNX CumSum}
   */
  cumSum<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, WideNumbers>,
    options?: number | (CumSumOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the index of the largest element along the axis, or among all elements. Of equal elements,
   * the first counts; NaN counts as the largest.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ArgMax.html | ONNX ArgMax}
   */
  argMax<X extends Operand, Out extends TensorLike = Tensor<'int64'>>(
    x: X & Takes<X, Numbers>,
    options?: number | (ArgOptions<Out> & Into<'int64', Out>),
  ): NoInfer<Out>;

  /**
   * Returns the index of the smallest element along the axis, or among all elements. Of equal
   * elements, the first counts; NaN counts as the smallest.
   * @see {@link https://onnx.ai/onnx/operators/onnx__ArgMin.html | ONNX ArgMin}
   */
  argMin<X extends Operand, Out extends TensorLike = Tensor<'int64'>>(
    x: X & Takes<X, Numbers>,
    options?: number | (ArgOptions<Out> & Into<'int64', Out>),
  ): NoInfer<Out>;

  /**
   * Returns exp(x) divided by its sum along the axis (default: -1), computed without overflow.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Softmax.html | ONNX Softmax}
   */
  softmax<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the logarithm of `softmax` along the axis (default: -1).
   * @see {@link https://onnx.ai/onnx/operators/onnx__LogSoftmax.html | ONNX LogSoftmax}
   */
  logSoftmax<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Floats>,
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Normalises x over the axes from `axis` to the last: subtracts the mean, divides by the standard
   * deviation, multiplies by the scale and adds the bias. Computes in float32, as ONNX does by default,
   * even for float64.
   * @see {@link https://onnx.ai/onnx/operators/onnx__LayerNormalization.html | ONNX LayerNormalization}
   */
  layerNormalization<
    X extends Operand,
    Scale extends Operand,
    Bias extends Operand,
    Out extends TensorLike = Tensor<CommonType<X>>,
  >(
    x: X & Takes<X, Floats>,
    scale: Scale & Meets<X, Scale>,
    bias?: (Bias & Meets<X, Bias>) | undefined,
    options?: number | (NormalizationOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;
}
