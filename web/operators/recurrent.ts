/** LSTM, GRU and RNN: a product for all steps of the input, followed by a layer of the engine. */
import { allAxes } from '../base/dims.js';
import { bytesOfValue, isConstant, type Value } from '../graph/values.js';
import { joined, partOf, permuted } from './movement.js';
import type { Call, Operator, Version } from './operator.js';
import { activationsOf } from './recurrent-activations.js';
import { FLOATS, FLOATS_BF } from './type-sets.js';

/** The differences between the three operators. */
interface Cell {
  readonly name: 'RNN' | 'GRU' | 'LSTM';
  readonly gates: number;
  /** The default activations of one direction. */
  readonly activations: readonly string[];
}

const RNN: Cell = { name: 'RNN', gates: 1, activations: ['Tanh'] };
const GRU: Cell = { name: 'GRU', gates: 3, activations: ['Sigmoid', 'Tanh'] };
const LSTM: Cell = { name: 'LSTM', gates: 4, activations: ['Sigmoid', 'Tanh', 'Tanh'] };

interface Sizes {
  readonly steps: number;
  readonly batch: number;
  readonly inputs: number;
  readonly hidden: number;
  readonly directions: number;
}

/** For each direction, whether it is reversed. */
const DIRECTIONS: Readonly<Record<string, readonly boolean[]>> = {
  forward: [false],
  reverse: [true],
  bidirectional: [false, true],
};

/** Whether the batch comes before the steps, and before the directions. */
const isBatchFirst = (call: Call): boolean => call.flag('layout');

/** [a, b, …] as [b, a, …] if the batch is first; converts to and from the engine's order. */
function ordered(call: Call, value: Value): Value {
  if (!isBatchFirst(call)) return value;
  return permuted(call, value, [1, 0, ...allAxes(value.dims).slice(2)]);
}

/** [steps, directions, batch, hidden] as [batch, steps, directions, hidden] if the batch is first. */
const batchSteps = (call: Call, value: Value): Value =>
  isBatchFirst(call) ? permuted(call, value, [2, 0, 1, 3]) : value;

/** A float operand of this shape, in float32 or float64; `undefined` if it is absent. */
function operand(call: Call, at: number, dims: readonly number[]): Value | undefined {
  const value = call.inputs[at];
  if (!value) return undefined;
  const { type } = call.input(0);
  if (value.type !== type) throw call.fault('typesDiffer', type, value.type);
  call.checkShape(at, dims);
  return call.widened(value);
}

function sizesOf(call: Call): Sizes {
  const { dims } = call.input(0);
  const [first = 0, second = 0, inputs = 0] = dims;
  if (dims.length !== 3) throw call.wrongShape(0, ['steps', 'batch', 'inputs']);
  const hidden = call.attribute('hidden_size', 'int') ?? call.input(2).dims[2] ?? 0;
  const directions = call.choice('direction', DIRECTIONS).length;
  const [steps, batch] = isBatchFirst(call) ? [second, first] : [first, second];
  return { steps, batch, inputs, hidden, directions };
}

interface Biases {
  /** Bias of the gates: [directions, gates * hidden]. */
  readonly outer: Value | undefined;
  /** Bias of the part that GRU's reset gate scales: [directions, hidden]. */
  readonly inner: Value | undefined;
}

/** The biases of the input and of the recurrence, which are contiguous, are added up, except for GRU. */
function biasesOf(call: Call, { name, gates }: Cell, { directions, hidden }: Sizes): Biases {
  const width = gates * hidden;
  const bias = operand(call, 3, [directions, 2 * width]);
  if (!bias) return { outer: undefined, inner: undefined };
  const part = (first: number, count: number) => partOf(call, bias, 1, first, count);
  const sum = (count: number) => call.compute('Add', part(0, count), part(width, count));
  if (name !== 'GRU' || !call.flag('linear_before_reset'))
    return { outer: sum(width), inner: undefined };
  const given = part(2 * hidden, hidden);
  const inner = part(width + 2 * hidden, hidden);
  return { outer: joined(call, [sum(2 * hidden), given], 1), inner };
}

