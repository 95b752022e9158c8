/**
 * Work on tensors in wasm memory, prepared once for given types and shapes: the operators, and what
 * models need around them. Shapes are the caller's to work out, and axes to normalise.
 */
import { ABSENT } from './arguments.js';
import { type Attributes, floatBits } from './attributes.js';
import type { DType } from './dtypes.js';
import type { Engine } from './engine.js';
import { DTypeError, ShapeError } from './errors.js';
import { type Passes, passesOf } from './fuse/passes.js';
import { type Memory, outOfMemory } from './memory.js';
import { messages } from './messages.js';
import type { Plans } from './plans.js';
import type { Parts } from './simdcast.js';

/** What a value is: its element type, and its sizes outermost first. */
export interface TensorType {
  readonly type: DType;
  readonly dims: readonly number[];
}

export interface Task {
  readonly outputs: readonly TensorType[];
  /** Bytes that `run` needs, at any address; what lies there need not be kept. */
  readonly workspace: number;
  /** Whether the first output may lie exactly where an input of its type and dims does. */
  readonly inPlace: boolean;
  /**
   * Runs on addresses in wasm memory; 0 for an absent input or an output that nobody wants.
   * @throws ShapeError for an index that is out of range, before anything is written.
   */
  run(workspace: number, outputs: readonly number[], inputs: readonly number[]): void;
  dispose(): void;
  /** The engine's plan, of an operator. */
  readonly plan?: number;
}

/** Where a box of elements lies: an offset and a stride for each axis, in elements. */
export interface Place {
  readonly offset: number;
  readonly strides: readonly number[];
}

export interface CopyRequest {
  readonly type: DType;
  /** The box that is moved. */
  readonly sizes: readonly number[];
  /** `size` counts the elements of the whole input. */
  readonly from: Place & { readonly size: number };
  /** `dims` are those of the whole output. */
  readonly to: Place & { readonly dims: readonly number[] };
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

/** In the engine's order. */
const KINDS = ['copy', 'gather', 'reduce', 'argMax', 'softmax', 'layerNormalization', 'range'];
const REDUCTIONS = ['sum', 'mean', 'max', 'min', 'product'] as const;
export type Reduction = (typeof REDUCTIONS)[number];

/** What a task is, in the engine's terms. */
interface Request {
  readonly kind: string;
  readonly type: DType;
  readonly secondary?: DType;
  readonly option?: number;
  readonly real?: number;
  readonly numbers: readonly number[];
}

/** What a request has room for: numbers, and lists of one for each axis. */
const MOST_SCALARS = 5;
const MOST_LISTS = 3;
const MOST_OUTPUTS = 3;
const FIRST_INPUT = 1 + MOST_OUTPUTS;

const product = (sizes: readonly number[]): number => sizes.reduce((all, size) => all * size, 1);

export class Kernels {
  readonly memory: Memory;
  /** Undefined where the engine has no vectors: then there is nothing to gain. */
  readonly passes: Passes | undefined;
  readonly #engine: Engine;
  readonly #plans: Plans;

  /** @param parts what `Simdcast.partsOf` gives */
  constructor({ engine, plans }: Parts) {
    this.#engine = engine;
    this.#plans = plans;
    this.memory = engine.memory;
    this.passes = passesOf(engine);
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
      run: (workspace, [result = 0], given) => plan.run(workspace, result, given),
      dispose: () => this.#engine.native.discard(plan.plan),
      plan: plan.plan,
    };
  }

  /** A box of elements moved, with any strides: Transpose, Slice, Concat, Split. */
  copy({ type, sizes, from, to }: CopyRequest): Task {
    const numbers = [from.size, product(to.dims), from.offset, to.offset, sizes.length];
    numbers.push(...sizes, ...from.strides, ...to.strides);
    return this.#task({ kind: 'copy', type, numbers }, [{ type, dims: to.dims }]);
  }

  /** Inputs: the data and the indices. */
  gather({ type, dims }: TensorType, indices: TensorType, axis: number): Task {
    const [before, after] = [dims.slice(0, axis), dims.slice(axis + 1)];
    const size = dims[axis] as number;
    const numbers = [product(before), size, product(after), product(indices.dims)];
    const outputs = [{ type, dims: [...before, ...indices.dims, ...after] }];
    return this.#task({ kind: 'gather', type, secondary: indices.type, numbers }, outputs);
  }

