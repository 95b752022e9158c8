/** The activations of LSTM, GRU and RNN, as compositions. */
import type { DType } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import { operatorMessages } from './messages.js';
import { numberLike } from './number-like.js';
import type { Call } from './operator.js';

export type Compute = (operator: string, ...inputs: Value[]) => Value;
export type Activation = (x: Value) => Value;

/** Activations by ONNX's names, each of a value, an alpha and a beta, with what these are by default. */
interface ActivationRow {
  readonly alpha?: number;
  readonly beta?: number;
  make(x: Value, terms: { compute: Compute; alpha: Value; beta: Value; number: Numbers }): Value;
}
export type Numbers = (value: number) => Value;

const ACTIVATIONS: Readonly<Record<string, ActivationRow>> = {
  affine: { make: (x, { compute, alpha, beta }) => compute('Add', compute('Mul', alpha, x), beta) },
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

export const numbersOf =
  (call: Call, type: DType): Numbers =>
  (value) =>
    numberLike(call, { type }, value);

/**
 * The activations of `count` directions, by default an operator's own,
 * of which each takes its alpha and beta in their order.
 */
export function activationsOf(
  call: Call,
  own: readonly string[],
  count: number,
  type: DType,
): Activation[] {
  const { lowering } = call;
  const usual = Array.from({ length: count }, () => own).flat();
  const names = call.attribute('activations', 'strings') ?? usual;
  const alphas = [...(call.attribute('activation_alpha', 'floats') ?? [])];
  const betas = [...(call.attribute('activation_beta', 'floats') ?? [])];
  const clip = call.attribute('clip', 'float');
  const compute: Compute = (operator, ...inputs) => lowering.pointwise(operator, inputs, {}, 16);
  const number = numbersOf(call, type);
  if (names.length !== usual.length)
    throw call.fault(
      'invalid_attribute',
      operatorMessages.eachAxis(call.label, 'activations', names.length, usual.length),
    );
  return names.map((name) => {
    const key = name.toLowerCase();
    const row = Object.hasOwn(ACTIVATIONS, key) ? ACTIVATIONS[key] : undefined;
    if (!row)
      throw call.fault(
        'invalid_attribute',
        operatorMessages.onlyAt(call.label, 'activations', Object.keys(ACTIVATIONS).join(', ')),
      );
    const takesAlpha = row.alpha !== undefined || key === 'affine' || key === 'scaledtanh';
    const takesBeta = row.beta !== undefined || key === 'affine' || key === 'scaledtanh';
    const alpha = number((takesAlpha ? alphas.shift() : undefined) ?? row.alpha ?? 1);
    const beta = number((takesBeta ? betas.shift() : undefined) ?? row.beta ?? 0);
    return (x) => {
      const bounded = clip === undefined ? x : compute('Clip', x, number(-clip), number(clip));
      return row.make(bounded, { compute, alpha, beta, number });
    };
  });
}
