/** Work that is prepared once for given types and shapes, and what is asked of it. */
import type { DType } from '../base/dtypes.js';
import type { NativeWindowAxis } from '../wasm/native-layers.js';
import type { NativeTask } from '../wasm/native-task.js';

/** What a value is: its element type, and its sizes outermost first. */
export interface TensorType {
  readonly type: DType;
  readonly dims: readonly number[];
}

/** How weights, the second input, are packed for work that multiplies by them. */
export interface Packing {
  readonly bytes: number;
  pack(packed: number, tensor: number): void;
  unpack(tensor: number, packed: number): void;
}

export interface Task {
  readonly outputs: readonly TensorType[];
  /** Bytes that `run` needs, at any address; what lies there need not be kept. */
  readonly workspace: number;
  /** Whether the first output may lie exactly where an input of its type and dims does. */
  readonly inPlace: boolean;
  /** Whether another run on the same inputs may give something else. Default: false. */
  readonly varies?: boolean;
  /**
   * Runs on addresses in wasm memory; 0 for an absent input or an unused output.
   * @throws ShapeError for an index that is out of range, before anything is written.
   */
  run(workspace: number, outputs: readonly number[], inputs: readonly number[]): void;
  /**
   * The same, and then a pass over each part of the first output as soon as it is made, in its place: a plan
   * for a kernel by rows, on inputs of its own. Undefined of work that cannot.
   */
  runThen?(
    workspace: number,
    output: number,
    inputs: readonly number[],
    pass: NativeTask,
    passInputs: readonly number[],
  ): void;
  /** Undefined of work that takes all inputs as they are. */
  readonly packing?: Packing;
  /** The same work, of which subnormal results may be 0. Undefined of work that has no such form. */
  flushing?(): Task;
  dispose(): void;
  /** Bytes that it holds in addition to its workspace. Default: 0. */
  readonly bytes?: number;
  /** The engine's plan, of an operator. */
  readonly plan?: NativeTask;
}

/** Where a box of elements lies: an offset and a stride for each axis, in elements. */
export interface StridedView {
  readonly offset: number;
  readonly strides: readonly number[];
}

/** A box of elements, and where it lies in what it is copied from and to. */
export interface Box {
  readonly sizes: readonly number[];
  readonly from: StridedView;
  readonly to: StridedView;
}

export interface LayerNormalizationOptions {
  /** The first of the axes that are normalised together. */
  readonly axis: number;
  readonly epsilon: number;
  /** One for each element of the normalised axes, or for each of the input. */
  readonly scale: TensorType;
  readonly bias?: TensorType | undefined;
  /** The type that the statistics are computed in, and rounded to: any float. */
  readonly stash: DType;
  /** The result; the means too; the inverse deviations too. */
  readonly outputs: 1 | 2 | 3;
}

export type WindowAxis = NativeWindowAxis;

export interface ConvolutionOptions {
  readonly groups: number;
  /** Of a group. */
  readonly outputChannels: number;
  /** The weights are not packed, and each output channel is computed alone. */
  readonly direct: boolean;
  readonly axes: readonly WindowAxis[];
}

export interface PoolOptions {
  /** The largest element of each window, rather than their sum. */
  readonly largest: boolean;
  readonly columnMajor?: boolean;
  readonly axes: readonly WindowAxis[];
}

/** Decision trees in the engine's layout (`Trees` of src/layers/requests.hpp). */
export interface TreesOptions {
  /** Of the votes for a target; `mean` divides their sum by the number of trees. */
  readonly reduction: Exclude<Reduction, 'product'>;
  readonly targets: number;
  readonly table: TreeTable;
  /** Where the table lies in wasm memory, for as long as the task lives. */
  readonly address: number;
}

export interface TreeTable {
  readonly bytes: Uint8Array;
  /** No node has a flag. */
  readonly unflagged: boolean;
  readonly trees: number;
  readonly nodes: number;
  readonly leaves: number;
  readonly votes: number;
}

/** What a recurrence's gates, candidates or cell states go through: ONNX's name for it, and its parameters. */
export interface RecurrenceActivation {
  readonly name: string;
  readonly alpha: number;
  readonly beta: number;
}

/** As `Recurrence` of src/layers/requests.hpp has them. */
export interface RecurrenceOptions {
  readonly cell: 'RNN' | 'GRU' | 'LSTM';
  readonly columns: boolean;
  readonly reverse: boolean;
  readonly linearBeforeReset: boolean;
  readonly inputForget: boolean;
  /** Infinity: nothing is bounded. */
  readonly clip: number;
  readonly activations: readonly RecurrenceActivation[];
}

/** As `BlockProduct` of src/layers/requests.hpp has them. */
export interface QuantizedWeights {
  readonly bits: number;
  readonly block: number;
  readonly depth: number;
  readonly columns: number;
}

export type Reduction = 'sum' | 'mean' | 'max' | 'min' | 'product';
