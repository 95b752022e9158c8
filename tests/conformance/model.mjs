/** A model's nodes, attributes and opset. */

import { readMessage } from './message.mjs';
import { modelProto } from './onnx-schema.mjs';
import { tensorFrom } from './tensor-data.mjs';

const utf8 = new TextDecoder();

/** Attributes that calls do not support: a graph, or the type of a value. Only sessions run such a node. */
export const GRAPH = Symbol('a graph');

/** AttributeProto.AttributeType; models of the first release leave the type out. */
const readers = {
  1: ({ f }) => f ?? 0,
  2: ({ i }) => Number(i ?? 0n),
  3: ({ s }) => utf8.decode(s),
  4: ({ t }) => tensorFrom(t),
  6: ({ floats }) => floats,
  7: ({ ints }) => ints.map(Number),
  8: ({ strings }) => strings.map((text) => utf8.decode(text)),
  13: () => GRAPH,
};

function typeOf(attribute) {
  if (attribute.type) return attribute.type;
  const present = { 1: attribute.f, 2: attribute.i, 3: attribute.s };
  const scalar = Object.keys(present).find((type) => present[type] !== undefined);
  return scalar ?? (attribute.floats.length > 0 ? 6 : 7);
}

function attributeOf(attribute) {
  const read = typeOf(attribute) === 5 ? () => GRAPH : readers[typeOf(attribute)];
  if (!read) throw new Error(`attribute ${attribute.name} has type ${attribute.type}`);
  return [attribute.name, read(attribute)];
}

const isOnnx = ({ domain }) => !domain || domain === 'ai.onnx';

/** The opset of each domain. ONNX: a model without `opset_import` is one of opset 1. */
const opsetsOf = ({ opsetImport }) => ({
  '': 1,
  ...Object.fromEntries(
    opsetImport.map((one) => [isOnnx(one) ? '' : one.domain, Number(one.version)]),
  ),
});

function kindOf(type) {
  if (type?.optionalType) return 'optional';
  return type?.sequenceType ? 'sequence' : 'tensor';
}

/**
 * @param {Uint8Array} bytes
 * @returns {{opset: number, opsets: Record<string, number>, nodes: {operator: string, domain: string, inputs: string[],
 *   outputs: string[], attributes: object}[], inputs: string[], outputs: string[],
 *   kinds: Map<string, 'tensor' | 'sequence' | 'optional'>, initializers: Map<string, object>}}
 */
export function readModel(bytes) {
  const model = readMessage(bytes, modelProto);
  const { node, initializer, input, output } = model.graph;
  const opsets = opsetsOf(model);
  return {
    opset: opsets[''],
    opsets,
    nodes: node.map((one) => ({
      operator: one.opType,
      domain: isOnnx(one) ? '' : one.domain,
      inputs: one.input,
      outputs: one.output,
      attributes: Object.fromEntries(one.attribute.map(attributeOf)),
    })),
    inputs: input.map(({ name }) => name),
    outputs: output.map(({ name }) => name),
    kinds: new Map([...input, ...output].map(({ name, type }) => [name, kindOf(type)])),
    initializers: new Map(initializer.map((tensor) => [tensor.name, tensorFrom(tensor)])),
  };
}