  /** Over the axes, or over all where there are none. */
  reduce(
    operation: Reduction,
    { type, dims }: TensorType,
    axes: readonly number[],
    keepDims: boolean,
  ): Task {
    const reduced = (axis: number): boolean => axes.length === 0 || axes.includes(axis);
    const mask = dims.reduce((bits, _, axis) => (reduced(axis) ? bits | (1 << axis) : bits), 0);
    const request = {
      kind: 'reduce',
      type,
      option: REDUCTIONS.indexOf(operation),
      numbers: [mask, dims.length, ...dims],
    };
    return this.#task(request, [{ type, dims: without(dims, reduced, keepDims) }]);
  }

  argMax({ type, dims }: TensorType, axis: number, keepDims: boolean, selectLast: boolean): Task {
    const numbers = around(dims, axis);
    const outputs = [
      { type: 'int64' as const, dims: without(dims, (each) => each === axis, keepDims) },
    ];
    return this.#task({ kind: 'argMax', type, option: Number(selectLast), numbers }, outputs);
  }

  /** Over the middle of [outer, size, inner], which multiply to the input's elements. */
  softmax(input: TensorType, outer: number, size: number, inner: number, log: boolean): Task {
    const numbers = [outer, size, inner];
    if (product(numbers) !== product(input.dims)) throw this.#impossible('softmax', input.type);
    return this.#task({ kind: 'softmax', type: input.type, option: Number(log), numbers }, [input]);
  }

  /** Inputs: X, the scale and the bias; outputs: Y, the means and the inverse deviations. */
  layerNormalization({ type, dims }: TensorType, options: LayerNormalizationOptions): Task {
    const { axis, epsilon, scale, bias, stash } = options;
    const [rows, size] = [product(dims.slice(0, axis)), product(dims.slice(axis))];
    const rowsOf = (operand: TensorType | undefined): number => {
      const elements = operand ? product(operand.dims) : size;
      const fits =
        (operand?.type ?? type) === type && (elements === size || elements === rows * size);
      if (!fits) throw this.#impossible('layerNormalization', type);
      return elements === size ? 1 : rows;
    };
    const statistics = {
      type: stash,
      dims: dims.map((length, each) => (each < axis ? length : 1)),
    };
    return this.#task(
      {
        kind: 'layerNormalization',
        type,
        secondary: stash,
        real: epsilon,
        numbers: [rows, size, rowsOf(scale), rowsOf(bias)],
      },
      [{ type, dims }, statistics, statistics].slice(0, options.outputs),
    );
  }

  /** Inputs: where to start, and the step. */
  range(type: DType, count: number): Task {
    return this.#task({ kind: 'range', type, numbers: [count] }, [{ type, dims: [count] }]);
  }

  #task(request: Request, outputs: readonly TensorType[]): Task {
    const { native, memory, catalogue } = this.#engine;
    const { kind, type, secondary = type, option = 0, real = 0, numbers } = request;
    if (numbers.length > MOST_SCALARS + MOST_LISTS * catalogue.maxRank)
      throw this.#impossible(kind, type);
    this.#engine.writeRequest(
      ...[KINDS.indexOf(kind), this.#engine.typeNumber(type), this.#engine.typeNumber(secondary)],
      ...[option, floatBits(real), numbers.length],
      ...numbers.flatMap((number) => [number | 0, Math.floor(number / 2 ** 32)]),
    );
    const address = native.prepareTask();
    if (address === 0) throw memory.words[0] === 0 ? outOfMemory(0) : this.#impossible(kind, type);
    const workspace = this.#engine.reader().count();
    return {
      outputs,
      workspace,
      inPlace: false,
      run: (at, out, inputs) => {
        const { words } = memory;
        words[0] = at;
        for (let i = 0; i < MOST_OUTPUTS; i++) {
          words[1 + i] = out[i] ?? 0;
          words[FIRST_INPUT + i] = inputs[i] ?? 0;
        }
        const wrong = native.runTask(address);
        if (wrong >= 0) throw new ShapeError('index_out_of_range', messages.indexRange(wrong));
      },
      dispose: () => native.discardTask(address),
    };
  }

  #impossible(kind: string, type: DType): DTypeError {
    return new DTypeError('impossible_task', messages.task(kind, type));
  }
}

/** Elements before an axis, its size, and elements of what follows it. */
function around(dims: readonly number[], axis: number): number[] {
  return [product(dims.slice(0, axis)), dims[axis] as number, product(dims.slice(axis + 1))];
}

function without(
  dims: readonly number[],
  reduced: (axis: number) => boolean,
  keepDims: boolean,
): number[] {
  if (keepDims) return dims.map((size, axis) => (reduced(axis) ? 1 : size));
  return dims.filter((_, axis) => !reduced(axis));
}
