/** Activations with a preceding bias: BiasGelu and similar operators. */
import type { Value } from '../../graph/values.js';
import type { Call, Operator, Version } from '../operator.js';
import { FLOATS_BF } from '../type-sets.js';

/** The engine's Gelu: with erf, or with tanh, which approximates it. */
const gelu = (call: Call, x: Value, approximate: 'none' | 'tanh'): Value =>
  call.lowering.pointwise('Gelu', [x], { approximate }, 20);

const version = (most: number, attributes: Version['attributes'] = {}): Version => ({
  since: 1,
  inputs: [1, most],
  types: [FLOATS_BF],
  attributes,
});

/** The first input plus the bias, if there is one: one number per position of the last axis. */
function biased(call: Call): Value {
  const [x, bias] = [call.input(0), call.inputs[1]];
  if (!bias) return x;
  call.checkShape(1, x.dims.slice(-1));
  return call.compute('Add', x, bias);
}

export const activationOperators: readonly Operator[] = [
  {
    name: 'Gelu',
    versions: [version(1)],
    lower: (call) => [gelu(call, call.input(0), 'none')],
  },

  {
    name: 'BiasGelu',
    versions: [{ ...version(2), inputs: [2, 2] }],
    lower: (call) => [gelu(call, biased(call), 'none')],
  },

  {
    name: 'FastGelu',
    versions: [version(2)],
    lower: (call) => [gelu(call, biased(call), 'tanh')],
  },

  {
    name: 'QuickGelu',
    versions: [version(1, { alpha: 'float' })],
    lower: (call) => [
      call.inFloats(call.input(0), (x) => {
        const alpha = call.number(x.type, call.float('alpha', 1.702));
        return call.compute('Mul', x, call.compute('Sigmoid', call.compute('Mul', alpha, x)));
      }),
    ],
  },
];
