/** The table of element types. */
import * as formats from './small-floats.js';
import { className, classNamed, type TypedArrayClass } from './typed-arrays.js';

/** Element types, as onnxruntime-web spells them, and the typed arrays that hold them. */
export type DType =
  | 'float32'
  | 'float64'
  | 'float16'
  | 'bfloat16'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'bool'
  | 'string'
  | 'complex64'
  | 'complex128'
  | 'float8e4m3fn'
  | 'float8e4m3fnuz'
  | 'float8e5m2'
  | 'float8e5m2fnuz'
  | 'float8e8m0'
  | 'float4e2m1'
  | 'int4'
  | 'uint4'
  | 'int2'
  | 'uint2';

/** How elements of a type are stored. Strings are stored in JavaScript only. */
interface ElementStorage {
  /** The class of results; `accepts` lists the classes of operands. */
  readonly array: TypedArrayClass;
  readonly accepts: readonly string[];
  /** Array items per element: 2 for complex numbers. */
  readonly items: number;
}

export type DTypeKind = 'float' | 'signed' | 'unsigned' | 'bool' | 'complex' | 'string';

/** The field of onnx.proto's TensorProto that holds the elements if `raw_data` does not. */
type ProtoField =
  | 'floatData'
  | 'doubleData'
  | 'int32Data'
  | 'int64Data'
  | 'uint64Data'
  | 'stringData';

interface DTypeFacts {
  readonly kind: DTypeKind;
  readonly storage: ElementStorage | undefined;
  /** The number and the name in ONNX's TensorProto.DataType. */
  readonly onnx: readonly [number: number, name: string];
  readonly field: ProtoField;
  /** The format of floats with at most 16 bits, which arrays may contain as bits. */
  readonly format: formats.FloatFormat | undefined;
  /**
   * The width of an element with fewer than 8 bits. It occupies a whole array item; files pack several into a
   * byte.
   */
  readonly bits: number | undefined;
}

/** Elements in arrays of the first of these classes that exists; all of them are accepted. */
function held(...accepts: readonly string[]): ElementStorage {
  const array = accepts.map(classNamed).find(Boolean) as TypedArrayClass;
  return { array, accepts, items: 1 };
}

const pairs = (name: string): ElementStorage => ({ ...held(name), items: 2 });

const row = (
  kind: DTypeKind,
  number: number,
  name: string,
  field: ProtoField,
  storage?: ElementStorage,
  format?: formats.FloatFormat,
  bits?: number,
): DTypeFacts => ({ kind, onnx: [number, name], field, storage, format, bits });

/** A float of 8 bits, or of 4. */
const byteFloat = (number: number, name: string, format: formats.FloatFormat, bits?: number) =>
  row('float', number, name, 'int32Data', held('Uint8Array'), format, bits);

/** An integer with fewer than 8 bits. */
const fewBits = (kind: 'signed' | 'unsigned', number: number, name: string, bits: number) => {
  const array = kind === 'signed' ? 'Int8Array' : 'Uint8Array';
  return row(kind, number, name, 'int32Data', held(array), undefined, bits);
};

/** An array without a type has the first type here that accepts its class. */
const TABLE: Readonly<Record<DType, DTypeFacts>> = {
  float32: row('float', 1, 'FLOAT', 'floatData', held('Float32Array')),
  float64: row('float', 11, 'DOUBLE', 'doubleData', held('Float64Array')),
  int8: row('signed', 3, 'INT8', 'int32Data', held('Int8Array')),
  int16: row('signed', 5, 'INT16', 'int32Data', held('Int16Array')),
  int32: row('signed', 6, 'INT32', 'int32Data', held('Int32Array')),
  int64: row('signed', 7, 'INT64', 'int64Data', held('BigInt64Array')),
  uint8: row('unsigned', 2, 'UINT8', 'int32Data', held('Uint8Array', 'Uint8ClampedArray')),
  uint16: row('unsigned', 4, 'UINT16', 'int32Data', held('Uint16Array')),
  uint32: row('unsigned', 12, 'UINT32', 'uint64Data', held('Uint32Array')),
  uint64: row('unsigned', 13, 'UINT64', 'uint64Data', held('BigUint64Array')),
  float16: row(
    'float',
    10,
    'FLOAT16',
    'int32Data',
    held('Float16Array', 'Uint16Array'),
    formats.BINARY16,
  ),
  bfloat16: row('float', 16, 'BFLOAT16', 'int32Data', held('Uint16Array'), formats.BFLOAT16),
  bool: row('bool', 9, 'BOOL', 'int32Data', held('Uint8Array')),
  string: row('string', 8, 'STRING', 'stringData'),
  complex64: row('complex', 14, 'COMPLEX64', 'floatData', pairs('Float32Array')),
  complex128: row('complex', 15, 'COMPLEX128', 'doubleData', pairs('Float64Array')),
  float8e4m3fn: byteFloat(17, 'FLOAT8E4M3FN', formats.E4M3FN),
  float8e4m3fnuz: byteFloat(18, 'FLOAT8E4M3FNUZ', formats.E4M3FNUZ),
  float8e5m2: byteFloat(19, 'FLOAT8E5M2', formats.E5M2),
  float8e5m2fnuz: byteFloat(20, 'FLOAT8E5M2FNUZ', formats.E5M2FNUZ),
  float8e8m0: byteFloat(24, 'FLOAT8E8M0', formats.E8M0),
  float4e2m1: byteFloat(23, 'FLOAT4E2M1', formats.E2M1, 4),
  int4: fewBits('signed', 22, 'INT4', 4),
  uint4: fewBits('unsigned', 21, 'UINT4', 4),
  int2: fewBits('signed', 26, 'INT2', 2),
  uint2: fewBits('unsigned', 25, 'UINT2', 2),
};

