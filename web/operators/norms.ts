/** Reductions that are a sum between two elementwise steps: ReduceL1 and similar operators. */
import { type DType, formatOf } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import type { Maker } from './maker.js';
import type { Call, Operator } from './operator.js';
import { axesOf, foldVersions } from './reductions.js';

/** The sum or the maximum along the axes of the call. */
type Fold = (value: Value, operation: 'sum' | 'max', keep?: boolean) => Value;
type Formula = (x: Value, compute: Compute, fold: Fold) => Value;
type Compute = Maker['compute'];

/** The type in which a formula is computed: 16-bit floats in float32; roots and logarithms of integers in float64. */
function wideType(type: DType, ofIntegers: boolean): DType {
  if (formatOf(type)) return 'float32';
  if (type === 'float32' || type === 'float64' || ofIntegers) return type;
  return 'float64';
}

const norm = (name: string, ofIntegers: boolean, formula: Formula): Operator => ({
  name,
  versions: foldVersions,
  shapeInputs: [1],
  lower(call: Call) {
    const input = call.input(0);
    // Without axes to reduce, the steps before and after the sum still apply.
    const axes = axesOf(call) ?? [];
    const keeps = call.flag('keepdims', true);
    const fold: Fold = (value, operation, keep = keeps) =>
      axes.length === 0 ? value : call.reduce(operation, value, axes, keep);
    const wide = call.cast(input, wideType(input.type, ofIntegers));
    return [call.cast(formula(wide, call.compute, fold), input.type)];
  },
});

export const normOperators: readonly Operator[] = [
  norm('ReduceL1', true, (x, compute, fold) => fold(compute('Abs', x), 'sum')),

  norm('ReduceSumSquare', true, (x, compute, fold) => fold(compute('Mul', x, x), 'sum')),

  norm('ReduceL2', false, (x, compute, fold) => compute('Sqrt', fold(compute('Mul', x, x), 'sum'))),

  norm('ReduceLogSum', false, (x, compute, fold) => compute('Log', fold(x, 'sum'))),

  /** The maximum is subtracted first, so no power overflows; an infinite maximum is not subtracted. */
  norm('ReduceLogSumExp', false, (x, compute, fold) => {
    const finite = (largest: Value) => {
      const nothing = compute('Sub', largest, largest);
      return compute(
        'Where',
        compute('Equal', nothing, nothing),
        largest,
        compute('Sign', largest),
      );
    };
    const shift = finite(fold(x, 'max', true));
    const sum = fold(compute('Exp', compute('Sub', x, shift)), 'sum');
    return compute('Add', compute('Log', sum), finite(fold(x, 'max')));
  }),
];