/** The contribution of the input and the biases to the gates: [steps, batch, directions, gates, hidden]. */
function gatesOf(call: Call, cell: Cell, sizes: Sizes, outer: Value | undefined): Value {
  const { lowering } = call;
  const { steps, batch, inputs, hidden, directions } = sizes;
  const width = cell.gates * hidden;
  const weights = operand(call, 1, [directions, width, inputs]) as Value;
  const x = ordered(call, call.widened(call.input(0)));
  const gates = call.gemm(
    lowering.alias(x, [steps * batch, inputs]),
    lowering.alias(weights, [directions * width, inputs]),
    outer && lowering.alias(outer, [directions * width]),
  );
  return lowering.alias(gates, [steps, batch, directions, cell.gates, hidden]);
}

interface Weights {
  readonly value: Value;
  /** Whether the weights of a gate are stored as a column per element, rather than a row. */
  readonly columns: boolean;
}

/**
 * The weights of the hidden state: [directions, gates, hidden, hidden]. Products with few rows are up to 2×
 * as fast with columns, so constants are transposed once, and other weights if there are several steps.
 */
function weightsOf(call: Call, { gates }: Cell, { steps, hidden, directions }: Sizes): Weights {
  const { lowering } = call;
  const all = call.input(2);
  const rows = operand(call, 2, [directions, gates * hidden, hidden]) as Value;
  const dims = [directions, gates, hidden, hidden];
  const transposed = () => permuted(call, lowering.alias(rows, dims), [0, 1, 3, 2]);
  if (isConstant(all) && bytesOfValue({ type: rows.type, dims }) <= lowering.mostFolded)
    return { value: lowering.derived(all, 'columns of each gate', transposed), columns: true };
  return steps > 1 ? { value: transposed(), columns: true } : { value: rows, columns: false };
}

/** The number of steps of each batch entry; `undefined` if all have the full length. */
function lengthsOf(call: Call, { steps, batch }: Sizes): Value | undefined {
  const lengths = call.inputs[4];
  if (!lengths) return undefined;
  call.checkShape(4, [batch]);
  const known = call.lowering.known(lengths) as ArrayLike<number> | undefined;
  return known && Array.from(known).every((length) => length === steps) ? undefined : lengths;
}

function recurrent(call: Call, cell: Cell): (Value | undefined)[] {
  const { lowering } = call;
  const { name } = cell;
  const sizes = sizesOf(call);
  const { batch, hidden, directions } = sizes;
  const reversed = call.choice('direction', DIRECTIONS);
  const weights = weightsOf(call, cell, sizes);
  const { outer, inner } = biasesOf(call, cell, sizes);
  const gates = gatesOf(call, cell, sizes, outer);
  const state = (at: number): Value | undefined => {
    const dims = [directions, batch, hidden];
    const given = operand(call, at, isBatchFirst(call) ? [batch, directions, hidden] : dims);
    return given && ordered(call, given);
  };
  const inputs = [
    ...[gates, weights.value, state(5)],
    name === 'LSTM' ? state(6) : undefined,
    name === 'LSTM' ? operand(call, 7, [directions, 3 * hidden]) : inner,
    lengthsOf(call, sizes),
  ];
  const task = lowering.tasks.recurrence(gates, {
    cell: name,
    columns: weights.columns,
    reverse: reversed[0] as boolean,
    linearBeforeReset: name === 'GRU' && call.flag('linear_before_reset'),
    inputForget: name === 'LSTM' && call.flag('input_forget'),
    clip: call.attribute('clip', 'float') ?? Infinity,
    activations: activationsOf(
      call,
      reversed.flatMap(() => cell.activations),
    ),
  });
  const made = lowering.work(task, inputs, [true, call.wants(1), call.wants(2)]);
  const { type } = call.input(0);
  return made.map((value, at) => {
    if (!value || !call.wants(at)) return undefined;
    return call.cast(at === 0 ? batchSteps(call, value) : ordered(call, value), type);
  });
}

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

const operatorOf = (cell: Cell, versions: Version[]): Operator => ({
  name: cell.name,
  versions,
  lower: (call) => recurrent(call, cell),
});

export const recurrentOperators: readonly Operator[] = [
  operatorOf(RNN, versionsOf(6, 2, {})),

  operatorOf(GRU, versionsOf(6, 2, { linear_before_reset: 'int' })),

  operatorOf(LSTM, versionsOf(8, 3, { input_forget: 'int' })),
];
