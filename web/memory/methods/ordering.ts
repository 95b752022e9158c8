import type { DType } from '../../base/dtypes.js';
import type {
  AxisOptions,
  OperatorOptions,
  SortOptions,
  TopKOptions,
} from '../../base/function-options.js';
import type { Indices, Into, Numbers, Operand, Self, Takes, TensorLike } from '../../base/types.js';
import type { Tensor } from '../tensor.js';

/** Order, and selection by values. */
export interface OrderingMethods<T extends DType> {
  /**
   * Returns the k largest or smallest elements along the axis (default: -1), in order, and their indices. Of
   * equal elements, the first counts; NaN counts as the largest.
   */
  topK(
    this: Self<T, Numbers>,
    k: number,
    options?: number | TopKOptions,
  ): { values: Tensor<T>; indices: Tensor<'int64'> };

  /**
   * Returns the elements in ascending order along the axis (default: -1); NaN is last, or first if
   * `descending`.
   */
  sort<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers>,
    options?: number | (SortOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the indices that sort the elements along the axis (default: -1), as `sort` does. Equal elements
   * keep their order, as with NumPy's stable sort.
   */
  argSort<Out extends TensorLike = Tensor<'int64'>>(
    this: Self<T, Numbers>,
    options?: number | (SortOptions<Out> & Into<'int64', Out>),
  ): NoInfer<Out>;

  /**
   * Returns the parts of x where a condition is true, like NumPy's `x[condition]`. The condition is a bool
   * tensor that has the sizes of x from the axis (default: 0) on; these axes become one.
   */
  mask<Condition extends Operand, Out extends TensorLike = Tensor<T>>(
    condition: Condition & Takes<Condition, 'bool'>,
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the indices of the elements other than 0 as a tensor of shape (rank,count): a row for each axis.
   */
  nonZero<Out extends TensorLike = Tensor<'int64'>>(
    this: Self<T, Numbers | 'bool'>,
    options?: OperatorOptions<Out> & Into<'int64', Out>,
  ): NoInfer<Out>;

  /**
   * Returns the distinct elements in ascending order, or, along an axis, the distinct parts. For counts and
   * indices, use `run('Unique', [x], { outputs: 4 })`.
   */
  unique<Out extends TensorLike = Tensor<T>>(
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * Returns the element of x at each index along the axis (default: -1), like NumPy's `take_along_axis`:
   * `x.takeAlong(x.argSort())` is sorted. Negative indices count from the end.
   */
  takeAlong<At extends Operand, Out extends TensorLike = Tensor<T>>(
    indices: At & Takes<At, Indices>,
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;
}
