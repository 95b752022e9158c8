/** Tasks: work that is compiled for given types and shapes. */
import type { DType } from '../base/dtypes.js';
import type {
  NativeFourier,
  NativeNonMaxSuppression,
  NativeRegionAlign,
  NativeUnpoolAxis,
  NativeUpdateRows,
  NativeWindowAxis,
} from '../wasm/native-layers.js';
import type { NativeTask } from '../wasm/native-task.js';

/** The element type and dims of a value, outermost first. */
export interface TensorType {
  readonly type: DType;
  readonly dims: readonly number[];
}

/** How weights, the second input, are packed for a task that multiplies by them. */
export interface Packing {
  readonly bytes: number;
  pack(packed: number, tensor: number): void;
  unpack(tensor: number, packed: number): void;
}

export interface Task {
  readonly outputs: readonly TensorType[];
  /** Bytes of temporary memory for `run`, at any address. */
  readonly workspace: number;
  /** Whether the first output may overwrite an input of the same type and dims. */
  readonly inPlace: boolean;
  /** Whether repeated runs on the same inputs may return different results. Default: false. */
  readonly varies?: boolean;
  /** Whether runs depend on the addresses alone, so any number of steps may share the task. Default: false. */
  readonly isPure?: boolean;
  /**
   * Runs on addresses in wasm memory; 0 for an absent input or an unused output.
   * @throws ShapeError for an index that is out of range, before anything is written.
   */
  run(workspace: number, outputs: readonly number[], inputs: readonly number[]): void;
  /**
   * Runs the task, and applies a pass to each part of the first output as soon as it is computed, in place: a
   * plan for a kernel by rows, on inputs of its own. `undefined` if the task cannot.
   */
  runThen?(
    workspace: number,
    output: number,
    inputs: readonly number[],
    pass: NativeTask,
    passInputs: readonly number[],
  ): void;
  /** `undefined` if the task uses all inputs unpacked. */
  readonly packing?: Packing;
  /** The same task with subnormal results flushed to 0. `undefined` if there is no such version. */
  flushing?(): Task;
  dispose(): void;
  /** Bytes that are held in addition to the workspace. Default: 0. */
  readonly bytes?: number;
  /** The engine's plan, if the task is an operator. */
  readonly plan?: NativeTask;
}

/** The layout of a box of elements: an offset, and a stride per axis, in elements. */
export interface StridedView {
  readonly offset: number;
  readonly strides: readonly number[];
}

/** A box of elements, and its layout in source and destination. */
export interface Box {
  readonly sizes: readonly number[];
  readonly from: StridedView;
  readonly to: StridedView;
}

export interface LayerNormalizationOptions {
  /** The first of the axes that are normalised together. */
  readonly axis: number;
  readonly epsilon: number;
  /** One for each element of the normalised axes, or for each element of the input. */
  readonly scale: TensorType;
  readonly bias?: TensorType | undefined;
  /** The type that the statistics are computed in, and rounded to: any float. */
  readonly stash: DType;
  /** The result; also the means; also the reciprocals of the standard deviations. */
  readonly outputs: 1 | 2 | 3;
}

export type WindowAxis = NativeWindowAxis;

/** An axis of MaxUnpool. */
export type UnpoolAxis = NativeUnpoolAxis;

/** As defined by `UpdateRows` of src/layers/requests.hpp. */
export interface UpdateRowsOptions extends Omit<NativeUpdateRows, 'type' | 'startType'> {
  readonly starts: TensorType | undefined;
}

/** As defined by `NonMaxSuppression` of src/layers/requests.hpp. */
export type SuppressionOptions = Omit<NativeNonMaxSuppression, 'type'>;

export interface ConvolutionOptions {
  readonly groups: number;
  /** Output channels of a group. */
  readonly outputChannels: number;
  readonly axes: readonly WindowAxis[];
}

export interface IntegerProductOptions {
  /** Whether the second matrix is stored column by column. */
  readonly transposed: boolean;
  /** Whether each row of the first matrix has a zero point, rather than one for all. */
  readonly zeroOfEachRow: boolean;
  /** Whether each column of the second matrix has a zero point. */
  readonly zeroOfEachColumn: boolean;
}

export interface PoolOptions {
  /** Whether the result is the largest element of each window, rather than their sum. */
  readonly largest: boolean;
  readonly columnMajor?: boolean;
  readonly axes: readonly WindowAxis[];
}

export interface SampleOptions {
  readonly interpolation: 'nearest' | 'linear' | 'cubic';
  readonly padding: 'zeros' | 'border' | 'reflection';
  /** Whether -1 and 1 are the centres of the outermost elements, rather than their edges. */
  readonly alignCorners: boolean;
}

/** As defined by `RegionAlign` of src/layers/requests.hpp. */
export type RegionAlignOptions = Pick<
  NativeRegionAlign,
  'largest' | 'halfPixel' | 'rows' | 'columns' | 'samples' | 'scale'
>;

/** Decision trees in the engine's layout (`Trees` of src/layers/requests.hpp). */
export interface TreesOptions {
  /** The reduction of the votes for a target; `mean` divides their sum by the number of trees. */
  readonly reduction: Exclude<Reduction, 'product'>;
  readonly targets: number;
  readonly table: TreeTable;
  /** The address of the table in wasm memory, which must outlive the task. */
  readonly address: number;
}

export interface TreeTable {
  readonly bytes: Uint8Array;
  /** No node has flags. */
  readonly unflagged: boolean;
  readonly trees: number;
  readonly nodes: number;
  readonly leaves: number;
  readonly votes: number;
}

/** An activation of a recurrence's gates, candidates or cell states: ONNX's name and its parameters. */
export interface RecurrenceActivation {
  readonly name: string;
  readonly alpha: number;
  readonly beta: number;
}

/** As defined by `Recurrence` of src/layers/requests.hpp. */
export interface RecurrenceOptions {
  readonly cell: 'RNN' | 'GRU' | 'LSTM';
  readonly columns: boolean;
  readonly reverse: boolean;
  readonly linearBeforeReset: boolean;
  readonly inputForget: boolean;
  /** Infinity: no limit. */
  readonly clip: number;
  readonly activations: readonly RecurrenceActivation[];
}

/** As defined by `BlockProduct` of src/layers/requests.hpp. */
export interface QuantizedWeights {
  readonly bits: number;
  readonly block: number;
  readonly depth: number;
  readonly columns: number;
}

/** Transforms along the middle of [outer, size, inner], as defined by `Fourier` of src/layers/requests.hpp. */
export type FourierOptions = Omit<NativeFourier, 'type'>;

export type Reduction = 'sum' | 'mean' | 'max' | 'min' | 'product';
