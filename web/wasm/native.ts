/**
 * The engine as registered in `bindings`; a check compares it with this file and native-task.ts. Addresses are byte offsets into wasm memory; 0 is null. Objects of the module's classes
 * are freed by `delete`. Shapes are in the order of their rule.
 */
import type { Enumeration, Held } from './embind.js';
import type { NativeTask } from './native-task.js';

/** A request: each call returns whether its part is valid; an invalid part invalidates the request. */
export interface NativeRequest extends Held {
  begin(operator: number, opset: number): boolean;
  /** `axis` and `broadcast` are those of the legacy rule. */
  beginRule(rule: number, axis: number, broadcast: boolean, order: number): boolean;
  /** The number of a string or a type, for an attribute that accepts one. */
  attribute(attribute: number, value: number): boolean;
  /** Adds the next input, with the number of its type and its first four sizes; the others follow. */
  input(
    type: number,
    rank: number,
    first: number,
    second: number,
    third: number,
    fourth: number,
  ): boolean;
  axis(size: number): boolean;
  /** Adds an omitted optional input. */
  absent(): boolean;
  /** Null if the request is rejected. */
  task(): NativeTask | null;
  /** The reason why there is no task. */
  refusal(): NativeRefusal;
}

export interface NativeRefusal {
  readonly code: string;
  readonly text: string;
  /** Whether the shapes are incompatible; `align` then describes the conflict. */
  readonly byRule: boolean;
}

export interface NativeAlignment extends Held {
  /**
   * Aligns the inputs of a request, replacing the previous one; returns false if the request or its operator
   * is rejected before its shapes are checked.
   */
  ask(request: NativeRequest): boolean;
  ok(): boolean;
  /** The rank of the result; 0 if alignment failed. */
  rank(): number;
  size(axis: number): number;
  facts(): NativeFacts;
  axes(): NativeAxis[];
  /** The first is the reason for the failure. */
  conflicts(): NativeFinding[];
  warnings(): NativeWarning[];
  fixes(): NativeFix[];
  sentences(): NativeSentence[];
  /** The verdict. */
  text(): string;
  /**
   * For each operand, the index of the element that an output element, or a term of a product, uses; empty
   * for an index out of range.
   */
  source(index: readonly number[]): number[][];
  /** The output elements that use one element of an operand. */
  fanout(operand: number, index: readonly number[]): NativeFanout;
  explicitShapes(): number[][];
}

export interface NativeFanout {
  readonly count: number;
  readonly first: number[][];
}

