/** Activations that are short chains of the engine's elementwise operators, which run as one pass. */
import type { DType } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import type { Maker } from './maker.js';
import { type Call, history, type Operator, type Version } from './operator.js';
import { FLOATS, FLOATS_BF, NUMBERS } from './type-sets.js';

/** The building blocks of a formula: operators, numbers, and attributes by name. */
export interface Terms {
  (operator: string, ...inputs: Value[]): Value;
  readonly since: number;
  number(value: number): Value;
  attribute(name: string, absent: number): Value;
  needed(name: string): Value;
}

export function termsOf(call: Call, type: DType): Terms {
  const number = (value: number): Value => call.number(type, value);
  const compute: Maker['compute'] = (...terms) => call.compute(...terms);
  return Object.assign(compute, {
    number,
    since: call.since,
    attribute: (name: string, absent: number) => number(call.float(name, absent)),
    needed: (name: string) => number(call.needs(name, 'float')),
  });
}

type Formula = (x: Value, terms: Terms) => Value;

/** A unary operator defined by a formula. 16-bit floats are widened for it. */
export const formula = (
  name: string,
  versions: readonly Version[],
  compute: Formula,
): Operator => ({
  name,
  versions,
  lower: (call) => [call.inFloats(call.input(0), (x) => compute(x, termsOf(call, x.type)))],
});

export const version = (
  since: number,
  types: readonly DType[],
  ...names: readonly string[]
): Version => ({
  since,
  inputs: [1, 1],
  types: [types],
  attributes: Object.fromEntries(names.map((name) => [name, 'float'])),
});

/** Opset 1 of these operators has an attribute that names inputs to overwrite. */
const consuming = (since: number, ...names: readonly string[]): Version => {
  const { attributes, ...rest } = version(since, FLOATS, ...names);
  return { ...rest, attributes: { ...attributes, consumed_inputs: 'ints' } };
};

/** scale * (e^x - 1) if x is below 0. */
export const exponential = (x: Value, scale: Value, terms: Terms): Value => {
  const below = terms('Mul', scale, terms('Sub', terms('Exp', x), terms.number(1)));
  return terms('Where', terms('Less', x, terms.number(0)), below, x);
};

/** The default alpha and gamma of Selu; opset 1 rounds them to four digits. */
const seluDefaults = (since: number) =>
  since < 6 ? ([1.6732, 1.0507] as const) : ([1.6732632423543772, 1.0507009873554805] as const);

/** x if it is above the bound, otherwise 0. */
export const thresholded = (x: Value, bound: Value, terms: Terms): Value =>
  terms('Where', terms('Greater', x, bound), x, terms.number(0));

export const softsign = (x: Value, terms: Terms): Value =>
  terms('Div', x, terms('Add', terms.number(1), terms('Abs', x)));

/** slope * x + offset, clamped to [0, 1]. */
export const hardened = (x: Value, slope: Value, offset: Value, terms: Terms): Value =>
  terms('Clip', terms('Add', terms('Mul', slope, x), offset), terms.number(0), terms.number(1));

export const activationOperators: readonly Operator[] = [
  formula(
    'Elu',
    [consuming(1, 'alpha'), version(6, FLOATS, 'alpha'), version(22, FLOATS_BF, 'alpha')],
    (x, terms) => exponential(x, terms.attribute('alpha', 1), terms),
  ),

  formula(
    'Selu',
    [
      consuming(1, 'alpha', 'gamma'),
      version(6, FLOATS, 'alpha', 'gamma'),
      version(22, FLOATS_BF, 'alpha', 'gamma'),
    ],
    (x, terms) => {
      const [alpha, gamma] = seluDefaults(terms.since);
      const inner = exponential(x, terms.attribute('alpha', alpha), terms);
      return terms('Mul', terms.attribute('gamma', gamma), inner);
    },
  ),

  formula(
    'Celu',
    [version(12, ['float32'], 'alpha'), version(28, FLOATS_BF, 'alpha')],
    (x, terms) => {
      const alpha = terms.attribute('alpha', 1);
      const below = terms('Sub', terms('Exp', terms('Div', x, alpha)), terms.number(1));
      const [zero, scaled] = [terms.number(0), terms('Mul', alpha, below)];
      return terms('Add', terms('Max', x, zero), terms('Min', scaled, zero));
    },
  ),

  formula(
    'HardSigmoid',
    [
      consuming(1, 'alpha', 'beta'),
      version(6, FLOATS, 'alpha', 'beta'),
      version(22, FLOATS_BF, 'alpha', 'beta'),
    ],
    (x, terms) => hardened(x, terms.attribute('alpha', 0.2), terms.attribute('beta', 0.5), terms),
  ),

  formula('HardSwish', [version(14, FLOATS), version(22, FLOATS_BF)], (x, terms) =>
    terms('Mul', x, hardened(x, terms.number(1 / 6), terms.number(0.5), terms)),
  ),

  formula(
    'ThresholdedRelu',
    // Experimental below opset 10.
    [version(1, FLOATS, 'alpha'), version(10, FLOATS, 'alpha'), version(22, FLOATS_BF, 'alpha')],
    (x, terms) => thresholded(x, terms.attribute('alpha', 1), terms),
  ),

  formula('Mish', [version(18, FLOATS), version(22, FLOATS_BF)], (x, terms) =>
    terms('Mul', x, terms('Tanh', terms('Softplus', x))),
  ),

  formula('Softsign', [version(1, FLOATS), version(22, FLOATS_BF)], softsign),

  formula('Swish', [version(24, FLOATS_BF, 'alpha')], (x, terms) =>
    terms('Mul', x, terms('Sigmoid', terms('Mul', terms.attribute('alpha', 1), x))),
  ),

  {
    name: 'SwiGLU',
    versions: history({
      since: 28,
      inputs: [2, 2],
      types: [FLOATS_BF, FLOATS_BF],
      attributes: { alpha: 'float' },
    }),
    lower(call) {
      const [gate, linear] = [call.input(0), call.input(1)];
      if (linear.type !== gate.type) throw call.fault('typesDiffer', gate.type, linear.type);
      call.checkShape(1, gate.dims);
      return [
        call.inFloats(gate, (x) => {
          const terms = termsOf(call, x.type);
          const scaled = terms('Mul', terms.attribute('alpha', 1), x);
          return terms('Mul', terms('Mul', x, terms('Sigmoid', scaled)), call.widened(linear));
        }),
      ];
    },
  },

  {
    name: 'Shrink',
    versions: history({
      since: 9,
      inputs: [1, 1],
      types: [NUMBERS],
      attributes: { bias: 'float', lambd: 'float' },
    }),
    lower(call) {
      const input = call.input(0);
      // Integers are compared with fractional bounds in a type that represents both.
      const given = input.type.includes('float') ? input : call.cast(input, 'float64');
      const shrunk = call.inFloats(given, (x) => {
        const terms = termsOf(call, x.type);
        const [bias, bound] = [terms.attribute('bias', 0), terms.attribute('lambd', 0.5)];
        const above = terms(
          'Where',
          terms('Greater', x, bound),
          terms('Sub', x, bias),
          terms.number(0),
        );
        const isBelow = terms('Less', x, terms('Neg', bound));
        return terms('Where', isBelow, terms('Add', x, bias), above);
      });
      return [call.cast(shrunk, input.type)];
    },
  },
];
