/** Writes ONNX models for tests. Field numbers are those of onnx.proto. */
import { bytes, float, inner, integer, message, packed, text } from '../conformance/support.mjs';
import { packed as packedBytes, smallTypes } from '../support/small-types.mjs';

/** TensorProto.DataType */
export const elementTypes = {
  float32: 1,
  uint8: 2,
  int8: 3,
  uint16: 4,
  int16: 5,
  int32: 6,
  int64: 7,
  string: 8,
  bool: 9,
  float16: 10,
  float64: 11,
  uint32: 12,
  uint64: 13,
  complex64: 14,
  complex128: 15,
  bfloat16: 16,
  float8e4m3fn: 17,
  float8e4m3fnuz: 18,
  float8e5m2: 19,
  float8e5m2fnuz: 20,
  uint4: 21,
  int4: 22,
  float4e2m1: 23,
  float8e8m0: 24,
  uint2: 25,
  int2: 26,
};

const utf8 = new TextEncoder();

/**
 * TensorProto { dims = 1, data_type = 2, int32_data = 5, string_data = 6, name = 8, raw_data = 9,
 * external_data = 13, data_location = 14 }. `stored` replaces the bytes of `data`; an array is stored as
 * int32_data.
 */
export function tensorProto({ type, dims, data, external, stored }, name = '') {
  const head = [packed(1, 'int64', dims), integer(2, elementTypes[type]), text(8, name)];
  if (external) {
    const entry = ([key, value]) => inner(13, text(1, key), text(2, String(value)));
    return message(...head, ...Object.entries(external).map(entry), integer(14, 1));
  }
  if (type === 'string')
    return message(...head, ...data.map((string) => bytes(6, utf8.encode(string))));
  if (Array.isArray(stored)) return message(...head, packed(5, 'int32', stored));
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const isShared = smallTypes.includes(type);
  return message(...head, bytes(9, stored ?? (isShared ? packedBytes(type, data) : raw)));
}

/** SparseTensorProto { values = 1, indices = 2, dims = 3 }, of tensors of the values and of their int64 indices */
const sparseProto = ({ values, indices, dims }, name = '') => [
  bytes(1, tensorProto(values, name)),
  bytes(2, tensorProto(indices)),
  packed(3, 'int64', dims),
];

const isTensor = (value) => typeof value === 'object' && 'dims' in value;

/**
 * The value of an attribute from a JavaScript value; `{ float: 1 }` is an integral float, and `{ floats: [1]
 * }` an array; `{ valueType: { sequence: true } }` is the type of a value.
 */
function attributeFields(value) {
  if (typeof value === 'string') return [bytes(4, utf8.encode(value)), integer(20, 3)];
  if (typeof value === 'object' && 'float' in value) return [float(2, value.float), integer(20, 1)];
  if (typeof value === 'object' && 'floats' in value)
    return [packed(7, 'float', value.floats), integer(20, 6)];
  if (Array.isArray(value) && typeof value[0] === 'string')
    return [...value.map((one) => bytes(9, utf8.encode(one))), integer(20, 8)];
  if (Array.isArray(value) && typeof value[0] === 'bigint')
    return [packed(8, 'int64', value), integer(20, 7)];
  if (typeof value === 'object' && 'ref' in value)
    return [text(21, value.ref), integer(20, value.type ?? 1)];
  if (typeof value === 'object' && 'valueType' in value)
    return [inner(14, typeFields(value.valueType)), integer(20, 13)];
  if (typeof value === 'object' && 'graph' in value)
    return [bytes(6, message(...graphFields(value.graph))), integer(20, 5)];
  if (typeof value === 'object' && 'indices' in value)
    return [inner(22, ...sparseProto(value)), integer(20, 11)];
  if (isTensor(value)) return [bytes(5, tensorProto(value)), integer(20, 4)];
  if (Array.isArray(value) && value.some((one) => !Number.isInteger(one)))
    return [packed(7, 'float', value), integer(20, 6)];
  if (Array.isArray(value)) return [packed(8, 'int64', value), integer(20, 7)];
  if (Number.isInteger(value)) return [integer(3, value), integer(20, 2)];
  return [float(2, value), integer(20, 1)];
}

const attribute = ([name, value]) => inner(5, text(1, name), ...attributeFields(value));

/** NodeProto { input = 1, output = 2, name = 3, op_type = 4, attribute = 5, domain = 7, overload = 8 } */
const nodeFields = ({ op, inputs = [], outputs, name, domain, overload, attributes = {} }) => [
  ...inputs.map((input) => text(1, input)),
  ...outputs.map((output) => text(2, output)),
  ...(name ? [text(3, name)] : []),
  text(4, op),
  ...Object.entries(attributes).map(attribute),
  ...(domain ? [text(7, domain)] : []),
  ...(overload ? [text(8, overload)] : []),
];

const dimension = (size) =>
  inner(
    1,
    ...(typeof size === 'string' ? [text(2, size)] : size === null ? [] : [integer(1, size)]),
  );

