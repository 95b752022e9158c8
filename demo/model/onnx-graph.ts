/**
 * Reads the nodes of an ONNX model, and adds outputs to a model. Field numbers are those of onnx.proto.
 */
import type { NetworkNode } from '../data/digit-reader.ts';

const graphOfModel = 7;
const nodeOfGraph = 1;
const outputOfGraph = 12;

interface Field {
  readonly number: number;
  /** The bytes of a string or a message; empty for numbers. */
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

const lengthDelimited = 2;
const fixedSizes: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const start = at;
    const tag = varint();
    const wireType = tag & 7;
    const size = wireType === lengthDelimited ? varint() : fixedSizes[wireType];
    const from = at;
    if (size === undefined) varint();
    else at += size;
    const bytes = wireType === lengthDelimited ? message.subarray(from, at) : new Uint8Array();
    yield { number: tag >>> 3, bytes, start, end: at };
  }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** NodeProto { input = 1, output = 2, op_type = 4 } */
function nodeOf(message: Uint8Array): NetworkNode {
  const fields = [...fieldsOf(message)];
  const texts = (wanted: number) =>
    fields.filter(({ number }) => number === wanted).map(({ bytes }) => textOf(bytes));
  const [output = ''] = texts(2);
  return { operator: texts(4)[0] ?? '', inputs: texts(1), output };
}

const graphOf = (model: Uint8Array): Field | undefined =>
  [...fieldsOf(model)].find(({ number }) => number === graphOfModel);

export const nodesOf = (model: Uint8Array): NetworkNode[] =>
  [...fieldsOf(graphOf(model)?.bytes ?? new Uint8Array())]
    .filter(({ number }) => number === nodeOfGraph)
    .map(({ bytes }) => nodeOf(bytes));

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(Math.floor(value / 128))];
}

const delimited = (number: number, bytes: ArrayLike<number>): number[] => [
  ...varint(number * 8 + lengthDelimited),
  ...varint(bytes.length),
  ...Array.from(bytes),
];

/** ValueInfoProto { name = 1, type = 2 { tensor_type = 1 { elem_type = 1 } } }, of type float. */
const floatNamed = (name: string): number[] => [
  ...delimited(1, new TextEncoder().encode(name)),
  ...delimited(2, delimited(1, [8, 1])),
];

/** The model with these float32 values among its outputs. */
export function withOutputs(model: Uint8Array, names: readonly string[]): Uint8Array<ArrayBuffer> {
  const graph = graphOf(model);
  if (!graph) throw new Error('no graph in the model');
  const added = names.flatMap((name) => delimited(outputOfGraph, floatNamed(name)));
  const length = graph.bytes.length + added.length;
  const head = [...varint(graphOfModel * 8 + lengthDelimited), ...varint(length)];
  return Uint8Array.from([
    ...model.subarray(0, graph.start),
    ...head,
    ...graph.bytes,
    ...added,
    ...model.subarray(graph.end),
  ]);
}
