/**
 * TensorProto in every encoding: elements are in `raw_data`, little-endian, or in the typed field
 * that onnx.proto names for the type.
 */
import { LARGEST_SIZE } from '../../base/checks.js';
import { sizeOf } from '../../base/dims.js';
import {
  arrayOf,
  bitsArrayOf,
  bitsOf,
  type DType,
  fileBytesOf,
  itemsOf,
  kindOf,
  protoFieldOf,
  typeOfOnnx,
} from '../../base/dtypes.js';
import { truthsOf } from '../../base/elements.js';
import type { TypedArray, TypedArrayClass } from '../../base/typed-arrays.js';
import { decodeUtf8 } from '../../base/utf8.js';
import type { TensorValue } from './attributes.js';
import { ModelError } from './errors.js';
import { onnxMessages } from './messages.js';
import type { TensorProto } from './schema.js';

const EXTERNAL = 1;

/** Stands for an omitted tensor. */
export const EMPTY_TENSOR: TensorProto = {
  dims: [],
  floatData: [],
  int32Data: [],
  stringData: [],
  int64Data: [],
  doubleData: [],
  uint64Data: [],
  externalData: [],
};

/** A copy with bytes of its own, which outlasts the file: the caller may transfer or reuse the file's buffer. */
export const ownedTensor = (proto: TensorProto): TensorProto => ({
  ...proto,
  ...(proto.rawData && { rawData: proto.rawData.slice() }),
  stringData: proto.stringData.map((bytes) => bytes.slice()),
});

/** Sizes written as 64-bit integers. */
export function dimsOf({ dims }: Pick<TensorProto, 'dims'>, name: string): number[] {
  const sizes = dims.map(Number);
  const fits = sizes.every((size) => size >= 0 && size <= LARGEST_SIZE);
  if (!fits || !Number.isSafeInteger(sizeOf(sizes)))
    throw new ModelError('invalid_tensor', onnxMessages.tensorDims(name, dims));
  return sizes;
}

/** A view if the elements are aligned, otherwise a copy. */
function fromRaw(bytes: Uint8Array, array: TypedArrayClass): TypedArray | undefined {
  const width = array.BYTES_PER_ELEMENT;
  if (bytes.length % width !== 0) return undefined;
  const { buffer, byteOffset } = byteOffsetOf(bytes, width);
  return new array(buffer, byteOffset, bytes.length / width);
}

const byteOffsetOf = (bytes: Uint8Array, width: number): Uint8Array =>
  bytes.byteOffset % width === 0 ? bytes : new Uint8Array(bytes);

function fromField(values: readonly (number | bigint)[], array: TypedArrayClass): TypedArray {
  const data = new array(values.length);
  const isBig = data instanceof BigInt64Array || data instanceof BigUint64Array;
  const convert = isBig ? (x: number | bigint) => x : Number;
  values.forEach((value, i) => {
    data[i] = convert(value) as never;
  });
  return data;
}

function textsOf({ stringData }: TensorProto, name: string): string[] {
  try {
    return stringData.map(decodeUtf8);
  } catch {
    throw new ModelError('invalid_tensor', onnxMessages.tensorText(name));
  }
}

type Numbers = Exclude<ReturnType<typeof protoFieldOf>, 'stringData'>;

/** The stored elements; `undefined` if the bytes are not a multiple of the element size. */
function storedIn(proto: TensorProto, type: DType, field: Numbers): TypedArray | undefined {
  const array = bitsArrayOf(type);
  return proto.rawData === undefined
    ? fromField(proto[field], array)
    : fromRaw(proto.rawData, array);
}

/**
 * One item per element, with booleans as 0 and 1. A byte contains several elements of fewer than 8 bits, the
 * first in the lowest bits, and padding after the last of `size`. All are returned if the number of bytes
 * does not match.
 */
function unpacked(stored: TypedArray, type: DType, size: number): TypedArray {
  const bits = bitsOf(type);
  if (type === 'bool') return truthsOf(stored);
  if (bits >= 8) return stored;
  const isWhole = stored.length === fileBytesOf(type, size);
  const data = new (arrayOf(type))(isWhole ? size : (stored.length * 8) / bits);
  const unused = 32 - bits;
  const isSigned = kindOf(type) === 'signed';
  for (let i = 0; i < data.length; i++) {
    const byte = Number(stored[Math.floor((i * bits) / 8)]);
    const top = byte << (unused - ((i * bits) % 8));
    data[i] = (isSigned ? top >> unused : top >>> unused) as never;
  }
  return data;
}

function elementsOf(
  proto: TensorProto,
  type: DType,
  field: Numbers,
  size: number,
): TypedArray | undefined {
  const stored = storedIn(proto, type, field);
  return stored && unpacked(stored, type, size);
}

/** A tensor whose elements are in another file. */
export interface ExternalTensor {
  readonly name: string;
  readonly type: DType;
  readonly dims: readonly number[];
  readonly location: string;
  readonly offset: number;
}

export const isExternal = (tensor: TensorValue | ExternalTensor): tensor is ExternalTensor =>
  'location' in tensor;

/** An initializer, whose elements may be in another file. @throws ModelError */
export function initializerFrom(proto: TensorProto): TensorValue | ExternalTensor {
  if (proto.dataLocation !== EXTERNAL) return tensorFrom(proto);
  const name = proto.name ?? '';
  const type = typeOf(proto, name);
  const dims = dimsOf(proto, name);
  const entries = new Map(proto.externalData.map(({ key, value }) => [key, value]));
  const location = entries.get('location');
  const [offset, length] = ['offset', 'length'].map((key) =>
    Number(entries.get(key) ?? Number.NaN),
  );
  const bytes = fileBytesOf(type, sizeOf(dims));
  const starts = entries.has('offset') ? (offset as number) : 0;
  const fits =
    location &&
    type !== 'string' &&
    Number.isSafeInteger(starts) &&
    starts >= 0 &&
    (!entries.has('length') || length === bytes);
  if (!fits)
    throw new ModelError('invalid_tensor', onnxMessages.externalEntry(name, location ?? ''));
  return { name, type, dims, location, offset: starts };
}

/** The tensor, with these bytes from its file. */
export function tensorIn(bytes: Uint8Array, { type, dims }: ExternalTensor): TensorValue {
  const data = fromRaw(bytes, bitsArrayOf(type)) as TypedArray;
  return { type, dims, data: unpacked(data, type, sizeOf(dims)) };
}

function typeOf({ dataType }: TensorProto, name: string): DType {
  const type = typeOfOnnx(dataType);
  if (type) return type;
  throw new ModelError('unsupported_type', onnxMessages.tensorType(name, dataType ?? 0));
}

/** @throws ModelError if the tensor is incomplete or its type is not supported */
export function tensorFrom(proto: TensorProto, name = proto.name ?? ''): TensorValue {
  const type = typeOf(proto, name);
  if (proto.dataLocation === EXTERNAL)
    throw new ModelError('external_data', onnxMessages.external(name));
  if (proto.segment) throw new ModelError('invalid_tensor', onnxMessages.segment(name));
  const field = protoFieldOf(type);
  const dims = dimsOf(proto, name);
  const needed = itemsOf(type, sizeOf(dims));
  const data =
    field === 'stringData' ? textsOf(proto, name) : elementsOf(proto, type, field, sizeOf(dims));
  if (data?.length !== needed) {
    const got =
      data?.length ?? (proto.rawData as Uint8Array).length / bitsArrayOf(type).BYTES_PER_ELEMENT;
    throw new ModelError('invalid_tensor', onnxMessages.tensorData(name, dims, needed, got));
  }
  return { type, dims, data };
}
