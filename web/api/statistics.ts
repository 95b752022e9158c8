/** Reductions, and running sums. */
import type { DType } from '../base/dtypes.js';
import { AttributeError } from '../base/errors.js';
import type { CumSumOptions, NormOptions, ReduceOptions } from '../base/function-options.js';
import type { Term, Tracer } from '../expression/tracer.js';
import { REDUCTION, reduced, reshaped } from './composing.js';
import { composed, type Given, type Rows, UNARY } from './function-row.js';
import { functionMessages } from './messages.js';
import { FLOATS_BF, WIDE_NUMBERS_BF } from './type-sets.js';

/** A reduction by a single operator. */
export const reduction = (name: string, takes?: readonly DType[]) =>
  composed<ReduceOptions>(UNARY, REDUCTION, (tracer, { terms: [x] }, options) =>
    reduced(tracer, name, x, options, takes),
  );

const constant = (value: number): Term => ({ kind: 'constant', value });

/** The first opset with CastLike. */
const CAST_LIKE = 15;

/** Computes 16-bit floats in float32, and rounds the result once. */
function inWide(of: string, tracer: Tracer, x: Term | undefined, work: (wide: Term) => Term): Term {
  if (tracer.opset < CAST_LIKE)
    throw new AttributeError('not_in_opset', functionMessages.sinceOpset(of, CAST_LIKE));
  const wide = tracer.applyOwn('Widened', [x], { takes: FLOATS_BF });
  return tracer.apply('CastLike', [work(wide), x]);
}

/** The mean square of the deviations from the mean. */
function varianceOf(tracer: Tracer, x: Term, options: Given<ReduceOptions>): Term {
  const mean = reduced(tracer, 'ReduceMean', x, { ...options, keepDims: true });
  const deviation = tracer.apply('Sub', [x, mean]);
  return reduced(tracer, 'ReduceMean', tracer.apply('Mul', [deviation, deviation]), options);
}

/** Norms that are not a sum of powers. */
const NORMS = new Map<
  number,
  (tracer: Tracer, x: Term | undefined, options: Given<NormOptions>) => Term
>([
  [2, (tracer, x, options) => reduced(tracer, 'ReduceL2', x, options, FLOATS_BF)],
  [1, (tracer, x, options) => reduced(tracer, 'ReduceL1', x, options, FLOATS_BF)],
  [
    Infinity,
    // Not -Infinity for no elements.
    (tracer, x, options) =>
      tracer.apply('Relu', [reduced(tracer, 'ReduceMax', sizes(tracer, x), options)]),
  ],
  [-Infinity, (tracer, x, options) => reduced(tracer, 'ReduceMin', sizes(tracer, x), options)],
  [
    0,
    (tracer, x, options) =>
      inWide('norm', tracer, x, (wide) => {
        const isOther = tracer.apply('Not', [tracer.apply('Equal', [wide, constant(0)])]);
        return reduced(tracer, 'ReduceSum', tracer.apply('CastLike', [isOther, wide]), options);
      }),
  ],
]);

const sizes = (tracer: Tracer, x: Term | undefined): Term =>
  tracer.apply('Abs', [x], { takes: FLOATS_BF });

/** The sum of powers of the absolute values, raised to 1 / order. */
const sumOfPowers = (
  tracer: Tracer,
  x: Term | undefined,
  order: number,
  options: Given<NormOptions>,
): Term =>
  inWide('norm', tracer, x, (wide) => {
    const powers = tracer.apply('Pow', [sizes(tracer, wide), constant(order)]);
    const sum = reduced(tracer, 'ReduceSum', powers, options);
    return tracer.apply('Pow', [sum, constant(1 / order)]);
  });

export const STATISTICS = {
  variance: composed<ReduceOptions>(UNARY, REDUCTION, (tracer, { terms: [x] }, options) =>
    inWide('variance', tracer, x, (wide) => varianceOf(tracer, wide, options)),
  ),
  std: composed<ReduceOptions>(UNARY, REDUCTION, (tracer, { terms: [x] }, options) =>
    inWide('std', tracer, x, (wide) => tracer.apply('Sqrt', [varianceOf(tracer, wide, options)])),
  ),
  norm: composed<NormOptions>(
    UNARY,
    { ...REDUCTION, order: true },
    (tracer, { terms: [x] }, { order = 2, ...options }) =>
      NORMS.get(order)?.(tracer, x, options) ?? sumOfPowers(tracer, x, order, options),
  ),
  logSumExp: reduction('ReduceLogSumExp', FLOATS_BF),
  cumSum: composed<CumSumOptions>(
    UNARY,
    { axis: true, exclusive: true, reverse: true },
    (tracer, { terms: [x] }, { axis, exclusive, reverse }) =>
      tracer.apply(
        'CumSum',
        [
          axis === undefined ? reshaped(tracer, x, [-1], WIDE_NUMBERS_BF) : x,
          tracer.integers([axis ?? 0]),
        ],
        {
          attributes: { exclusive: Number(exclusive ?? false), reverse: Number(reverse ?? false) },
        },
      ),
  ),
} satisfies Rows;
