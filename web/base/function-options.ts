/** The options of functions, as callers write them. */
import type { DType } from './dtypes.js';
import type { Operand, TensorLike } from './types.js';

/** Options of every operator. */
export interface OperatorOptions<Out extends TensorLike = TensorLike> {
  /** The version of ONNX's operators to follow. Default: the latest. */
  readonly opset?: number | undefined;
  /** Where the result goes: a tensor of its type and shape. It is written in place and returned. */
  readonly out?: Out | undefined;
}

/** Options of an operator that had the attributes `broadcast` and `axis` up to opset 6. */
export interface ArithmeticOptions<Out extends TensorLike = TensorLike>
  extends OperatorOptions<Out> {
  /** Opset 1 to 6: 1 lets B broadcast. Default: 0. */
  readonly broadcast?: 0 | 1 | undefined;
  /** Opset 1 to 6: the axis of A on which B starts. Default: B aligns at the right. */
  readonly axis?: number | undefined;
}

/** Options of `mod`. */
export interface ModOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** 1 for the remainder with the dividend's sign; required for floats below opset 28. Default: 0. */
  readonly fmod?: 0 | 1 | undefined;
}

/** Options of `bitShift`. */
export interface BitShiftOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** Towards the most significant bit, or away from it. Required. */
  readonly direction: 'LEFT' | 'RIGHT';
}

/** Options of `leakyRelu`. */
export interface LeakyReluOptions<Out extends TensorLike = TensorLike>
  extends OperatorOptions<Out> {
  /** The slope below zero. Default: 0.01. */
  readonly alpha?: number | undefined;
}

/** Options of `gelu`. */
export interface GeluOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** `tanh` for the approximation by the hyperbolic tangent. Default: `none`, the error function. */
  readonly approximate?: 'none' | 'tanh' | undefined;
}

/** Options of `isInf`. */
export interface IsInfOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** Whether -Infinity counts. Default: 1. */
  readonly detect_negative?: 0 | 1 | undefined;
  /** Whether Infinity counts. Default: 1. */
  readonly detect_positive?: 0 | 1 | undefined;
}

/** Options of `clip`. */
export interface ClipOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** Opset 1 to 6, where the bounds are attributes: the lower bound. */
  readonly min?: number | undefined;
  /** Opset 1 to 6: the upper bound. */
  readonly max?: number | undefined;
}

/** Options of `gemm`. */
export interface GemmOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** The factor of the product. Default: 1. */
  readonly alpha?: number | undefined;
  /** The factor of C. If it is 0, C is not read. Default: 1. */
  readonly beta?: number | undefined;
  /** Whether A is stored transposed, as (k,m). Default: 0. */
  readonly transA?: 0 | 1 | boolean | undefined;
  /** Whether B is stored transposed, as (n,k). Default: 0. */
  readonly transB?: 0 | 1 | boolean | undefined;
  /** Opset 1 to 6: 1 lets C broadcast. */
  readonly broadcast?: 0 | 1 | undefined;
}

/** Options of `matMul`. */
export interface MatMulOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** Whether the last two axes of A are swapped first. Default: 0. */
  readonly transA?: 0 | 1 | boolean | undefined;
  /** Whether the last two axes of B are swapped first. Default: 0. */
  readonly transB?: 0 | 1 | boolean | undefined;
}

/** Options of reductions. */
export interface ReduceOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** The axes to reduce; negative ones count from the end. Default: all. */
  readonly axes?: number | readonly number[] | undefined;
  /** The only axis to reduce, instead of `axes`. */
  readonly axis?: number | undefined;
  /** Whether to keep reduced axes, with size 1. Default: false. */
  readonly keepDims?: boolean | undefined;
}

/** Options of `argMax` and `argMin`. */
export interface ArgOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** The axis to search; negative ones count from the end. Default: all elements, flattened. */
  readonly axis?: number | undefined;
  /** Whether to keep the axis, with size 1. Default: false. */
  readonly keepDims?: boolean | undefined;
}