export interface NativeFacts {
  readonly rule: string;
  /** Empty for the request of a rule. */
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
  /** Empty if the rule has no letters. */
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
  readonly fixes: NativeFix[];
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

/** A model that is being described: nodes in the order in which they run. Attributes belong to the last node. */
export interface NativeModelDraft extends Held {
  node(domain: string, operator: string, opset: number, name: string, label: string): void;
  /** Empty for an omitted input, and for an unused output. */
  nodeInput(name: string): void;
  nodeOutput(name: string): void;
  /** A bit for each input of the last node whose type untyped numbers may take. Default: all. */
  lends(inputs: number): void;
  integer(name: string, value: bigint): void;
  real(name: string, value: number): void;
  text(name: string, value: string): void;
  /** 64-bit integers, and 32-bit floats, at an address. */
  integers(name: string, address: number, count: number): void;
  reals(name: string, address: number, count: number): void;
  /** An empty list of strings. */
  texts(name: string): void;
  /** Adds to the last list or tensor of strings. */
  addText(value: string): void;
  /** Sizes are float64 at an address. The elements are copied. */
  tensor(name: string, type: number, sizes: number, rank: number, address: number): void;
  stringTensor(name: string, sizes: number, rank: number): void;
  /** An attribute of a kind that no operator accepts. */
  other(name: string): void;
  /** The following calls, until `closeGraph`, describe a subgraph of the last node. */
  openGraph(name: string): void;
  closeGraph(): void;
  graphInput(name: string): void;
  optionalInput(name: string): void;
  graphOutput(name: string): void;
  /** The declaration of the last input or output: the number of its type, or -1. */
  declared(type: number, isSequence: boolean, isOptional: boolean): void;
  captured(name: string): void;
  /**
   * A constant, whose memory is taken over. For an inference, the address may be 0 if only the shape is
   * available.
   */
  initializer(name: string, type: number, sizes: number, rank: number, address: number): void;
  stringInitializer(name: string, sizes: number, rank: number): void;
  /**
   * A number without a type. A node takes it in the type of its first input that has a type and lends it; see
   * `NativeModelSession.give`. It is not an output of the graph.
   */
  weak(name: string): void;
  /** Whether memory was short: no session may be created then. */
  isShort(): boolean;
  /**
   * Creates a session and takes over the description. Sessions that share blocks run in the same memory: one
   * may begin only when no other is between `begin` and `finish`, and its results stay only until another begins.
   */
  session(sharesBlocks: boolean): NativeModelSession;
  inference(): NativeModelInference;
}

/** The reason why a session, or a run of one, failed. */
export interface NativeNodeFault {
  readonly code: string;
  readonly text: string;
  /** The name of the node; empty if none is the reason. */
  readonly node: string;
  /** Operand types that would be accepted after a conversion. */
  readonly types: string[];
  /** Whether the text is that of an operator of the engine, after the node's label and a colon. */
  readonly ofEngine: boolean;
}

export interface NativeModelSession extends Held {
  failed(): boolean;
  fault(): NativeNodeFault;
  /** The alignment that failed; null if that is not the reason. */
  conflict(): NativeAlignment | null;
  /**
   * Begins a run on inputs that float64 at an address describe (src/model/remote_values.hpp). Runs all but the
   * last stage, which `finish` runs on the same inputs. Returns whether it could.
   */
  begin(inputs: number): boolean;
  /** Whether the single output of the run begun or prepared may be written over an input of its type and size. */
  inPlace(): boolean;
  /** Whether each element of the outputs depends only on the elements that broadcast to it. */
  isElementwise(): boolean;
  /**
   * Completes the run. A float64 at the address for each output: where to write it, at a multiple of 8, or 0
   * for memory of the session. An output that has an address after `begin`, is part of another value, or
   * repeats an output, is not written to its target: `results` then has another address.
   */
  finish(targets: number): boolean;
  /**
   * Answers the failure `type_needed`, whose text is the name of a number: the number in the first of the types
   * that the failure has, or in any if it has none, at an address that the session takes over. The run can then
   * begin again.
   */
  give(name: string, type: number, address: number): void;
  /**
   * Prepares runs on such inputs; their addresses may be 0. Afterwards `results` has the outputs, unless they
   * depend on values that a run computes.
   */
  prepare(inputs: number): boolean;
  /** After `finish`, the number of the input whose elements the output has first along an axis, or -1. */
  grownFrom(output: number): number;
  /** The number of outputs. */
  outputs(): number;
  /**
   * The address of float64 that describe the outputs of the run. Before `finish` an output's address may be 0;
   * afterwards the results stay until the next run. 0 without results.
   */
  results(): number;
  /** Bytes that it holds, approximately, without its working memory. */
  bytes(): number;
  /** Frees what can be recreated; returns whether there was any. */
  clear(): boolean;
}

/** A version of an operator in the table. */
export interface NativeOperatorVersion {
  /** Its first opset. */
  readonly since: number;
  /** Minimum and maximum number of inputs. */
  readonly least: number;
  readonly most: number;
  /** Maximum number of outputs. */
  readonly outputs: number;
  /** The numbers of the types of each input; the last entry applies to all further inputs. */
  readonly types: readonly (readonly number[])[];
  /** The numbers of the types that an attribute may choose for the output, in addition to small ones. */
  readonly makes: readonly number[];
  readonly attributes: readonly string[];
  /** The kind of each attribute, as in AttributeProto: 'int', 'type', 'float' and so on. */
  readonly kinds: readonly string[];
  /** Whether only models may contain it, not `run`. */
  readonly onlyInModels: boolean;
}

/** Infers the shapes of a model. */
export interface NativeModelInference extends Held {
  /** Whether memory was insufficient. */
  failed(): boolean;
  /** The number of the value with this name, or -1. */
  find(name: string): number;
  /** Whether the operators of a node, counted in the order of the draft, and of its graphs are supported. */
  supports(node: number): boolean;
  /** Worlds have to be deleted before the inference. */
  world(): NativeModelWorld;
}

/** The values of a model for one choice of the sizes of its inputs, by their numbers. */
export interface NativeModelWorld extends Held {
  /** Sizes are float64 at an address. */
  declare(value: number, type: number, sizes: number, rank: number): void;
  forget(value: number): void;
  /**
   * The address of float64 that describe a value: its kind and the number of its tensors; for each tensor the
   * number of its type, its rank, 1 for a constant, the number of its elements, or -1 if they are unknown or too
   * many, its sizes and elements. Kinds: 0 is an unknown value, 1 a tensor, others are sequences and optional
   * values.
   */
  describe(value: number): number;
  /** Infers the outputs of a node from its inputs. Returns whether that succeeds. */
  lower(node: number): boolean;
  /**
   * The same with other inputs, which float64 at an address describe: their number; for each its number and that
   * of its tensors; for each tensor -1 if it stays the same, or its rank, the number of its elements or -1, its
   * sizes and elements.
   */
  lowerWith(node: number, inputs: number): boolean;
  /** The same without a change of any value. */
  attempt(node: number, inputs: number): boolean;
  /** The address of float64 that describe the outputs of the attempt: 0 for none, or the rank plus 1 and sizes. */
  attempted(): number;
  /** The reason why the last of these calls failed. */
  fault(): NativeNodeFault;
}

/** The module's registrations. */
export interface NativeModule {
  readonly version: string;
  readonly newestOpset: number;
  readonly maxRank: number;
  readonly maxOperands: number;
  readonly Operator: Enumeration;
  readonly DType: Enumeration;
  readonly Rule: Enumeration;
  readonly Attribute: Enumeration;
  readonly AttributeKind: Enumeration;
  /** The number of the kind. */
  attributeKind(attribute: number): number;
  /** The string for a number, for attributes that accept one of several; empty past the last. */
  attributeChoice(attribute: number, number: number): string;
  supports(operator: number, type: number, opset: number): boolean;
  /** The maximum size of memory, in bytes. */
  setLimit(limit: number): void;
  /** Memory at a multiple of 8; 0 if none is left, or if `bytes` is not a number of bytes. */
  reserve(bytes: number): number;
  release(address: number): void;
  /** Bytes that have been reserved and not released. */
  reserved(): number;
  /** Bytes that a call may need for temporary objects, whose allocation must not fail midway. */
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
  /** Sets the address of an input of the next run. */
  feed(input: number, address: number): void;
  /**
   * The function-table index of the function that kernels call to compute an elementwise task on a run of
   * elements. Its parameters are the task's state, the number of elements, and the addresses of the output
   * and of the inputs' descriptions.
   */
  computeFunction(): number;

