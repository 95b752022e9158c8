/**
 * Work on tensors in wasm memory, prepared once for given types and shapes: the operators, and what
 * models need around them. Shapes are the caller's to work out, and axes to normalise.
 */
import { around, sizeOf, withSize } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import { DTypeError } from '../base/errors.js';
import type { Attributes } from '../base/function-options.js';
import { messages } from '../base/messages.js';
import type { Memory } from '../memory/memory.js';
import { ABSENT } from '../memory/operand.js';
import type { Enumerator } from '../wasm/embind.js';
import type { NativeLayers } from '../wasm/native-layers.js';
import type { NativeTask } from '../wasm/native-task.js';
import { DIRECT, type Engine } from './engine.js';
import type { EngineParts } from './parts.js';
import type { Plans } from './plans.js';
import { requireDone, requireRun } from './rejected-run.js';
import type {
  Box,
  ConvolutionOptions,
  FourierOptions,
  IntegerProductOptions,
  LayerNormalizationOptions,
  Packing,
  PoolOptions,
  QuantizedWeights,
  RecurrenceOptions,
  Reduction,
  RegionAlignOptions,
  SampleOptions,
  StridedView,
  SuppressionOptions,
  Task,
  TensorType,
  TreesOptions,
  UnpoolAxis,
  UpdateRowsOptions,
  WindowAxis,
} from './task.js';

/** Operators whose plans report parts of their result as they are computed. */
const PRODUCTS: ReadonlySet<string> = new Set(['Gemm', 'MatMul']);

/** The input that is packed. */
const WEIGHTS = 1;

export class TaskBuilder {
  readonly engine: Engine;
  readonly memory: Memory;
  readonly #plans: Plans;

  /** @param parts from `Simdcast.partsOf` */
  constructor({ engine, plans }: Pick<EngineParts, 'engine' | 'plans'>) {
    this.engine = engine;
    this.#plans = plans;
    this.memory = engine.memory;
  }

  /**
   * Any operator of `Simdcast.run`. Expand's second input is an int64 whose dims are the shape.
   * @throws what `Simdcast.run` throws.
   */
  operator(
    name: string,
    inputs: readonly (TensorType | undefined)[],
    attributes: Attributes,
    opset: number,
  ): Task {
    const plan = this.#plans.make(
      this.#plans.node(name, attributes, opset),
      inputs.map((input) => input ?? ABSENT),
    );
    return {
      outputs: [plan],
      workspace: plan.workspace,
      inPlace: plan.inPlace,
      isPure: true,
      run: (workspace, [result = 0], given) => plan.run(workspace, result, given),
      ...(PRODUCTS.has(name) && this.#withPass(plan.plan)),
      dispose: () => plan.plan.delete(),
      plan: plan.plan,
    };
  }