/** Options of `norm`. */
export interface NormOptions<Out extends TensorLike = TensorLike> extends ReduceOptions<Out> {
  /**
   * The order p of the norm (Σ|x|ᵖ)^(1/p). `Infinity` is the largest |x|, `-Infinity` the smallest, and 0 the
   * number of elements other than 0. Without elements, it is 0, and `Infinity` for the order `-Infinity`. Default: 2.
   */
  readonly order?: number | undefined;
}

/** Options of `cumSum`. */
export interface CumSumOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** The axis to sum along; a negative one counts from the end. Default: all elements, flattened. */
  readonly axis?: number | undefined;
  /** Whether each sum leaves out its own element. Default: false. */
  readonly exclusive?: boolean | undefined;
  /** Whether to sum from the end. Default: false. */
  readonly reverse?: boolean | undefined;
}

/** Options of `topK`. */
export interface TopKOptions extends Omit<OperatorOptions, 'out'> {
  /** The axis to search; a negative one counts from the end. Default: -1. */
  readonly axis?: number | undefined;
  /** Whether to return the largest elements, or the smallest. Default: true. */
  readonly largest?: boolean | undefined;
}

/** Options of `sort` and `argSort`. */
export interface SortOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** The axis to sort along; a negative one counts from the end. Default: -1. */
  readonly axis?: number | undefined;
  /** Whether the largest elements come first. Default: false. */
  readonly descending?: boolean | undefined;
}

/** Options of `allClose`. */
export interface AllCloseOptions extends Omit<OperatorOptions, 'out'> {
  /** The tolerance relative to |b|. Default: 1e-5. */
  readonly rtol?: number | undefined;
  /** The absolute tolerance. Default: 1e-8. */
  readonly atol?: number | undefined;
}

/** Options of `resize`: either `sizes` or `scales` is required. */
export interface ResizeOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** The new size of each axis, or of each of `axes`. */
  readonly sizes?: readonly number[] | undefined;
  /** The factor of each axis, or of each of `axes`. */
  readonly scales?: readonly number[] | undefined;
  /** The axes to resize. Default: all. */
  readonly axes?: number | readonly number[] | undefined;
  /** How elements are interpolated. Default: `nearest`. */
  readonly mode?: 'nearest' | 'linear' | 'cubic' | undefined;
  /** Whether to average over more elements when the result is smaller. Default: false. */
  readonly antialias?: boolean | undefined;
  /** How positions in the result correspond to positions in x. Default: `half_pixel`. */
  readonly coordinateTransformationMode?:
    | 'half_pixel'
    | 'half_pixel_symmetric'
    | 'pytorch_half_pixel'
    | 'align_corners'
    | 'asymmetric'
    | undefined;
  /** How the mode `nearest` rounds positions. Default: `round_prefer_floor`. */
  readonly nearestMode?: 'round_prefer_floor' | 'round_prefer_ceil' | 'floor' | 'ceil' | undefined;
  /** The coefficient of the mode `cubic`. Default: -0.75. */
  readonly cubicCoeffA?: number | undefined;
  /** Whether weights of positions outside x are 0. Default: false. */
  readonly excludeOutside?: boolean | undefined;
  /** Whether `sizes` are exact, or bounds within which the aspect ratio is kept. Default: `stretch`. */
  readonly keepAspectRatioPolicy?: 'stretch' | 'not_larger' | 'not_smaller' | undefined;
}

/** Options of `nonMaxSuppression`. */
export interface NonMaxSuppressionOptions<Out extends TensorLike = TensorLike>
  extends OperatorOptions<Out> {
  /** The maximum number of boxes for each class of each image. Default: all. */
  readonly maxOutputBoxesPerClass?: number | undefined;
  /** A box is dropped if its intersection over union with a better one is larger. Default: 0. */
  readonly iouThreshold?: number | undefined;
  /** A box is dropped unless its score is larger. Default: -Infinity. */
  readonly scoreThreshold?: number | undefined;
  /** Whether boxes are (x center, y center, width, height) instead of (y1, x1, y2, x2). Default: false. */
  readonly centerPointBox?: boolean | undefined;
}

