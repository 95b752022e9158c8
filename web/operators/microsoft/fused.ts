/** FusedConv and FusedGemm: a layer, and the activation that onnxruntime's optimiser has found after it. */
import type { Value } from '../../graph/values.js';
import { conv, convolutionAttributes } from '../convolution.js';
import { OPSET } from '../maker.js';
import type { Call, Operator } from '../operator.js';
import { FLOATS_BF } from '../type-sets.js';

/** What an activation is computed with: its parameters, in their order, as numbers of x's type. */
type Activation = (call: Call, x: Value, parameters: readonly Value[]) => Value;

interface ActivationRow {
  /** The parameters by name, in their order, with their defaults. */
  readonly defaults: Readonly<Record<string, number>>;
  readonly of: Activation;
}

const simple = (operator: string): ActivationRow => ({
  defaults: {},
  of: (call, x) => call.compute(operator, x),
});

const number = (call: Call, x: Value, value: number): Value => call.number(x.type, value);

/** scale * (e^x - 1) below 0. */
const exponential = (call: Call, x: Value, scale: Value): Value => {
  const below = call.compute('Sub', call.compute('Exp', x), number(call, x, 1));
  const isBelow = call.compute('Less', x, number(call, x, 0));
  return call.compute('Where', isBelow, call.compute('Mul', scale, below), x);
};

const ACTIVATIONS: Readonly<Record<string, ActivationRow>> = {
  Relu: simple('Relu'),
  Sigmoid: simple('Sigmoid'),
  Softplus: simple('Softplus'),
  Tanh: simple('Tanh'),
  Clip: {
    defaults: { min: -3.402823466385288e38, max: 3.402823466385288e38 },
    of: (call, x, [low, high]) => call.compute('Clip', x, low as Value, high as Value),
  },
  Elu: { defaults: { alpha: 1 }, of: (call, x, [alpha]) => exponential(call, x, alpha as Value) },
  HardSigmoid: {
    defaults: { alpha: 0.2, beta: 0.5 },
    of(call, x, [slope, offset]) {
      const line = call.compute('Add', call.compute('Mul', slope as Value, x), offset as Value);
      return call.compute('Clip', line, number(call, x, 0), number(call, x, 1));
    },
  },
  LeakyRelu: {
    defaults: { alpha: 0.01 },
    of: (call, x, [slope]) => {
      const isBelow = call.compute('Less', x, number(call, x, 0));
      return call.compute('Where', isBelow, call.compute('Mul', slope as Value, x), x);
    },
  },
  ParametricSoftplus: {
    defaults: { alpha: 1, beta: 1 },
    of: (call, x, [alpha, beta]) =>
      call.compute(
        'Mul',
        alpha as Value,
        call.compute('Softplus', call.compute('Mul', beta as Value, x)),
      ),
  },
  ScaledTanh: {
    defaults: { alpha: 1, beta: 1 },
    of: (call, x, [alpha, beta]) =>
      call.compute(
        'Mul',
        alpha as Value,
        call.compute('Tanh', call.compute('Mul', beta as Value, x)),
      ),
  },
  Selu: {
    defaults: { alpha: 1.6732632423543772, gamma: 1.0507009873554805 },
    of: (call, x, [alpha, gamma]) =>
      call.compute('Mul', gamma as Value, exponential(call, x, alpha as Value)),
  },
  Softsign: {
    defaults: {},
    of: (call, x) =>
      call.compute('Div', x, call.compute('Add', number(call, x, 1), call.compute('Abs', x))),
  },
  ThresholdedRelu: {
    defaults: { alpha: 1 },
    of: (call, x, [bound]) =>
      call.compute('Where', call.compute('Greater', x, bound as Value), x, number(call, x, 0)),
  },
};

/** The node's activation of x, with the parameters that the node gives; x itself if it names none. */
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
  return call.inFloats(x, (wide) =>
    of(
      call,
      wide,
      parameters.map((value) => number(call, wide, value)),
    ),
  );
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
