/**
 * The opcodes of instructions, by their names in WebAssembly:
 * https://webassembly.github.io/spec/core/binary/instructions.html
 */
export const OPCODES = {
  block: 0x02,
  loop: 0x03,
  end: 0x0b,
  br: 0x0c,
  br_if: 0x0d,
  call: 0x10,
  select: 0x1b,
  'local.get': 0x20,
  'local.set': 0x21,
  'global.get': 0x23,
  'i32.load': 0x28,
  'i32.store': 0x36,
  'i32.const': 0x41,
  'f32.const': 0x43,
  'f64.const': 0x44,
  'i32.lt_s': 0x48,
  'i32.add': 0x6a,
  'i32.sub': 0x6b,
  'i32.mul': 0x6c,
} as const;

export type Opcode = keyof typeof OPCODES;

/** The byte before the opcode of every vector instruction. */
export const SIMD_PREFIX = 0xfd;

/** Numbers opcodes consecutively; undefined skips one. */
const from = <Name extends string>(
  first: number,
  ...names: readonly (Name | undefined)[]
): Record<Name, number> =>
  Object.fromEntries(names.flatMap((name, i) => (name ? [[name, first + i]] : []))) as Record<
    Name,
    number
  >;

export const SIMD_OPCODES = {
  ...from(0x00, 'v128.load'),
  ...from(0x07, 'v128.load8_splat', 'v128.load16_splat', 'v128.load32_splat', 'v128.load64_splat'),
  ...from(0x0b, 'v128.store', 'v128.const', 'i8x16.shuffle'),
  ...from(0x0f, 'i8x16.splat', 'i16x8.splat', 'i32x4.splat', 'i64x2.splat'),
  ...from(0x13, 'f32x4.splat', 'f64x2.splat'),
  ...from(0x23, 'i8x16.eq', 'i8x16.ne', 'i8x16.lt_s', 'i8x16.lt_u', 'i8x16.gt_s', 'i8x16.gt_u'),
  ...from(0x29, 'i8x16.le_s', 'i8x16.le_u', 'i8x16.ge_s', 'i8x16.ge_u'),
  ...from(0x2d, 'i16x8.eq', 'i16x8.ne', 'i16x8.lt_s', 'i16x8.lt_u', 'i16x8.gt_s', 'i16x8.gt_u'),
  ...from(0x33, 'i16x8.le_s', 'i16x8.le_u', 'i16x8.ge_s', 'i16x8.ge_u'),
  ...from(0x37, 'i32x4.eq', 'i32x4.ne', 'i32x4.lt_s', 'i32x4.lt_u', 'i32x4.gt_s', 'i32x4.gt_u'),
  ...from(0x3d, 'i32x4.le_s', 'i32x4.le_u', 'i32x4.ge_s', 'i32x4.ge_u'),
  ...from(0x41, 'f32x4.eq', 'f32x4.ne', 'f32x4.lt', 'f32x4.gt', 'f32x4.le', 'f32x4.ge'),
  ...from(0x47, 'f64x2.eq', 'f64x2.ne', 'f64x2.lt', 'f64x2.gt', 'f64x2.le', 'f64x2.ge'),
  ...from(0x4d, 'v128.not', 'v128.and', 'v128.andnot', 'v128.or', 'v128.xor', 'v128.bitselect'),
  ...from(0x58, 'v128.store8_lane', 'v128.store16_lane', 'v128.store32_lane', 'v128.store64_lane'),
  ...from(0x5c, 'v128.load32_zero', 'v128.load64_zero'),
  ...from(0x60, 'i8x16.abs', 'i8x16.neg'),
  ...from(0x65, 'i8x16.narrow_i16x8_s'),
  ...from(0x67, 'f32x4.ceil', 'f32x4.floor', undefined, 'f32x4.nearest'),
  ...from(0x6e, 'i8x16.add', undefined, undefined, 'i8x16.sub'),
  ...from(0x74, 'f64x2.ceil', 'f64x2.floor'),
  ...from(0x76, 'i8x16.min_s', 'i8x16.min_u', 'i8x16.max_s', 'i8x16.max_u'),
  ...from(0x80, 'i16x8.abs', 'i16x8.neg'),
  ...from(0x85, 'i16x8.narrow_i32x4_s'),
  ...from(0x89, 'i16x8.extend_low_i8x16_u'),
  ...from(0x8e, 'i16x8.add', undefined, undefined, 'i16x8.sub'),
  ...from(0x94, 'f64x2.nearest', 'i16x8.mul'),
  ...from(0x96, 'i16x8.min_s', 'i16x8.min_u', 'i16x8.max_s', 'i16x8.max_u'),
  ...from(0xa0, 'i32x4.abs', 'i32x4.neg'),
  ...from(0xa9, 'i32x4.extend_low_i16x8_u'),
  ...from(0xae, 'i32x4.add', undefined, undefined, 'i32x4.sub'),
  ...from(0xb5, 'i32x4.mul', 'i32x4.min_s', 'i32x4.min_u', 'i32x4.max_s', 'i32x4.max_u'),
  ...from(0xc0, 'i64x2.abs', 'i64x2.neg'),
  ...from(0xc9, 'i64x2.extend_low_i32x4_u'),
  ...from(0xce, 'i64x2.add', undefined, undefined, 'i64x2.sub'),
  ...from(0xd5, 'i64x2.mul', 'i64x2.eq', 'i64x2.ne', 'i64x2.lt_s', 'i64x2.gt_s'),
  ...from(0xda, 'i64x2.le_s', 'i64x2.ge_s'),
  ...from(0xe0, 'f32x4.abs', 'f32x4.neg', undefined, 'f32x4.sqrt', 'f32x4.add', 'f32x4.sub'),
  ...from(0xe6, 'f32x4.mul', 'f32x4.div', 'f32x4.min', 'f32x4.max', 'f32x4.pmin', 'f32x4.pmax'),
  ...from(0xec, 'f64x2.abs', 'f64x2.neg', undefined, 'f64x2.sqrt', 'f64x2.add', 'f64x2.sub'),
  ...from(0xf2, 'f64x2.mul', 'f64x2.div', 'f64x2.min', 'f64x2.max', 'f64x2.pmin', 'f64x2.pmax'),
};

export type SimdOpcode = keyof typeof SIMD_OPCODES;
