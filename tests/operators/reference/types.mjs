/**
 * The element types: how an array's items become values and back. Integers are BigInts, floats are
 * doubles, complex numbers are pairs; bool is 0 or 1.
 */
import { formats, fromBits, roundTo, toBits } from './rounding.mjs';

const same = (x) => x;

function float(name, array) {
  const format = formats[name];
  const round = { float32: Math.fround, float64: same }[name];
  return { name, kind: 'float', array, format, round, lane: round, decode: same, encode: same };
}

// The 16-bit formats compute in float32 and round once: facts 2.12 and section 7.
function half(name) {
  const format = formats[name];
  return {
    name,
    kind: 'float',
    array: Uint16Array,
    format,
    round: (x) => roundTo(x, format),
    lane: Math.fround,
    decode: (bits) => fromBits(bits, format),
    encode: (x) => toBits(x, format),
  };
}

function integer(name, array, bits) {
  const signed = name.startsWith('int');
  const wrap = signed ? (x) => BigInt.asIntN(bits, x) : (x) => BigInt.asUintN(bits, x);
  const low = signed ? -(2n ** BigInt(bits - 1)) : 0n;
  const high = 2n ** BigInt(signed ? bits - 1 : bits) - 1n;
  const encode = bits === 64 ? same : Number;
  return { name, kind: 'int', array, bits, signed, low, high, round: wrap, decode: BigInt, encode };
}

const list = [
  float('float32', Float32Array),
  float('float64', Float64Array),
  half('float16'),
  half('bfloat16'),
  integer('int8', Int8Array, 8),
  integer('int16', Int16Array, 16),
  integer('int32', Int32Array, 32),
  integer('int64', BigInt64Array, 64),
  integer('uint8', Uint8Array, 8),
  integer('uint16', Uint16Array, 16),
  integer('uint32', Uint32Array, 32),
  integer('uint64', BigUint64Array, 64),
  {
    name: 'bool',
    kind: 'bool',
    array: Uint8Array,
    round: same,
    decode: (x) => (x === 0 ? 0 : 1),
    encode: same,
  },
  { name: 'string', kind: 'string', array: Array, round: same, decode: same, encode: same },
  { name: 'complex64', kind: 'complex', array: Float32Array, round: same },
  { name: 'complex128', kind: 'complex', array: Float64Array, round: same },
];

export const types = Object.fromEntries(list.map((type) => [type.name, type]));
export const typeNames = list.map(({ name }) => name);

const namesWhere = (keep) => list.filter(keep).map(({ name }) => name);
export const integerNames = namesWhere(({ kind }) => kind === 'int');
export const floatNames = namesWhere(({ kind }) => kind === 'float');

// If the engine has Float16Array, the result may be one.
function bitsOf(data, { array }) {
  const isBits = array !== Uint16Array || data instanceof Uint16Array;
  return isBits ? data : new Uint16Array(data.buffer, data.byteOffset, data.length);
}

/** The values of a tensor. */
export function valuesOf({ type, data }) {
  const known = types[type];
  if (known.kind === 'complex') {
    return Array.from({ length: data.length / 2 }, (_, i) => [data[2 * i], data[2 * i + 1]]);
  }
  const items = bitsOf(data, known);
  const values = new Array(items.length);
  for (let i = 0; i < items.length; i++) values[i] = known.decode(items[i]);
  return values;
}

/** A tensor of values, each rounded or wrapped to the type. */
export function tensorOf(type, values, dims = [values.length]) {
  const { array, kind, round, encode } = types[type];
  const items = kind === 'complex' ? values.flat() : values.map((value) => encode(round(value)));
  return { type, data: array.from(items), dims };
}
