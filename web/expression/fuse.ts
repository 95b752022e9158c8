/** Fused expressions: functions of tensors that are recorded once and run as one program. */
import { operandName } from '../base/checks.js';
import { AttributeError, DTypeError, fromCaller, ShapeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import { checkOptions, isOptions, optionNames } from '../base/option-names.js';
import type { TensorLike } from '../base/types.js';
import type { CallSessions } from '../engine/call-sessions.js';
import type { EngineParts } from '../engine/parts.js';
import { type Operand, recheck, toTensor } from '../memory/operand.js';
import { readOperands } from '../memory/operands.js';
import type { Tensor } from '../memory/tensor.js';
import { expressionMessages } from './messages.js';
import { type Apply, Recording, TracedTensor } from './recording.js';
import { ExpressionRunner } from './runner.js';
import { type TracedExpression, Tracer } from './tracer.js';
import type { FusedOptions, FuseOptions } from './types.js';

const OLDEST_OPSET = 7;

/** Maximum number of parameters with defaults that are detected. */
const MOST_UNCOUNTED = 8;

const FUSE = optionNames<FuseOptions>('fuse', { opset: true }, (name) =>
  name === 'out' ? expressionMessages.out() : undefined,
);
const CALL = optionNames<FusedOptions>('A fused function', { out: true }, (name) =>
  name === 'opset' ? expressionMessages.opsetOfFuse() : undefined,
);

const collected = new FinalizationRegistry<CallSessions>((sessions) => sessions.close());

type Results = Tensor | TensorLike | Record<string, Tensor | TensorLike>;

class FusedExpression {
  readonly sessions: CallSessions;
  readonly #parts: EngineParts;
  readonly #runner: ExpressionRunner;
  readonly #parameters: number;
  readonly #captured: readonly TensorLike[];
  readonly #expression: TracedExpression;
  /** The names of several results; undefined for a single one. */
  readonly #names: readonly string[] | undefined;

  constructor(parts: EngineParts, recording: Recording, result: unknown) {
    this.#parts = parts;
    this.#runner = new ExpressionRunner(parts);
    this.sessions = this.#runner.makeSessions();
    this.#parameters = recording.parameters.length;
    this.#captured = recording.captured;
    const results = result instanceof TracedTensor ? [result] : Object.values(result as object);
    this.#names = result instanceof TracedTensor ? undefined : Object.keys(result as object);
    this.#expression = recording.expression(results);
  }

  /** Records a call inside another expression, whose pass then includes this one. */
  inline(recording: Recording, given: readonly unknown[]): unknown {
    const { operands, options } = this.#read(given);
    const { opset } = recording.tracer;
    if (options?.out !== undefined)
      throw new AttributeError('option_unknown', expressionMessages.out());
    if (opset !== this.#expression.opset)
      throw new AttributeError(
        'invalid_opset',
        expressionMessages.opsetInside(this.#expression.opset, opset),
      );
    const terms = [...operands, ...this.#captured].map((value) => recording.termOf(value));
    const results = recording.tracer
      .inlined(this.#expression, terms)
      .map((term) => recording.traced(term));
    return this.#named(results);
  }

  #named<Result>(results: readonly Result[]): Result | Record<string, Result> {
    const names = this.#names;
    if (!names) return results[0] as Result;
    return Object.fromEntries(names.map((name, i) => [name, results[i] as Result]));
  }

  /** @throws ShapeError, DTypeError, AttributeError */
  #read(given: readonly unknown[]) {
    const count = this.#parameters;
    const options =
      given.length === count + 1 && isOptions(given[count]) ? given[count] : undefined;
    if (given.length !== count && options === undefined)
      throw new ShapeError('operand_count', expressionMessages.operands(count, given.length));
    checkOptions(options, CALL);
    const operands = given.slice(0, count);
    const missing = operands.indexOf(undefined);
    if (missing >= 0)
      throw new DTypeError('not_a_tensor', messages.notATensor(operandName(missing), undefined));
    return { operands, options: options as FusedOptions | undefined };
  }

  run(given: readonly unknown[]): Results {
    const { operands: values, options } = this.#read(given);
    const out = options?.out;
    const { engine, layouts } = this.#parts;
    const reading = { memory: engine.memory, layouts, maxRank: engine.catalogue.maxRank };
    const operands = readOperands([...values, ...this.#captured], reading);
    const target = out === undefined ? undefined : toTensor(out, 'out', reading);
    for (const operand of operands) recheck(operand as Operand);
    const results = this.#runner.run({
      sessions: this.sessions,
      of: 'The expression',
      key: '',
      operands,
      shares: false,
      out,
      target,
      expression: () => this.#expression,
    });
    return this.#named(results) as Results;
  }
}

/** Whether an expression returned a traced tensor, or an object with traced tensors. */
function isResult(result: unknown): boolean {
  if (result instanceof TracedTensor) return true;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return false;
  const values = Object.values(result);
  return values.length > 0 && values.every((value) => value instanceof TracedTensor);
}

/**
 * Compiles an expression into a function of tensors. The expression is called once, immediately.
 * @throws AttributeError if it is not a function, the opset is below 7, or an option is unknown
 */
export function fuse(
  parts: EngineParts,
  apply: Apply,
  expression: (...inputs: never[]) => unknown,
  options?: FuseOptions,
): unknown {
  checkOptions(options, FUSE);
  const opset = parts.plans.opset(options?.opset);
  if (opset < OLDEST_OPSET)
    throw new AttributeError('invalid_opset', expressionMessages.opset(opset));
  if (typeof expression !== 'function' || expression.length === 0)
    throw new AttributeError('invalid_expression', expressionMessages.expression());
  const recording = new Recording(expression.length, new Tracer(opset, parts.table), apply);
  const { parameters, uncounted } = recording;
  const beyond = new Array(MOST_UNCOUNTED).fill(uncounted);
  const result = expression(...([...parameters, ...beyond] as never[]));
  if (!isResult(result))
    throw new AttributeError('invalid_expression', expressionMessages.result(result));
  const fused = new FusedExpression(parts, recording, result);
  const call = (...given: unknown[]): Results => {
    try {
      const outer = Recording.of(given);
      return outer ? (fused.inline(outer, given) as Results) : fused.run(given);
    } catch (error) {
      throw fromCaller(error, call);
    }
  };
  const dispose = (): void => {
    fused.sessions.clear();
  };
  collected.register(call, fused.sessions);
  return Object.assign(call, { dispose, [Symbol.dispose]: dispose });
}
