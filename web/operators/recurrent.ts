/** LSTM, GRU and RNN: a product for all steps of the input, and the steps one after the other. */
import { allAxes, sizeOf } from '../base/dims.js';
import { bytesOfValue, isConstant, type Value } from '../graph/values.js';
import { boxOf, entryOf, joined, partOf, permuted, viewOf } from './movement.js';
import type { Call, Operator, Version } from './operator.js';
import { type Activation, activationsOf } from './recurrent-activations.js';
import {
  type Cell,
  GRU_CELL,
  LSTM_CELL,
  type Product,
  RNN_CELL,
  type States,
  type StepTerms,
} from './recurrent-cells.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';

interface Sizes {
  readonly type: 'float32' | 'float64';
  /** Whether the batch comes before the steps, and before the directions. */
  readonly batchFirst: boolean;
  readonly steps: number;
  readonly batch: number;
  readonly inputs: number;
  readonly hidden: number;
  readonly directions: number;
}

/** For each direction, whether it goes from the last step to the first. */
const DIRECTIONS: Readonly<Record<string, readonly boolean[]>> = {
  forward: [false],
  reverse: [true],
  bidirectional: [false, true],
};

/** Checks an operand's dims; undefined where it is absent. */
function operand(call: Call, at: number, wanted: readonly number[]): Value | undefined {
  const value = call.inputs[at];
  if (!value) return undefined;
  call.checkShape(at, wanted);
  return value.type === 'int32' ? value : call.widened(value);
}

function sizesOf(call: Call, { gates }: Cell): Sizes {
  const { dims, type: given } = call.input(0);
  const type = given === 'float64' ? 'float64' : 'float32';
  const batchFirst = call.flag('layout');
  const directions = call.choice('direction', DIRECTIONS).length;
  const [first = 0, second = 0, inputs = 0] = dims;
  const recurrent = call.input(2).dims;
  const hidden = call.attribute('hidden_size', 'int') ?? recurrent[2] ?? 0;
  if (dims.length !== 3) throw call.wrongShape(0, ['steps', 'batch', 'inputs']);
  operand(call, 1, [directions, gates * hidden, inputs]);
  operand(call, 2, [directions, gates * hidden, hidden]);
  const [steps, batch] = batchFirst ? [second, first] : [first, second];
  return { type, batchFirst, steps, batch, inputs, hidden, directions };
}

/** [a, b, …] as [b, a, …]. */
const swapped = (call: Call, value: Value): Value =>
  permuted(call, value, [1, 0, ...allAxes(value.dims).slice(2)]);

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
    return call.compute('Less', at, column);
  };
}

interface Biases {
  /** Of the gates, for all steps. */
  readonly outer: Value | undefined;
  /** Of the recurrence, within what GRU's reset gate scales. */
  readonly inner: Value | undefined;
}

/** The biases of one direction: [2 * gates * hidden], those of the input before those of the recurrence. */
function biasesOf(call: Call, cell: Cell, bias: Value | undefined, hidden: number): Biases {
  if (!bias) return { outer: undefined, inner: undefined };
  const { compute } = call;
  const width = cell.gates * hidden;
  const [given, own] = [partOf(call, bias, 0, 0, width), partOf(call, bias, 0, width, width)];
  const isWithin = cell === GRU_CELL && call.flag('linear_before_reset');
  if (!isWithin) return { outer: compute('Add', given, own), inner: undefined };
  const first = (value: Value) => partOf(call, value, 0, 0, 2 * hidden);
  const last = (value: Value) => partOf(call, value, 0, 2 * hidden, hidden);
  const summed = compute('Add', first(given), first(own));
  return { outer: joined(call, [summed, last(given)], 0), inner: last(own) };
}

/**
 * The products of a step, with the weights of one direction: [gates * hidden, hidden]. Constants are transposed
 * once for all steps and nodes, since a product of few rows takes up to half the time that way.
 */
function productsOf(call: Call, cell: Cell, { type, hidden }: Sizes, direction: number): Product[] {
  const { lowering } = call;
  const all = call.input(2);
  const dims = [cell.gates * hidden, hidden];
  const isFolded = isConstant(all) && bytesOfValue({ type, dims }) <= lowering.mostFolded;
  const own = isFolded ? undefined : entryOf(call, call.widened(all), 0, direction);
  let first = 0;
  return cell.products.map((gates) => {
    const [row, width] = [first * hidden, gates * hidden];
    first += gates;
    if (own) {
      const rows = partOf(call, own, 0, row, width);
      return (x, bias) => call.gemm(x, rows, bias);
    }
    const offset = (direction * cell.gates * hidden + row) * hidden;
    const columns = lowering.derived(all, `${width} columns from ${offset}`, () =>
      boxOf(call, call.widened(all), [hidden, width], { offset, strides: [1, hidden] }),
    );
    return (x, bias) => call.gemm(x, columns, bias, 0);
  });
}

/** The steps of one direction. */
interface Sequence {
  /** What the input gives the gates: [steps, batch, gates * hidden]. */
  readonly gates: Value;
  readonly initial: States;
  readonly order: readonly number[];
  /** Whether each of the batch has elements at a step; undefined where all have. */
  readonly live: ((step: number) => Value) | undefined;
  put(step: number, hidden: Value): void;
}

