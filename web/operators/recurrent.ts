/** LSTM, GRU and RNN: a product for all steps of the input, and the steps one after the other. */
import { sameDims, sizeOf } from '../base/dims.js';
import type { Value } from '../graph/values.js';
import { operatorMessages } from './messages.js';
import { entryOf, joined, partOf, permuted } from './movement.js';
import type { Call, Operator, Version } from './operator.js';
import {
  type Activation,
  activationsOf,
  type Compute,
  type Numbers,
  numbersOf,
} from './recurrent-activations.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';
import { widened } from './windows.js';

/** What distinguishes the three operators. */
interface Cell {
  readonly gates: number;
  /** Of one direction. */
  readonly activations: readonly string[];
  /** Whether there is a cell state beside the hidden one. */
  readonly hasCell: boolean;
}

interface Sizes {
  readonly steps: number;
  readonly batch: number;
  readonly inputs: number;
  readonly hidden: number;
  readonly directions: number;
}

interface States {
  readonly hidden: Value;
  readonly cell?: Value | undefined;
}

/** What a step computes with, of one direction. */
interface StepTerms {
  readonly call: Call;
  readonly compute: Compute;
  readonly number: Numbers;
  readonly activations: readonly Activation[];
  /** The recurrent weights of [gates * hidden, hidden], and their bias. */
  readonly weights: Value;
  readonly bias: Value | undefined;
  readonly peepholes: readonly (Value | undefined)[];
  readonly sizes: Sizes;
}

/** The states after a step, from what the input gives the gates: [batch, gates * hidden]. */
type Step = (gates: Value, states: States, terms: StepTerms) => States;

/** x times the transpose of weights of [rows, columns], and a bias. */
function product({ lowering }: Call, x: Value, weights: Value, bias?: Value | undefined): Value {
  const inputs = [x, weights, ...(bias ? [bias] : [])];
  const task = lowering.tasks.operator('Gemm', inputs, { transB: 1 }, 13);
  return lowering.work(task, inputs)[0] as Value;
}

const gateOf = ({ call, sizes: { hidden } }: StepTerms, gates: Value, gate: number): Value =>
  partOf(call, gates, 1, gate * hidden, hidden);

const stepRnn: Step = (gates, { hidden }, { call, weights, activations: [f] }) => ({
  hidden: (f as Activation)(product(call, hidden, weights, gates)),
});

const stepGru: Step = (gates, { hidden }, terms) => {
  const { call, weights, bias, compute, number, sizes } = terms;
  const [f, g] = terms.activations as [Activation, Activation];
  const size = sizes.hidden;
  const rows = (first: number, count: number) =>
    partOf(call, weights, 0, first * size, count * size);
  const both = product(call, hidden, rows(0, 2), partOf(call, gates, 1, 0, 2 * size));
  const [update, reset] = [f(gateOf(terms, both, 0)), f(gateOf(terms, both, 1))];
  const given = gateOf(terms, gates, 2);
  const candidate = call.flag('linear_before_reset')
    ? g(compute('Add', given, compute('Mul', reset, product(call, hidden, rows(2, 1), bias))))
    : g(product(call, compute('Mul', reset, hidden), rows(2, 1), given));
  const kept = compute('Mul', update, hidden);
  const added = compute('Mul', compute('Sub', number(1), update), candidate);
  return { hidden: compute('Add', added, kept) };
};

const stepLstm: Step = (gates, { hidden, cell }, terms) => {
  const { call, weights, compute, number, peepholes } = terms;
  const [f, g, h] = terms.activations as [Activation, Activation, Activation];
  const all = product(call, hidden, weights, gates);
  const before = cell as Value;
  const peep = (gate: number, peephole: number, state: Value): Value => {
    const value = gateOf(terms, all, gate);
    const weight = peepholes[peephole];
    return weight ? compute('Add', value, compute('Mul', weight, state)) : value;
  };
  const input = f(peep(0, 0, before));
  const forget = call.flag('input_forget')
    ? compute('Sub', number(1), input)
    : f(peep(2, 2, before));
  const candidate = g(gateOf(terms, all, 3));
  const after = compute('Add', compute('Mul', forget, before), compute('Mul', input, candidate));
  const output = f(peep(1, 1, after));
  return { hidden: compute('Mul', output, h(after)), cell: after };
};

const DIRECTIONS = { forward: [false], reverse: [true], bidirectional: [false, true] } as const;

