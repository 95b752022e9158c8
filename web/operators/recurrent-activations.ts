/** The activations of LSTM, GRU and RNN, by ONNX's names. */
import type { DType } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import type { Maker } from './maker.js';
import { anyOf } from './messages.js';
import type { Call } from './operator.js';

export type Activation = (x: Value) => Value;

interface Terms {
  readonly compute: Maker['compute'];
  readonly number: (value: number) => Value;
  readonly alpha: Value;
  readonly beta: Value;
}

/** Those that take an alpha or a beta have it by default. */
interface Row {
  readonly alpha?: number;
  readonly beta?: number;
  make(x: Value, terms: Terms): Value;
}

const ACTIVATIONS: Readonly<Record<string, Row>> = {
  affine: {
    alpha: 1,
    beta: 0,
    make: (x, { compute, alpha, beta }) => compute('Add', compute('Mul', alpha, x), beta),
  },
  elu: {
    alpha: 1,
    make(x, { compute, alpha, number }) {
      const below = compute('Mul', alpha, compute('Sub', compute('Exp', x), number(1)));
      return compute('Where', compute('Less', x, number(0)), below, x);
    },
  },
  hardsigmoid: {
    alpha: 0.2,
    beta: 0.5,
    make: (x, { compute, alpha, beta, number }) =>
      compute('Clip', compute('Add', compute('Mul', alpha, x), beta), number(0), number(1)),
  },
  leakyrelu: {
    alpha: 0.01,
    make: (x, { compute, alpha, number }) =>
      compute('Where', compute('Less', x, number(0)), compute('Mul', alpha, x), x),
  },
  relu: { make: (x, { compute }) => compute('Relu', x) },
  scaledtanh: {
    alpha: 1,
    beta: 0,
    make: (x, { compute, alpha, beta }) =>
      compute('Mul', alpha, compute('Tanh', compute('Mul', beta, x))),
  },
  sigmoid: { make: (x, { compute }) => compute('Sigmoid', x) },
  softplus: { make: (x, { compute }) => compute('Softplus', x) },
  softsign: {
    make: (x, { compute, number }) =>
      compute('Div', x, compute('Add', number(1), compute('Abs', x))),
  },
  tanh: { make: (x, { compute }) => compute('Tanh', x) },
  thresholdedrelu: {
    alpha: 1,
    make: (x, { compute, alpha, number }) =>
      compute('Where', compute('Greater', x, alpha), x, number(0)),
  },
};

/** The activations that a node names, or `usual`; each takes its own alpha and beta in their order. */
export function activationsOf(call: Call, usual: readonly string[], type: DType): Activation[] {
  const names = call.attribute('activations', 'strings') ?? usual;
  const alphas = [...(call.attribute('activation_alpha', 'floats') ?? [])];
  const betas = [...(call.attribute('activation_beta', 'floats') ?? [])];
  const clip = call.attribute('clip', 'float');
  const { compute } = call;
  const number = (value: number) => call.number(type, value);
  if (names.length !== usual.length)
    throw call.fault('eachAxis', 'activations', names.length, usual.length);
  /** The next of a list, for an activation that takes one. */
  const next = (list: number[], usually: number | undefined) =>
    number(usually === undefined ? 0 : (list.shift() ?? usually));
  return names.map((name) => {
    const key = name.toLowerCase();
    const row = Object.hasOwn(ACTIVATIONS, key) ? ACTIVATIONS[key] : undefined;
    if (!row) throw call.fault('allowed', 'activations', name, anyOf(Object.keys(ACTIVATIONS)));
    const terms = {
      ...{ compute, number },
      alpha: next(alphas, row.alpha),
      beta: next(betas, row.beta),
    };
    return (x) => {
      const bounded = clip === undefined ? x : compute('Clip', x, number(-clip), number(clip));
      return row.make(bounded, terms);
    };
  });
}
