/** The rows of nodes with attributes, by domain and operator. */
import { microsoftNodes } from './microsoft-nodes.mjs';
import { mlNodes, trainingNodes } from './ml-nodes.mjs';
import { nodes } from './nodes.mjs';

const DOMAINS = {
  '': nodes,
  'ai.onnx.ml': mlNodes,
  'ai.onnx.preview.training': trainingNodes,
  'com.microsoft': microsoftNodes,
};

/** The rows for a version of an operator. */
export const rowsFor = ({ domain, operator, since }) =>
  (DOMAINS[domain][operator] ?? []).filter(
    ({ from = 1, to = Number.POSITIVE_INFINITY }) => from <= since && since <= to,
  );

/** A value of an attribute for `encodeModel`, by its kind in the table. */
function written(kind, value) {
  if (kind === 'float') return { float: value };
  if (kind === 'floats') return { floats: value };
  if (kind === 'long') return Number(value);
  // The kind of an empty list is unknown.
  return kind === 'longs' ? value.map(BigInt) : value;
}

/** Attributes of these kinds for `encodeModel`; others are omitted. */
export const writtenAttributes = (kinds, attributes) =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name, value]) => value !== undefined && Object.hasOwn(kinds, name))
      .map(([name, value]) => [name, written(kinds[name], value)]),
  );

/** The opset imports of a model with this version. */
export const opsetsFor = ({ domain, since }) =>
  domain === '' ? { opset: since } : { opset: 17, domains: [[since, domain]] };
