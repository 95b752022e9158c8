/** Records an expression: its parameters, and the tensors that it captures. */
import { AttributeError, DTypeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { TensorLike } from '../base/types.js';
import { expressionMessages } from './messages.js';
import type { Term, TracedExpression, Tracer } from './tracer.js';

/** Called by a tensor's methods, with the tensor as the first operand. */
export type Apply = (name: string, given: unknown[]) => unknown;

const UNCOUNTED: Term = { kind: 'input', index: -1 };

/** The recording of one call of an expression. */
export class Recording {
  readonly tracer: Tracer;
  readonly apply: Apply;
  /** Tensors that the expression captures: its inputs after the parameters. */
  readonly captured: TensorLike[] = [];
  readonly parameters: readonly TracedTensor[];

  constructor(parameters: number, tracer: Tracer, apply: Apply) {
    this.tracer = tracer;
    this.apply = apply;
    this.parameters = Array.from(
      { length: parameters },
      (_, index) => new TracedTensor(this, this.tracer.input(index)),
    );
  }

  /** Represents a parameter with a default, which `Function.length` does not count. */
  get uncounted(): TracedTensor {
    return new TracedTensor(this, UNCOUNTED);
  }

  /** @throws AttributeError or DTypeError if the value is not an operand */
  termOf(value: unknown): Term {
    if (value instanceof TracedTensor) {
      if (value.term === UNCOUNTED)
        throw new AttributeError('uncounted_parameter', expressionMessages.uncounted());
      if (value.recording !== this)
        throw new AttributeError('foreign_value', expressionMessages.foreign());
      return value.term;
    }
    if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
      return { kind: 'constant', value };
    if (typeof value !== 'object' || value === null)
      throw new DTypeError('invalid_term', messages.notATensor('An operand', value));
    const known = this.captured.indexOf(value as TensorLike);
    const at = known < 0 ? this.captured.push(value as TensorLike) - 1 : known;
    return this.tracer.input(this.parameters.length + at);
  }

  traced(term: Term): TracedTensor {
    return new TracedTensor(this, term);
  }

  /** The recording to which a traced tensor among these belongs. */
  static of(values: readonly unknown[]): Recording | undefined {
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (value instanceof TracedTensor) return value.recording;
    }
    return undefined;
  }

  expression(results: readonly unknown[]): TracedExpression {
    return this.tracer.expression(results.map((result) => this.termOf(result)));
  }
}

const unknown =
  (name: string): (() => never) =>
  () => {
    throw new AttributeError('unknown_while_traced', expressionMessages.unknownWhileTraced(name));
  };

/** Represents a tensor while an expression is recorded; it has the methods of tensors. */
export class TracedTensor {
  readonly recording: Recording;
  readonly term: Term;

  constructor(recording: Recording, term: Term) {
    this.recording = recording;
    this.term = term;
  }

  /** Called by +, * and <, and by template literals. */
  [Symbol.toPrimitive](): never {
    throw new AttributeError('operator_of_language', expressionMessages.operatorOfLanguage());
  }
}

const UNKNOWN = [
  ...['type', 'dims', 'data', 'size', 'rank', 'location'],
  ...['toArray', 'toNested', 'item', 'at', 'set', 'toJSON'],
];
Object.defineProperty(TracedTensor.prototype, Symbol.iterator, { get: unknown('A row') });
for (const name of UNKNOWN)
  Object.defineProperty(TracedTensor.prototype, name, { get: unknown(name) });
