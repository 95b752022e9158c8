import type { DType } from '../../base/dtypes.js';
import type {
  AxisOptions,
  OperatorOptions,
  PadOptions,
  SliceOptions,
} from '../../base/function-options.js';
import type { Indices, Into, Meets, Operand, Takes, TensorLike } from '../../base/types.js';
import type { Tensor } from '../tensor.js';

/** The tensor under other shapes, and in other orders. */
export interface ShapeMethods<T extends DType> {
  /**
   * Returns the elements of x, in the same order, with another shape. One size may be -1, which is then
   * inferred. The result shares the memory of x.
   */
  reshape<Out extends TensorLike = Tensor<T>>(
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Permutes the axes of x: axis i of the result is axis perm[i] of x. Default: reversed.
   */
  transpose<Out extends TensorLike = Tensor<T>>(
    perm?: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Broadcasts x and `dims` together. A 1 in `dims` keeps the size of x, so the result may be larger
   * than `dims`.
   */
  expand<Out extends TensorLike = Tensor<T>>(
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Removes axes of size 1. Default: every axis of size 1. The result shares the memory of x.
   */
  squeeze<Out extends TensorLike = Tensor<T>>(
    axes?: number | readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Inserts axes of size 1 at these positions of the result, which shares the memory of x. */
  unsqueeze<Out extends TensorLike = Tensor<T>>(
    axes: number | readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the elements of x along one axis, or, with `axis`, as a matrix: the axes before it become
   * the rows, the others the columns. The result shares the memory of x.
   */
  flatten<Out extends TensorLike = Tensor<T>>(
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * Joins tensors of the same type along an existing axis (default: 0). The other axes must have equal
   * sizes. This tensor is the first.
   */
  concat<B extends Operand, Out extends TensorLike = Tensor<T>>(
    others: readonly (B & Meets<TensorLike<T>, B>)[],
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * Joins tensors of the same type and shape along a new axis (default: 0). This tensor is the first.
   */
  stack<B extends Operand, Out extends TensorLike = Tensor<T>>(
    others: readonly (B & Meets<TensorLike<T>, B>)[],
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** Splits x along an axis (default: 0) into equal parts, or into parts of the given sizes. */
  split(
    parts: number | readonly number[],
    options?: number | Omit<AxisOptions, 'out'>,
  ): Tensor<T>[];

  /**
   * Returns the part of x from each start up to, but not including, its end. Negative numbers count from
   * the end of the axis; ends beyond it are clamped.
   */
  slice<Out extends TensorLike = Tensor<T>>(
    starts: readonly number[],
    ends: readonly number[],
    options?: SliceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the slices of x at these indices along an axis (default: 0). Negative indices count from
   * the end.
   */
  gather<At extends Operand, Out extends TensorLike = Tensor<T>>(
    indices: At & Takes<At, Indices>,
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** Repeats x along each of its axes. */
  tile<Out extends TensorLike = Tensor<T>>(
    repeats: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Pads x. `pads` lists the number of elements to add before each axis, then the number to add after each.
   * Negative numbers crop.
   */
  pad<Out extends TensorLike = Tensor<T>>(
    pads: readonly number[],
    options?: PadOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** Reverses x along these axes. Default: all. */
  flip<Out extends TensorLike = Tensor<T>>(
    axes?: number | readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;
}
