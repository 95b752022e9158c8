/** Protobuf messages from tables of fields. Unknown fields are skipped, malformed ones rejected. */
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { withoutDecoder } from '../../base/utf8.js';

/** The JavaScript types of protobuf's scalars. */
interface Scalars {
  int32: number;
  int64: bigint;
  uint64: bigint;
  float: number;
  double: number;
  string: string;
  bytes: Uint8Array;
}

type Scalar = keyof Scalars;

/** A field: its name in the parsed message, its kind, and whether it may be repeated. */
export type Field = readonly [name: string, kind: Scalar | Schema, repeated?: 'repeated'];

/** Fields by their numbers. */
export interface Schema {
  readonly [number: number]: Field;
}

type ValueOf<Kind> = Kind extends Scalar
  ? Scalars[Kind]
  : Kind extends Schema
    ? MessageOf<Kind>
    : never;

type FieldOf<Message extends Schema> = Message[keyof Message & number];
type NameOf<Of extends Field, Length> = Of['length'] extends Length ? Of[0] : never;

/** The message that a schema describes: repeated fields are arrays, all others are optional. */
export type MessageOf<Message extends Schema> = {
  readonly [Of in FieldOf<Message> as NameOf<Of, 3>]: readonly ValueOf<Of[1]>[];
} & {
  readonly [Of in FieldOf<Message> as NameOf<Of, 2>]?: ValueOf<Of[1]>;
};

/** Copies short values, so a name or a number does not keep the whole file in memory. */
const FEW = 1024;
const kept = (bytes: Uint8Array): Uint8Array => (bytes.length <= FEW ? bytes.slice() : bytes);

const READERS: { readonly [Kind in Scalar]: (reader: BinaryReader) => Scalars[Kind] } = {
  int32: (reader) => reader.int32(),
  int64: (reader) => BigInt(reader.int64()),
  uint64: (reader) => BigInt(reader.uint64()),
  float: (reader) => reader.float(),
  double: (reader) => reader.double(),
  string: (reader) => reader.string(),
  bytes: (reader) => kept(reader.bytes()),
};

const WIRE_TYPES: Readonly<Record<Scalar, WireType>> = {
  int32: WireType.Varint,
  int64: WireType.Varint,
  uint64: WireType.Varint,
  float: WireType.Bit32,
  double: WireType.Bit64,
  string: WireType.LengthDelimited,
  bytes: WireType.LengthDelimited,
};

const wireTypeOf = (kind: Scalar | Schema): WireType =>
  typeof kind === 'string' ? WIRE_TYPES[kind] : WireType.LengthDelimited;

const readOne = (reader: BinaryReader, kind: Scalar | Schema): unknown =>
  typeof kind === 'string' ? READERS[kind](reader) : readMessage(reader.bytes(), kind);

/** Numbers in one block of bytes, whose end no read may cross. */
function readPacked(reader: BinaryReader, kind: Scalar, list: unknown[]): void {
  const block = new BinaryReader(reader.bytes(), withoutDecoder);
  while (block.pos < block.len) list.push(READERS[kind](block));
}

function readField(reader: BinaryReader, field: Field, wireType: WireType, into: Message): void {
  const [name, kind, repeated] = field;
  const expected = wireTypeOf(kind);
  const packed =
    repeated && wireType === WireType.LengthDelimited && expected !== WireType.LengthDelimited;
  if (!packed && wireType !== expected)
    throw new RangeError(`the field ${name} has wire type ${wireType}`);
  if (packed) readPacked(reader, kind as Scalar, into[name] as unknown[]);
  else if (repeated) (into[name] as unknown[]).push(readOne(reader, kind));
  else into[name] = readOne(reader, kind);
}

type Message = Record<string, unknown>;

function emptyMessage(schema: Schema): Message {
  const message: Message = {};
  for (const [name, , repeated] of Object.values(schema) as Field[])
    if (repeated) message[name] = [];
  return message;
}

/**
 * Repeated fields are arrays, empty if absent; other absent fields are undefined. Messages nest no deeper
 * than the schema. Bytes are views of the input.
 * @throws RangeError or Error if the bytes are not such a message
 */
export function readMessage<Of extends Schema>(bytes: Uint8Array, schema: Of): MessageOf<Of> {
  const reader = new BinaryReader(bytes, withoutDecoder);
  const message = emptyMessage(schema);
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag();
    const field = schema[number];
    if (field) readField(reader, field, wireType, message);
    else reader.skip(wireType, number);
  }
  return message as MessageOf<Of>;
}