  /** Inner loops of products for float32 and float64, by their indices in the table. */
  useMicroKernels(float32: number, float64: number): void;
  /** Size of a kernel's input, in bytes, and offset of its stride: 0 repeats one element. */
  readonly inputBytes: number;
  readonly inputStride: number;
  /** Whether sessions have an operator at an opset; 0 is the latest. */
  hasOperator(domain: string, operator: string, opset: number): boolean;
  /** The names of a domain's operators, without those that only models may have or with them. */
  operatorNames(domain: string, inModels: boolean): string[];
  /** The versions of an operator, ascending; none if it is unknown. */
  operatorVersions(domain: string, operator: string): NativeOperatorVersion[];
  readonly ModelDraft: new () => NativeModelDraft;
  /** Frees the working memory that sessions share; returns whether there was any. */
  clearShared(): boolean;
  /**
   * Compiles the kernels of sessions: `compile` returns the index of a kernel in the table of functions for
   * an expression in JSON, or 0; `release` frees one.
   */
  useKernelHost(compile: (expression: string) => number, release: (kernel: number) => void): void;
  /**
   * Sets the rules of Unicode: `change` returns a string in upper or lower case in a locale, if any; `property`
   * returns '1' or '0' for each code point of a block, or '' if there is no such property.
   */
  useTextHost(
    change: (text: string, toUpper: boolean, locale: string) => string,
    property: (name: string, block: number) => string,
  ): void;
}

/** Further registrations of the multi-threaded module. */
export interface NativeThreads extends NativeModule {
  readonly mostThreads: number;
  /** Shares all further runs; returns the team's address, or 0 if memory is insufficient or a task exists already. */
  enlist(threads: number): number;
  /** Announces news that workers must read before they continue. */
  announce(): void;
  /** Stops sharing runs. */
  dismiss(): void;
  /** Ends the workers. Called within a run that a worker has abandoned; the caller then completes its part. */
  whenLost?: () => void;
}