  /**
   * Copies a box of elements with any strides: Transpose, Slice, Concat, Split; Tile, if some input strides
   * are 0.
   */
  copy({ type, dims }: TensorType, output: TensorType, { sizes, from, to }: Box): Task {
    const areForAxes = ({ strides }: StridedView): boolean => strides.length === sizes.length;
    const isPossible = type === output.type && areForAxes(from) && areForAxes(to);
    if (!isPossible) throw this.#impossible('copy', type);
    const layer = this.#layers.copy({
      type: this.engine.typeOf(type),
      inputElements: sizeOf(dims),
      outputElements: sizeOf(output.dims),
      inputOffset: from.offset,
      outputOffset: to.offset,
      axes: sizes.map((size, axis) => ({
        size,
        inputStride: from.strides[axis] as number,
        outputStride: to.strides[axis] as number,
      })),
    });
    return this.#task('copy', type, layer, [output]);
  }

  /** Inputs: the data and the indices. */
  gather({ type, dims }: TensorType, indices: TensorType, axis: number): Task {
    const [before, after] = [dims.slice(0, axis), dims.slice(axis + 1)];
    const layer = this.#layers.gather({
      ...this.#along(type, dims, axis),
      indexType: this.engine.typeOf(indices.type),
      indices: sizeOf(indices.dims),
    });
    const made = { type, dims: [...before, ...indices.dims, ...after] };
    return this.#task('gather', type, layer, [made], sizeOf(indices.dims));
  }

  /** Reduces over the axes, or over all if there are none. */
  reduce(
    operation: Reduction,
    { type, dims }: TensorType,
    axes: readonly number[],
    keepDims: boolean,
  ): Task {
    const reduced = (axis: number): boolean => axes.length === 0 || axes.includes(axis);
    const layer = this.#layers.reduce({
      type: this.engine.typeOf(type),
      reduction: this.engine.native.Reduction[operation] as Enumerator,
      axes: dims.map((size, axis) => ({ size, reduced: reduced(axis) })),
    });
    return this.#task('reduce', type, layer, [{ type, dims: without(dims, reduced, keepDims) }]);
  }

  /** ArgMax, or ArgMin if `smallest`. */
  argMax(
    { type, dims }: TensorType,
    axis: number,
    keepDims: boolean,
    selectLast: boolean,
    smallest = false,
  ): Task {
    const along = this.#along(type, dims, axis);
    const layer = this.#layers.argMax({ ...along, last: selectLast, smallest });
    const kept = without(dims, (each) => each === axis, keepDims);
    return this.#task('argMax', type, layer, [{ type: 'int64', dims: kept }]);
  }

  /** Over the middle axis of [outer, size, inner], whose product is the number of elements of the input. */
  softmax(input: TensorType, outer: number, size: number, inner: number, log: boolean): Task {
    const { type, dims } = input;
    if (outer * size * inner !== sizeOf(dims)) throw this.#impossible('softmax', type);
    const form = { type: this.engine.typeOf(type), outer, size, inner, logarithm: log };
    const made = (flush: boolean): Task =>
      this.#task('softmax', type, this.#layers.softmax({ ...form, flush }), [input]);
    return { ...made(false), ...(!log && { flushing: () => made(true) }) };
  }

  /** Inputs: X, the scale and the bias. Outputs: Y, the means and the reciprocals of the standard deviations. */
  layerNormalization({ type, dims }: TensorType, options: LayerNormalizationOptions): Task {
    const { axis, epsilon, scale, bias, stash } = options;
    const [rows, size] = [sizeOf(dims.slice(0, axis)), sizeOf(dims.slice(axis))];
    const rowsOf = (operand: TensorType | undefined): number => {
      const elements = operand ? sizeOf(operand.dims) : size;
      const fits =
        (operand?.type ?? type) === type && (elements === size || elements === rows * size);
      if (!fits) throw this.#impossible('layerNormalization', type);
      return elements === size ? 1 : rows;
    };
    const layer = this.#layers.layerNormalization({
      type: this.engine.typeOf(type),
      stashType: this.engine.typeOf(stash),
      epsilon,
      rows,
      size,
      scaleRows: rowsOf(scale),
      biasRows: rowsOf(bias),
    });
    const statistics = {
      type: stash,
      dims: dims.map((length, each) => (each < axis ? length : 1)),
    };
    const outputs = [{ type, dims }, statistics, statistics].slice(0, options.outputs);
    return this.#task('layerNormalization', type, layer, outputs);
  }

  /** Inputs: the start and the step. */
  range(type: DType, count: number): Task {
    const layer = this.#layers.range({ type: this.engine.typeOf(type), elements: count });
    return this.#task('range', type, layer, [{ type, dims: [count] }]);
  }

  /** Inputs: images with windows on the axes after the second, the weights and the bias. */
  convolution({ type, dims }: TensorType, options: ConvolutionOptions): Task {
    const { groups, outputChannels, axes } = options;
    const [batch = 0, channels = 0] = dims;
    const layer = this.#layers.convolution({
      ...options,
      type: this.engine.typeOf(type),
      batch,
      inputChannels: channels / groups,
    });
    const made = [batch, groups * outputChannels, ...axes.map(({ output }) => output)];
    const sums = type === 'int16' ? 'int32' : type;
    return this.#product('convolution', type, layer, { type: sums, dims: made });
  }

  /** Rows times a matrix, which may be stored transposed, and a bias. */
  packedProduct({ type, dims }: TensorType, made: readonly number[], transposed: boolean): Task {
    const depth = dims.at(-1) as number;
    const columns = made.at(-1) as number;
    const rows = sizeOf(made.slice(0, -1));
    const layer = this.#layers.packedProduct({
      type: this.engine.typeOf(type),
      rows,
      depth,
      columns,
      transposed,
    });
    return this.#product('product', type, layer, { type, dims: made });
  }

  /** The second output contains the positions of the largest elements. */
  pool({ type, dims }: TensorType, { largest, columnMajor = false, axes }: PoolOptions): Task {
    const images = dims.slice(0, dims.length - axes.length);
    const layer = this.#layers.pool({
      type: this.engine.typeOf(type),
      largest,
      columnMajor,
      planes: sizeOf(images),
      axes,
    });
    const made = [...images, ...axes.map(({ output }) => output)];
    const outputs = [
      { type, dims: made },
      { type: 'int64', dims: made },
    ] as const;
    return this.#task('pool', type, layer, largest ? outputs : outputs.slice(0, 1));
  }

  /** Cumulative along an axis: excluding the element itself if `exclusive`, from the end if `reverse`. */
  cumulativeSum(input: TensorType, axis: number, exclusive: boolean, reverse: boolean): Task {
    const along = this.#along(input.type, input.dims, axis);
    const layer = this.#layers.cumulativeSum({ ...along, exclusive, reverse });
    return this.#task('cumulativeSum', input.type, layer, [input]);
  }

  /**
   * Inputs: the data, int64 indices of its rows of `inner` elements, and the updates: rows that replace the
   * old ones, or are combined with them.
   */
  scatter(data: TensorType, indices: number, inner: number, reduction?: Reduction): Task {
    const { type, dims } = data;
    const layer = this.#layers.scatter({
      type: this.engine.typeOf(type),
      folds: reduction !== undefined,
      reduction: this.engine.native.Reduction[reduction ?? 'sum'] as Enumerator,
      rows: sizeOf(dims) / inner,
      inner,
      indices,
    });
    return this.#task('scatter', type, layer, [data], indices);
  }

  /** Outputs: the largest or smallest elements along an axis, and their indices. */
  topK({ type, dims }: TensorType, axis: number, count: number, smallest: boolean): Task {
    const along = this.#along(type, dims, axis);
    const layer = this.#layers.topK({ ...along, count, smallest });
    const made = withSize(dims, axis, count);
    return this.#task('topK', type, layer, [
      { type, dims: made },
      { type: 'int64', dims: made },
    ]);
  }

  /** Inputs: rows of features, and a bias per result. Outputs: the results, and the best target of each row. */
  trees({ type, dims }: TensorType, { reduction, targets, table, address }: TreesOptions): Task {
    const [rows = 0, features = 0] = dims;
    const { bytes, ...counts } = table;
    const layer = this.#layers.trees({
      ...counts,
      type: this.engine.typeOf(type),
      reduction: this.engine.native.Reduction[reduction] as Enumerator,
      rows,
      features,
      targets,
      table: address,
      tableBytes: bytes.length,
    });
    return this.#task('trees', type, layer, [
      { type, dims: [rows, targets] },
      { type: 'int64', dims: [rows] },
    ]);
  }

  /**
   * Inputs: the contribution of the input to the gates [steps, batch, directions, gates, hidden], and in the
   * layer's order the weights, the initial states, further inputs of the cell, and the lengths. Outputs: the
   * hidden states, and the last hidden and cell states.
   */
  recurrence(
    { type, dims }: TensorType,
    { cell, activations, ...options }: RecurrenceOptions,
  ): Task {
    const [steps = 0, batch = 0, directions = 0, , hidden = 0] = dims;
    const { Activation, Cell } = this.engine.native;
    const layer = this.#layers.recurrence({
      ...options,
      ...{ steps, batch, directions, hidden },
      type: this.engine.typeOf(type),
      cell: Cell[cell] as Enumerator,
      activations: activations.map(({ name, alpha, beta }) => ({
        id: Activation[name] as Enumerator,
        ...{ alpha, beta },
      })),
    });
    const state = { type, dims: [directions, batch, hidden] };
    const outputs = [{ type, dims: [steps, ...state.dims] }, state, state];
    return this.#task('recurrence', type, layer, outputs.slice(0, cell === 'LSTM' ? 3 : 2));
  }

  /**
   * Inputs: rows with the depth of the weights, the quantised weights in bytes [columns, blocks, bytes of a
   * block], the scales [columns, blocks] and the same number of zero points.
   */
  blockProduct({ type, dims }: TensorType, weights: QuantizedWeights): Task {
    const { depth, columns } = weights;
    const batch = dims.slice(0, -1);
    const layer = this.#layers.blockProduct({
      ...weights,
      type: this.engine.typeOf(type),
      rows: dims.at(-1) === depth ? sizeOf(batch) : -1,
    });
    return this.#task('blockProduct', type, layer, [{ type, dims: [...batch, columns] }]);
  }

  /**
   * Inputs: rows of bytes, a matrix of bytes for all rows or one for each matrix of rows, and their zero points:
   * one, or one for each row or column. The sums are int32.
   */
  integerProduct(first: TensorType, second: TensorType, options: IntegerProductOptions): Task {
    const { dims } = second;
    const [depth, columns] = options.transposed ? [-1, -2] : [-2, -1];
    const matrices = sizeOf(dims.slice(0, -2));
    const outer = first.dims.slice(0, -1);
    const layer = this.#layers.integerProduct({
      ...options,
      type: this.engine.typeOf(first.type),
      matrixType: this.engine.typeOf(second.type),
      matrices,
      rows: matrices === 0 ? 0 : sizeOf(outer) / matrices,
      depth: dims.at(depth) as number,
      columns: dims.at(columns) as number,
    });
    const made = [...outer, dims.at(columns) as number];
    return this.#product('integerProduct', first.type, layer, { type: 'int32', dims: made });
  }

  /** Inputs: the updates, the data and the starts. */
  updateRows(output: TensorType, { starts, ...options }: UpdateRowsOptions): Task {
    const { type } = output;
    const layer = this.#layers.updateRows({
      ...options,
      type: this.engine.typeOf(type),
      startType: this.engine.typeOf(starts?.type ?? 'int64'),
    });
    return this.#task('updateRows', type, layer, [output], starts ? options.outer : 0);
  }

  /** Inputs: the data, and an int64 length for each entry of the batch, which is one of the first two axes. */
  reverseSequence(data: TensorType, batchAxis: 0 | 1): Task {
    const { type, dims } = data;
    const batch = dims[batchAxis] as number;
    const layer = this.#layers.reverseSequence({
      type: this.engine.typeOf(type),
      batch,
      steps: dims[1 - batchAxis] as number,
      inner: sizeOf(dims.slice(2)),
      timeMajor: batchAxis === 1,
    });
    return this.#task('reverseSequence', type, layer, [data], batch);
  }

  /** Inputs: values, and their int64 indices in the output. */
  unpool({ type, dims }: TensorType, axes: readonly UnpoolAxis[]): Task {
    const layer = this.#layers.unpool({ type: this.engine.typeOf(type), axes });
    const made = axes.map(({ size }) => size);
    return this.#task('unpool', type, layer, [{ type, dims: made }], sizeOf(dims));
  }

  /** Adds up images with the axes after the second from the taps of their windows. */
  col2Im(output: TensorType, axes: readonly WindowAxis[]): Task {
    const { type, dims } = output;
    const layer = this.#layers.col2Im({
      type: this.engine.typeOf(type),
      planes: sizeOf(dims.slice(0, 2)),
      axes,
    });
    return this.#task('col2Im', type, layer, [output]);
  }

  /** Outputs: the indices [rank, count] of the first `count` elements that are true, and the number of all. */
  nonZero({ type, dims }: TensorType, count: number): Task {
    const layer = this.#layers.nonZero({ type: this.engine.typeOf(type), sizes: dims, count });
    return this.#task('nonZero', type, layer, [
      { type: 'int64', dims: [dims.length, count] },
      { type: 'int64', dims: [] },
    ]);
  }

  /**
   * Outputs, each with one element per slice along the axis: the slice's group of equal slices, the first slice
   * of each group, and the number of its slices.
   */
  unique({ type, dims }: TensorType, axis: number, sorted: boolean): Task {
    const layer = this.#layers.unique({ ...this.#along(type, dims, axis), sorted });
    const each = { type: 'int64', dims: [dims[axis] as number] } as const;
    return this.#task('unique', type, layer, [each, each, each]);
  }

  /** Inputs: boxes and scores. Outputs: rows of image, class and box, and the number of rows that are used. */
  nonMaxSuppression({ type }: TensorType, options: SuppressionOptions): Task {
    const layer = this.#layers.nonMaxSuppression({ ...options, type: this.engine.typeOf(type) });
    const most = options.images * options.classes * options.limit;
    return this.#task('nonMaxSuppression', type, layer, [
      { type: 'int64', dims: [most, 3] },
      { type: 'int64', dims: [] },
    ]);
  }

  /** Outputs: floats as bytes, their scale and their zero point. */
  dynamicQuantization({ type, dims }: TensorType): Task {
    const layer = this.#layers.dynamicQuantization({
      type: this.engine.typeOf(type),
      elements: sizeOf(dims),
    });
    return this.#task('dynamicQuantization', type, layer, [
      { type: 'uint8', dims },
      { type, dims: [] },
      { type: 'uint8', dims: [] },
    ]);
  }

  /** The factors that `fourier` needs for a length. */
  fourierTable({ length, complex }: FourierOptions): Task {
    const type = 'float64';
    const request = { type: this.engine.typeOf(type), length, complex };
    const layer = this.#layers.fourierTable(request);
    return this.#task('fourierTable', type, layer, [{ type, dims: [layer?.size(0) ?? 0, 2] }]);
  }

  /** Inputs: real or complex numbers, the table for the same options, and a window. */
  fourier({ type }: TensorType, dims: readonly number[], options: FourierOptions): Task {
    const layer = this.#layers.fourier({ ...options, type: this.engine.typeOf(type) });
    return this.#task('fourier', type, layer, [{ type, dims }]);
  }

  /**
   * Inputs: images [batch, channels, sizes…], and points [batch, points…, axes] with coordinates from -1 to 1,
   * innermost first.
   */
  sample(images: TensorType, points: TensorType, options: SampleOptions): Task {
    const { type, dims } = images;
    const { Interpolation, Padding } = this.engine.native;
    const [batch = 0, channels = 0, ...sizes] = dims;
    const along = points.dims.slice(1, -1);
    const layer = this.#layers.sample({
      type: this.engine.typeOf(type),
      pointType: this.engine.typeOf(points.type),
      interpolation: Interpolation[options.interpolation] as Enumerator,
      padding: Padding[options.padding] as Enumerator,
      alignCorners: options.alignCorners,
      ...{ batch, channels },
      axes: sizes.map((size, axis) => ({ size, points: along[axis] as number })),
    });
    return this.#task('sample', type, layer, [{ type, dims: [batch, channels, ...along] }]);
  }

  /**
   * Inputs: images, regions [regions, 4] as left, top, right and bottom, and the int64 index of the image of
   * each. The positions of regions with too many samples follow those of the indices.
   */
  regionAlign({ type, dims }: TensorType, regions: TensorType, options: RegionAlignOptions): Task {
    const [batch = 0, channels = 0, height = 0, width = 0] = dims;
    const [count = 0] = regions.dims;
    const layer = this.#layers.regionAlign({
      ...options,
      ...{ batch, channels, height, width },
      type: this.engine.typeOf(type),
      regionType: this.engine.typeOf(regions.type),
      regions: count,
    });
    const made = [count, channels, options.rows, options.columns];
    return this.#task('regionAlign', type, layer, [{ type, dims: made }]);
  }

  /**
   * Inputs: images, offsets [batch, groups × taps × 2, windows…], and factors of each element. Output: the
   * elements under the taps [batch, channels × taps, windows].
   */
  deformedWindows(
    { type, dims }: TensorType,
    offsets: TensorType,
    groups: number,
    axes: readonly WindowAxis[],
  ): Task {
    const [batch = 0, channels = 0] = dims;
    const layer = this.#layers.deformedWindows({
      type: this.engine.typeOf(type),
      offsetType: this.engine.typeOf(offsets.type),
      ...{ batch, groups, axes },
      channels: channels / groups,
    });
    const taps = sizeOf(axes.map(({ kernel }) => kernel));
    const windows = sizeOf(axes.map(({ output }) => output));
    const made = [batch, channels * taps, windows];
    return this.#task('deformedWindows', type, layer, [{ type, dims: made }]);
  }

  /** @throws OutOfMemoryError if there is not enough memory for a layer */
  get #layers(): NativeLayers {
    this.memory.headroom();
    return this.engine.native.Task;
  }

  #along(type: DType, dims: readonly number[], axis: number) {
    return { type: this.engine.typeOf(type), ...around(dims, axis) };
  }

  /** @param indices number of indices that the layer checks, even if its outputs have no elements */
  #task(
    kind: string,
    type: DType,
    layer: NativeTask | null,
    outputs: readonly TensorType[],
    indices = 0,
  ): Task {
    if (!layer) throw this.#impossible(kind, type);
    // Without elements to write, the other axes may have any size.
    const isIdle = indices === 0 && outputs.every(({ dims }) => sizeOf(dims) === 0);
    return {
      outputs,
      workspace: isIdle ? 0 : layer.workspace(),
      inPlace: false,
      isPure: true,
      run: (at, out, inputs) => {
        if (isIdle) return;
        const [first = 0, second = 0, third = 0] = out;
        const [a = 0, b = 0, c = 0] = inputs;
        this.engine.feed(inputs, DIRECT);
        requireDone(layer.run(at, first, second, third, a, b, c));
      },
      dispose: () => layer.delete(),
    };
  }

  /** A layer that multiplies by weights, and reports its result part by part. */
  #product(kind: string, type: DType, layer: NativeTask | null, output: TensorType): Task {
    const task = this.#task(kind, type, layer, [output]);
    const bytes = layer?.packedBytes(WEIGHTS) ?? 0;
    if (!layer || bytes === 0) return { ...task, ...this.#withPass(layer) };
    const packing: Packing = {
      bytes,
      pack: (packed, tensor) => requireRun(layer.pack(WEIGHTS, packed, tensor)),
      unpack: (tensor, packed) => requireRun(layer.unpack(WEIGHTS, tensor, packed)),
    };
    return { ...task, ...this.#withPass(layer), packing };
  }

  /** Adds `runThen` if the task reports parts of its result. */
  #withPass(native: NativeTask | null): Pick<Task, 'runThen'> {
    return {
      runThen: (at, output, [a = 0, b = 0, c = 0, d = 0], pass, passInputs) => {
        this.engine.feed(passInputs);
        requireRun(native?.runThen(pass, at, output, a, b, c, d) ?? false);
      },
    };
  }

  #impossible(kind: string, type: DType): DTypeError {
    return new DTypeError('impossible_task', messages.task(kind, type));
  }
}

function without(
  dims: readonly number[],
  reduced: (axis: number) => boolean,
  keepDims: boolean,
): number[] {
  if (keepDims) return dims.map((size, axis) => (reduced(axis) ? 1 : size));
  return dims.filter((_, axis) => !reduced(axis));
}
