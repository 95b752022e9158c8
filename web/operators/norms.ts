/** Reductions that are a sum between two elementwise steps: ReduceL1 and its like. */
import { type DType, formatOf } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import type { Call, Operator, Version } from './operator.js';
import { attributeVersion, axesOf, inputVersion, reduced } from './reductions.js';
import { WIDE_NUMBERS, WIDE_NUMBERS_BF } from './type-sets.js';

const versions: readonly Version[] = [
  attributeVersion(1, WIDE_NUMBERS),
  attributeVersion(11, WIDE_NUMBERS),
  attributeVersion(13, WIDE_NUMBERS_BF),
  inputVersion(18, WIDE_NUMBERS_BF),
];

/** A sum or the largest along the axes of the call. */
type Fold = (value: Value, operation: 'sum' | 'max', keep?: boolean) => Value;
type Formula = (x: Value, compute: Compute, fold: Fold) => Value;
type Compute = (operator: string, ...inputs: Value[]) => Value;

/** The type in which a formula is computed: 16-bit floats in float32; roots and logarithms of integers in float64. */
function wideType(type: DType, ofIntegers: boolean): DType {
  if (formatOf(type)) return 'float32';
  if (type === 'float32' || type === 'float64' || ofIntegers) return type;
  return 'float64';
}

const norm = (name: string, ofIntegers: boolean, formula: Formula): Operator => ({
  name,
  versions,
  shapeInputs: [1],
  lower(call: Call) {
    const { lowering } = call;
    const input = call.input(0);
    const axes = axesOf(call);
    if (!axes) return [input];
    const keeps = call.flag('keepdims', true);
    const cast = (value: Value, to: DType) =>
      value.type === to ? value : lowering.pointwise('Cast', [value], { to }, 13);
    const fold: Fold = (value, operation, keep = keeps) =>
      axes.length === 0 ? value : (reduced(call, value, operation, axes, keep)[0] as Value);
    const compute: Compute = (operator, ...inputs) => lowering.pointwise(operator, inputs, {}, 16);
    return [
      cast(formula(cast(input, wideType(input.type, ofIntegers)), compute, fold), input.type),
    ];
  },
});

export const reduceL1 = norm('ReduceL1', true, (x, compute, fold) =>
  fold(compute('Abs', x), 'sum'),
);

export const reduceSumSquare = norm('ReduceSumSquare', true, (x, compute, fold) =>
  fold(compute('Mul', x, x), 'sum'),
);

export const reduceL2 = norm('ReduceL2', false, (x, compute, fold) =>
  compute('Sqrt', fold(compute('Mul', x, x), 'sum')),
);

export const reduceLogSum = norm('ReduceLogSum', false, (x, compute, fold) =>
  compute('Log', fold(x, 'sum')),
);

/** With the largest taken off, so that no power is infinite; where that is infinite, nothing is. */
export const reduceLogSumExp = norm('ReduceLogSumExp', false, (x, compute, fold) => {
  const finite = (largest: Value) => {
    const nothing = compute('Sub', largest, largest);
    return compute('Where', compute('Equal', nothing, nothing), largest, compute('Sign', largest));
  };
  const shift = finite(fold(x, 'max', true));
  const sum = fold(compute('Exp', compute('Sub', x, shift)), 'sum');
  return compute('Add', compute('Log', sum), finite(fold(x, 'max')));
});
