/** Sets of element types, as the ONNX operators name them. */
import type { DType } from '../base/dtypes.js';

export const FLOAT32: readonly DType[] = ['float32'];
export const FLOATS: readonly DType[] = ['float16', 'float32', 'float64'];
export const FLOATS_BF: readonly DType[] = [...FLOATS, 'bfloat16'];
const WIDE: readonly DType[] = ['int32', 'int64', 'uint32', 'uint64'];
export const NUMBERS: readonly DType[] = [...FLOATS, ...WIDE, 'int8', 'int16', 'uint8', 'uint16'];
export const NUMBERS_BF: readonly DType[] = [...NUMBERS, 'bfloat16'];
export const ALL: readonly DType[] = [...NUMBERS, 'bool', 'string', 'complex64', 'complex128'];
export const ALL_BF: readonly DType[] = [...ALL, 'bfloat16'];
/** All types except strings. */
export const NOT_TEXT: readonly DType[] = ALL.filter((type) => type !== 'string');
export const NOT_TEXT_BF: readonly DType[] = [...NOT_TEXT, 'bfloat16'];
/** The types that reductions accept. */
export const WIDE_NUMBERS: readonly DType[] = [...FLOATS, ...WIDE];
export const WIDE_NUMBERS_BF: readonly DType[] = [...WIDE_NUMBERS, 'bfloat16'];
export const CASTABLE: readonly DType[] = [...NUMBERS, 'bool'];
export const CASTABLE_BF: readonly DType[] = [...CASTABLE, 'bfloat16'];
/** Types added by versions of ONNX's format (IR). */
export const IR9: readonly DType[] = [
  'float8e4m3fn',
  'float8e4m3fnuz',
  'float8e5m2',
  'float8e5m2fnuz',
];
const IR10: readonly DType[] = [...IR9, 'int4', 'uint4'];
const IR11: readonly DType[] = [...IR10, 'float4e2m1'];
const IR12: readonly DType[] = [...IR11, 'float8e8m0'];
const IR13: readonly DType[] = [...IR12, 'int2', 'uint2'];

/** The types of the format's version that goes with an opset; none before opset 19. */
export function addedBy(opset: number): readonly DType[] {
  const sets = [
    { since: 25, types: IR13 },
    { since: 24, types: IR12 },
    { since: 23, types: IR11 },
    { since: 21, types: IR10 },
    { since: 19, types: IR9 },
  ];
  return sets.find(({ since }) => opset >= since)?.types ?? [];
}

export const INDICES: readonly DType[] = ['int32', 'int64'];
export const INT64: readonly DType[] = ['int64'];
export const BOOL: readonly DType[] = ['bool'];
