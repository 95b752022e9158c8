import type { DType } from '../../base/dtypes.js';
import type { NonMaxSuppressionOptions, ResizeOptions } from '../../base/function-options.js';
import type { Into, Numbers, Operand, Self, Takes, TensorLike } from '../../base/types.js';
import type { Tensor } from '../tensor.js';

/** Images, and detected boxes. */
export interface VisionMethods<T extends DType> {
  /**
   * Resizes x by interpolation, to `sizes` or by `scales`. ONNX's attributes are options with names like
   * `nearestMode`.
   */
  resize<Out extends TensorLike = Tensor<T>>(
    this: Self<T, Numbers | 'bool'>,
    options?: ResizeOptions<Out> & Into<T, Out>,
  ): NoInfer<Out>;

  /**
   * Returns the boxes that remain after dropping those that overlap a better one of their class. Boxes have
   * shape (batch,count,4), scores (batch,classes,count). Each row of the result has the indices of an image,
   * a class and a box. This tensor is boxes.
   */
  nonMaxSuppression<Scores extends Operand, Out extends TensorLike = Tensor<'int64'>>(
    this: Self<T, 'float32'>,
    scores: Scores & Takes<Scores, 'float32'>,
    options?: NonMaxSuppressionOptions<Out> & Into<'int64', Out>,
  ): NoInfer<Out>;
}
