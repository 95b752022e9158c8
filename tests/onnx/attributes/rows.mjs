/** The rows of nodes with attributes, by domain and operator. */
import { listedVersions } from './listed.mjs';
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

/** The newest version of each operator and each of its rows, except nodes that need others around them. */
export function newestRows() {
  const newest = new Map(
    listedVersions().map((version) => [`${version.domain}.${version.operator}`, version]),
  );
  return [...newest.values()].flatMap((version) =>
    rowsFor(version)
      .filter(({ before, after, hidden }) => !before && !after && !hidden)
      .map((row) => [version, row]),
  );
}

/** The required attributes of a row, and with each value of the others in turn. */
export const variantsOf = ({ attributes = {}, vary }) => [
  attributes,
  ...Object.entries(vary).flatMap(([name, values]) =>
    values.map((value) => ({ ...attributes, [name]: value })),
  ),
];

/** A value of an attribute for `encodeModel`, by its kind in the table. */
function written(kind, value) {
  if (kind === 'float') return { float: value };
  return kind === 'floats' ? { floats: value } : value;
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
