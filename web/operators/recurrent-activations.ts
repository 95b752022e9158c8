/** The activations of LSTM, GRU and RNN, by ONNX's names. */
import type { DType } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import {
  exponential,
  hardened,
  softsign,
  type Terms,
  termsOf,
  thresholded,
} from './activations.js';
import { anyOf } from './messages.js';
import type { Call } from './operator.js';

export type Activation = (x: Value) => Value;

/** Those that take an alpha or a beta have it by default. */
interface Row {
  readonly alpha?: number;
  readonly beta?: number;
  make(x: Value, terms: Terms, alpha: Value, beta: Value): Value;
}

const ACTIVATIONS: Readonly<Record<string, Row>> = {
  affine: {
    alpha: 1,
    beta: 0,
    make: (x, terms, alpha, beta) => terms('Add', terms('Mul', alpha, x), beta),
  },
  elu: { alpha: 1, make: (x, terms, alpha) => exponential(x, alpha, terms) },
  hardsigmoid: {
    alpha: 0.2,
    beta: 0.5,
    make: (x, terms, alpha, beta) => hardened(x, alpha, beta, terms),
  },
  leakyrelu: {
    alpha: 0.01,
    make: (x, terms, alpha) =>
      terms('Where', terms('Less', x, terms.number(0)), terms('Mul', alpha, x), x),
  },
  relu: { make: (x, terms) => terms('Relu', x) },
  scaledtanh: {
    alpha: 1,
    beta: 0,
    make: (x, terms, alpha, beta) => terms('Mul', alpha, terms('Tanh', terms('Mul', beta, x))),
  },
  sigmoid: { make: (x, terms) => terms('Sigmoid', x) },
  softplus: { make: (x, terms) => terms('Softplus', x) },
  softsign: { make: softsign },
  tanh: { make: (x, terms) => terms('Tanh', x) },
  thresholdedrelu: { alpha: 1, make: (x, terms, alpha) => thresholded(x, alpha, terms) },
};

/** The activations that a node names, or `usual`; each takes its own alpha and beta in their order. */
export function activationsOf(call: Call, usual: readonly string[], type: DType): Activation[] {
  const names = call.attribute('activations', 'strings') ?? usual;
  const alphas = [...(call.attribute('activation_alpha', 'floats') ?? [])];
  const betas = [...(call.attribute('activation_beta', 'floats') ?? [])];
  const clip = call.attribute('clip', 'float');
  const terms = termsOf(call, type);
  const { number } = terms;
  if (names.length !== usual.length)
    throw call.fault('eachAxis', 'activations', names.length, usual.length);
  /** The next of a list, for an activation that takes one. */
  const next = (list: number[], usually: number | undefined) =>
    number(usually === undefined ? 0 : (list.shift() ?? Math.fround(usually)));
  return names.map((name) => {
    const key = name.toLowerCase();
    const row = Object.hasOwn(ACTIVATIONS, key) ? ACTIVATIONS[key] : undefined;
    if (!row) throw call.fault('allowedEach', 'activations', name, anyOf(Object.keys(ACTIVATIONS)));
    const [alpha, beta] = [next(alphas, row.alpha), next(betas, row.beta)];
    return (x) => {
      const bounded = clip === undefined ? x : terms('Clip', x, number(-clip), number(clip));
      return row.make(bounded, terms, alpha, beta);
    };
  });
}
