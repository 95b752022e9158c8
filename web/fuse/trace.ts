/** Tracing: a function of values is run once, and what it asks of them is noted as a graph. */
import type { Attributes } from '../attributes.js';
import { AttributeError } from '../errors.js';
import type { TensorLike } from '../tensor.js';
import { fuseMessages } from './messages.js';
import type { Term, Traced } from './types.js';

export type Constant = number | bigint | boolean;

/** A value of the graph: where it comes from. */
export type TraceNode =
  | { readonly kind: 'input'; readonly index: number }
  | { readonly kind: 'constant'; readonly value: Constant }
  | TraceOperator;

export interface TraceOperator {
  readonly kind: 'operator';
  readonly operator: string;
  readonly inputs: readonly (TraceNode | undefined)[];
  readonly attributes: Attributes;
}

export interface Trace {
  /** How many operands a call brings. */
  readonly parameters: number;
  /** Tensors of the expression's own: inputs after the parameters. */
  readonly captured: readonly TensorLike[];
  /** What the result needs, in order; the last one gives it. */
  readonly operators: readonly TraceOperator[];
}

/** Methods by how they take their operands. */
const UNARY = 'neg abs sqrt reciprocal exp log sigmoid tanh relu erf floor ceil round not';
const UNARY_WITH_OPTIONS = 'leakyRelu gelu';
const BINARY =
  'add sub mul div pow and or xor equal greater less greaterOrEqual lessOrEqual bitwiseAnd ' +
  'bitwiseOr bitwiseXor';
const BINARY_WITH_OPTIONS = 'mod bitShift';
const VARIADIC = 'max min sum mean';

/** Methods whose operators are not spelled as they are with a capital. */
const SPELLED: Readonly<Record<string, string>> = { prelu: 'PRelu' };

const operatorOf = (method: string): string =>
  SPELLED[method] ?? method.charAt(0).toUpperCase() + method.slice(1);

/** One run of an expression: what it makes and what it brings. */
class Tracer {
  readonly operators: TraceOperator[] = [];
  readonly captured: TensorLike[] = [];
  readonly parameters: number;
  readonly #inputs: TraceNode[];

  constructor(parameters: number) {
    this.parameters = parameters;
    this.#inputs = Array.from({ length: parameters }, (_, index) => ({ kind: 'input', index }));
  }

  inputs(): Value[] {
    return this.#inputs.map((node) => new Value(this, node));
  }

  apply(operator: string, terms: readonly unknown[], attributes: Attributes = {}): Value {
    const inputs = terms.map((term) => (term === undefined ? undefined : this.#nodeOf(term)));
    const node: TraceOperator = { kind: 'operator', operator, inputs, attributes };
    this.operators.push(node);
    return new Value(this, node);
  }

  #nodeOf(term: unknown): TraceNode {
    if (term instanceof Value) {
      if (term.tracer !== this) throw invalid('foreign_value', fuseMessages.foreign());
      return term.node;
    }
    if (typeof term === 'number' || typeof term === 'bigint' || typeof term === 'boolean')
      return { kind: 'constant', value: term };
    if (typeof term !== 'object' || term === null)
      throw invalid('invalid_term', fuseMessages.term(term));
    const known = this.captured.indexOf(term as TensorLike);
    const at = known < 0 ? this.captured.push(term as TensorLike) - 1 : known;
    const index = this.parameters + at;
    this.#inputs[index] ??= { kind: 'input', index };
    return this.#inputs[index] as TraceNode;
  }
}

/** What an expression's parameters are while it is traced; its methods come from the lists above. */
class Value {
  readonly tracer: Tracer;
  readonly node: TraceNode;

  constructor(tracer: Tracer, node: TraceNode) {
    this.tracer = tracer;
    this.node = node;
  }

  where(yes: Term, no: Term): Value {
    return this.tracer.apply('Where', [this, yes, no]);
  }

  prelu(slope: Term): Value {
    return this.tracer.apply('PRelu', [this, slope]);
  }

  clip(low?: Term, high?: Term): Value {
    return this.tracer.apply('Clip', high === undefined ? [this, low] : [this, low, high]);
  }

  cast(to: string): Value {
    return this.tracer.apply('Cast', [this], { to });
  }
}

type Method = (this: Value, ...given: unknown[]) => Value;

function define(names: string, makeMethod: (operator: string) => Method): void {
  for (const name of names.split(' ')) {
    const value = makeMethod(operatorOf(name));
    Object.defineProperty(Value.prototype, name, { value });
  }
}

define(
  UNARY,
  (operator) =>
    function () {
      return this.tracer.apply(operator, [this]);
    },
);
define(
  UNARY_WITH_OPTIONS,
  (operator) =>
    function (options) {
      return this.tracer.apply(operator, [this], options as Attributes);
    },
);
define(
  BINARY,
  (operator) =>
    function (b) {
      return this.tracer.apply(operator, [this, required(b)]);
    },
);
define(
  BINARY_WITH_OPTIONS,
  (operator) =>
    function (b, options) {
      return this.tracer.apply(operator, [this, required(b)], options as Attributes);
    },
);
define(
  VARIADIC,
  (operator) =>
    function (...others) {
      return this.tracer.apply(operator, [this, ...others.map(required)]);
    },
);

/** @throws AttributeError for an expression that is none. */
export function trace(expression: (...inputs: never[]) => Traced): Trace {
  if (typeof expression !== 'function' || expression.length === 0)
    throw invalid('invalid_expression', fuseMessages.expression());
  const tracer = new Tracer(expression.length);
  const result: unknown = expression(...(tracer.inputs() as never[]));
  if (!(result instanceof Value)) throw invalid('invalid_expression', fuseMessages.result(result));
  if (result.tracer !== tracer) throw invalid('foreign_value', fuseMessages.foreign());
  const last = result.node.kind === 'operator' ? result : tracer.apply('Identity', [result]);
  const { parameters, captured, operators } = tracer;
  return { parameters, captured, operators: needed(operators, last.node as TraceOperator) };
}

function needed(operators: readonly TraceOperator[], last: TraceOperator): TraceOperator[] {
  const wanted = new Set<TraceNode | undefined>([last]);
  const reversed = [...operators].reverse().filter((operator) => {
    if (!wanted.has(operator)) return false;
    for (const input of operator.inputs) wanted.add(input);
    return true;
  });
  return reversed.reverse();
}

function required(term: unknown): unknown {
  if (term === undefined) throw invalid('invalid_term', fuseMessages.term(term));
  return term;
}

const invalid = (code: string, text: string): AttributeError => new AttributeError(code, text);
