/**
 * The engine's calls, under the names that the wasm module exports. No other file knows these names.
 * Addresses are byte offsets into wasm memory; 0 is none.
 */
import createModule from '#glue';

export interface Native {
  readonly memory: WebAssembly.Memory;
  /** A block of 32-bit words in which requests and replies cross. */
  wordsAddress(): number;
  /** The names of operators, types, rules and attributes, as JSON. */
  catalogue(): string;
  reserve(bytes: number): number;
  release(address: number): void;
  /** These read a rule request from the words. */
  trace(): string;
  outputShape(): boolean;
  explicitShapes(): boolean;
  source(): boolean;
  fanout(): boolean;
  supports(operator: number, type: number, opset: number): boolean;
  /** Reads an operator request from the words; gives a plan to discard, 0 where memory ran out. */
  prepare(): number;
  /**
   * Whether a plan can run; if so, the words hold its result's type, whether it may overwrite an
   * input, its element count, the bytes of workspace and its shape.
   */
  planned(plan: number): boolean;
  failure(plan: number): string;
  /** Runs a plan on the addresses in the words: the workspace's, the output's, then the inputs'. */
  execute(plan: number): void;
  discard(plan: number): void;
}

const PAGE = 65536;
const INITIAL_PAGES = 16;

/** Bytes of the smallest and the largest wasm memory. */
export const MEMORY_RANGE = [INITIAL_PAGES * PAGE, 65536 * PAGE] as const;

/** Instantiates a compiled module over a memory that may grow to `maximumMemory` bytes. */
export async function instantiate(
  compiled: WebAssembly.Module,
  maximumMemory: number,
): Promise<Native> {
  const memory = new WebAssembly.Memory({
    initial: INITIAL_PAGES,
    maximum: Math.floor(maximumMemory / PAGE),
  });
  let failed: (reason: unknown) => void = () => {};
  const failure = new Promise<never>((_, reject) => {
    failed = reject;
  });
  const module = createModule({
    wasmMemory: memory,
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(compiled, imports).then(done).catch(failed);
      return {};
    },
  });
  return Object.assign(await Promise.race([module, failure]), { memory }) as unknown as Native;
}
