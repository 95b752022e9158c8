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
   * The elements of x, in the same order, with other dims. One of these may be -1, and follows
   * from the rest. The result shares the memory of x.
   */
  reshape<Out extends TensorLike = Tensor<T>>(
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The axes of x in another order: axis i of the result is axis perm[i] of x. Default: reversed.
   */
  transpose<Out extends TensorLike = Tensor<T>>(
    perm?: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x broadcast to meet `dims`: a 1 there keeps the size of x, so that the result need not have
   * the dims that were asked for.
   */
  expand<Out extends TensorLike = Tensor<T>>(
    dims: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x without these axes, which must have size 1. Default: every axis of size 1. The result shares
   * the memory of x.
   */
  squeeze<Out extends TensorLike = Tensor<T>>(
    axes?: number | readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** x with new axes of size 1, at these positions of the result, which shares the memory of x. */
  unsqueeze<Out extends TensorLike = Tensor<T>>(
    axes: number | readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The elements of x along one axis; with `axis`, along two: the axes before it, and those from
   * it on. The result shares the memory of x.
   */
  flatten<Out extends TensorLike = Tensor<T>>(
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * Tensors of one type joined along an axis that they have (default: 0); the other axes must be
   * equal. This tensor is the first.
   */
  concat<B extends Operand, Out extends TensorLike = Tensor<T>>(
    others: readonly (B & Meets<TensorLike<T>, B>)[],
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /**
   * Tensors of one type and shape joined along a new axis (default: 0). This tensor is the first.
   */
  stack<B extends Operand, Out extends TensorLike = Tensor<T>>(
    others: readonly (B & Meets<TensorLike<T>, B>)[],
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** x split along an axis (default: 0) into equal parts, or into parts of these sizes. */
  split(
    parts: number | readonly number[],
    options?: number | Omit<AxisOptions, 'out'>,
  ): Tensor<T>[];

  /**
   * The part of x from each start up to, but not including, its end. Negative numbers count from
   * the end of the axis, and ends past it are clamped.
   */
  slice<Out extends TensorLike = Tensor<T>>(
    starts: readonly number[],
    ends: readonly number[],
    options?: SliceOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * The parts of x at these indices along an axis (default: 0), which count from the end where
   * they are negative.
   */
  gather<At extends Operand, Out extends TensorLike = Tensor<T>>(
    indices: At & Takes<At, Indices>,
    options?: number | (AxisOptions<Out> & Into<T, Out>),
  ): NoInfer<Out>;

  /** x repeated along each of its axes. */
  tile<Out extends TensorLike = Tensor<T>>(
    repeats: readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * x padded by as many elements as `pads` says: the numbers for the beginning of each axis, then
   * those for the end of each. Negative numbers crop.
   */
  pad<Out extends TensorLike = Tensor<T>>(
    pads: readonly number[],
    options?: PadOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /** x with these axes reversed. Default: all. */
  flip<Out extends TensorLike = Tensor<T>>(
    axes?: number | readonly number[],
    options?: OperatorOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;
}
