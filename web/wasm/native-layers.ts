/** The requests of the engine's layers, as registered in `bindings/module.cpp`; a part of native.ts. */
import type { Enumerator } from './embind.js';
import type { NativeTask } from './native-task.js';

/** A box of elements to move. Sizes, offsets and strides are in elements. */
export interface NativeCopy {
  readonly type: Enumerator;
  readonly inputElements: number;
  readonly outputElements: number;
  readonly inputOffset: number;
  readonly outputOffset: number;
  readonly axes: readonly NativeCopyAxis[];
}

export interface NativeCopyAxis {
  readonly size: number;
  readonly inputStride: number;
  readonly outputStride: number;
}

/** Along the middle of [outer, size, inner]. */
interface AlongAxis {
  readonly type: Enumerator;
  readonly outer: number;
  readonly size: number;
  readonly inner: number;
}

export interface NativeGather extends AlongAxis {
  readonly indexType: Enumerator;
  readonly indices: number;
}

export interface NativeReduce {
  readonly type: Enumerator;
  readonly reduction: Enumerator;
  readonly axes: readonly NativeReduceAxis[];
}

export interface NativeReduceAxis {
  readonly size: number;
  readonly reduced: boolean;
}

export interface NativeArgMax extends AlongAxis {
  readonly last: boolean;
  readonly smallest: boolean;
}

export interface NativeSoftmax extends AlongAxis {
  readonly logarithm: boolean;
  readonly flush: boolean;
}

export interface NativeLayerNormalization {
  readonly type: Enumerator;
  readonly stashType: Enumerator;
  readonly epsilon: number;
  readonly rows: number;
  readonly size: number;
  readonly scaleRows: number;
  readonly biasRows: number;
}

export interface NativeRange {
  readonly type: Enumerator;
  readonly elements: number;
}

/** How windows slide along an axis of an image: the window of output i starts at i * stride - pad. */
export interface NativeWindowAxis {
  readonly input: number;
  readonly output: number;
  readonly kernel: number;
  readonly stride: number;
  readonly dilation: number;
  /** If negative, elements that are skipped. */
  readonly pad: number;
}

export interface NativeConvolution {
  readonly type: Enumerator;
  readonly batch: number;
  readonly groups: number;
  /** Input channels of a group. */
  readonly inputChannels: number;
  /** Output channels of a group. */
  readonly outputChannels: number;
  readonly axes: readonly NativeWindowAxis[];
}

export interface NativePackedProduct {
  readonly type: Enumerator;
  readonly rows: number;
  readonly depth: number;
  readonly columns: number;
  /** Whether the matrix is stored column by column. */
  readonly transposed: boolean;
}

export interface NativePool {
  readonly type: Enumerator;
  /** Whether the result is the largest element of each window, rather than their sum. */
  readonly largest: boolean;
  readonly columnMajor: boolean;
  readonly planes: number;
  readonly axes: readonly NativeWindowAxis[];
}

export interface NativeCumulativeSum extends AlongAxis {
  readonly exclusive: boolean;
  readonly reverse: boolean;
}

export interface NativeScatter {
  readonly type: Enumerator;
  /** Whether updates are combined with the old rows instead of replacing them. */
  readonly folds: boolean;
  readonly reduction: Enumerator;
  readonly rows: number;
  readonly inner: number;
  readonly indices: number;
}

export interface NativeTopK extends AlongAxis {
  readonly count: number;
  readonly smallest: boolean;
}

/** Decision trees: a table in wasm memory that must not change while the layer exists. */
export interface NativeTrees {
  readonly type: Enumerator;
  readonly reduction: Enumerator;
  /** No node has flags. */
  readonly unflagged: boolean;
  readonly rows: number;
  readonly features: number;
  readonly targets: number;
  readonly trees: number;
  readonly nodes: number;
  readonly leaves: number;
  readonly votes: number;
  readonly table: number;
  readonly tableBytes: number;
}

/** Rows of [outer, middle, count, inner] written into [outer, middle, kept, inner] from a row of each outer index on. */
export interface NativeUpdateRows {
  readonly type: Enumerator;
  readonly startType: Enumerator;
  readonly outer: number;
  readonly middle: number;
  readonly kept: number;
  readonly count: number;
  /** Number of rows of the result. */
  readonly size: number;
  readonly inner: number;
  /** Whether updates past the last row continue at the first. */
  readonly circular: boolean;
  /** Whether rows after the updates are 0. */
  readonly clears: boolean;
}

export interface NativeReverseSequence {
  readonly type: Enumerator;
  readonly batch: number;
  readonly steps: number;
  readonly inner: number;
  /** Whether the steps are the first axis, and the batch the second. */
  readonly timeMajor: boolean;
}

export interface NativeUnpool {
  readonly type: Enumerator;
  readonly axes: readonly NativeUnpoolAxis[];
}

export interface NativeUnpoolAxis {
  readonly windows: number;
  readonly size: number;
  /** The size that the windows span without their padding. */
  readonly inferred: number;
  readonly kernel: number;
  readonly stride: number;
  readonly pad: number;
}

export interface NativeCol2Im {
  readonly type: Enumerator;
  readonly planes: number;
  readonly axes: readonly NativeWindowAxis[];
}

export interface NativeNonZero {
  readonly type: Enumerator;
  readonly sizes: readonly number[];
  /** Number of indices that are returned. */
  readonly count: number;
}

export interface NativeUnique extends AlongAxis {
  readonly sorted: boolean;
}

export interface NativeNonMaxSuppression {
  readonly type: Enumerator;
  readonly images: number;
  readonly classes: number;
  readonly boxes: number;
  /** Maximum number of boxes per class of an image. */
  readonly limit: number;
  readonly centred: boolean;
  readonly overlap: number;
  readonly score: number;
}

