/** Models with changed declared shapes: the bytes of everything else are unchanged. */
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { bytes, inner, integer, message, text } from './support.mjs';

/** The fields of a message in order: the number, the bytes of the field, and those of its content. */
function fieldsOf(from) {
  const reader = new BinaryReader(from);
  const fields = [];
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const [number, wireType] = reader.tag();
    const at = reader.pos;
    const content = wireType === 2 ? reader.bytes() : undefined;
    if (!content) {
      reader.pos = at;
      reader.skip(wireType, number);
    }
    fields.push({ number, content, raw: from.subarray(start, reader.pos) });
  }
  return fields;
}

const raw = (part) => (writer) => writer.raw(part);

/** Changes fields of one number; undefined leaves one out. */
function changed(from, number, change) {
  const fields = fieldsOf(from).map((field) => {
    if (field.number !== number) return raw(field.raw);
    const content = change(field.content);
    return content ? bytes(number, content) : () => {};
  });
  return message(...fields);
}

const utf8 = new TextDecoder();
const textIn = (from, number) =>
  utf8.decode(fieldsOf(from).find((field) => field.number === number)?.content ?? new Uint8Array());

function numberIn(field) {
  const reader = new BinaryReader(field);
  reader.tag();
  return Number(reader.int64());
}

/** TensorShapeProto.Dimension { dim_value = 1, dim_param = 2 } */
function dimOf(content) {
  const [field] = fieldsOf(content);
  if (!field) return undefined;
  return field.number === 1 ? numberIn(field.raw) : utf8.decode(field.content);
}

const dimension = (size) =>
  inner(
    1,
    ...(size === undefined ? [] : [typeof size === 'number' ? integer(1, size) : text(2, size)]),
  );

/**
 * Changes the shapes of tensors among the inputs, outputs and intermediate values of a model.
 * @param {(name: string, dims: (number | string | undefined)[], kind: 'input' | 'output' | 'value') =>
 *   (number | string | undefined)[] | undefined} change undefined drops the rank
 */
export function withShapes(model, change) {
  const kinds = { 11: 'input', 12: 'output', 13: 'value' };
  // ValueInfoProto { name = 1, type = 2 { tensor_type = 1 { shape = 2 { dim = 1 } } } }
  const info = (kind) => (from) => {
    const name = textIn(from, 1);
    return changed(from, 2, (type) =>
      changed(type, 1, (tensor) =>
        changed(tensor, 2, (shape) => {
          const dims = fieldsOf(shape).map(({ content }) => dimOf(content));
          const wanted = change(name, dims, kind);
          return wanted && message(...wanted.map(dimension));
        }),
      ),
    );
  };
  return changed(model, 7, (graph) =>
    Object.entries(kinds).reduce(
      (to, [number, kind]) => changed(to, Number(number), info(kind)),
      graph,
    ),
  );
}
