import type { Alignment, AlignmentErrorCode, RuleName } from './alignment.js';
import { messages, type Shortage } from './messages.js';
import { type Problem, rendered, type Step } from './trail.js';

interface Value {
  readonly problem: Problem;
  readonly trail: Step[];
}

/** The values that messages are rendered from. Kept outside the errors, so callers do not see them. */
const VALUES = new WeakMap<SimdcastError, Value>();

/** The base class of every error that the package throws. `code` is machine-readable, `message` human-readable. */
export class SimdcastError extends Error {
  /** The class, as a string that survives minifying. */
  override readonly name: string = 'SimdcastError';
  /** A stable identifier of the error, such as `size_conflict`. It does not change between versions. */
  readonly code: string;

  /** @param cause the error that caused this one, if any */
  constructor(code: string, message: string, cause?: unknown);
  /** @internal */
  constructor(code: string, problem: string | Problem, cause?: unknown);
  constructor(code: string, given: string | Problem, cause?: unknown) {
    const problem = typeof given === 'string' ? { text: given } : given;
    super(rendered(problem, []), cause === undefined ? undefined : { cause });
    this.code = code;
    VALUES.set(this, { problem, trail: [] });
  }
}

/** Adds the steps that an error passed on its way to the caller, which its message then names. */
export function passed(error: unknown, ...steps: readonly Step[]): unknown {
  const value = VALUES.get(error as SimdcastError);
  if (!value) return error;
  value.trail.push(...steps);
  (error as SimdcastError).message = rendered(value.problem, value.trail);
  return error;
}

/** The message of an error with another advice to convert operands. */
export function advised(error: SimdcastError, convert: string): string {
  const { problem, trail } = VALUES.get(error) as Value;
  return rendered(problem, trail, convert);
}

/** The operands' shapes are incompatible under the rule. */
export class BroadcastError extends SimdcastError {
  override readonly name = 'BroadcastError';
  declare readonly code: AlignmentErrorCode;
  /** ONNX name of the operator that was called; `undefined` if the call named a rule. */
  readonly operator: string | undefined;
  /** The broadcasting rule. */
  readonly rule: RuleName;
  /** The first conflicting axis, in the rule's order; `undefined` if the ranks conflict. */
  readonly axis: number | undefined;
  /** Positions of the conflicting operands. */
  readonly operands: readonly number[];
  /** Their sizes on the axis, one for each of `operands`. */
  readonly sizes: readonly number[];
  /** The full report: every conflict, and the fixes that would resolve it. */
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

/** An element type that the operator does not accept, or data that does not match its type. */
export class DTypeError extends SimdcastError {
  override readonly name = 'DTypeError';
}

/** An operator, opset, attribute or option does not exist or has an invalid value. */
export class AttributeError extends SimdcastError {
  override readonly name = 'AttributeError';
}

/** Sizes are invalid, or disagree with the data. */
export class ShapeError extends SimdcastError {
  override readonly name = 'ShapeError';
}

/** A tensor was used after its memory was freed. */
export class DisposedError extends SimdcastError {
  override readonly name = 'DisposedError';
}

/**
 * WebAssembly memory is exhausted, even after the engine has freed its caches. Nothing has been written, and
 * the engine keeps working. The message suggests a fix: disposing of tensors, a larger `maximumMemory`, or
 * another shape for an operand of an accidental outer product.
 */
export class OutOfMemoryError extends SimdcastError {
  override readonly name = 'OutOfMemoryError';
  /** Maximum size of the WebAssembly memory, in bytes. */
  readonly limit: number;
  /** Bytes in use when memory ran out. */
  readonly used: number;
  /** Bytes that were requested. */
  readonly asked: number;
  /** Number of live resident tensors. */
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

/** A function that error stacks can start at. */
export type Called = (...given: never[]) => unknown;

/**
 * The error, with a stack that starts at the caller of `called`, if the JavaScript engine supports that.
 * @param name the name of the called function, for the message
 */
export function fromCaller(
  error: unknown,
  called: Called,
  name?: string,
  operator?: string,
): unknown {
  if (name !== undefined) passed(error, ['call', { name, operator }]);
  const { captureStackTrace } = Error as {
    captureStackTrace?: (of: object, after: Called) => void;
  };
  if (error instanceof SimdcastError) captureStackTrace?.(error, called);
  return error;
}
