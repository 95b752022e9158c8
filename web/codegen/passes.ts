/** Passes: expressions that the engine has fused, each evaluated by one kernel that is compiled at run time. */
import type { Engine } from '../engine/engine.js';
import { aligned } from '../memory/memory.js';
import { CompiledKernels } from './kernel-modules.js';
import type { Expression, ExpressionNode } from './stages.js';

/** An expression as the engine writes it: with the state of each node's task, and null for an absent operand. */
interface HostedExpression extends Omit<Expression, 'nodes'> {
  readonly nodes: readonly (Omit<ExpressionNode, 'inputs'> & {
    readonly inputs: readonly (number | null)[];
    readonly state: number;
  })[];
}

class Passes {
  readonly #engine: Engine;
  readonly #kernels: CompiledKernels;
  /** The scratch memory of kernels, by their indices. */
  readonly #scratch = new Map<number, number>();

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#kernels = new CompiledKernels(engine.native);
    engine.native.useKernelHost(
      (text) => this.#compile(JSON.parse(text) as HostedExpression),
      (kernel) => this.#release(kernel),
    );
  }

  /**
   * The index of the kernel; 0 if the environment disallows it: older browsers do not compile modules above 4 KB
   * on a page's main thread, and workerd only compiles deployed ones. The nodes then run one by one.
   */
  #compile({ nodes, ...expression }: HostedExpression): number {
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
    if (bytes > 0 && scratch === 0) return 0;
    try {
      const kernel = this.#kernels.add(compiled, (thread) => [scratch + thread * bytes, ...states]);
      this.#scratch.set(kernel, scratch);
      return kernel;
    } catch {
      // An error must not pass through the engine, which cannot clean up behind it.
      native.release(scratch);
      return 0;
    }
  }

  #release(kernel: number): void {
    this.#kernels.remove(kernel);
    this.#engine.native.release(this.#scratch.get(kernel) ?? 0);
    this.#scratch.delete(kernel);
  }
}

const hosts = new WeakMap<Engine, Passes>();

/** Compiles the kernels of an engine's sessions from now on. */
export function hostKernels(engine: Engine): void {
  if (!hosts.has(engine)) hosts.set(engine, new Passes(engine));
}
