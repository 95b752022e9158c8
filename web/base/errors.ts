import type { Alignment, AlignmentErrorCode, RuleName } from './alignment.js';
import { messages, type Shortage } from './messages.js';

/** The base of every error that the package throws. `code` is for programs, `message` for people. */
export class SimdcastError extends Error {
  /** The class, as a string that survives minifying. */
  override readonly name: string = 'SimdcastError';
  /** What went wrong, in words joined by underscores; it stays the same from version to version. */
  readonly code: string;

  /** @param cause what another party threw, where that is the reason. */
  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Operands whose shapes the rule does not allow together. */
export class BroadcastError extends SimdcastError {
  override readonly name = 'BroadcastError';
  declare readonly code: AlignmentErrorCode;
  /** The operator that was called, by ONNX's name; undefined where a rule was asked. */
  readonly operator: string | undefined;
  /** The rule that was asked. */
  readonly rule: RuleName;
  /** The first axis concerned, in the rule's order; undefined where the ranks are the reason. */
  readonly axis: number | undefined;
  /** The operands concerned, by position. */
  readonly operands: readonly number[];
  /** Their sizes on the axis, one for each of `operands`. */
  readonly sizes: readonly number[];
  /** Everything the engine knows: every conflict, and the repairs it would accept. */
  readonly alignment: Alignment;

  /** @internal */
  constructor(alignment: Alignment, message = alignment.text, operator = alignment.operator) {
    const error = alignment.error;
    super(error?.code ?? 'size_conflict', message);
    this.operator = operator;
    this.rule = alignment.rule;
    this.axis = error?.axis;
    this.operands = error?.operands ?? [];
    this.sizes = error?.sizes ?? [];
    this.alignment = alignment;
  }
}

/** An element type that the operator does not take, or data that is not of its type. */
export class DTypeError extends SimdcastError {
  override readonly name = 'DTypeError';
}

/** An operator, opset, attribute or option that does not exist or has no such value. */
export class AttributeError extends SimdcastError {
  override readonly name = 'AttributeError';
}

/** Sizes that no tensor can have, or that disagree with the data. */
export class ShapeError extends SimdcastError {
  override readonly name = 'ShapeError';
}

/** A tensor used after its memory was given back. */
export class DisposedError extends SimdcastError {
  override readonly name = 'DisposedError';
}

/**
 * No wasm memory left, after all that can be made again has been given up. Nothing has been written, and
 * the engine works on. The message says what helps: disposing of tensors, a higher `maximumMemory`, or another shape
 * for an operand of an accidental outer product.
 */
export class OutOfMemoryError extends SimdcastError {
  override readonly name = 'OutOfMemoryError';
  /** Bytes that wasm memory may grow to. */
  readonly limit: number;
  /** Bytes in use when memory ran out. */
  readonly used: number;
  /** Bytes that were asked for. */
  readonly asked: number;
  /** Resident tensors that were alive. */
  readonly tensors: number;

  /** @internal */
  constructor(shortage: Shortage) {
    super('out_of_memory', messages.memory(shortage));
    this.limit = shortage.limit;
    this.used = shortage.used;
    this.asked = shortage.asked;
    this.tensors = shortage.tensors;
  }
}

/** A function as error stacks know it. */
export type Called = (...given: never[]) => unknown;

/** The error, which says the name of what was called in place of the operator that this is made of. */
export function renamed(error: unknown, name: string, operator?: string): unknown {
  if (error instanceof SimdcastError) error.message = messages.named(error.message, name, operator);
  return error;
}

/**
 * The error, with a stack that begins where `called` was called, in JavaScript engines that can.
 * @param name of what was called, which its message then says
 */
export function fromCaller(
  error: unknown,
  called: Called,
  name?: string,
  operator?: string,
): unknown {
  if (name !== undefined) renamed(error, name, operator);
  const { captureStackTrace } = Error as {
    captureStackTrace?: (of: object, after: Called) => void;
  };
  if (error instanceof SimdcastError) captureStackTrace?.(error, called);
  return error;
}
