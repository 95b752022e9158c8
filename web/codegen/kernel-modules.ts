/** Compiles kernels and puts them into the engine's function table. */
import { LruCache } from '../base/lru-cache.js';
import type { Native } from '../wasm/instantiate.js';
import { COMPUTE, KERNEL, MEMORY } from './binary-format.js';
import { type InputLayout, type KernelModule, writeKernel } from './kernel-writer.js';
import type { Expression } from './stages.js';

export interface Compiled extends KernelModule {
  readonly module: WebAssembly.Module;
}

/** Maximum total size of cached modules: some hundreds of them. */
const MOST_BYTES = 2 ** 20;

/** Writes the numbers that JSON does not support as strings: NaN, infinities, -0 and bigints. */
function exactly(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'number') return value;
  return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * `undefined` if a policy or a limit of the environment prevents compilation.
 * @throws CompileError if the module is invalid
 */
function tryCompile(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(bytes);
  } catch (error) {
    if (!WebAssembly.validate(bytes)) throw error;
    return undefined;
  }
}

export class CompiledKernels {
  readonly #native: Native;
  readonly #compiled = new LruCache<Compiled>(MOST_BYTES);
  readonly #free: number[] = [];
  /** Kernels without state, shared by all users of a module, and their number of users. */
  readonly #shared = new Map<Compiled, number>();
  readonly #holders = new Map<number, number>();
  readonly #input: InputLayout;

  constructor(native: Native) {
    this.#native = native;
    const shared = native.workers !== undefined;
    this.#input = { bytes: native.inputBytes, stride: native.inputStride, shared };
  }

  /** The module of an expression, cached; `undefined` if the environment disallows compilation. */
  compile(expression: Expression): Compiled | undefined {
    const key = JSON.stringify(expression, exactly);
    const known = this.#compiled.get(key);
    if (known) return known;
    const written = writeKernel(expression, this.#input);
    const module = tryCompile(written.bytes);
    if (!module) return undefined;
    const compiled = { ...written, module };
    this.#compiled.set(key, compiled, written.bytes.length + key.length);
    return compiled;
  }

  /**
   * Adds a kernel with its globals, one set per thread, to the function table. Returns its index; kernels of
   * the same module share one if they use neither scratch memory nor a plan.
   */
  add(compiled: Compiled, numbers: (thread: number) => readonly number[]): number {
    const isShared = compiled.scratch === 0 && compiled.called.length === 0;
    const index =
      (isShared ? this.#shared.get(compiled) : undefined) ?? this.#instantiate(compiled, numbers);
    if (isShared) this.#shared.set(compiled, index);
    this.#holders.set(index, (this.#holders.get(index) ?? 0) + 1);
    return index;
  }

  /** Releases a kernel; to be called once for each time that it was added. */
  remove(index: number): void {
    const holders = (this.#holders.get(index) as number) - 1;
    this.#holders.set(index, holders);
    if (holders > 0) return;
    this.#holders.delete(index);
    for (const [compiled, shared] of this.#shared)
      if (shared === index) this.#shared.delete(compiled);
    this.#native.table.set(index, null);
    this.#free.push(index);
  }

  #instantiate({ module }: Compiled, numbers: (thread: number) => readonly number[]): number {
    const { memory, table, workers } = this.#native;
    const place = this.#native.computeFunction();
    const globals = Object.fromEntries(numbers(0).map((number, i) => [String(i), number]));
    const imports = { [MEMORY]: memory, [COMPUTE]: table.get(place), ...globals };
    const { exports } = new WebAssembly.Instance(module, { '': imports as never });
    const index = this.#free.pop() ?? table.grow(1);
    table.set(index, exports[KERNEL]);
    workers?.put({ module, space: '', compute: place, numbers, places: [[KERNEL, index]] });
    return index;
  }
}
