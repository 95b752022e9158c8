/**
 * The engine as `bindings/module.cpp` registers it: no other file names these calls, and a check holds
 * the two against each other. Addresses are byte offsets into wasm memory; 0 is none. Objects of the
 * module's classes are freed by `delete`. Shapes are in the order in which their rule writes them.
 */
import createModule from '#glue';
import { DisposedError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { Sharing } from './worker-messages.js';

/** What Embind makes of an object that lives in wasm memory. */
interface Held {
  delete(): void;
}

/** An enumerator: its number, for calls that take integers. */
export interface Enumerator {
  readonly value: number;
}

/** Enumerators by name, in the order of their numbers. */
export type Enumeration = Readonly<Record<string, Enumerator>>;

/** What the engine is asked: each call says whether its part fits; one that does not refuses the whole. */
export interface NativeRequest extends Held {
  begin(operator: number, opset: number): boolean;
  /** `axis` and `broadcast` are those of the legacy rule. */
  beginRule(rule: number, axis: number, broadcast: boolean, order: number): boolean;
  /** The number of a word or a type, for an attribute that takes one. */
  attribute(attribute: number, value: number): boolean;
  /** The next input, by the number of its type, with the first four of its sizes; the others follow. */
  input(
    type: number,
    rank: number,
    first: number,
    second: number,
    third: number,
    fourth: number,
  ): boolean;
  axis(size: number): boolean;
  /** An optional input that is not given. */
  absent(): boolean;
  /** Null where the request is refused. */
  plan(): NativePlan | null;
  /**
   * Of a rule's request: for one kernel over all inputs, which the plan is to be given. It is called within
   * rows of the result where `byRows`.
   */
  kernelPlan(resultType: number, byRows: boolean): NativePlan | null;
  /** Why there is no plan. */
  refusal(): NativeRefusal;
}

export interface NativeRefusal {
  readonly code: string;
  readonly text: string;
  /** Whether the shapes do not meet: then `align` says where. */
  readonly byRule: boolean;
}

export interface NativePlan extends Held {
  type(): number;
  rank(): number;
  size(axis: number): number;
  /** Bytes of memory that a run works in. */
  workspace(): number;
  /** Whether the result may be written over an input of its own shape and width. */
  inPlace(): boolean;
  /** Inputs after the third are those that `feed` was told of. */
  run(workspace: number, output: number, a: number, b: number, c: number): void;
  /** Runs on the inputs that `feed` was told of. */
  runFed(workspace: number, output: number): void;
  /**
   * Runs a product, and on each part of the result, as soon as it is made, a pass in its place: a plan for a
   * kernel by rows, on the inputs that `feed` was told of. False where the pass is no such plan.
   */
  runThen(
    pass: NativePlan,
    workspace: number,
    output: number,
    a: number,
    b: number,
    c: number,
  ): boolean;
  /** Steps along the outermost axis of an elementwise plan, 0 of any other. */
  steps(): number;
  /** Bytes from step to step of an input, or of the output for -1; 0 where the same are read again. */
  stepBytes(input: number): number;
  /** The first of the steps, on the inputs that `feed` was told of; false where there are not as many. */
  runSteps(steps: number, output: number): boolean;
  /** Whether the kernel takes the input as one element that it repeats. */
  repeats(input: number): boolean;
  /** A kernel by its index in the table. */
  useKernel(index: number): void;
  /** What a kernel calls the plan by, for as long as the plan lives. */
  state(): number;
}

export interface NativeAlignment extends Held {
  /**
   * Aligns the inputs of a request, in the place of what was asked before; false where the request, or its
   * operator, is refused before shapes are looked at.
   */
  ask(request: NativeRequest): boolean;
  ok(): boolean;
  /** Of the result; 0 for a failure. */
  rank(): number;
  size(axis: number): number;
  facts(): NativeFacts;
  axes(): NativeAxis[];
  /** The first is the reason of the failure. */
  conflicts(): NativeFinding[];
  warnings(): NativeWarning[];
  fixes(): NativeFix[];
  sentences(): NativeSentence[];
  /** The verdict. */
  text(): string;
  /** For each operand, the index that feeds an element, or a term of it; none for an index outside. */
  source(index: readonly number[]): number[][];
  /** The elements that one of an operand feeds. */
  fanout(operand: number, index: readonly number[]): NativeFanout;
  explicitShapes(): number[][];
}

export interface NativeFanout {
  readonly count: number;
  readonly first: number[][];
}

export interface NativeFacts {
  readonly rule: string;
  /** Empty where a rule was asked. */
  readonly operator: string;
  readonly order: string;
  readonly ok: boolean;
  /** Empty for a failure. */
  readonly outputShape: number[];
  readonly outputElements: number;
  readonly operands: NativeOperand[];
  readonly memory: NativeMemoryFigures;
}

export interface NativeOperand {
  readonly name: string;
  readonly shape: number[];
  readonly aligned: number[];
  readonly added: number[];
  readonly stretched: number[];
  readonly placement: string;
  readonly strides: number[];
  readonly elements: number;
  readonly bytes: number;
}

export interface NativeMemoryFigures {
  readonly stored: number;
  readonly ifCopied: number;
  readonly output: number;
}

export interface NativeAxis {
  readonly axis: number;
  readonly fromEnd: number;
  readonly sizes: number[];
  readonly added: boolean[];
  readonly size: number | undefined;
  readonly outcome: string;
  /** Empty for an axis that broadcasts. */
  readonly role: string;
  /** Empty where the rule has none. */
  readonly letter: string;
  readonly stretched: number[];
  readonly text: string;
}

export interface NativeFinding {
  readonly code: string;
  readonly axis: number | undefined;
  readonly operands: number[];
  readonly sizes: number[];
  readonly text: string;
}

export interface NativeWarning {
  readonly code: string;
  readonly axes: number[];
  readonly operands: number[];
  readonly text: string;
}

export interface NativeFix {
  readonly kind: string;
  readonly operand: number | undefined;
  readonly argument: number[];
  readonly shape: number[];
  readonly outputShape: number[];
  readonly grows: boolean;
  readonly text: string;
}

export interface NativeSentence {
  readonly kind: string;
  readonly text: string;
  readonly axis: number | undefined;
  readonly operand: number | undefined;
}

/** Work on tensors that is not elementwise, made for given types and sizes. */
export interface NativeLayer extends Held {
  workspace(): number;
  /**
   * Runs on the workspace, three outputs and three inputs. Gives the position of an index that is out of
   * range, before anything is written; else -1.
   */
  run(
    ...addresses: [
      workspace: number,
      output: number,
      secondOutput: number,
      thirdOutput: number,
      a: number,
      b: number,
      c: number,
    ]
  ): number;
  /** Runs a convolution, and a pass as a plan's `runThen` does. */
  runThen(
    pass: NativePlan,
    workspace: number,
    output: number,
    a: number,
    b: number,
    c: number,
  ): boolean;
}

/** A box of elements moved. Sizes, offsets and strides count elements. */
export interface NativeCopy {
  readonly type: Enumerator;
  readonly inputElements: number;
  readonly outputElements: number;
  readonly inputOffset: number;
  readonly outputOffset: number;
  readonly axes: readonly NativeCopyAxis[];
}

export interface NativeCopyAxis {
  readonly size: number;
  readonly inputStride: number;
  readonly outputStride: number;
}

/** Along the middle of [outer, size, inner]. */
interface AlongAxis {
  readonly type: Enumerator;
  readonly outer: number;
  readonly size: number;
  readonly inner: number;
}

export interface NativeGather extends AlongAxis {
  readonly indexType: Enumerator;
  readonly indices: number;
}

export interface NativeReduce {
  readonly type: Enumerator;
  readonly reduction: Enumerator;
  readonly axes: readonly NativeReduceAxis[];
}

export interface NativeReduceAxis {
  readonly size: number;
  readonly reduced: boolean;
}

export interface NativeArgMax extends AlongAxis {
  readonly last: boolean;
  readonly smallest: boolean;
}

export interface NativeSoftmax extends AlongAxis {
  readonly logarithm: boolean;
}

export interface NativeLayerNormalization {
  readonly type: Enumerator;
  readonly stashType: Enumerator;
  readonly epsilon: number;
  readonly rows: number;
  readonly size: number;
  readonly scaleRows: number;
  readonly biasRows: number;
}

export interface NativeRange {
  readonly type: Enumerator;
  readonly elements: number;
}

/** How windows slide along an axis of an image: that of output i starts at i * stride - pad. */
export interface NativeWindowAxis {
  readonly input: number;
  readonly output: number;
  readonly kernel: number;
  readonly stride: number;
  readonly dilation: number;
  /** Where negative, elements that are passed over. */
  readonly pad: number;
}

export interface NativeConvolution {
  readonly type: Enumerator;
  readonly batch: number;
  readonly groups: number;
  /** Of a group. */
  readonly inputChannels: number;
  /** Of a group. */
  readonly outputChannels: number;
  /** The weights lie row after row, and not in stripes of `stripeRows`. */
  readonly direct: boolean;
  readonly axes: readonly NativeWindowAxis[];
}

export interface NativePool {
  readonly type: Enumerator;
  /** The largest element of each window, rather than their sum. */
  readonly largest: boolean;
  readonly columnMajor: boolean;
  readonly planes: number;
  readonly axes: readonly NativeWindowAxis[];
}

export interface NativeCumulativeSum extends AlongAxis {
  readonly exclusive: boolean;
  readonly reverse: boolean;
}

export interface NativeScatter {
  readonly type: Enumerator;
  /** Updates are folded with what is there, rather than put in its place. */
  readonly folds: boolean;
  readonly reduction: Enumerator;
  readonly rows: number;
  readonly inner: number;
  readonly indices: number;
}

export interface NativeTopK extends AlongAxis {
  readonly count: number;
  readonly smallest: boolean;
}

/** Decision trees, by a table in wasm memory that stays as it is while the layer lives. */
export interface NativeTrees {
  readonly type: Enumerator;
  readonly reduction: Enumerator;
  /** No node has a flag. */
  readonly plain: boolean;
  readonly rows: number;
  readonly features: number;
  readonly targets: number;
  readonly trees: number;
  readonly nodes: number;
  readonly leaves: number;
  readonly votes: number;
  readonly table: number;
  readonly tableBytes: number;
}

/** Each gives null where there is no such layer. */
export interface NativeLayers {
  copy(request: NativeCopy): NativeLayer | null;
  gather(request: NativeGather): NativeLayer | null;
  reduce(request: NativeReduce): NativeLayer | null;
  argMax(request: NativeArgMax): NativeLayer | null;
  softmax(request: NativeSoftmax): NativeLayer | null;
  layerNormalization(request: NativeLayerNormalization): NativeLayer | null;
  range(request: NativeRange): NativeLayer | null;
  convolution(request: NativeConvolution): NativeLayer | null;
  pool(request: NativePool): NativeLayer | null;
  cumulativeSum(request: NativeCumulativeSum): NativeLayer | null;
  scatter(request: NativeScatter): NativeLayer | null;
  topK(request: NativeTopK): NativeLayer | null;
  trees(request: NativeTrees): NativeLayer | null;
}

/** What the module registers. */
export interface NativeModule {
  readonly version: string;
  readonly newestOpset: number;
  readonly maxRank: number;
  readonly maxOperands: number;
  /** Rows of a matrix that products take at a time: how the weights of a convolution are packed. */
  readonly stripeRows: number;
  readonly Operator: Enumeration;
  readonly DType: Enumeration;
  readonly Rule: Enumeration;
  readonly Attribute: Enumeration;
  readonly AttributeKind: Enumeration;
  readonly Reduction: Enumeration;
  /** The number of the kind. */
  attributeKind(attribute: number): number;
  supports(operator: number, type: number, opset: number): boolean;
  /** The address that memory may grow to. */
  setLimit(limit: number): void;
  /** Memory at a multiple of 8; 0 where there is none left. */
  reserve(bytes: number): number;
  release(address: number): void;
  /** Bytes that have been reserved and not released. */
  reserved(): number;
  /** Bytes that a call may take for what it makes for itself, which it cannot be refused half-way. */
  readonly headroom: number;
  hasHeadroom(): boolean;
  viewInt8(address: number, length: number): Int8Array;
  viewUint8(address: number, length: number): Uint8Array;
  viewInt16(address: number, length: number): Int16Array;
  viewUint16(address: number, length: number): Uint16Array;
  viewInt32(address: number, length: number): Int32Array;
  viewUint32(address: number, length: number): Uint32Array;
  viewInt64(address: number, length: number): BigInt64Array;
  viewUint64(address: number, length: number): BigUint64Array;
  viewFloat32(address: number, length: number): Float32Array;
  viewFloat64(address: number, length: number): Float64Array;
  readonly Request: new () => NativeRequest;
  readonly Aligned: new () => NativeAlignment;
  readonly Layer: NativeLayers;
  /** Where an input of the next run lies. */
  feed(input: number, address: number): void;
  /**
   * The index in the table of what kernels call: an elementwise plan's work on a run of elements, by the
   * plan's state, their number, and the addresses of the output and of the inputs' descriptions.
   */
  computeFunction(): number;
  /** Inner loops of products for float32 and float64, by their indices in the table. */
  useMicroKernels(float32: number, float64: number): void;
  /** Bytes of a kernel's input, and where among them it says that one element is repeated. */
  readonly inputBytes: number;
  readonly inputStep: number;
}

/** What the module for several threads registers besides. */
export interface NativeThreads extends NativeModule {
  readonly mostThreads: number;
  /** Shares all runs from here on; the team's address, or 0 where memory is short. */
  enlist(threads: number): number;
  /** Says that workers have something to learn before they go on. */
  announce(): void;
  /** Ends the sharing. */
  dismiss(): void;
  /** Called within a run that a worker left half-way, once the caller has made up for it. */
  whenLost?: () => void;
}

/** A module that has been instantiated. */
export interface Native extends NativeModule {
  readonly memory: WebAssembly.Memory;
  /** Who shares its runs, where the memory is shared. */
  readonly workers: Sharing | undefined;
  /** The engine's functions; kernels that are made at run time are put into it. */
  readonly table: WebAssembly.Table;
}

/** What stands for the module of an engine that was closed. */
export const CLOSED: Native = new Proxy({} as Native, {
  get() {
    throw new DisposedError('closed', messages.closed());
  },
});

const PAGE = 65536;
const LEAST_PAGES = 16;
/** A memory of 65,536 pages has a size of 2^32, which is 0 in 32 bits. */
const MOST_PAGES = 65535;
/** Room for all the plans that are kept at once: pages that nothing has touched cost nothing. */
const USUAL_PAGES = 32;

/** Bytes of the smallest and the largest limit for wasm memory. */
export const MEMORY_RANGE = [LEAST_PAGES * PAGE, 65536 * PAGE] as const;

/** The bytes that wasm memory can grow to under a limit. */
export const roomWithin = (limit: number): number =>
  Math.min(Math.floor(limit / PAGE), MOST_PAGES) * PAGE;

/** A memory that may grow to `limit` bytes, which threads may share. */
export function makeMemory(limit: number, shared = false): WebAssembly.Memory {
  const maximum = roomWithin(limit) / PAGE;
  return new WebAssembly.Memory({ initial: Math.min(USUAL_PAGES, maximum), maximum, shared });
}

/** Emscripten's JavaScript for a module. */
type CreateModule = (options: {
  readonly wasmMemory: WebAssembly.Memory;
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): object;
}) => Promise<NativeModule>;

/**
 * Instantiates a compiled module.
 * @param create Emscripten's JavaScript for the module. Default: for that of one thread
 */
export async function instantiate(
  compiled: WebAssembly.Module,
  memory: WebAssembly.Memory,
  workers?: Sharing,
  create: CreateModule = createModule,
): Promise<Native> {
  return new Promise((resolve, reject) => {
    let table: WebAssembly.Table;
    create({
      wasmMemory: memory,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports)
          .then((instance) => {
            table = instance.exports.__indirect_function_table as WebAssembly.Table;
            done(instance);
          })
          .catch(reject);
        return {};
      },
    }).then((module) => resolve(Object.assign(module, { memory, table, workers })), reject);
  });
}
