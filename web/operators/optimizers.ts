/**
 * `ai.onnx.preview.training`: one step of an optimizer for any number of tensors. After the learning rate R
 * and the step count T, the inputs are the tensors, their gradients, and their states, one kind after
 * another; the outputs are the new tensors and the new states.
 */
import { sizeOf } from '../base/dims.js';
import type { DType } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import type { Call, Operator, Version } from './operator.js';
import { INT64 } from './type-sets.js';

/** A tensor with its gradient and states, in the order of the inputs. Only Adam has a second state. */
type Part = readonly [x: Value, slope: Value, state: Value, second: Value];

/** Formulas in the type of the tensors. */
interface Terms {
  (operator: string, ...operands: (Value | number)[]): Value;
  readonly rate: Value;
  /** In the type of the tensors. */
  readonly count: Value;
  /** The first value if the tensors have been updated before, otherwise the second. */
  afterFirst(value: Value | number, first: Value | number): Value;
}

/** An input of one element, in the type of the tensors. */
function oneOf(call: Call, at: number): Value {
  const value = call.input(at);
  if (sizeOf(value.dims) !== 1) throw call.fault('scalar', at);
  return call.cast(call.lowering.alias(value, []), call.input(2).type);
}

function termsOf(call: Call): Terms {
  const termOf = (operand: Value | number): Value =>
    typeof operand === 'number' ? call.number(call.input(2).type, operand) : operand;
  const compute = (operator: string, ...operands: (Value | number)[]) =>
    call.compute(operator, ...operands.map(termOf));
  const count = oneOf(call, 1);
  const hasStepped = compute('Greater', count, 0);
  return Object.assign(compute, {
    rate: oneOf(call, 0),
    count,
    afterFirst: (value: Value | number, first: Value | number) =>
      compute('Where', hasStepped, value, first),
  });
}

/** Each tensor of the node with its gradient and states, which have its shape. */
function partsOf(call: Call, kinds: number): Part[] {
  const count = (call.inputs.length - 2) / kinds;
  if (!Number.isInteger(count)) throw call.fault('inputGroups', call.inputs.length, 2, kinds);
  const partAt = (part: number): Value[] =>
    Array.from({ length: kinds }, (_, kind) => {
      const at = 2 + kind * count + part;
      call.checkShape(at, call.input(2 + part).dims);
      return call.input(at);
    });
  return Array.from({ length: count }, (_, part) => partAt(part) as unknown as Part);
}

const FLOATING: readonly DType[] = ['float32', 'float64'];

/** @param kinds the number of groups: tensors, gradients and each state */
const optimizer = (
  name: string,
  kinds: number,
  attributes: Version['attributes'],
  stepOf: (call: Call, terms: Terms) => (part: Part) => Value[],
): Operator => ({
  name,
  versions: [
    {
      since: 1,
      inputs: [2 + kinds, Number.POSITIVE_INFINITY],
      outputs: Number.POSITIVE_INFINITY,
      types: [FLOATING, INT64, FLOATING],
      attributes: attributes ?? {},
    },
  ],
  lower(call) {
    const parts = partsOf(call, kinds);
    const step = stepOf(call, termsOf(call));
    const made = parts.map(step);
    // All new tensors, then all values of one state, and so on.
    return Array.from({ length: kinds - 1 }, (_, kind) =>
      made.map((values) => values[kind]),
    ).flat();
  },
});

/** A gradient plus the gradient of the regularisation. */
const regularized = (call: Call, terms: Terms, x: Value, slope: Value): Value =>
  terms('Add', terms('Mul', call.float('norm_coefficient', 0), x), slope);

export const optimizerOperators: readonly Operator[] = [
  optimizer(
    'Adagrad',
    3,
    { decay_factor: 'float', epsilon: 'float', norm_coefficient: 'float' },
    (call, terms) => {
      const decay = terms('Mul', terms.count, call.float('decay_factor', 0));
      const rate = terms('Div', terms.rate, terms('Add', 1, decay));
      return ([x, slope, squares]) => {
        const regular = regularized(call, terms, x, slope);
        const sum = terms('Add', squares, terms('Mul', regular, regular));
        const root = terms('Add', terms('Sqrt', sum), call.float('epsilon', 1e-6));
        return [terms('Sub', x, terms('Div', terms('Mul', rate, regular), root)), sum];
      };
    },
  ),

  optimizer(
    'Adam',
    4,
    {
      alpha: 'float',
      beta: 'float',
      epsilon: 'float',
      norm_coefficient: 'float',
      norm_coefficient_post: 'float',
    },
    (call, terms) => {
      const [alpha, beta] = [call.float('alpha', 0.9), call.float('beta', 0.999)];
      const rest = (base: number) => terms('Sub', 1, terms('Pow', base, terms.count));
      const corrected = terms(
        'Div',
        terms('Mul', terms.rate, terms('Sqrt', rest(beta))),
        rest(alpha),
      );
      const rate = terms.afterFirst(corrected, terms.rate);
      const averaged = (share: number, kept: Value, added: Value) =>
        terms('Add', terms('Mul', share, kept), terms('Mul', 1 - share, added));
      const left = 1 - call.float('norm_coefficient_post', 0);
      return ([x, slope, mean, squares]) => {
        const regular = regularized(call, terms, x, slope);
        const newMean = averaged(alpha, mean, regular);
        const newSquares = averaged(beta, squares, terms('Mul', regular, regular));
        const root = terms('Add', terms('Sqrt', newSquares), call.float('epsilon', 1e-6));
        const stepped = terms('Sub', x, terms('Div', terms('Mul', rate, newMean), root));
        return [terms('Mul', left, stepped), newMean, newSquares];
      };
    },
  ),

  optimizer(
    'Momentum',
    3,
    { alpha: 'float', beta: 'float', mode: 'string', norm_coefficient: 'float' },
    (call, terms) => {
      call.needs('mode', 'string');
      const looksAhead = call.word('mode', ['standard', 'nesterov']) === 'nesterov';
      const alpha = call.needs('alpha', 'float');
      const beta = terms.afterFirst(call.needs('beta', 'float'), 1);
      call.needs('norm_coefficient', 'float');
      return ([x, slope, velocity]) => {
        const regular = regularized(call, terms, x, slope);
        const moved = terms('Add', terms('Mul', alpha, velocity), terms('Mul', beta, regular));
        const along = looksAhead ? terms('Add', regular, terms('Mul', alpha, moved)) : moved;
        return [terms('Sub', x, terms('Mul', terms.rate, along)), moved];
      };
    },
  ),
];
