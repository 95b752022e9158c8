/** Tracing: a function of symbolic values is run once, and its operators are recorded as a graph. */
import { AttributeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import {
  checkOptions,
  isOptions,
  type NamesOf,
  type OptionNames,
  optionNames,
} from '../base/option-names.js';
import type { TensorLike } from '../base/types.js';
import type { Attributes } from '../engine/attributes.js';
import { type BitShiftOptions, type ModOptions, OPERATORS } from '../engine/operator-options.js';
import { fuseMessages } from './messages.js';
import type { GeluOptions, IsInfOptions, LeakyReluOptions, Term, Traced } from './types.js';

export type Constant = number | bigint | boolean;

/** A value of the graph: where it comes from. */
export type TracedNode =
  | { readonly kind: 'input'; readonly index: number }
  | { readonly kind: 'constant'; readonly value: Constant }
  | TracedOperator;

export interface TracedOperator {
  readonly kind: 'operator';
  readonly operator: string;
  readonly inputs: readonly (TracedNode | undefined)[];
  readonly attributes: Attributes;
}

export interface TracedExpression {
  /** How many operands a call brings. */
  readonly parameters: number;
  /** Tensors of the expression's own: inputs after the parameters. */
  readonly captured: readonly TensorLike[];
  /** What the result needs, in order; the last one gives it. */
  readonly operators: readonly TracedOperator[];
}

/** Methods by how they take their operands. */
const UNARY =
  'neg abs sqrt reciprocal exp log sigmoid softplus tanh relu leakyRelu erf gelu sin cos sign floor ' +
  'ceil round not bitwiseNot isNaN isInf';
const BINARY =
  'add sub mul div pow and or xor equal greater less greaterOrEqual lessOrEqual bitwiseAnd ' +
  'bitwiseOr bitwiseXor mod bitShift';
const VARIADIC = 'max min sum mean';

const FMOD: NamesOf<Pick<ModOptions, 'fmod'>> = { fmod: true };
const DIRECTION: NamesOf<Pick<BitShiftOptions, 'direction'>> = { direction: true };
const SLOPE: NamesOf<LeakyReluOptions> = { alpha: true };
const APPROXIMATE: NamesOf<GeluOptions> = { approximate: true };
const SOUGHT: NamesOf<IsInfOptions> = { detect_negative: true, detect_positive: true };

/** The options of the methods that have some. */
const OWN: Readonly<Record<string, NamesOf<object>>> = {
  mod: FMOD,
  bitShift: DIRECTION,
  leakyRelu: SLOPE,
  gelu: APPROXIMATE,
  isInf: SOUGHT,
};

function elsewhere(name: string): string | undefined {
  if (name === 'opset') return fuseMessages.opsetOfFuse();
  return name === 'out' ? fuseMessages.out() : undefined;
}

/** What a method takes after its operands. */
function takenBy(method: string): OptionNames {
  const eager: { readonly [operator: string]: OptionNames } = OPERATORS;
  return optionNames<object>(
    method,
    OWN[method] ?? {},
    (name) => eager[operatorOf(method)]?.elsewhere?.(name) ?? elsewhere(name),
  );
}

/** Methods whose operators are not spelled as they are with a capital. */
const SPELLED: Readonly<Record<string, string>> = { prelu: 'PRelu' };

const operatorOf = (method: string): string =>
  SPELLED[method] ?? method.charAt(0).toUpperCase() + method.slice(1);

/** One run of an expression: what it makes and what it brings. */
class Tracer {
  readonly operators: TracedOperator[] = [];
  readonly captured: TensorLike[] = [];
  readonly parameters: number;
  readonly #inputs: TracedNode[];

  constructor(parameters: number) {
    this.parameters = parameters;
    this.#inputs = Array.from({ length: parameters }, (_, index) => ({ kind: 'input', index }));
  }

  inputs(): TracedValue[] {
    return this.#inputs.map((node) => new TracedValue(this, node));
  }

  /** Applies the operator of a method. */
  apply(method: OptionNames, terms: readonly unknown[], options?: unknown): TracedValue {
    return this.add(operatorOf(method.of), terms, attributesIn(options, method));
  }

  add(operator: string, terms: readonly unknown[], attributes: Attributes): TracedValue {
    const inputs = terms.map((term) => (term === undefined ? undefined : this.#nodeOf(term)));
    const node: TracedOperator = { kind: 'operator', operator, inputs, attributes };
    this.operators.push(node);
    return new TracedValue(this, node);
  }

  #nodeOf(term: unknown): TracedNode {
    if (term instanceof TracedValue) {
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
    return this.#inputs[index] as TracedNode;
  }
}

/** What an expression's parameters are while it is traced; its methods come from the lists above. */
class TracedValue {
  readonly tracer: Tracer;
  readonly node: TracedNode;

  constructor(tracer: Tracer, node: TracedNode) {
    this.tracer = tracer;
    this.node = node;
  }

  where(yes: Term, no: Term, options?: unknown): TracedValue {
    return this.tracer.apply(WHERE, [this, yes, no], options);
  }

  prelu(slope: Term, options?: unknown): TracedValue {
    return this.tracer.apply(PRELU, [this, slope], options);
  }

  clip(low?: Term, high?: Term, options?: unknown): TracedValue {
    return this.tracer.apply(CLIP, high === undefined ? [this, low] : [this, low, high], options);
  }

  cast(to: string, options?: unknown): TracedValue {
    attributesIn(options, CAST);
    return this.tracer.add('Cast', [this], { to });
  }
}

const WHERE = takenBy('where');
const PRELU = takenBy('prelu');
const CLIP = takenBy('clip');
const CAST = takenBy('cast');

/** The attributes among a method's options, as they are now: the expression is computed later. */
function attributesIn(options: unknown, taken: OptionNames): Attributes {
  if (options instanceof TracedValue)
    throw invalid('invalid_options', messages.tensorAsOptions(taken.of));
  checkOptions(options, taken);
  const given = (options ?? {}) as Attributes;
  return Object.fromEntries([...taken.names].map((name) => [name, given[name]]));
}

type Method = (this: TracedValue, ...given: unknown[]) => TracedValue;

function define(names: string, makeMethod: (taken: OptionNames) => Method): void {
  for (const name of names.split(' ')) {
    const value = makeMethod(takenBy(name));
    Object.defineProperty(TracedValue.prototype, name, { value });
  }
}

define(
  UNARY,
  (taken) =>
    function (options) {
      return this.tracer.apply(taken, [this], options);
    },
);
define(
  BINARY,
  (taken) =>
    function (b, options) {
      return this.tracer.apply(taken, [this, required(b)], options);
    },
);
define(
  VARIADIC,
  (taken) =>
    function (...given) {
      const last = given.at(-1);
      const options = isOptions(last) && !(last instanceof TracedValue) ? given.pop() : undefined;
      return this.tracer.apply(taken, [this, ...given.map(required)], options);
    },
);

/** @throws AttributeError for what is not a function of traced values. */
export function trace(expression: (...inputs: never[]) => Traced): TracedExpression {
  if (typeof expression !== 'function' || expression.length === 0)
    throw invalid('invalid_expression', fuseMessages.expression());
  const tracer = new Tracer(expression.length);
  const result: unknown = expression(...(tracer.inputs() as never[]));
  if (!(result instanceof TracedValue))
    throw invalid('invalid_expression', fuseMessages.result(result));
  if (result.tracer !== tracer) throw invalid('foreign_value', fuseMessages.foreign());
  const last = result.node.kind === 'operator' ? result : tracer.add('Identity', [result], {});
  const { parameters, captured, operators } = tracer;
  return { parameters, captured, operators: needed(operators, last.node as TracedOperator) };
}

function needed(operators: readonly TracedOperator[], last: TracedOperator): TracedOperator[] {
  const wanted = new Set<TracedNode | undefined>([last]);
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
