/**
 * Protobuf messages as plain objects, by tables of fields. An unknown field is passed over.
 *
 * @typedef {readonly [name: string, kind: string | Schema, repeated?: 'repeated']} Field
 * @typedef {Readonly<Record<number, Field>>} Schema
 */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/** @type {Record<string, (reader: BinaryReader) => unknown>} */
const scalars = {
  int32: (reader) => reader.int32(),
  int64: (reader) => BigInt(reader.int64()),
  uint64: (reader) => BigInt(reader.uint64()),
  float: (reader) => reader.float(),
  double: (reader) => reader.double(),
  string: (reader) => reader.string(),
  bytes: (reader) => reader.bytes(),
};

const hasLength = new Set(['string', 'bytes']);

/** Packed numbers are a block of bytes; otherwise every one has its own tag. */
function readRepeated(reader, kind, wireType, list) {
  const packed = wireType === WireType.LengthDelimited && !hasLength.has(kind);
  if (!packed) {
    list.push(scalars[kind](reader));
    return;
  }
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) list.push(scalars[kind](reader));
}

function readField(reader, [name, kind, repeated], wireType, message) {
  const isMessage = typeof kind !== 'string';
  if (repeated && !isMessage) readRepeated(reader, kind, wireType, message[name]);
  else if (repeated) message[name].push(readMessage(reader.bytes(), kind));
  else message[name] = isMessage ? readMessage(reader.bytes(), kind) : scalars[kind](reader);
}

const isRepeated = ([, , repeated]) => repeated !== undefined;

/**
 * Repeated fields are arrays, empty if absent; other absent fields are undefined.
 * @param {Uint8Array} bytes
 * @param {Schema} schema
 */
export function readMessage(bytes, schema) {
  const reader = new BinaryReader(bytes);
  const lists = Object.values(schema).filter(isRepeated);
  const message = Object.fromEntries(lists.map(([name]) => [name, []]));
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    const field = schema[number];
    if (field) readField(reader, field, wireType, message);
    else reader.skip(wireType, number);
  }
  return message;
}