/** The states after the last step of a direction; each step's hidden state is put into `all`. */
function iterated(
  call: Call,
  cell: Cell,
  terms: StepTerms,
  { gates, initial, order, live, put }: Sequence,
): States {
  const { compute } = call;
  return order.reduce<States>((states, at) => {
    const { dims } = gates;
    const entry = call.lowering.alias(viewOf(call, gates, 0, at, 1), dims.slice(1));
    const made = cell.step(entry, states, terms);
    const isLive = live?.(at);
    const kept = (after: Value | undefined, before: Value | undefined) =>
      after && before && isLive ? compute('Where', isLive, after, before) : after;
    const { hidden } = made;
    put(at, isLive ? compute('Where', isLive, hidden, call.number(hidden.type, 0)) : hidden);
    return { hidden: kept(hidden, states.hidden) as Value, cell: kept(made.cell, states.cell) };
  }, initial);
}

/** What the directions share, or each has its part of. */
interface Layer {
  readonly call: Call;
  readonly cell: Cell;
  readonly sizes: Sizes;
  /** All steps of the input: [steps * batch, inputs]. */
  readonly x: Value;
  readonly bias: Value | undefined;
  readonly peepholes: Value | undefined;
  readonly activations: readonly Activation[];
  readonly live: Sequence['live'];
  /** The hidden states of all steps: [steps, directions, batch, hidden]. */
  readonly all: Value;
}

/** [batch, directions, …], as the node has it where the batch is first, as [directions, batch, …] and back. */
const ordered = (call: Call, { batchFirst }: Sizes, value: Value): Value =>
  batchFirst ? swapped(call, value) : value;

/** A direction's state before its first step. */
function initialState({ call, sizes }: Layer, at: number, direction: number): Value {
  const { type, batchFirst, batch, hidden, directions } = sizes;
  const dims = batchFirst ? [batch, directions, hidden] : [directions, batch, hidden];
  const given = operand(call, at, dims);
  if (given) return entryOf(call, ordered(call, sizes, given), 0, direction);
  return call.floats(type, [batch, hidden], new Float32Array(batch * hidden));
}

/** The states after the last step of a direction. */
function lastStates(layer: Layer, direction: number, isReverse: boolean): States {
  const { call, cell, sizes, live } = layer;
  const { steps, batch, hidden, directions } = sizes;
  const width = cell.gates * hidden;
  const own = (value: Value) => entryOf(call, value, 0, direction);
  const { outer, inner } = biasesOf(call, cell, layer.bias && own(layer.bias), hidden);
  const peepholes = layer.peepholes && own(layer.peepholes);
  const gates = call.gemm(layer.x, own(call.widened(call.input(1))), outer);
  const count = cell.activations.length;
  const terms: StepTerms = {
    call,
    activations: layer.activations.slice(direction * count, (direction + 1) * count),
    products: productsOf(call, cell, sizes, direction),
    bias: inner,
    peepholes: peepholes
      ? [0, 1, 2].map((gate) => partOf(call, peepholes, 0, gate * hidden, hidden))
      : [],
    size: hidden,
  };
  return iterated(call, cell, terms, {
    live,
    order: Array.from({ length: steps }, (_, at) => (isReverse ? steps - 1 - at : at)),
    gates: call.lowering.alias(gates, [steps, batch, width]),
    initial: {
      hidden: initialState(layer, 5, direction),
      cell: cell.hasCell ? initialState(layer, 6, direction) : undefined,
    },
    put: (at, value) =>
      place(call, value, layer.all, (at * directions + direction) * batch * hidden),
  });
}

/** A state of all directions, side by side. */
function stacked({ call, sizes }: Layer, lasts: readonly States[], state: keyof States): Value {
  const { type, directions, batch, hidden } = sizes;
  const output = call.lowering.make(type, [directions, batch, hidden]);
  lasts.forEach((states, direction) => {
    place(call, states[state] as Value, output, direction * batch * hidden);
  });
  return ordered(call, sizes, output);
}

function recurrent(call: Call, cell: Cell): (Value | undefined)[] {
  const { lowering } = call;
  const sizes = sizesOf(call, cell);
  const { type, batchFirst, steps, batch, inputs, hidden, directions } = sizes;
  const input = ordered(call, sizes, call.widened(call.input(0)));
  const usual = Array.from({ length: directions }, () => cell.activations).flat();
  const layer: Layer = {
    ...{ call, cell, sizes },
    x: lowering.alias(input, [steps * batch, inputs]),
    bias: operand(call, 3, [directions, 2 * cell.gates * hidden]),
    peepholes: cell.hasCell ? operand(call, 7, [directions, 3 * hidden]) : undefined,
    activations: activationsOf(call, usual, type),
    live: liveSteps(call, sizes),
    all: lowering.make(type, [steps, directions, batch, hidden]),
  };
  const lasts = call
    .choice('direction', DIRECTIONS)
    .map((isReverse, direction) => lastStates(layer, direction, isReverse));
  const results = [
    () => (batchFirst ? batchSteps(call, layer.all) : layer.all),
    () => stacked(layer, lasts, 'hidden'),
    () => stacked(layer, lasts, 'cell'),
  ];
  return results
    .slice(0, cell.hasCell ? 3 : 2)
    .map((result, at) => (call.wants(at) ? call.cast(result(), call.input(0).type) : undefined));
}

/** Puts a value's elements into another, side by side. */
function place({ lowering }: Call, value: Value, output: Value, offset: number): void {
  const sizes = [sizeOf(value.dims)];
  lowering.move(value, output, { sizes, from: { strides: [1] }, to: { offset, strides: [1] } });
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

const operatorOf = (name: string, versions: Version[], cell: Cell): Operator => ({
  name,
  versions,
  lower: (call) => recurrent(call, cell),
});

export const recurrentOperators: readonly Operator[] = [
  operatorOf('RNN', versionsOf(6, 2, {}), RNN_CELL),

  operatorOf('GRU', versionsOf(6, 2, { linear_before_reset: 'int' }), GRU_CELL),

  operatorOf('LSTM', versionsOf(8, 3, { input_forget: 'int' }), LSTM_CELL),
];
