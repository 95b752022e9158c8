/** Passes: expressions on tensors of given types and shapes, each evaluated by one kernel. */
import { type DType, kindOf } from '../base/dtypes.js';
import { DIRECT, type Engine } from '../engine/engine.js';
import { requireDone, requireRun } from '../engine/rejected-run.js';
import type { Task, TensorType } from '../engine/task.js';
import { aligned } from '../memory/memory.js';
import type { NativeTask } from '../wasm/native-task.js';
import { type Compiled, CompiledKernels } from './kernel-modules.js';
import type { Expression, ExpressionNode } from './stages.js';

/** A node, and its task if the kernel calls the engine for it. */
export interface PassNode extends ExpressionNode {
  readonly task: Task;
}

/** The expression; the result is the last node's. */
export interface PassRequest {
  readonly inputs: readonly TensorType[];
  readonly nodes: readonly PassNode[];
  readonly dims: readonly number[];
}

export interface Pass {
  readonly task: Task;
  /** The task that runs it within rows of its result; `undefined` unless requested. */
  readonly rows: NativeTask | undefined;
  /** Tasks of nodes that the kernel calls, which must live as long as the pass. */
  readonly keeps: ReadonlySet<Task>;
}

/** An expression as the engine writes it: with the state of each node's task, and null for an absent operand. */
interface HostedExpression extends Omit<Expression, 'nodes'> {
  readonly nodes: readonly (Omit<ExpressionNode, 'inputs'> & {
    readonly inputs: readonly (number | null)[];
    readonly state: number;
  })[];
}

/** Maximum number of operands of a node within a pass. */
const MOST_CALLED_INPUTS = 3;

/** Whether elements of a type can be stored between the stages of a pass. */
const isHeld = (type: DType): boolean => {
  const kind = kindOf(type);
  return kind !== undefined && kind !== 'string' && kind !== 'complex';
};

/** Whether NumPy's rule broadcasts an operand to that shape without enlarging the shape. */
const stretchTo = (from: readonly number[], to: readonly number[]): boolean => {
  const ahead = to.length - from.length;
  return ahead >= 0 && from.every((size, axis) => size === 1 || size === to[ahead + axis]);
};

export class Passes {
  readonly #engine: Engine;
  readonly #kernels: CompiledKernels;
  /** Maximum number of inputs of a pass. */
  readonly mostInputs: number;
  /** The scratch memory of kernels that the engine has requested, by their indices. */
  readonly #hosted = new Map<number, number>();
  #isHost = false;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#kernels = new CompiledKernels(engine.native);
    this.mostInputs = engine.catalogue.maxOperands;
  }

  /** Compiles the kernels of the engine's own sessions from now on. */
  host(): void {
    if (this.#isHost) return;
    this.#isHost = true;
    this.#engine.native.useKernelHost(
      (text) => this.#compileHosted(JSON.parse(text) as HostedExpression),
      (kernel) => this.#releaseHosted(kernel),
    );
  }

  #compileHosted({ nodes, ...expression }: HostedExpression): number {
    const compiled = this.#kernels.compile({
      ...expression,
      nodes: nodes.map(({ state, inputs, ...node }) => ({
        ...node,
        inputs: inputs.map((input) => input ?? undefined),
      })),
    });
    if (!compiled) return 0;
    const states = compiled.called.map((node) => nodes[node]?.state ?? 0);
    const { native } = this.#engine;
    const bytes = aligned(compiled.scratch);
    const scratch = bytes > 0 ? native.reserve(bytes * (native.workers?.threads ?? 1)) : 0;
    // Without memory for it, the nodes run one by one.
    if (bytes > 0 && scratch === 0) return 0;
    try {
      const kernel = this.#kernels.add(compiled, (thread) => [scratch + thread * bytes, ...states]);
      this.#hosted.set(kernel, scratch);
      return kernel;
    } catch {
      // An error must not pass through the engine, which cannot clean up behind it.
      native.release(scratch);
      return 0;
    }
  }

  #releaseHosted(kernel: number): void {
    this.#kernels.remove(kernel);
    this.#engine.native.release(this.#hosted.get(kernel) ?? 0);
    this.#hosted.delete(kernel);
  }

  /** Whether a node may be part of a pass: its operands broadcast to its result by NumPy's rule. */
  takes(inputs: readonly (TensorType | undefined)[], { type, dims }: TensorType): boolean {
    const meets = (input: TensorType | undefined): boolean =>
      !input || (isHeld(input.type) && stretchTo(input.dims, dims));
    return inputs.length <= MOST_CALLED_INPUTS && isHeld(type) && inputs.every(meets);
  }

  /**
   * `undefined` if the environment disallows the kernel: older browsers do not compile modules above 4 KB on
   * a page's main thread, and workerd only compiles deployed ones.
   * @param byRows for parts of the result, each within a row
   * @throws OutOfMemoryError
   */
  make({ inputs, nodes, dims }: PassRequest, byRows: boolean): Pass | undefined {
    const { memory } = this.#engine;
    const { type } = nodes.at(-1) as PassNode;
    const plan = this.#plan(inputs, type, byRows);
    let compiled: Compiled | undefined;
    try {
      compiled = this.#kernels.compile({
        inputs: inputs.map((input) => input.type),
        repeated: inputs.reduce((bits, _, i) => (plan.repeats(i) ? bits | (1 << i) : bits), 0),
        nodes: nodes.map(({ task, ...node }) => node),
      });
    } finally {
      if (!compiled) plan.delete();
    }
    if (!compiled) return undefined;
    const called = compiled.called.map((node) => (nodes[node] as PassNode).task);
    const states = called.map((task) => task.plan?.state() ?? 0);
    const { native } = this.#engine;
    let scratch = 0;
    let kernel: number;
    try {
      const bytes = aligned(compiled.scratch);
      const threads = native.workers?.threads ?? 1;
      scratch = bytes > 0 ? memory.reserve(bytes * threads) : 0;
      kernel = this.#kernels.add(compiled, (thread) => [scratch + thread * bytes, ...states]);
    } catch (error) {
      plan.delete();
      memory.release(scratch);
      throw error;
    }
    requireRun(plan.useKernel(kernel));
    const task: Task = {
      outputs: [{ type, dims }],
      workspace: 0,
      inPlace: true,
      run: (_, [output = 0], addresses) => {
        const [a = 0, b = 0, c = 0] = addresses;
        this.#engine.feed(addresses, DIRECT);
        requireDone(plan.run(0, output, 0, 0, a, b, c));
      },
      dispose: () => {
        plan.delete();
        this.#kernels.remove(kernel);
        memory.release(scratch);
      },
    };
    return { task, rows: byRows ? plan : undefined, keeps: new Set(called) };
  }

  /** @throws OutOfMemoryError */
  #plan(inputs: readonly TensorType[], type: DType, byRows: boolean): NativeTask {
    const plan = this.#engine
      .request({ question: this.#engine.rule('multidirectional'), inputs })
      .kernelTask(this.#engine.typeNumber(type), byRows);
    // The shapes have been checked, so memory is the only possible reason.
    if (!plan) throw this.#engine.memory.outOfMemory();
    return plan;
  }
}

const passes = new WeakMap<Engine, Passes>();

/** The passes of an engine. */
export function passesOf(engine: Engine): Passes {
  const known = passes.get(engine) ?? new Passes(engine);
  passes.set(engine, known);
  return known;
}
