/** Changes to a sound node: to its attributes, its inputs, its opset and its number of outputs. */
import { pick } from '../rules/support.mjs';

const WILD = [
  0,
  1,
  -1,
  2,
  3,
  -2,
  7,
  16,
  64,
  255,
  1e3,
  65536,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
];
const WILD_FLOATS = [...WILD, 0.5, -0.25, 1e-40, 1e30, -1e38, Infinity, -Infinity, Number.NaN];
const STRINGS = [
  '',
  'x',
  'SAME_UPPER',
  'VALID',
  'linear',
  'reflect',
  'add',
  'float32',
  '__proto__',
];

const isTensor = (value) => typeof value === 'object' && value !== null && 'dims' in value;
const elementsOf = (dims) => dims.reduce((count, size) => count * size, 1);

/** An attribute of the kind that it has, or of another. */
function wildAttribute(random, value) {
  const kind =
    random() < 0.85 ? value : pick(random, [0, 0.5, 'x', [1], [0.5], ['x'], { dims: [] }]);
  if (typeof kind === 'number') return pick(random, Number.isInteger(kind) ? WILD : WILD_FLOATS);
  if (typeof kind === 'string') return pick(random, STRINGS);
  if (Array.isArray(kind)) {
    const list = kind.map((one) => (random() < 0.5 ? one : wildAttribute(random, one)));
    const length = random() < 0.7 ? list.length : Math.floor(random() * 6);
    return Array.from({ length }, (_, i) => list[i] ?? pick(random, WILD));
  }
  return isTensor(kind) && kind.data ? wildTensor(random, kind) : value;
}

const typedArrays = {
  float32: Float32Array,
  float64: Float64Array,
  float16: Uint16Array,
  bfloat16: Uint16Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  bool: Uint8Array,
};
const isBig = (type) => type === 'int64' || type === 'uint64';

/** A number as an element of a type; bits of 16-bit floats, and 0 or 1 of booleans. */
function elementOf(type, number) {
  if (isBig(type)) return BigInt(Number.isFinite(number) ? Math.trunc(number) : 0);
  return type === 'bool' ? Number(number > 0) : number;
}

function retyped(random, { data, dims }) {
  const type = pick(random, Object.keys(typedArrays));
  const number = (value) => Number(typeof value === 'string' ? value.length : value);
  return {
    type,
    data: typedArrays[type].from(data, (value) => elementOf(type, number(value))),
    dims,
  };
}

const changesOfDims = [
  (random, dims) => dims.map((size) => (random() < 0.5 ? size : pick(random, [0, 1, 2, 3, 5]))),
  (_, dims) => [1, ...dims],
  (_, dims) => [...dims, 1],
  (_, dims) => dims.slice(1),
  (_, dims) => dims.slice(0, -1),
  (_, dims) => [...dims].reverse(),
  (_, dims) => [elementsOf(dims)],
  () => [],
  () => [0],
];

/** Larger tensors are left unchanged. */
const MOST_FILLED = 2 ** 22;

/** A tensor with the number of elements that its dims need, by repeating its elements. */
function filled({ type, data, dims }) {
  if (elementsOf(dims) > MOST_FILLED) return { type, data, dims };
  const items = type.startsWith('complex') ? 2 : 1;
  const at = (i) =>
    data.length > 0 ? data[i % data.length] : type === 'string' ? '' : elementOf(type, 0);
  const values = Array.from({ length: items * elementsOf(dims) }, (_, i) => at(i));
  return { type, data: type === 'string' ? values : data.constructor.from(values), dims };
}

const reshaped = (random, { type, data, dims }) =>
  filled({ type, data, dims: pick(random, changesOfDims)(random, dims) });

function withWildElements(random, { type, data, dims }) {
  const copy = data.slice();
  const changes = 1 + Math.floor(random() * 3);
  for (let i = 0; i < changes && copy.length > 0; i++) {
    const at = Math.floor(random() * copy.length);
    copy[at] =
      type === 'string' ? pick(random, STRINGS) : elementOf(type, pick(random, WILD_FLOATS));
  }
  return { type, data: copy, dims };
}

