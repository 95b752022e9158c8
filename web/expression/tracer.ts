/** Traces the operators that a function applies to its operands, as a graph. */
import type { DType } from '../base/dtypes.js';
import type { Attributes } from '../base/function-options.js';
import type { TypedArray } from '../base/typed-arrays.js';
import type { OperatorTable } from '../engine/operator-table.js';

/** A value without a type of its own: it has the type of the other operands. */
export type Constant = number | bigint | boolean;

/** A tensor in JavaScript. */
export interface TensorValue {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly data: TypedArray | readonly string[];
}

/** A value of the graph and its origin. */
export type Term =
  | { readonly kind: 'input'; readonly index: number }
  | { readonly kind: 'constant'; readonly value: Constant }
  | { readonly kind: 'tensor'; readonly value: TensorValue }
  | { readonly kind: 'output'; readonly node: TracedNode; readonly output: number };

/** The domain of operators that only functions of the package are composed of. */
export const OWN = 'simdcast';

export interface TracedNode {
  /** Empty for ONNX's. */
  readonly domain: '' | typeof OWN;
  readonly operator: string;
  readonly inputs: readonly (Term | undefined)[];
  readonly attributes: Attributes;
  readonly outputs: number;
  /** The types of the first input, if the function accepts fewer than the operator. */
  readonly takes: readonly DType[] | undefined;
  /** The call of a function that it is part of; undefined for an operator that was called by name. */
  readonly call: TracedCall | undefined;
}

/** One call of a function. */
interface TracedCall {
  /** The function's name in messages. */
  readonly of: string;
}

export interface TracedExpression {
  readonly nodes: readonly TracedNode[];
  readonly results: readonly Term[];
  readonly opset: number;
}

/** Integers as a tensor with one axis. */
function vectorOf(values: readonly (number | bigint)[]): TensorValue {
  const data = BigInt64Array.from(values, BigInt);
  return { type: 'int64', dims: [data.length], data };
}

/** The properties of a node, without its operator and inputs. */
interface NodeOptions {
  readonly attributes?: Attributes;
  readonly takes?: readonly DType[];
}

export class Tracer {
  readonly opset: number;
  readonly #table: OperatorTable;
  readonly #nodes: TracedNode[] = [];
  #call: TracedCall | undefined;

  constructor(opset: number, table: OperatorTable) {
    this.opset = opset;
    this.#table = table;
  }

  /** Traces `build` as one call of a function, which errors name instead of its operators. */
  calling<Made>(of: string, build: () => Made): Made {
    this.#call = { of };
    try {
      return build();
    } finally {
      this.#call = undefined;
    }
  }

  /** Whether an operator has an attribute at the tracer's opset. */
  hasAttribute(operator: string, attribute: string): boolean {
    return this.#table.attributeKind(operator, this.opset, attribute) !== undefined;
  }

  input(index: number): Term {
    return { kind: 'input', index };
  }

  /** Integers as an int64 vector, the form of axes and sizes in ONNX's operators. */
  integers(values: readonly (number | bigint)[]): Term {
    return { kind: 'tensor', value: vectorOf(values) };
  }

  /** The outputs of an operator. */
  outputs(
    operator: string,
    inputs: readonly (Term | undefined)[],
    count: number,
    { attributes = {}, takes }: NodeOptions = {},
  ): Term[] {
    const call = this.#call;
    return this.#node({ domain: '', operator, inputs, attributes, outputs: count, takes, call });
  }

  /** The single output of an operator. */
  apply(operator: string, inputs: readonly (Term | undefined)[], options?: NodeOptions): Term {
    return this.outputs(operator, inputs, 1, options)[0] as Term;
  }

  /** The single output of an operator of the package's own domain. */
  applyOwn(
    operator: string,
    inputs: readonly (Term | undefined)[],
    { attributes = {}, takes }: NodeOptions = {},
  ): Term {
    const call = this.#call;
    const node = { domain: OWN, operator, inputs, attributes, outputs: 1, takes, call } as const;
    return this.#node(node)[0] as Term;
  }

  /** Traces another expression on terms of this one. */
  inlined({ nodes, results }: TracedExpression, inputs: readonly Term[]): Term[] {
    const copies = new Map<TracedNode, TracedNode>();
    const here = <Of extends Term | undefined>(term: Of): Of => {
      if (term?.kind === 'input') return inputs[term.index] as Of;
      if (term?.kind !== 'output') return term;
      return { ...term, node: copies.get(term.node) as TracedNode };
    };
    for (const node of nodes) {
      const copy = { ...node, inputs: node.inputs.map(here) };
      copies.set(node, copy);
      this.#nodes.push(copy);
    }
    return results.map(here);
  }

  /** The expression of these results, without unused nodes. */
  expression(results: readonly Term[]): TracedExpression {
    const wanted = new Set<TracedNode>();
    const want = (term: Term | undefined): void => {
      if (term?.kind === 'output') wanted.add(term.node);
    };
    results.forEach(want);
    const needed = [...this.#nodes].reverse().filter((node) => {
      if (!wanted.has(node)) return false;
      node.inputs.forEach(want);
      return true;
    });
    return { nodes: needed.reverse(), results, opset: this.opset };
  }

  #node(node: TracedNode): Term[] {
    this.#nodes.push(node);
    return Array.from({ length: node.outputs }, (_, output) => ({ kind: 'output', node, output }));
  }
}
