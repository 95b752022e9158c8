/**
 * Vector instructions by element type. Numbers are those of WebAssembly's specification
 * (https://webassembly.github.io/spec/core/binary/instructions.html#vector-instructions).
 */
import type { DType } from '../base/dtypes.js';

/** What lanes of one type can do; an operation that is missing has no single instruction. */
export interface Lanes {
  /** Bytes of a lane. */
  readonly width: number;
  readonly isFloat: boolean;
  readonly operations: Readonly<Record<string, number | undefined>>;
}

const UNARY = ['abs', 'neg'] as const;
const COMPARISONS = ['equal', 'notEqual', 'less', 'greater', 'lessOrEqual', 'greaterOrEqual'];

const inOrder = (names: readonly string[], first: number): Record<string, number> =>
  Object.fromEntries(names.map((name, i) => [name, first + i]));

function floats(
  width: number,
  first: number,
  comparisons: number,
  splat: number,
  roundings: Record<string, number>,
): Lanes {
  const operations = {
    ...inOrder(UNARY, first),
    ...inOrder(['sqrt', 'add', 'sub', 'mul', 'div', 'min', 'max', 'pmin', 'pmax'], first + 3),
    ...inOrder(COMPARISONS, comparisons),
    ...roundings,
    splat,
  };
  return { width, isFloat: true, operations };
}

/** Integers' instructions lie in one order for each width, but that some are left out. */
function integers(width: number, isSigned: boolean): Lanes {
  const size = Math.log2(width);
  const first = 0x60 + 0x20 * size;
  const operations: Record<string, number | undefined> = {
    ...(isSigned ? inOrder(UNARY, first) : {}),
    add: first + 0x0e,
    sub: first + 0x11,
    mul: width > 1 ? first + 0x15 : undefined,
    splat: 0x0f + size,
  };
  if (width < 8) {
    operations.min = first + (isSigned ? 0x16 : 0x17);
    operations.max = first + (isSigned ? 0x18 : 0x19);
    const comparisons = 0x23 + 10 * size;
    operations.equal = comparisons;
    operations.notEqual = comparisons + 1;
    COMPARISONS.slice(2).forEach((name, i) => {
      operations[name] = comparisons + 2 + 2 * i + (isSigned ? 0 : 1);
    });
  } else {
    Object.assign(operations, inOrder(isSigned ? COMPARISONS : COMPARISONS.slice(0, 2), 0xd6));
  }
  return { width, isFloat: false, operations };
}

const LANES: Readonly<Partial<Record<DType, Lanes>>> = {
  float32: floats(4, 0xe0, 0x41, 0x13, { ceil: 0x67, floor: 0x68, nearest: 0x6a }),
  float64: floats(8, 0xec, 0x47, 0x14, { ceil: 0x74, floor: 0x75, nearest: 0x94 }),
  int8: integers(1, true),
  int16: integers(2, true),
  int32: integers(4, true),
  int64: integers(8, true),
  uint8: integers(1, false),
  uint16: integers(2, false),
  uint32: integers(4, false),
  uint64: integers(8, false),
};

/** Undefined for types that are not computed with as they are stored. */
export const lanesOf = (type: DType): Lanes | undefined => LANES[type];

/** Instructions on all 128 bits, and between widths. */
export const NOT = 0x4d;
export const AND = 0x4e;
export const AND_NOT = 0x4f;
export const OR = 0x50;
export const XOR = 0x51;
export const SELECT_BITS = 0x52;
export const VECTOR_CONSTANT = 0x0c;
export const SHUFFLE = 0x0d;
export const NEGATE_BYTES = 0x61;
export const NARROW_TO_BYTES = 0x65;
export const NARROW_TO_WORDS = 0x85;
/** Low halves to lanes of twice the width, without a sign: from bytes, words and double words. */
export const EXTEND_LOW = [0x89, 0xa9, 0xc9];
/** Lanes that differ, by the logarithm of their width. */
export const DIFFER = [0x24, 0x2e, 0x38, 0xd7];

/** Loads of a whole vector, and of 1, 2, 4 or 8 bytes into its low lanes. */
export const LOAD = 0x00;
export const LOADS = { 1: 0x07, 2: 0x08, 4: 0x5c, 8: 0x5d, 16: LOAD } as const;
/** Stores of as many bytes; all but the last name the lane. */
export const STORES = { 1: 0x58, 2: 0x59, 4: 0x5a, 8: 0x5b, 16: 0x0b } as const;
export type Width = keyof typeof LOADS;
