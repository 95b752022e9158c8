/** FusedConv and FusedGemm: a layer fused with the activation after it by onnxruntime's optimiser. */
import type { Value } from '../../graph/values.js';
import {
  exponential,
  hardened,
  softsign,
  type Terms,
  termsOf,
  thresholded,
} from '../activations.js';
import { conv, convolutionAttributes } from '../convolution.js';
import { OPSET } from '../maker.js';
import type { Call, Operator } from '../operator.js';
import { FLOATS_BF } from '../type-sets.js';

/** An activation of x and its parameters, in order, as numbers of x's type. */
type Activation = (terms: Terms, x: Value, ...parameters: Value[]) => Value;

interface ActivationRow {
  /** The parameters by name, in order, with their defaults. */
  readonly defaults: Readonly<Record<string, number>>;
  readonly of: Activation;
}

const simple = (operator: string): ActivationRow => ({
  defaults: {},
  of: (terms, x) => terms(operator, x),
});

/** alpha * operator(beta * x) */
const scaled = (operator: string): ActivationRow => ({
  defaults: { alpha: 1, beta: 1 },
  of: (terms, x, alpha, beta) =>
    terms('Mul', alpha as Value, terms(operator, terms('Mul', beta as Value, x))),
});

const ACTIVATIONS: Readonly<Record<string, ActivationRow>> = {
  Relu: simple('Relu'),
  Sigmoid: simple('Sigmoid'),
  Softplus: simple('Softplus'),
  Tanh: simple('Tanh'),
  Clip: {
    defaults: { min: -3.402823466385288e38, max: 3.402823466385288e38 },
    of: (terms, x, low, high) => terms('Clip', x, low as Value, high as Value),
  },
  Elu: { defaults: { alpha: 1 }, of: (terms, x, alpha) => exponential(x, alpha as Value, terms) },
  HardSigmoid: {
    defaults: { alpha: 0.2, beta: 0.5 },
    of: (terms, x, slope, offset) => hardened(x, slope as Value, offset as Value, terms),
  },
  LeakyRelu: {
    defaults: { alpha: 0.01 },
    of: (terms, x, slope) =>
      terms('Where', terms('Less', x, terms.number(0)), terms('Mul', slope as Value, x), x),
  },
  ParametricSoftplus: scaled('Softplus'),
  ScaledTanh: scaled('Tanh'),
  Selu: {
    defaults: { alpha: 1.6732632423543772, gamma: 1.0507009873554805 },
    of: (terms, x, alpha, gamma) =>
      terms('Mul', gamma as Value, exponential(x, alpha as Value, terms)),
  },
  Softsign: { defaults: {}, of: (terms, x) => softsign(x, terms) },
  ThresholdedRelu: {
    defaults: { alpha: 1 },
    of: (terms, x, bound) => thresholded(x, bound as Value, terms),
  },
};

/** Applies the activation and parameters of the node to x; returns x if the node names none. */
function activated(
  call: Call,
  x: Value,
  given: (name: string, at: number) => number | undefined,
): Value {
  if (!call.attribute('activation', 'string')) return x;
  const { defaults, of } = call.choice('activation', ACTIVATIONS);
  const parameters = Object.entries(defaults).map(
    ([name, absent], at) => given(name, at) ?? absent,
  );
  return call.inFloats(x, (wide) => {
    const terms = termsOf(call, wide.type);
    return of(terms, wide, ...parameters.map((value) => terms.number(value)));
  });
}

export const fusedOperators: readonly Operator[] = [
  {
    name: 'FusedConv',
    versions: [
      {
        since: 1,
        inputs: [2, 4],
        types: [FLOATS_BF, FLOATS_BF, FLOATS_BF, FLOATS_BF],
        optional: [2],
        attributes: { ...convolutionAttributes, activation: 'string', activation_params: 'floats' },
      },
    ],
    lower(call) {
      const [product] = conv.lower(call) as [Value];
      const added = call.inputs[3];
      call.checkShape(3, product.dims);
      const sum = added ? call.compute('Add', product, added) : product;
      const parameters = call.attribute('activation_params', 'floats') ?? [];
      return [activated(call, sum, (_, at) => parameters[at])];
    },
  },

  {
    name: 'FusedGemm',
    versions: [
      {
        since: 1,
        inputs: [2, 3],
        types: [FLOATS_BF, FLOATS_BF, FLOATS_BF],
        attributes: {
          ...{ alpha: 'float', beta: 'float', transA: 'int', transB: 'int' },
          activation: 'string',
          ...{ activation_alpha: 'float', activation_beta: 'float', activation_gamma: 'float' },
        },
      },
    ],
    lower(call) {
      const attributes = {
        ...{ alpha: call.float('alpha', 1), beta: call.float('beta', 1) },
        ...{ transA: Number(call.flag('transA')), transB: Number(call.flag('transB')) },
      };
      const product = call.product('Gemm', call.inputs, attributes, OPSET);
      return [activated(call, product, (name) => call.attribute(`activation_${name}`, 'float'))];
    },
  },
];