export interface NativeRecurrence {
  readonly type: Enumerator;
  readonly cell: Enumerator;
  readonly steps: number;
  readonly batch: number;
  readonly directions: number;
  readonly hidden: number;
  /** Whether the weights of a gate are stored as a column per element, rather than a row. */
  readonly columns: boolean;
  readonly reverse: boolean;
  readonly linearBeforeReset: boolean;
  readonly inputForget: boolean;
  readonly clip: number;
  readonly activations: readonly NativeRecurrenceActivation[];
}

export interface NativeRecurrenceActivation {
  readonly id: Enumerator;
  readonly alpha: number;
  readonly beta: number;
}

/** Rows times the transpose of quantised weights, which share a scale in blocks along the depth. */
export interface NativeBlockProduct {
  readonly type: Enumerator;
  readonly bits: number;
  readonly block: number;
  readonly rows: number;
  readonly depth: number;
  readonly columns: number;
}

/** Matrices of bytes minus their zero points, multiplied in int32. */
export interface NativeIntegerProduct {
  readonly type: Enumerator;
  readonly matrixType: Enumerator;
  readonly matrices: number;
  /** Of each matrix. */
  readonly rows: number;
  readonly depth: number;
  readonly columns: number;
  /** Whether the second matrices are stored column by column. */
  readonly transposed: boolean;
  readonly zeroOfEachRow: boolean;
  readonly zeroOfEachColumn: boolean;
}

export interface NativeDynamicQuantization {
  readonly type: Enumerator;
  readonly elements: number;
}

export interface NativeFourierTable {
  readonly type: Enumerator;
  readonly length: number;
  readonly complex: boolean;
}

/** Transforms of frames along the middle axis. */
export interface NativeFourier extends AlongAxis {
  /** Of the transform; frames are cut or padded with zeros where the input ends. */
  readonly length: number;
  readonly frames: number;
  /** From frame to frame. */
  readonly step: number;
  /** Whether the input has imaginary parts. */
  readonly complex: boolean;
  readonly inverse: boolean;
  readonly oneSided: boolean;
}

/** Images at points between their elements, along axes of positions from -1 to 1. */
export interface NativeSample {
  readonly type: Enumerator;
  readonly pointType: Enumerator;
  readonly interpolation: Enumerator;
  readonly padding: Enumerator;
  /** Whether -1 and 1 are the centres of the outermost elements, rather than their edges. */
  readonly alignCorners: boolean;
  readonly batch: number;
  readonly channels: number;
  readonly axes: readonly NativeSampleAxis[];
}

export interface NativeSampleAxis {
  readonly size: number;
  readonly points: number;
}

/** Regions of images, each divided into bins of samples between the elements. */
export interface NativeRegionAlign {
  readonly type: Enumerator;
  readonly regionType: Enumerator;
  /** Whether a bin is its largest weighted element, rather than the mean of its samples. */
  readonly largest: boolean;
  /** Whether the centre of the first element is at 0.5. */
  readonly halfPixel: boolean;
  readonly batch: number;
  readonly channels: number;
  readonly height: number;
  readonly width: number;
  readonly regions: number;
  readonly rows: number;
  readonly columns: number;
  /** Along each axis of a bin; 0 for one per element. */
  readonly samples: number;
  readonly scale: number;
}

/** The elements under the taps of windows that are moved by offsets. */
export interface NativeDeformedWindows {
  readonly type: Enumerator;
  readonly offsetType: Enumerator;
  readonly batch: number;
  readonly groups: number;
  /** Channels of a group. */
  readonly channels: number;
  readonly axes: readonly NativeWindowAxis[];
}

/** Each returns null if the layer is not supported. */
export interface NativeLayers {
  copy(request: NativeCopy): NativeTask | null;
  gather(request: NativeGather): NativeTask | null;
  reduce(request: NativeReduce): NativeTask | null;
  argMax(request: NativeArgMax): NativeTask | null;
  softmax(request: NativeSoftmax): NativeTask | null;
  layerNormalization(request: NativeLayerNormalization): NativeTask | null;
  range(request: NativeRange): NativeTask | null;
  convolution(request: NativeConvolution): NativeTask | null;
  pool(request: NativePool): NativeTask | null;
  cumulativeSum(request: NativeCumulativeSum): NativeTask | null;
  scatter(request: NativeScatter): NativeTask | null;
  topK(request: NativeTopK): NativeTask | null;
  trees(request: NativeTrees): NativeTask | null;
  recurrence(request: NativeRecurrence): NativeTask | null;
  packedProduct(request: NativePackedProduct): NativeTask | null;
  blockProduct(request: NativeBlockProduct): NativeTask | null;
  integerProduct(request: NativeIntegerProduct): NativeTask | null;
  dynamicQuantization(request: NativeDynamicQuantization): NativeTask | null;
  fourierTable(request: NativeFourierTable): NativeTask | null;
  fourier(request: NativeFourier): NativeTask | null;
  sample(request: NativeSample): NativeTask | null;
  regionAlign(request: NativeRegionAlign): NativeTask | null;
  deformedWindows(request: NativeDeformedWindows): NativeTask | null;
  updateRows(request: NativeUpdateRows): NativeTask | null;
  reverseSequence(request: NativeReverseSequence): NativeTask | null;
  unpool(request: NativeUnpool): NativeTask | null;
  col2Im(request: NativeCol2Im): NativeTask | null;
  nonZero(request: NativeNonZero): NativeTask | null;
  unique(request: NativeUnique): NativeTask | null;
  nonMaxSuppression(request: NativeNonMaxSuppression): NativeTask | null;
}
