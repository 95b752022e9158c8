/** One step of RNN, GRU and LSTM. */
import type { Value } from '../graph/values.js';
import { viewOf } from './movement.js';
import type { Call } from './operator.js';
import type { Activation } from './recurrent-activations.js';

export interface States {
  readonly hidden: Value;
  readonly cell?: Value | undefined;
}

/** Rows times the transpose of weights, and a bias. */
export type Product = (rows: Value, bias: Value | undefined) => Value;

/** What a step computes with, of one direction. */
export interface StepTerms {
  readonly call: Call;
  readonly activations: readonly Activation[];
  /** With the recurrent weights of some gates each, and the bias within what GRU's reset gate scales. */
  readonly products: readonly Product[];
  readonly bias: Value | undefined;
  readonly peepholes: readonly (Value | undefined)[];
  /** Elements of a state. */
  readonly size: number;
}

/** What distinguishes the three operators. */
export interface Cell {
  readonly gates: number;
  /** How many of them each product of a step makes. */
  readonly products: readonly number[];
  /** Of one direction, by default. */
  readonly activations: readonly string[];
  /** Whether there is a cell state beside the hidden one. */
  readonly hasCell: boolean;
  readonly step: Step;
}

/** The states after a step, from what the input gives the gates: [batch, gates * hidden]. */
type Step = (gates: Value, states: States, terms: StepTerms) => States;

const gateOf = ({ call, size }: StepTerms, gates: Value, gate: number): Value =>
  viewOf(call, gates, 1, gate * size, size);

/** 1 - x. */
const complement = (call: Call, x: Value): Value => call.compute('Sub', call.number(x.type, 1), x);

const stepRnn: Step = (gates, { hidden }, { products: [all], activations: [f] }) => ({
  hidden: (f as Activation)((all as Product)(hidden, gates)),
});

const stepGru: Step = (gates, { hidden }, terms) => {
  const { call, bias, size } = terms;
  const { compute } = call;
  const [f, g] = terms.activations as [Activation, Activation];
  const [outer, inner] = terms.products as [Product, Product];
  const both = outer(hidden, viewOf(call, gates, 1, 0, 2 * size));
  const [update, reset] = [f(gateOf(terms, both, 0)), f(gateOf(terms, both, 1))];
  const given = gateOf(terms, gates, 2);
  const candidate = call.flag('linear_before_reset')
    ? g(compute('Add', given, compute('Mul', reset, inner(hidden, bias))))
    : g(inner(compute('Mul', reset, hidden), given));
  const kept = compute('Mul', update, hidden);
  const added = compute('Mul', complement(call, update), candidate);
  return { hidden: compute('Add', added, kept) };
};

const stepLstm: Step = (gates, { hidden, cell }, terms) => {
  const { call, peepholes } = terms;
  const { compute } = call;
  const [f, g, h] = terms.activations as [Activation, Activation, Activation];
  const [product] = terms.products as [Product];
  const all = product(hidden, gates);
  const before = cell as Value;
  const peep = (gate: number, peephole: number, state: Value): Value => {
    const value = gateOf(terms, all, gate);
    const weight = peepholes[peephole];
    return weight ? compute('Add', value, compute('Mul', weight, state)) : value;
  };
  const input = f(peep(0, 0, before));
  const forget = call.flag('input_forget') ? complement(call, input) : f(peep(2, 2, before));
  const candidate = g(gateOf(terms, all, 3));
  const after = compute('Add', compute('Mul', forget, before), compute('Mul', input, candidate));
  const output = f(peep(1, 1, after));
  return { hidden: compute('Mul', output, h(after)), cell: after };
};

export const RNN_CELL: Cell = {
  gates: 1,
  products: [1],
  activations: ['Tanh'],
  hasCell: false,
  step: stepRnn,
};
export const GRU_CELL: Cell = {
  gates: 3,
  products: [2, 1],
  activations: ['Sigmoid', 'Tanh'],
  hasCell: false,
  step: stepGru,
};
export const LSTM_CELL: Cell = {
  gates: 4,
  products: [4],
  activations: ['Sigmoid', 'Tanh', 'Tanh'],
  hasCell: true,
  step: stepLstm,
};
