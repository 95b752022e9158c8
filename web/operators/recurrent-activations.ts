/** The activations of LSTM, GRU and RNN, by name. */
import type { RecurrenceActivation } from '../engine/task.js';
import { anyOf } from './messages.js';
import type { Call } from './operator.js';

/** The defaults of activations with an alpha or a beta. */
const DEFAULTS: Readonly<Record<string, { readonly alpha?: number; readonly beta?: number }>> = {
  Affine: { alpha: 1, beta: 0 },
  Elu: { alpha: 1 },
  HardSigmoid: { alpha: 0.2, beta: 0.5 },
  LeakyRelu: { alpha: 0.01 },
  Relu: {},
  ScaledTanh: { alpha: 1, beta: 0 },
  Sigmoid: {},
  Softplus: {},
  Softsign: {},
  Tanh: {},
  ThresholdedRelu: { alpha: 1 },
};
const NAMES = Object.keys(DEFAULTS);

/**
 * The activations that a node names, in any case, or `usual`. Each activation with an alpha or a beta takes
 * the node's next one.
 */
export function activationsOf(call: Call, usual: readonly string[]): RecurrenceActivation[] {
  const given = call.attribute('activations', 'strings') ?? usual;
  const alphas = [...(call.attribute('activation_alpha', 'floats') ?? [])];
  const betas = [...(call.attribute('activation_beta', 'floats') ?? [])];
  if (given.length !== usual.length)
    throw call.fault('eachAxis', 'activations', given.length, usual.length);
  const next = (list: number[], usually: number | undefined): number =>
    usually === undefined ? 0 : (list.shift() ?? Math.fround(usually));
  return given.map((asked) => {
    const name = NAMES.find((known) => known.toLowerCase() === asked.toLowerCase());
    if (!name) throw call.fault('allowedEach', 'activations', asked, anyOf(NAMES));
    const { alpha, beta } = DEFAULTS[name] as { alpha?: number; beta?: number };
    return { name, alpha: next(alphas, alpha), beta: next(betas, beta) };
  });
}
