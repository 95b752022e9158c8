import type {
  AxisOptions,
  OperatorOptions,
  SortOptions,
  TopKOptions,
} from '../../base/function-options.js';
import type {
  CommonType,
  Indices,
  Into,
  Numbers,
  Operand,
  Takes,
  TensorLike,
} from '../../base/types.js';
import type { Tensor } from '../../memory/tensor.js';

/** Order, and selection by values. */
export interface OrderingFunctions {
  /**
   * Returns the k largest or smallest elements along the axis (default: -1), in order, and their indices. Of
   * equal elements, the first counts; NaN counts as the largest.
   * @see {@link https://onnx.ai/onnx/operators/onnx__TopK.html | ONNX TopK}
   */
  topK<X extends Operand>(
    x: X & Takes<X, Numbers>,
    k: number,
    options?: number | TopKOptions,
  ): { values: Tensor<CommonType<X>>; indices: Tensor<'int64'> };

  /**
   * Returns the elements in ascending order along the axis (default: -1); NaN is last, or first if
   * `descending`.
   */
  sort<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X & Takes<X, Numbers>,
    options?: number | (SortOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the indices that sort the elements along the axis (default: -1), as `sort` does. Equal elements
   * keep their order, as with NumPy's stable sort.
   */
  argSort<X extends Operand, Out extends TensorLike = Tensor<'int64'>>(
    x: X & Takes<X, Numbers>,
    options?: number | (SortOptions<Out> & Into<'int64', Out>),
  ): NoInfer<Out>;

  /**
   * Returns the parts of x where a condition is true, like NumPy's `x[condition]`. The condition is a bool
   * tensor that has the sizes of x from the axis (default: 0) on; these axes become one.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Compress.html | ONNX Compress}
   */
  mask<
    X extends Operand,
    Condition extends Operand,
    Out extends TensorLike = Tensor<CommonType<X>>,
  >(
    x: X,
    condition: Condition & Takes<Condition, 'bool'>,
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the indices of the elements other than 0 as a tensor of shape (rank,count): a row for each axis.
   * @see {@link https://onnx.ai/onnx/operators/onnx__NonZero.html | ONNX NonZero}
   */
  nonZero<X extends Operand, Out extends TensorLike = Tensor<'int64'>>(
    x: X & Takes<X, Numbers | 'bool'>,
    options?: OperatorOptions<Out> & Into<'int64', Out>,
  ): NoInfer<Out>;

  /**
   * Returns the distinct elements in ascending order, or, along an axis, the distinct parts. For counts and
   * indices, use `run('Unique', [x], { outputs: 4 })`.
   * @see {@link https://onnx.ai/onnx/operators/onnx__Unique.html | ONNX Unique}
   */
  unique<X extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the element of x at each index along the axis (default: -1), like NumPy's `take_along_axis`:
   * `x.takeAlong(x.argSort())` is sorted. Negative indices count from the end.
   * @see {@link https://onnx.ai/onnx/operators/onnx__GatherElements.html | ONNX GatherElements}
   */
  takeAlong<X extends Operand, At extends Operand, Out extends TensorLike = Tensor<CommonType<X>>>(
    x: X,
    indices: At & Takes<At, Indices>,
    options?: number | (AxisOptions<Out> & Into<CommonType<X>, Out>),
  ): NoInfer<Out>;
}