export const DTYPES = Object.keys(TABLE) as readonly DType[];

// Maps: a process that has seen many types looks them up faster than properties.
const FACTS: ReadonlyMap<unknown, DTypeFacts> = new Map(
  DTYPES.map((type) => [type, TABLE[type]] as const),
);

const STORAGE: ReadonlyMap<unknown, ElementStorage> = new Map(
  DTYPES.flatMap((type) => {
    const { storage } = TABLE[type];
    return storage ? [[type, storage] as const] : [];
  }),
);

const TYPE_OF_CLASS: ReadonlyMap<string, DType> = new Map(
  // If a class occurs twice, the last entry of a Map counts.
  [...DTYPES]
    .reverse()
    .flatMap((type) => (TABLE[type].storage?.accepts ?? []).map((name) => [name, type] as const)),
);

const TYPE_OF_ONNX: ReadonlyMap<unknown, DType> = new Map<unknown, DType>(
  DTYPES.flatMap((type) => TABLE[type].onnx.map((key) => [key, type] as const)),
);

/** The storage of a type in wasm memory; `undefined` for strings. */
export const storageOf = (type: unknown): ElementStorage | undefined => STORAGE.get(type);

/** Undefined for an unknown type, even one that is the name of a property of all objects. */
const factsOf = (type: unknown): DTypeFacts | undefined => FACTS.get(type);

export const kindOf = (type: DType): DTypeKind | undefined => factsOf(type)?.kind;
export const formatOf = (type: DType): formats.FloatFormat | undefined => factsOf(type)?.format;
export const protoFieldOf = (type: DType): ProtoField => TABLE[type].field;

/** The type by its number or its name in ONNX's TensorProto.DataType; undefined for any other. */
export const typeOfOnnx = (numberOrName: unknown): DType | undefined =>
  TYPE_OF_ONNX.get(numberOrName);

/** The number in ONNX's TensorProto.DataType for a type, or for ONNX's name of it; `undefined` if unknown. */
export const onnxNumberOf = (name: unknown): number | undefined =>
  typeof name === 'string' ? factsOf(typeOfOnnx(name) ?? name)?.onnx[0] : undefined;

/** The type that an array's class implies. */
export const typeOfClass = (data: unknown): DType | undefined => TYPE_OF_CLASS.get(className(data));

/** Bytes of one element; 0 for strings. */
export function widthOf(type: DType): number {
  const storage = storageOf(type);
  return storage ? storage.array.BYTES_PER_ELEMENT * storage.items : 0;
}

/** Whether elements are 64-bit integers, which are bigints in JavaScript. */
export const holdsBigInts = (type: DType): boolean =>
  widthOf(type) === 8 && (kindOf(type) === 'signed' || kindOf(type) === 'unsigned');

/** The array class that holds results of a type. */
export function arrayOf(type: DType): TypedArrayClass {
  return (storageOf(type) as ElementStorage).array;
}

/** The array class for the bits of 16-bit floats, or the elements of other types. */
export const bitsArrayOf = (type: DType): TypedArrayClass =>
  formatOf(type) && widthOf(type) === 2 ? Uint16Array : arrayOf(type);

/** Significant bits of an element: fewer than its array has, for types of fewer than 8 bits. */
export const bitsOf = (type: DType): number => factsOf(type)?.bits ?? 8 * widthOf(type);

/** Bytes of elements in files, which pack elements of fewer than 8 bits. */
export const fileBytesOf = (type: DType, size: number): number =>
  Math.ceil((size * bitsOf(type)) / 8);

/** Array items of `size` elements. */
export function itemsOf(type: DType, size: number): number {
  return size * (storageOf(type)?.items ?? 1);
}

/** Bytes of a tensor's elements. */
export function bytesOf(type: DType, size: number): number {
  return size * widthOf(type);
}
