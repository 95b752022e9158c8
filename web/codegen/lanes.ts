/** Vector instructions by element type. */
import { type DType, kindOf, widthOf } from '../base/dtypes.js';
import { SIMD_OPCODES, type SimdOpcode } from './opcodes.js';

/** Operations on lanes, and their names in WebAssembly. */
const OPERATIONS = {
  abs: 'abs',
  neg: 'neg',
  sqrt: 'sqrt',
  ceil: 'ceil',
  floor: 'floor',
  nearest: 'nearest',
  add: 'add',
  sub: 'sub',
  mul: 'mul',
  div: 'div',
  min: 'min',
  max: 'max',
  pmin: 'pmin',
  pmax: 'pmax',
  equal: 'eq',
  notEqual: 'ne',
  less: 'lt',
  greater: 'gt',
  lessOrEqual: 'le',
  greaterOrEqual: 'ge',
  splat: 'splat',
} as const;

export type Operation = keyof typeof OPERATIONS;

/** The operations of lanes of one type that are single instructions. */
export interface Lanes {
  /** Bytes of a lane. */
  readonly width: Width;
  readonly isFloat: boolean;
  readonly operations: Readonly<Partial<Record<Operation, SimdOpcode>>>;
}

/** Bytes of a lane. */
export type Width = 1 | 2 | 4 | 8;

const INTEGERS = { 1: 'i8x16', 2: 'i16x8', 4: 'i32x4', 8: 'i64x2' } as const;
const FLOATS: Readonly<Partial<Record<Width, string>>> = { 4: 'f32x4', 8: 'f64x2' };

const isOpcode = (name: string): name is SimdOpcode => name in SIMD_OPCODES;

/** The instructions of a lane shape such as `i8x16`, with a suffix if signedness matters. */
function operationsOf(shape: string, suffix: '' | '_s' | '_u'): Lanes['operations'] {
  const found = Object.entries(OPERATIONS).flatMap(([operation, word]) => {
    const names = [`${shape}.${word}`, `${shape}.${word}${suffix}`];
    // abs and neg have no suffix, but are correct only for signed integers.
    const exists = suffix !== '_u' || (operation !== 'abs' && operation !== 'neg');
    const name = exists ? names.find(isOpcode) : undefined;
    return name ? [[operation, name]] : [];
  });
  return Object.fromEntries(found);
}

function makeLanes(type: DType): Lanes | undefined {
  const kind = kindOf(type);
  const width = widthOf(type) as Width;
  const isFloat = kind === 'float';
  if (!isFloat && kind !== 'signed' && kind !== 'unsigned') return undefined;
  const shape = isFloat ? FLOATS[width] : INTEGERS[width];
  const suffix = isFloat ? '' : kind === 'signed' ? '_s' : '_u';
  return shape === undefined
    ? undefined
    : { width, isFloat, operations: operationsOf(shape, suffix) };
}

const lanes = new Map<DType, Lanes | undefined>();

/** `undefined` for types whose compute type differs from the stored type. */
export function lanesOf(type: DType): Lanes | undefined {
  if (!lanes.has(type)) lanes.set(type, makeLanes(type));
  return lanes.get(type);
}

/** Zero-extends the low half of the lanes to twice the width; keyed by the original width. */
export const EXTEND_LOW = {
  1: 'i16x8.extend_low_i8x16_u',
  2: 'i32x4.extend_low_i16x8_u',
  4: 'i64x2.extend_low_i32x4_u',
} as const satisfies Partial<Record<Width, SimdOpcode>>;

/** Masks of the lanes that differ, keyed by width. */
export const DIFFER = {
  1: 'i8x16.ne',
  2: 'i16x8.ne',
  4: 'i32x4.ne',
  8: 'i64x2.ne',
} as const satisfies Record<Width, SimdOpcode>;

/** Loads by number of bytes, into at least the low lanes. */
export const LOADS = {
  1: 'v128.load8_splat',
  2: 'v128.load16_splat',
  4: 'v128.load32_zero',
  8: 'v128.load64_zero',
  16: 'v128.load',
} as const satisfies Record<number, SimdOpcode>;

/** Loads of one element into every lane. */
export const SPLAT_LOADS = {
  1: 'v128.load8_splat',
  2: 'v128.load16_splat',
  4: 'v128.load32_splat',
  8: 'v128.load64_splat',
} as const satisfies Record<Width, SimdOpcode>;

/** Stores by number of bytes; all but the last have a lane as an immediate. */
export const STORES = {
  1: 'v128.store8_lane',
  2: 'v128.store16_lane',
  4: 'v128.store32_lane',
  8: 'v128.store64_lane',
  16: 'v128.store',
} as const satisfies Record<number, SimdOpcode>;
