/**
 * A one-graph ONNX model as bytes: just enough of the protobuf wire format for a benchmark.
 *
 * Field numbers are those of onnx.proto3. Every operand is a graph input of known shape.
 */

/** onnx.TensorProto.DataType */
const elementTypes = {
  float32: 1,
  uint8: 2,
  int8: 3,
  uint16: 4,
  int16: 5,
  int32: 6,
  int64: 7,
  bool: 9,
  float16: 10,
  float64: 11,
  uint32: 12,
  uint64: 13,
  bfloat16: 16,
};

const utf8 = new TextEncoder();
const attributeType = { float: 1, int: 2, string: 3, ints: 7 };
const floatAttributes = new Set(['alpha', 'beta']);

function varint(value) {
  const bytes = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    const low = Number(rest & 127n);
    if (rest < 128n) return [...bytes, low];
    bytes.push(low | 128);
  }
}

const integer = (field, value) => [...varint(field << 3), ...varint(value)];

function block(field, bytes) {
  return [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];
}

const text = (field, value) => block(field, [...utf8.encode(value)]);

function float(field, value) {
  return [...varint((field << 3) | 5), ...new Uint8Array(new Float32Array([value]).buffer)];
}

const repeated = (encode, field, values) => values.flatMap((value) => encode(field, value));

/** ValueInfoProto { name = 1, type = 2 { tensor_type = 1 { elem_type = 1, shape = 2 } } } */
function valueInfo({ name, type, dims }) {
  const shape = dims.flatMap((size) => block(1, integer(1, size)));
  const tensor = [...integer(1, elementTypes[type]), ...block(2, shape)];
  return [...text(1, name), ...block(2, block(1, tensor))];
}

/** AttributeProto { name = 1, f = 2, i = 3, s = 4, ints = 8, type = 20 } */
function attribute([name, value]) {
  return [...text(1, name), ...attributeValue(name, value)];
}

function attributeValue(name, value) {
  const kind = (type) => integer(20, attributeType[type]);
  if (Array.isArray(value)) return [...repeated(integer, 8, value), ...kind('ints')];
  if (typeof value === 'string') return [...text(4, value), ...kind('string')];
  if (floatAttributes.has(name)) return [...float(2, value), ...kind('float')];
  return [...integer(3, value), ...kind('int')];
}

/** NodeProto { input = 1, output = 2, op_type = 4, attribute = 5 } */
function node({ op, inputs, output, attributes = {} }) {
  return [
    ...repeated(text, 1, inputs),
    ...text(2, output),
    ...text(4, op),
    ...repeated(block, 5, Object.entries(attributes).map(attribute)),
  ];
}

/** TensorProto { dims = 1, data_type = 2, int64_data = 7, name = 8 }, one axis of int64 */
function int64Vector({ name, values }) {
  return [
    ...integer(1, values.length),
    ...integer(2, elementTypes.int64),
    ...repeated(integer, 7, values),
    ...text(8, name),
  ];
}

/**
 * @param {{ nodes: { op: string, inputs: string[], output: string, attributes?: object }[],
 *   inputs: { name: string, type: string, dims: number[] }[],
 *   output: { name: string, type: string, dims: number[] },
 *   constants?: { name: string, values: number[] }[], opset?: number }} graph
 * @returns {Uint8Array} ModelProto { ir_version = 1, graph = 7, opset_import = 8 }
 */
export function encodeModel({ nodes, inputs, output, constants = [], opset = 21 }) {
  const graph = [
    ...repeated(block, 1, nodes.map(node)),
    ...text(2, 'bench'),
    ...repeated(block, 5, constants.map(int64Vector)),
    ...repeated(block, 11, inputs.map(valueInfo)),
    ...block(12, valueInfo(output)),
  ];
  return Uint8Array.from([...integer(1, 9), ...block(7, graph), ...block(8, integer(2, opset))]);
}
