/** Passes: expressions on tensors of known types and shapes, evaluated by one kernel. */
import type { DType } from '../dtypes.js';
import type { Engine } from '../engine.js';
import type { Task, TensorType } from '../kernels.js';
import { outOfMemory } from '../memory.js';
import { FusedKernels } from './kernels.js';
import type { ExpressionNode } from './stages.js';

/** A node, prepared on its own for the case that the kernel has the engine compute it. */
export interface PassNode extends ExpressionNode {
  readonly task: Task;
}

/** What is evaluated for every element of the result, which is the last node's. */
export interface PassRequest {
  readonly inputs: readonly TensorType[];
  readonly nodes: readonly PassNode[];
  readonly dims: readonly number[];
}

export interface Pass {
  readonly task: Task;
  /** Nodes' tasks that must live as long. */
  readonly keeps: ReadonlySet<Task>;
}

/** Operands of a node that the engine computes within a pass, at most. */
const MOST_CALLED_INPUTS = 3;

/** Types whose elements a pass can hold between its stages. */
const TYPES: ReadonlySet<DType> = new Set([
  ...(['float32', 'float64', 'float16', 'bfloat16', 'bool'] as const),
  ...(['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'] as const),
]);

export class Passes {
  readonly #engine: Engine;
  readonly #kernels: FusedKernels;
  /** Inputs of a pass, at most. */
  readonly mostInputs: number;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#kernels = new FusedKernels(engine.native);
    this.mostInputs = engine.catalogue.maxOperands;
  }

  /** Whether a node may be part of a pass: its operands broadcast to its result as NumPy's do. */
  takes(inputs: readonly (TensorType | undefined)[], { type, dims }: TensorType): boolean {
    const meets = (input: TensorType | undefined): boolean =>
      !input || (TYPES.has(input.type) && this.#stretches(input.dims, dims));
    return inputs.length <= MOST_CALLED_INPUTS && TYPES.has(type) && inputs.every(meets);
  }

  /** Whether the engine stretches an operand to that shape. */
  #stretches(from: readonly number[], to: readonly number[]): boolean {
    const { native, catalogue } = this.#engine;
    const rule = catalogue.rules.indexOf('unidirectional');
    // No axis, and the bytes of an element do not count.
    this.#engine.writeRequest(rule, -1, 1, 1, 2, to, from);
    return native.outputShape() !== 0;
  }

  /**
   * Undefined where the host refuses the kernel: older browsers compile no module of more than 4 KB
   * on a page's main thread, and workerd none that was not deployed.
   * @throws OutOfMemoryError
   */
  make({ inputs, nodes, dims }: PassRequest): Pass | undefined {
    const { native, memory } = this.#engine;
    const { type } = nodes.at(-1) as PassNode;
    const { plan, repeated } = this.#plan(inputs, type);
    const compiled = this.#kernels.compile({
      inputs: inputs.map((input) => input.type),
      repeated,
      nodes: nodes.map(({ task, ...node }) => node),
    });
    if (!compiled) {
      native.discard(plan);
      return undefined;
    }
    const called = compiled.called.map((node) => (nodes[node] as PassNode).task);
    const scratch = this.#scratch(compiled.scratch, plan);
    const kernel = this.#kernels.add(compiled, [scratch, ...called.map((task) => task.plan ?? 0)]);
    native.useKernel(plan, kernel);
    const task: Task = {
      outputs: [{ type, dims }],
      workspace: 0,
      inPlace: true,
      run: (_, [output = 0], addresses) => {
        const { words } = memory;
        words[1] = output;
        for (let i = 0; i < addresses.length; i++) words[i + 2] = addresses[i] as number;
        native.execute(plan, 0);
      },
      dispose: () => {
        native.discard(plan);
        this.#kernels.remove(kernel);
        if (scratch !== 0) memory.release(scratch);
      },
    };
    return { task, keeps: new Set(called) };
  }

  /** @throws OutOfMemoryError, and then the plan is gone too. */
  #scratch(bytes: number, plan: number): number {
    const { native, memory } = this.#engine;
    try {
      return bytes > 0 ? memory.reserve(bytes) : 0;
    } catch (error) {
      native.discard(plan);
      throw error;
    }
  }

  /** @throws OutOfMemoryError */
  #plan(
    inputs: readonly TensorType[],
    type: DType,
  ): { readonly plan: number; readonly repeated: number } {
    const { native, memory, catalogue } = this.#engine;
    memory.headroom();
    const writer = this.#engine.writer();
    // No operator, opset or attribute: the mask of those given, and a word for each there is.
    for (let word = -3; word < catalogue.attributes.length; word++) writer.number(0);
    writer.number(inputs.length);
    for (const input of inputs) {
      writer.number(this.#engine.typeNumber(input.type));
      writer.shape(input.dims);
    }
    const plan = native.prepareKernel(this.#engine.typeNumber(type));
    if (plan === 0) throw outOfMemory(0);
    return { plan, repeated: memory.words[0] as number };
  }
}

const passes = new WeakMap<Engine, Passes>();

/** The passes of an engine; undefined where it has no vectors. */
export function passesOf(engine: Engine): Passes | undefined {
  if (engine.catalogue.flavour === 'scalar') return undefined;
  const known = passes.get(engine) ?? new Passes(engine);
  passes.set(engine, known);
  return known;
}