function directionsOf(call: Call): readonly boolean[] {
  const said = call.attribute('direction', 'string') ?? 'forward';
  if (Object.hasOwn(DIRECTIONS, said)) return DIRECTIONS[said as keyof typeof DIRECTIONS];
  throw call.fault(
    'invalid_attribute',
    operatorMessages.onlyAt(call.label, 'direction', 'forward, reverse or bidirectional'),
  );
}

/** Checks an operand's dims; undefined where it is absent. */
function operand(call: Call, at: number, wanted: readonly number[]): Value | undefined {
  const value = call.inputs[at];
  if (!value) return undefined;
  if (!sameDims(value.dims, wanted))
    throw call.fault(
      'invalid_shape',
      operatorMessages.operandShape(call.label, at, value.dims, wanted),
    );
  return value.type === 'int32' ? value : widened(call, value);
}

function sizesOf(call: Call, cell: Cell, batchFirst: boolean): Sizes {
  const { dims } = call.input(0);
  const directions = directionsOf(call).length;
  const [first = 0, second = 0, inputs = 0] = dims;
  const recurrent = call.input(2).dims;
  const hidden = call.attribute('hidden_size', 'int') ?? recurrent[2] ?? 0;
  if (dims.length !== 3)
    throw call.fault(
      'invalid_shape',
      operatorMessages.operandShape(call.label, 0, dims, ['steps', 'batch', 'inputs']),
    );
  operand(call, 1, [directions, cell.gates * hidden, inputs]);
  operand(call, 2, [directions, cell.gates * hidden, hidden]);
  const [steps, batch] = batchFirst ? [second, first] : [first, second];
  return { steps, batch, inputs, hidden, directions };
}

/** [a, b, …] as [b, a, …]. */
const swapped = (call: Call, value: Value): Value =>
  permuted(call, value, [1, 0, ...value.dims.map((_, axis) => axis).slice(2)]);

/** For each step whether each of the batch still has elements; undefined where all do throughout. */
function liveSteps(call: Call, { steps, batch }: Sizes): ((step: number) => Value) | undefined {
  const { lowering } = call;
  const lengths = operand(call, 4, [batch]);
  if (!lengths) return undefined;
  const known = lowering.known(lengths) as ArrayLike<number> | undefined;
  if (known && Array.from(known).every((length) => length === steps)) return undefined;
  const column = lowering.alias(lengths, [batch, 1]);
  return (step) => {
    const at = lowering.constant('int32', [], Int32Array.of(step));
    return lowering.pointwise('Less', [at, column], {}, 16);
  };
}

