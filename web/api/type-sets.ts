/** Element types that functions accept if they accept fewer than the operators that they are composed of. */
import type { DType } from '../base/dtypes.js';

export const FLOATS_BF: readonly DType[] = ['float16', 'float32', 'float64', 'bfloat16'];
/** The types of reductions. */
export const WIDE_NUMBERS_BF: readonly DType[] = [
  ...FLOATS_BF.slice(0, 3),
  ...(['int32', 'int64', 'uint32', 'uint64', 'bfloat16'] as const),
];
export const CASTABLE_BF: readonly DType[] = [
  ...WIDE_NUMBERS_BF.slice(0, -1),
  ...(['int8', 'int16', 'uint8', 'uint16', 'bool', 'bfloat16'] as const),
];
