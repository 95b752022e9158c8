/**
 * The engine's calls, under the names that the wasm module exports. No other file knows these names.
 * Addresses are byte offsets into wasm memory; 0 is none. Truth is 1 or 0. A text is in ASCII: a call
 * that replies in one gives its length, and its address in the first of the words; it stands until
 * the next such call.
 */
export interface Native {
  readonly memory: WebAssembly.Memory;
  /** A block of 32-bit words in which requests and replies cross. */
  wordsAddress(): number;
  /** The names of operators, types, rules and attributes, as JSON. */
  catalogue(): number;
  reserve(bytes: number): number;
  release(address: number): void;
  /**
   * These read a rule request from the words. The first replies in JSON with the parts of the trace
   * asked for: 1 the facts, 2 axes and failures, 4 advice and prose; or their sum.
   */
  trace(parts: number): number;
  outputShape(): number;
  explicitShapes(): number;
  source(): number;
  fanout(): number;
  supports(operator: number, type: number, opset: number): number;
  /**
   * Reads an operator request from the words, and says whether it can run; if so, the words hold its
   * result's type, whether it may overwrite an input, its element count, the bytes of workspace and
   * its shape.
   */
  prepare(): number;
  /** Why what was prepared last cannot run, as JSON. */
  failure(): number;
  /** The trace of what was prepared last, where that can run, as JSON. */
  alignment(): number;
  /** A plan of what was prepared last, to discard; 0 where memory ran out. */
  keep(): number;
  /**
   * Steps along the outermost axis of an elementwise plan, 0 of any other plan. The words then hold the
   * bytes from step to step of the output and of each input, 0 where the same are read again.
   */
  steps(plan: number): number;
  /**
   * Runs a plan on the addresses in the words: the workspace's, the output's, then the inputs'; so many
   * steps of it, or all where that is 0.
   */
  execute(plan: number, steps: number): void;
  discard(plan: number): void;
  /** The engine's functions; kernels that are made at run time are put into it. */
  readonly table: WebAssembly.Table;
  /**
   * As `prepare`, for one kernel over all inputs, with a result of that type; the operator and the
   * attributes in the words do not count. The first of the words then holds a bit for each input that
   * the kernel takes as one repeated element. The plan runs once it has its kernel, by its place in
   * the table.
   */
  prepareKernel(resultType: number): number;
  useKernel(plan: number, kernel: number): void;
  /** What kernels call: an elementwise plan's work on a run of elements. */
  compute(plan: number, length: number, output: number, inputs: number): void;
  /**
   * Reads a task request from the words; gives a task to discard, its bytes of workspace in the
   * words, or 0: then the first word is 0 where memory ran out, and 1 where there is no such task.
   */
  prepareTask(): number;
  /**
   * Runs a task on the addresses in the words: the workspace's, three outputs', three inputs'. Gives
   * the position of an index that is out of range, else -1.
   */
  runTask(task: number): number;
  discardTask(task: number): void;
}

/** What the module calls before anything else: constructors of the C++ library. */
interface Exports extends Omit<Native, 'memory' | 'table'> {
  _initialize(): void;
  readonly __indirect_function_table: WebAssembly.Table;
}

const PAGE = 65536;
const LEAST_PAGES = 16;
/** Room for all the plans that are kept at once: pages that nothing has touched cost nothing. */
const USUAL_PAGES = 32;

/** Bytes of the smallest and the largest wasm memory. */
export const MEMORY_RANGE = [LEAST_PAGES * PAGE, 65536 * PAGE] as const;

/** Instantiates a compiled module over a memory that may grow to `maximumMemory` bytes. */
export async function instantiate(
  compiled: WebAssembly.Module,
  maximumMemory: number,
): Promise<Native> {
  const maximum = Math.floor(maximumMemory / PAGE);
  const memory = new WebAssembly.Memory({ initial: Math.min(USUAL_PAGES, maximum), maximum });
  const { exports } = await WebAssembly.instantiate(compiled, { env: { memory } });
  const calls = exports as unknown as Exports;
  calls._initialize();
  return { ...calls, memory, table: calls.__indirect_function_table };
}
