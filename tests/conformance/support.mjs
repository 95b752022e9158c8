/** Writes models, tensors and folders of tests for the runner's own tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';

const tag = (writer, field, type) => writer.tag(field, type);

export const text = (field, value) => (writer) =>
  tag(writer, field, WireType.LengthDelimited).string(value);
export const bytes = (field, value) => (writer) =>
  tag(writer, field, WireType.LengthDelimited).bytes(value);
export const integer = (field, value) => (writer) =>
  tag(writer, field, WireType.Varint).int64(value);
export const unsigned = (field, value) => (writer) =>
  tag(writer, field, WireType.Varint).uint64(value);
export const float = (field, value) => (writer) => tag(writer, field, WireType.Bit32).float(value);
export const double = (field, value) => (writer) =>
  tag(writer, field, WireType.Bit64).double(value);

/** A message of the fields given. */
export function message(...fields) {
  const writer = new BinaryWriter();
  for (const write of fields) write(writer);
  return writer.finish();
}

export const inner = (field, ...fields) => bytes(field, message(...fields));

/** A field of packed numbers: `kind` names a method of the writer. */
export function packed(field, kind, values) {
  const writer = new BinaryWriter();
  for (const value of values) writer[kind](value);
  return bytes(field, writer.finish());
}

/** TensorProto of one axis of float32, by `float_data`. */
export const floats = (values, name = '') =>
  message(integer(1, values.length), integer(2, 1), packed(4, 'float', values), text(8, name));

/** TensorProto of rank 0. */
export const scalar = (value) => message(integer(2, 1), float(4, value));

const node = ({ operator, inputs = ['a', 'b'], output = 'c', attributes = [] }) =>
  inner(
    1,
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(4, operator),
    ...attributes.map((fields) => inner(5, ...fields)),
  );

/** ValueInfoProto of float32 and any shape: `type { tensor_type { elem_type } }`. */
const floatValue = (field, name) => inner(field, text(1, name), inner(2, inner(1, integer(1, 1))));

/** ModelProto of the nodes; `opset` undefined leaves `opset_import` out. */
export function model(nodes, { opset, inputs = ['a', 'b'], initializers = [] } = {}) {
  const graph = inner(
    7,
    ...nodes.map(node),
    ...initializers.map((tensor) => bytes(5, tensor)),
    ...inputs.map((name) => floatValue(11, name)),
    floatValue(12, 'c'),
  );
  return message(graph, ...(opset === undefined ? [] : [inner(8, integer(2, opset))]));
}

/** A new temporary folder, removed when the test ends. */
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), 'simdcast-conformance-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes one folder of a test with one data set. */
export function writeTest(top, name, { model: bytesOfModel, inputs, output }) {
  const folder = join(top, name);
  const set = join(folder, 'test_data_set_0');
  mkdirSync(set, { recursive: true });
  writeFileSync(join(folder, 'model.onnx'), bytesOfModel);
  inputs.forEach((tensor, i) => {
    writeFileSync(join(set, `input_${i}.pb`), tensor);
  });
  writeFileSync(join(set, 'output_0.pb'), output);
  return folder;
}