/** Data of another length than the dims need. */
function torn(random, { type, data, dims }) {
  const length = Math.floor(random() * (data.length + 3));
  const longer = Array.from(
    { length },
    (_, i) => data[i] ?? (type === 'string' ? 'x' : elementOf(type, 1)),
  );
  return { type, data: Array.isArray(data) ? longer : data.constructor.from(longer), dims };
}

const MOST_ELEMENTS = 20_000;
const SIZES = [0, 0, 1, 2, 5, 257, 2 ** 20, 2 ** 31 - 1];

/** Dims with other sizes, wherever the old ones are; elements of shape inputs follow. */
function scaled({ type, data, dims }, sizes) {
  const wanted = dims.map((size) => sizes.get(size) ?? size);
  const made = filled({ type, data, dims: wanted });
  if (!/^u?int(32|64)$/.test(type)) return made;
  const values = made.data.map((value) => elementOf(type, sizes.get(Number(value)) ?? value));
  return { ...made, data: values };
}

const changesOfTensor = [withWildElements, withWildElements, reshaped, reshaped, retyped, torn];
const wildTensor = (random, tensor) => {
  // Types of 8 bits and fewer, and complex numbers, are unchanged.
  const isKnown = tensor.type in typedArrays || tensor.type === 'string';
  return isKnown ? pick(random, changesOfTensor)(random, tensor) : torn(random, tensor);
};

const changes = [
  function attribute(random, node, relatives) {
    const all = { ...pick(random, relatives).attributes, ...node.attributes };
    const names = Object.keys(all);
    if (names.length === 0) return;
    const name = pick(random, names);
    if (random() < 0.2) delete node.attributes[name];
    else node.attributes[name] = random() < 0.4 ? all[name] : wildAttribute(random, all[name]);
  },
  function input(random, node) {
    const at = Math.floor(random() * node.inputs.length);
    if (node.inputs[at]) node.inputs[at] = wildTensor(random, node.inputs[at]);
  },
  function replacement(random, node, relatives) {
    const others = pick(random, relatives).inputs;
    const at = Math.floor(random() * Math.max(node.inputs.length, others.length));
    if (at <= node.inputs.length) node.inputs[at] = others[at] && structuredClone(others[at]);
  },
  function arity(random, node) {
    if (random() < 0.3) node.inputs.pop();
    else if (random() < 0.5) node.inputs[Math.floor(random() * node.inputs.length)] = undefined;
    else node.inputs.push(structuredClone(pick(random, [undefined, ...node.inputs])));
  },
  /** Other sizes, the same wherever the old ones were the same: also huge ones, of tensors without elements. */
  function sizes(random, node) {
    const all = [...new Set(node.inputs.flatMap((input) => input?.dims ?? []))];
    if (all.length === 0) return;
    const changed = new Map();
    for (let i = 0; i < 1 + Math.floor(random() * 3); i++)
      changed.set(pick(random, all), pick(random, SIZES));
    const count = ({ dims }) => elementsOf(dims.map((size) => changed.get(size) ?? size));
    if (node.inputs.some((input) => input && count(input) > MOST_ELEMENTS)) return;
    node.inputs = node.inputs.map((input) => input && scaled(input, changed));
  },
  function opset(random, node) {
    node.opset = 1 + Math.floor(random() * 28);
  },
  function outputs(random, node) {
    node.outputs = 1 + Math.floor(random() * 4);
  },
];
const weights = [3, 4, 2, 1, 2, 1, 1];
const weighted = changes.flatMap((change, i) => Array(weights[i]).fill(change));

/**
 * The node with up to three changes.
 * @param {() => number} random
 * @param {import('./seeds.mjs').SeedNode} node
 * @param {import('./seeds.mjs').SeedNode[]} relatives nodes of the same operator
 */
export function mutated(random, node, relatives) {
  const copy = structuredClone(node);
  const count = Math.floor(random() * 4);
  for (let i = 0; i < count; i++) pick(random, weighted)(random, copy, relatives);
  return copy;
}
