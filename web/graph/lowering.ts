/**
 * Lowers nodes to steps, for inputs of given types and shapes. Constants are folded on the way, so computed
 * shapes are available when they are needed.
 */
import { denseStrides, sizeOf } from '../base/dims.js';
import { arrayOf, type DType, holdsBigInts, itemsOf } from '../base/dtypes.js';
import type { Attributes } from '../base/function-options.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { Box, StridedView, Task, TensorType } from '../engine/task.js';
import type { TaskBuilder } from '../engine/tasks.js';
import type { Memory } from '../memory/memory.js';
import { checkListRoom } from '../memory/texts.js';
import type { Derivations } from './derivations.js';
import type { Generation } from './generation.js';
import { Resources } from './resources.js';
import { type EngineStep, type Pointwise, type Step, storagesOf, workOf } from './steps.js';
import { copyStrings } from './strings.js';
import { bytesOfValue, isConstant, Storage, type Value } from './values.js';

/** The box of a move, and its layouts. */
export interface Move {
  readonly sizes?: readonly number[];
  readonly from?: Partial<StridedView>;
  readonly to?: Partial<StridedView>;
}

/** A derived value, and the owner of the tasks of its steps. */
interface Derived {
  readonly value: Value;
  readonly owner: Resources;
}

/** Rebuilds the source of a derived value. */
type Again = (lowering: Lowering, made: Value) => Value;

export interface LoweringOptions {
  /** Default: any number of bytes. */
  readonly mostFolded?: number;
  /** Default: new ones. */
  readonly resources?: Resources;
  readonly derivations?: Derivations | undefined;
  /** The generation whose nodes are reused. Default: none are. */
  readonly generation?: Generation | undefined;
  /** Whether subnormal results that only products use may be flushed to 0. Default: false. */
  readonly flushes?: boolean;
}

export class Lowering {
  readonly tasks: TaskBuilder;
  readonly memory: Memory;
  readonly maxRank: number;
  /** Maximum size, in bytes, of a value that is folded. */
  readonly mostFolded: number;
  readonly steps: Step[] = [];
  /** Derived values of constants that outlive the lowering. */
  readonly derivations: Derivations | undefined;
  readonly generation: Generation | undefined;
  readonly flushes: boolean;
  readonly #derived = new Map<Storage, Map<string, Derived>>();
  #own: Resources;
  /** Whether a derived value that all programs share is being computed. */
  #isDeriving = false;

  constructor(
    tasks: TaskBuilder,
    {
      mostFolded = Infinity,
      resources = new Resources(tasks.memory),
      derivations,
      generation,
      flushes = false,
    }: LoweringOptions = {},
  ) {
    this.tasks = tasks;
    this.memory = tasks.memory;
    this.maxRank = tasks.engine.catalogue.maxRank;
    this.mostFolded = mostFolded;
    this.derivations = derivations;
    this.generation = generation;
    this.flushes = flushes;
    this.#own = resources;
  }

  /** The resources of the steps; whoever takes over the steps frees them. */
  get resources(): Resources {
    return this.#own;
  }

  /** Runs work whose tasks and memory have another owner. */
  within<Result>(owner: Resources, work: () => Result): Result {
    const before = this.#own;
    this.#own = owner;
    try {
      return work();
    } finally {
      this.#own = before;
    }
  }

  /**
   * A value that later steps write; written now if it is computed only from constants.
   * @throws OutOfMemoryError
   */
  make(type: DType, dims: readonly number[], ofConstants = false): Value {
    if (type === 'string') checkListRoom(sizeOf(dims), this.memory);
    const bytes = bytesOfValue({ type, dims });
    const constant = ofConstants && bytes <= this.mostFolded;
    const storage = new Storage(constant ? 'constant' : 'temporary', bytes);
    if (constant && type !== 'string') storage.address = this.resources.reserve(bytes);
    return { type, dims, storage };
  }

  /** A constant value. */
  constant(type: DType, dims: readonly number[], data: TypedArray | readonly string[]): Value {
    const storage = new Storage('constant', bytesOfValue({ type, dims }));
    if (type === 'string') {
      storage.strings = data as readonly string[];
    } else {
      storage.address = this.resources.reserve(storage.bytes);
      this.memory.write(storage.address, data as TypedArray, storage.bytes);
    }
    return { type, dims, storage };
  }

  /**
   * A constant computed from positions. The elements are written in place, so tables of any size need no
   * JavaScript memory.
   * @throws OutOfMemoryError
   */
  table(type: DType, dims: readonly number[], numberAt: (position: number) => number): Value {
    const storage = new Storage('constant', bytesOfValue({ type, dims }));
    storage.address = this.resources.reserve(storage.bytes);
    const elements = this.memory.view(arrayOf(type), storage.address, sizeOf(dims));
    const elementAt = holdsBigInts(type) ? (at: number) => BigInt(numberAt(at)) : numberAt;
    for (let at = 0; at < elements.length; at++) elements[at] = elementAt(at) as never;
    return { type, dims, storage };
  }

  /** The same elements with other dims. */
  alias(value: Value, dims: readonly number[], type = value.type): Value {
    return { type, dims, storage: value.storage };
  }

  /** A view of contiguous elements of a temporary value, starting at `first`. */
  part({ type, storage }: Value, first: number, dims: readonly number[]): Value {
    const { whole, offset } = storage.place;
    const within = { whole, offset: offset + bytesOfValue({ type, dims: [first] }) };
    const bytes = bytesOfValue({ type, dims });
    return { type, dims, storage: new Storage('temporary', bytes, within) };
  }

