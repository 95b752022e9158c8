/** A model of one node, whose inputs may have any shape, so that one session runs many cases. */
import { bytes, float, inner, integer, message, text } from '../conformance/support.mjs';

/** onnx.TensorProto.DataType */
const elementTypes = {
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
};

const floats = new Set(['alpha', 'beta', 'min', 'max']);
const utf8 = new TextEncoder();

/** AttributeProto { name = 1, f = 2, i = 3, s = 4, type = 20 } */
function attribute([name, value]) {
  const named = text(1, name);
  if (typeof value === 'string')
    return inner(5, named, bytes(4, utf8.encode(value)), integer(20, 3));
  if (floats.has(name)) return inner(5, named, float(2, value), integer(20, 1));
  return inner(5, named, integer(3, value), integer(20, 2));
}

/** ValueInfoProto { name = 1, type = 2 { tensor_type = 1 { elem_type = 1 } } }, without a shape */
const valueInfo = (field, name, type) =>
  inner(field, text(1, name), inner(2, inner(1, integer(1, elementTypes[type]))));

export const inputName = (i) => `input_${i}`;

/**
 * @param {{op: string, opset: number, inputs: string[], output: string, attributes?: object}} node
 *   the types of its inputs and of its output
 * @returns {Uint8Array} ModelProto { ir_version = 1, graph = 7, opset_import = 8 }
 */
export function encodeNode({ op, opset, inputs, output, attributes = {} }) {
  const node = inner(
    1,
    ...inputs.map((_, i) => text(1, inputName(i))),
    text(2, 'output'),
    text(4, op),
    ...Object.entries(attributes).map(attribute),
  );
  const graph = inner(
    7,
    node,
    text(2, 'differential'),
    ...inputs.map((type, i) => valueInfo(11, inputName(i), type)),
    valueInfo(12, 'output', output),
  );
  return message(integer(1, 8), graph, inner(8, integer(2, opset)));
}
