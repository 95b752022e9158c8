/**
 * Valid nodes, from which the fuzzers derive others: those of tests/functions, and of ONNX's node tests if
 * they are beside the repository.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTests, readTest } from '../conformance/folder.mjs';
import { readMessage } from '../conformance/message.mjs';
import { GRAPH } from '../conformance/model.mjs';
import { modelProto } from '../conformance/onnx-schema.mjs';
import { readTensor } from '../conformance/tensor-data.mjs';
import { besideRepository } from '../conformance/tests-folder.mjs';
import { nodes } from '../functions/nodes.mjs';

const NEWEST_OPSET = 28;

/** A tensor of JavaScript, as the fuzzers change it. */
const plain = ({ type, data, dims }) => ({ type, data: data.slice(), dims: [...dims] });

/** A list or a number of a row, as float32; ONNX's other types are given as tensors there. */
function fromWeak(value) {
  const dims = [];
  for (let row = value; Array.isArray(row); row = row[0]) dims.push(row.length);
  const flat = [value].flat(Infinity);
  if (typeof flat[0] === 'string') return { type: 'string', data: flat, dims };
  if (typeof flat[0] === 'boolean')
    return { type: 'bool', data: Uint8Array.from(flat, Number), dims };
  return { type: 'float32', data: Float32Array.from(flat), dims };
}

const inputOf = (value) => {
  if (value === undefined) return undefined;
  return typeof value === 'object' && 'dims' in value ? plain(value) : fromWeak(value);
};

const fromRow = ([operator, inputs, attributes, expected, opset = NEWEST_OPSET]) => ({
  operator,
  domain: '',
  opset,
  attributes,
  inputs: inputs.map(inputOf),
  outputs: Array.isArray(expected) ? expected.length : 1,
  floats: [],
});

const isPlainNode = ({ nodes: all, kinds }) =>
  all.length === 1 &&
  !Object.values(all[0].attributes).includes(GRAPH) &&
  [...kinds.values()].every((kind) => kind === 'tensor');

/** AttributeProto.AttributeType */
const [FLOAT, FLOATS] = [1, 6];

/** Names of the attributes that are floats, whole or not. */
const floatsIn = (bytes) =>
  readMessage(bytes, modelProto)
    .graph.node.flatMap(({ attribute }) => attribute)
    .filter(({ type }) => type === FLOAT || type === FLOATS)
    .map(({ name }) => name);

/** The node of a test with the inputs of its first data set; undefined if it is not a single node. */
function fromTest(folder) {
  const { model, bytes } = readTest(folder);
  const set = join(folder, 'test_data_set_0');
  if (!isPlainNode(model) || !existsSync(set)) return undefined;
  const [{ operator, domain, attributes, inputs, outputs }] = model.nodes;
  const files = readdirSync(set).filter((file) => file.startsWith('input_'));
  if (files.length !== model.inputs.length) return undefined;
  const fed = new Map(
    model.inputs.map((name, i) => [name, readTensor(readFileSync(join(set, `input_${i}.pb`)))]),
  );
  return {
    ...{ operator, domain, opset: model.opset, attributes },
    inputs: inputs.map((name) => (fed.has(name) ? plain(fed.get(name)) : undefined)),
    outputs: outputs.length,
    floats: floatsIn(bytes),
  };
}

/** Large inputs would slow down every case; small ones cover the same branches. */
const isSmall = ({ inputs }) => inputs.every((input) => !input || input.data.length <= 20_000);

function fromTests(path) {
  return findTests(path).flatMap((folder) => {
    try {
      return fromTest(folder) ?? [];
    } catch {
      // The reader lacks the type or the attribute.
      return [];
    }
  });
}

/** Those of the folder, and of the archive in it. */
function fromNodeTests() {
  if (!existsSync(besideRepository)) return [];
  const unpacked = mkdtempSync(join(tmpdir(), 'simdcast-seeds-'));
  try {
    const archive = join(besideRepository, 'more.tgz');
    if (existsSync(archive)) execFileSync('tar', ['-xzf', archive, '-C', unpacked]);
    return [...fromTests(besideRepository), ...fromTests(unpacked)];
  } finally {
    rmSync(unpacked, { recursive: true });
  }
}

/**
 * @typedef {{type: string, data: ArrayLike<number | bigint | string>, dims: number[]}} Plain
 * @typedef {{operator: string, domain: string, opset: number, attributes: Record<string, unknown>,
 *   inputs: (Plain | undefined)[], outputs: number, floats: string[]}} SeedNode
 *   floats are the names of the attributes that are floats.
 * @returns {Map<string, SeedNode[]>} by operator and domain
 */
export function seedFamilies() {
  const families = new Map();
  for (const node of [...nodes.map(fromRow), ...fromNodeTests()].filter(isSmall)) {
    const key = `${node.domain} ${node.operator}`;
    families.set(key, [...(families.get(key) ?? []), node]);
  }
  for (const family of families.values()) {
    const floats = [...new Set(family.flatMap((node) => node.floats))];
    for (const node of family) node.floats = floats;
  }
  return families;
}