  /**
   * Returns a value derived from another, computed once. A value derived from a constant is shared by all
   * programs.
   * @param again rebuilds the source from the derived value, so that a constant need not be kept in both
   *    forms
   */
  derived({ type, dims, storage }: Value, what: string, make: () => Value, again?: Again): Value {
    const { derivations } = this;
    const name = `${what} of ${type} (${dims})`;
    const shared = derivations?.find(storage, name);
    if (shared) return shared;
    // An intermediate result of a derived value, which is not kept.
    if (this.#isDeriving) return make();
    if (derivations?.keeps(storage)) return this.#shared(derivations, storage, name, make, again);
    const known = this.#derived.get(storage) ?? new Map<string, Derived>();
    this.#derived.set(storage, known);
    const { value, owner } = known.get(name) ?? { value: make(), owner: this.#own };
    known.set(name, { value, owner });
    this.generation?.use(owner);
    return value;
  }

  /** Whether a value is a constant whose derived values all programs share. */
  outlasts({ storage }: Value): boolean {
    return this.derivations?.keeps(storage) ?? false;
  }

  #shared(
    derivations: Derivations,
    storage: Storage,
    name: string,
    make: () => Value,
    again: Again | undefined,
  ): Value {
    const { tasks } = this;
    const value = derivations.add(
      storage,
      name,
      (resources) => {
        this.#isDeriving = true;
        try {
          return this.within(resources, make);
        } finally {
          this.#isDeriving = false;
        }
      },
      again && ((resources) => again(new Lowering(tasks, { resources }), value)),
    );
    return value;
  }

  /** The elements of a constant; `undefined` if they are computed at run time. */
  known(value: Value): TypedArray | readonly string[] | undefined {
    if (!isConstant(value)) return undefined;
    this.noteReads([value]);
    return value.type === 'string' ? value.storage.strings : this.read(value);
  }

  /** A copy of the current elements of a value. */
  read({ type, dims, storage }: Value): TypedArray {
    const length = itemsOf(type, sizeOf(dims));
    return this.memory.view(arrayOf(type), storage.address, length).slice() as TypedArray;
  }

  /** An elementwise operator. */
  pointwise(
    operator: string,
    inputs: readonly (Value | undefined)[],
    attributes: Attributes,
    opset: number,
  ): Value {
    const task = this.resources.own(this.tasks.operator(operator, inputs, attributes, opset));
    const { type, dims } = task.outputs[0] as TensorType;
    const output = this.make(type, dims, this.allConstant(inputs));
    const outputs = [output] as const;
    const storages = storagesOf(inputs, outputs);
    const kind = 'pointwise';
    this.#add({ kind, operator, attributes, opset, inputs, outputs, storages, task });
    return output;
  }

  /** Another task of the engine; `wanted` marks the outputs that are used. */
  work(
    task: Task,
    inputs: readonly (Value | undefined)[],
    wanted: readonly boolean[] = [true],
  ): (Value | undefined)[] {
    this.resources.own(task);
    const ofConstants = !task.varies && this.allConstant(inputs);
    const outputs = task.outputs.map(({ type, dims }, i) =>
      wanted[i] ? this.make(type, dims, ofConstants) : undefined,
    );
    this.#add(workOf(task, inputs, outputs));
    return outputs;
  }

  /**
   * Copies a box of elements into a value; other boxes may be copied into it too. By default, the box is the
   * whole input and contiguous in both.
   */
  move(input: Value, output: Value, { sizes = input.dims, from, to }: Move = {}): void {
    const within = ({ dims }: Value, view: Partial<StridedView> = {}): StridedView => ({
      ...{ offset: 0, strides: denseStrides(dims) },
      ...view,
    });
    const box: Box = { sizes, from: within(input, from), to: within(output, to) };
    if (input.type === 'string') {
      this.text([input], [output], () => copyStrings(box, input.storage, output, this.memory));
      return;
    }
    const task = this.resources.own(this.tasks.copy(input, output, box));
    this.#add(workOf(task, [input], [output]));
  }

  /** Work on strings. */
  text(inputs: readonly (Value | undefined)[], outputs: readonly Value[], run: () => void): void {
    this.noteReads(inputs);
    if (outputs.every(isConstant)) run();
    else
      this.steps.push({
        kind: 'text',
        inputs,
        outputs,
        storages: storagesOf(inputs, outputs),
        run,
      });
  }

  /** Whether all of these values are constant, and thus values computed from them. */
  allConstant(inputs: readonly (Value | undefined)[]): boolean {
    return inputs.every((input) => !input || isConstant(input));
  }

  /** Ensures that constants are in memory which steps, or their callers, use directly. */
  noteReads(inputs: readonly (Value | undefined)[]): void {
    const { derivations } = this;
    if (!derivations) return;
    for (const input of inputs) {
      if (!input) continue;
      derivations.restore(input.storage);
      // Sources of derived values are used only once.
      if (!this.#isDeriving) derivations.read(input.storage);
    }
  }

  #add(step: Pointwise | EngineStep): void {
    this.noteReads(step.inputs);
    if (!step.outputs.every((output) => !output || isConstant(output))) {
      this.steps.push(step);
      return;
    }
    this.#runNow(step);
    this.resources.discard(step.task);
  }

  #runNow({ task, inputs, outputs }: Pointwise | EngineStep): void {
    const workspace = task.workspace > 0 ? this.resources.reserve(task.workspace) : 0;
    const addressOf = (value: Value | undefined): number => value?.storage.address ?? 0;
    task.run(workspace, outputs.map(addressOf), inputs.map(addressOf));
    this.resources.release(workspace);
  }
}