/**
 * The fields of a TypeProto { tensor_type = 1 { elem_type = 1, shape = 2 }, sequence_type = 4 { elem_type = 1 },
 * optional_type = 9 { elem_type = 1 } }
 */
function typeFields({ type = 'float32', dims, sequence, optional }) {
  const shape = dims === undefined ? [] : [inner(2, ...dims.map(dimension))];
  const tensor = inner(1, integer(1, elementTypes[type]), ...shape);
  const held = sequence ? inner(4, inner(1, tensor)) : tensor;
  return optional ? inner(9, inner(1, held)) : held;
}

/** ValueInfoProto { name = 1, type = 2 }; without a type if it is null */
const valueInfo = (field, value) =>
  inner(field, text(1, value.name), ...(value.type === null ? [] : [inner(2, typeFields(value))]));

const opsetImport = (field, version, domain = '') =>
  inner(field, ...(domain ? [text(1, domain)] : []), integer(2, version));

/**
 * FunctionProto { name = 1, input = 4, output = 5, attribute = 6, node = 7, opset_import = 9, domain = 10,
 *   overload = 13 }
 */
function functionFields({
  name,
  domain,
  overload,
  inputs,
  outputs,
  attributes = [],
  nodes,
  opset,
}) {
  return inner(
    25,
    text(1, name),
    ...inputs.map((input) => text(4, input)),
    ...outputs.map((output) => text(5, output)),
    ...attributes.map((one) => text(6, one)),
    ...nodes.map((node) => inner(7, ...nodeFields(node))),
    opsetImport(9, opset),
    text(10, domain),
    ...(overload ? [text(13, overload)] : []),
  );
}

/**
 * GraphProto { node = 1, name = 2, initializer = 5, input = 11, output = 12, value_info = 13,
 *   sparse_initializer = 15 }
 */
const graphFields = ({ nodes, inputs = [], outputs, constants = {}, values = [] }) => [
  ...nodes.map((node) => inner(1, ...nodeFields(node))),
  text(2, 'test'),
  ...Object.entries(constants).map(([name, tensor]) =>
    'indices' in tensor
      ? inner(15, ...sparseProto(tensor, name))
      : bytes(5, tensorProto(tensor, name)),
  ),
  ...inputs.map((value) => valueInfo(11, value)),
  ...outputs.map((value) => valueInfo(12, value)),
  ...values.map((value) => valueInfo(13, value)),
];

/**
 * @param {{ nodes: { op: string, inputs?: string[], outputs: string[], name?: string,
 *     domain?: string, overload?: string, attributes?: object }[],
 *   inputs?: { name: string, type?: string, dims?: (number | string | null)[], sequence?: boolean, optional?: boolean }[],
 *   outputs: { name: string, type?: string | null, dims?: (number | string | null)[], sequence?: boolean, optional?: boolean }[],
 *   constants?: Record<string, { type: string, dims: number[], data: ArrayBufferView | string[] } | { values: object, indices: object, dims: number[] }>,
 *   values?: object[], functions?: object[], opset?: number, domains?: (string | [number, string])[] }} graph
 * @returns {Uint8Array} ModelProto
 */
export function encodeModel({
  nodes,
  inputs = [],
  outputs,
  constants = {},
  values = [],
  functions = [],
  opset = 17,
  domains = [],
}) {
  const graph = inner(7, ...graphFields({ nodes, inputs, outputs, constants, values }));
  return message(
    integer(1, 8),
    graph,
    opsetImport(8, opset),
    ...domains.map((domain) => opsetImport(8, ...(Array.isArray(domain) ? domain : [1, domain]))),
    ...functions.map(functionFields),
  );
}

/** A node; of one output, its name is enough. */
export const node = (op, inputs, outputs, attributes = {}) => ({
  op,
  inputs,
  outputs: [outputs].flat(),
  attributes,
});

export const floats = (dims, ...values) => ({
  type: 'float32',
  dims,
  data: Float32Array.from(values),
});

export const int64s = (...values) => ({
  type: 'int64',
  dims: [values.length],
  data: BigInt64Array.from(values, BigInt),
});

/** y = (x · w + b), z = relu-like maximum of y and 0: a matrix product, a chain, two outputs. */
export const affine = encodeModel({
  inputs: [{ name: 'x', dims: ['N', 3] }],
  outputs: [
    { name: 'y', dims: ['N', 2] },
    { name: 'z', dims: ['N', 2] },
  ],
  constants: {
    w: floats([3, 2], 1, 2, 3, 4, 5, 6),
    b: floats([2], 10, -100),
    zero: floats([], 0),
  },
  nodes: [
    { op: 'MatMul', inputs: ['x', 'w'], outputs: ['p'] },
    { op: 'Add', inputs: ['p', 'b'], outputs: ['y'] },
    { op: 'Max', inputs: ['y', 'zero'], outputs: ['z'] },
  ],
});