/** Options of functions along one axis. */
export interface AxisOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** The axis; a negative one counts from the end. */
  readonly axis?: number | undefined;
}

/** Options of `layerNormalization`. */
export interface NormalizationOptions<Out extends TensorLike = TensorLike>
  extends OperatorOptions<Out> {
  /** The first of the axes that are normalised together. Default: -1. */
  readonly axis?: number | undefined;
  /** The number that is added to the variance. Default: 1e-5. */
  readonly epsilon?: number | undefined;
}

/** Options of `slice`. */
export interface SliceOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** The axis of each start. Default: the first axes. */
  readonly axes?: number | readonly number[] | undefined;
  /** The step of each slice; a negative step goes backwards. Default: 1. */
  readonly steps?: number | readonly number[] | undefined;
}

/** Options of `pad`. */
export interface PadOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** How the new elements are computed. Default: `constant`. */
  readonly mode?: 'constant' | 'reflect' | 'edge' | 'wrap' | undefined;
  /** The value of the new elements in the mode `constant`. Default: 0. */
  readonly value?: number | bigint | boolean | undefined;
}

/** Options of `oneHot`. */
export interface OneHotOptions<Out extends TensorLike = TensorLike, To extends DType = DType>
  extends OperatorOptions<Out> {
  /** The position of the new axis. Default: -1. */
  readonly axis?: number | undefined;
  /** The type of the result. Default: `float32`. */
  readonly type?: To | undefined;
}

/** ncnn's operators, in the order of their numbers. */
export type NcnnOperator =
  | 'ADD'
  | 'SUB'
  | 'MUL'
  | 'DIV'
  | 'MAX'
  | 'MIN'
  | 'POW'
  | 'RSUB'
  | 'RDIV'
  | 'RPOW'
  | 'ATAN2'
  | 'RATAN2'
  | 'FMOD'
  | 'RFMOD'
  | 'LOGADDEXP'
  | 'FLOOR_DIVIDE'
  | 'RFLOOR_DIVIDE'
  | 'REMAINDER'
  | 'RREMAINDER';

/** Options of `random`. */
export interface RandomOptions<T extends DType = DType> {
  /** A seed from 0 to 4294967295: the numbers are those of NumPy's `RandomState`. Default: a random one. */
  readonly seed?: number | undefined;
  /** The lower bound, which may be drawn. Default: 0. */
  readonly low?: number | undefined;
  /** The upper bound, which is not drawn. Default: 1. */
  readonly high?: number | undefined;
  /** A float type. Default: `float32`. */
  readonly type?: T | undefined;
}

/** Options of `randomNormal`. */
export interface RandomNormalOptions<T extends DType = DType> {
  /** A seed from 0 to 4294967295: the numbers are those of NumPy's `RandomState`. Default: a random one. */
  readonly seed?: number | undefined;
  /** The mean of the distribution. Default: 0. */
  readonly mean?: number | undefined;
  /** The standard deviation. Default: 1. */
  readonly deviation?: number | undefined;
  /** A float type. Default: `float32`. */
  readonly type?: T | undefined;
}

/** Options of `set`. */
export interface SetOptions {
  /** Where to write: a bool tensor that broadcasts to the tensor. */
  readonly mask: Operand;
}

/** Attributes of a node, by ONNX's names. */
export type Attributes = Readonly<Record<string, unknown>>;

/** Options of `run`. */
export interface RunOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** The node's attributes, by ONNX's names: `{ broadcast: 1, axis: 1 }`. */
  readonly attributes?: Attributes | undefined;
  /** The number of outputs to return as an array. Default: the first output, as a tensor. */
  readonly outputs?: number | undefined;
}

/** Options of a `run` that writes into a tensor. */
export interface RunInto<Out extends TensorLike> extends RunOptions<Out> {
  /** Where the result goes: a tensor of its type and shape. */
  readonly out: Out;
}

/** Options of a `run` that returns several results. */
export interface RunSeveral extends RunOptions {
  /** The number of outputs. */
  readonly outputs: number;
}