function recurrent(call: Call, cell: Cell, step: Step): (Value | undefined)[] {
  const { lowering } = call;
  const batchFirst = call.flag('layout');
  const type = call.input(0).type === 'float64' ? 'float64' : 'float32';
  const sizes = sizesOf(call, cell, batchFirst);
  const { steps, batch, inputs, hidden, directions } = sizes;
  const width = cell.gates * hidden;
  const compute: Compute = (operator, ...values) => lowering.pointwise(operator, values, {}, 16);
  const number = numbersOf(call, type);
  const ordered = (value: Value) => (batchFirst ? swapped(call, value) : value);
  const x = lowering.alias(ordered(widened(call, call.input(0))), [steps * batch, inputs]);
  const stateDims = batchFirst ? [batch, directions, hidden] : [directions, batch, hidden];
  const zeros = () => {
    const data =
      type === 'float64' ? new Float64Array(batch * hidden) : new Float32Array(batch * hidden);
    return lowering.constant(type, [batch, hidden], data);
  };
  const initial = (at: number, direction: number): Value => {
    const given = operand(call, at, stateDims);
    return given ? entryOf(call, ordered(given), 0, direction) : zeros();
  };
  const bias = operand(call, 3, [directions, 2 * width]);
  const peepholes = cell.hasCell ? operand(call, 7, [directions, 3 * hidden]) : undefined;
  const activations = activationsOf(call, cell.activations, directions, type);
  const isLive = liveSteps(call, sizes);
  const all = lowering.make(type, [steps, directions, batch, hidden]);
  const lasts: States[] = directionsOf(call).map((isReverse, direction) => {
    const of = (value: Value) => entryOf(call, value, 0, direction);
    const [given, own] = bias
      ? [partOf(call, of(bias), 0, 0, width), partOf(call, of(bias), 0, width, width)]
      : [];
    // Of GRU, the bias of the last gate's recurrence may be within what the reset gate scales.
    const within = cell.gates === 3 && call.flag('linear_before_reset');
    const outer = own && within ? 2 * hidden : width;
    const sum =
      given && own
        ? outer === width
          ? compute('Add', given, own)
          : joined(
              call,
              [
                compute('Add', partOf(call, given, 0, 0, outer), partOf(call, own, 0, 0, outer)),
                partOf(call, given, 0, outer, hidden),
              ],
              0,
            )
        : undefined;
    const gates = product(call, x, of(widened(call, call.input(1))), sum);
    const bySteps = lowering.alias(gates, [steps, batch, width]);
    const each = peepholes && of(peepholes);
    const terms: StepTerms = {
      call,
      compute,
      number,
      activations: activations.slice(
        direction * cell.activations.length,
        (direction + 1) * cell.activations.length,
      ),
      weights: of(widened(call, call.input(2))),
      bias: own && within ? partOf(call, own, 0, 2 * hidden, hidden) : undefined,
      peepholes: each ? [0, 1, 2].map((gate) => partOf(call, each, 0, gate * hidden, hidden)) : [],
      sizes,
    };
    let states: States = {
      hidden: initial(5, direction),
      cell: cell.hasCell ? initial(6, direction) : undefined,
    };
    for (let i = 0; i < steps; i++) {
      const at = isReverse ? steps - 1 - i : i;
      const made = step(entryOf(call, bySteps, 0, at), states, terms);
      const live = isLive?.(at);
      const kept = (after: Value | undefined, before: Value | undefined) =>
        after && before && live ? compute('Where', live, after, before) : after;
      const shown = live ? compute('Where', live, made.hidden, number(0)) : made.hidden;
      states = {
        hidden: kept(made.hidden, states.hidden) as Value,
        cell: kept(made.cell, states.cell),
      };
      place(call, shown, all, (at * directions + direction) * batch * hidden);
    }
    return states;
  });
  const stacked = (values: readonly (Value | undefined)[]): Value => {
    const output = lowering.make(type, [directions, batch, hidden]);
    values.forEach((value, direction) => {
      if (value) place(call, value, output, direction * batch * hidden);
    });
    return ordered(output);
  };
  const back = (value: Value) =>
    value.type === call.input(0).type
      ? value
      : lowering.pointwise('Cast', [value], { to: call.input(0).type }, 13);
  const results = [
    call.wants(0) ? back(batchFirst ? batchSteps(call, all) : all) : undefined,
    call.wants(1) ? back(stacked(lasts.map((states) => states.hidden))) : undefined,
    call.wants(2) ? back(stacked(lasts.map((states) => states.cell))) : undefined,
  ];
  return results.slice(0, cell.hasCell ? 3 : 2);
}

/** Puts a value's elements into another, side by side. */
function place({ lowering }: Call, value: Value, output: Value, offset: number): void {
  const size = sizeOf(value.dims);
  const from = { size, offset: 0, strides: [1] };
  const to = { dims: output.dims, offset, strides: [1] };
  lowering.move({ type: value.type, sizes: [size], from, to }, value, output);
}

/** [steps, directions, batch, hidden] as [batch, steps, directions, hidden]. */
const batchSteps = (call: Call, value: Value): Value => permuted(call, value, [2, 0, 1, 3]);

const common = {
  activation_alpha: 'floats',
  activation_beta: 'floats',
  activations: 'strings',
  clip: 'float',
  direction: 'string',
  hidden_size: 'int',
} as const;

const versionsOf = (inputs: number, outputs: number, own: Version['attributes']): Version[] =>
  [1, 3, 7, 14, 22].map((since) => {
    const types = since < 22 ? FLOATS : FLOATS_BF;
    return {
      since,
      inputs: [3, inputs],
      outputs,
      types: [types, types, types, types, ['int32'], types],
      attributes: {
        ...common,
        ...own,
        ...(since < 7 && { output_sequence: 'int' }),
        ...(since >= 14 && { layout: 'int' }),
      },
    };
  });

const operatorOf = (name: string, versions: Version[], cell: Cell, step: Step): Operator => ({
  name,
  versions,
  lower: (call) => recurrent(call, cell, step),
});

export const rnn = operatorOf(
  'RNN',
  versionsOf(6, 2, {}),
  { gates: 1, activations: ['Tanh'], hasCell: false },
  stepRnn,
);
export const gru = operatorOf(
  'GRU',
  versionsOf(6, 2, { linear_before_reset: 'int' }),
  { gates: 3, activations: ['Sigmoid', 'Tanh'], hasCell: false },
  stepGru,
);
export const lstm = operatorOf(
  'LSTM',
  versionsOf(8, 3, { input_forget: 'int' }),
  { gates: 4, activations: ['Sigmoid', 'Tanh', 'Tanh'], hasCell: true },
  stepLstm,
);
