/**
 * Models with changed bytes or fields, from a seed: each is read, run and checked, and returns a result or
 * throws one of the package's errors. The engine keeps working.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load, SimdcastError } from 'simdcast';
import { checkModel, InferenceSession } from 'simdcast/onnx';
import { seeded } from '../operators/support/values.mjs';
import { pick } from '../rules/support.mjs';
import { encodeModel } from './models.mjs';
import { samples } from './samples.mjs';

const { random, seed } = seeded(2024);
const TIMES = 400;
const below = (count) => Math.floor(random() * count);

/** Little memory, so huge shapes fail early. */
const engine = await load({ maximumMemory: 2 ** 26 });

const flip = (bytes) => {
  bytes[below(bytes.length)] ^= 1 << below(8);
  return bytes;
};
const replace = (bytes) => {
  bytes[below(bytes.length)] = pick(random, [0, 1, 2, 7, 8, 16, 0x7f, 0x80, 0xff, below(256)]);
  return bytes;
};
const truncate = (bytes) => bytes.slice(0, below(bytes.length));
const remove = (bytes) => {
  const at = below(bytes.length);
  const count = 1 + below(8);
  return Uint8Array.from([...bytes.slice(0, at), ...bytes.slice(at + count)]);
};
const repeat = (bytes) => {
  const [from, at] = [below(bytes.length), below(bytes.length)];
  const part = bytes.slice(from, from + 1 + below(40));
  return Uint8Array.from([...bytes.slice(0, at), ...part, ...bytes.slice(at)]);
};

/** Two values of the graph under one name, which protobuf does not notice. */
const rename = (bytes) => {
  const from = below(bytes.length - 1);
  const at = below(bytes.length - 1);
  bytes[at] = bytes[from];
  return bytes;
};

const changes = [flip, flip, replace, replace, truncate, remove, repeat, rename, rename];

function mutated(model) {
  let bytes = Uint8Array.from(model);
  for (let i = 0; i <= below(3) && bytes.length > 2; i++) bytes = pick(random, changes)(bytes);
  return bytes;
}

const numbers = [0, 1, -1, 2, 3, 7, 8, 9, 64, -2, 1000, 65536, 2 ** 31 - 1, 2 ** 31, 9e15, -9e15];
const operators = [
  ...['Add', 'Sub', 'MatMul', 'Gemm', 'PRelu', 'Where', 'Clip', 'Expand', 'Identity', 'Shape'],
  ...['Reshape', 'Flatten', 'Squeeze', 'Unsqueeze', 'Transpose', 'Concat', 'Split', 'Slice'],
  ...['Gather', 'Cast', 'Softmax', 'LogSoftmax', 'LayerNormalization', 'ReduceMean', 'ReduceMax'],
  ...['ArgMax', 'Dropout', 'Range', 'ConstantOfShape', 'Constant', 'Equal', 'BitShift', 'Relu'],
  ...['If', 'Loop', 'Scan', 'LSTM', 'NonZero', 'Conv', 'Identity', 'SequenceConstruct'],
  ...['SequenceAt', 'SequenceInsert', 'SequenceErase', 'SequenceLength', 'SequenceMap'],
  ...['SplitToSequence', 'ConcatFromSequence', 'Optional', 'OptionalGetElement'],
];

/** Values of the graph's data, changed. */
const wildNumber = () => pick(random, numbers);
const wildDims = (dims = []) => dims.map((size) => (random() < 0.4 ? wildNumber() : size));
const wildValue = (value) => {
  if (typeof value === 'number') return wildNumber();
  if (Array.isArray(value) && typeof value[0] === 'number') return value.map(wildNumber);
  return pick(random, [wildNumber(), [wildNumber(), wildNumber()], 'text', { float: 1e30 }]);
};

/** The possible changes to a graph. */
const graphChanges = {
  operator: (graph) => {
    pick(random, graph.nodes).op = pick(random, operators);
  },
  input: (graph) => {
    const names = graph.nodes.flatMap(({ inputs = [], outputs }) => [...inputs, ...outputs]);
    const node = pick(random, graph.nodes);
    if (node.inputs?.length) node.inputs[below(node.inputs.length)] = pick(random, [...names, '']);
  },
  arity: (graph) => {
    const node = pick(random, graph.nodes);
    const list = random() < 0.5 ? (node.inputs ?? []) : node.outputs;
    if (random() < 0.5) list.pop();
    else list.push(pick(random, [...list, `${below(100)}`]));
  },
  attribute: (graph) => {
    const node = pick(random, graph.nodes);
    const known = Object.keys(node.attributes ?? {});
    const name = pick(random, [...known, 'axis', 'axes', 'perm', 'to', 'alpha', 'keepdims']);
    node.attributes = { ...node.attributes, [name]: wildValue(node.attributes?.[name]) };
  },
  constant: (graph) => {
    const [name, tensor] = pick(random, Object.entries(graph.constants ?? {}));
    const { data } = pick(random, 'values' in tensor ? [tensor.values, tensor.indices] : [tensor]);
    if (Array.isArray(data)) return;
    const at = below(data.length);
    if (data instanceof BigInt64Array) data[at] = BigInt(wildNumber());
    else data[at] = pick(random, [Number.NaN, Infinity, -1e38, 1e-40]);
    if (random() < 0.2) graph.constants[name] = { ...tensor, dims: wildDims(tensor.dims) };
  },
  shape: (graph) => {
    const value = pick(random, [...graph.inputs, ...graph.outputs]);
    value.dims = wildDims(value.dims);
  },
  type: (graph) => {
    pick(random, [...graph.inputs, ...graph.outputs]).type = pick(random, [
      ...['float32', 'int64', 'bool', 'string', 'float16', 'complex64', 'uint8'],
    ]);
  },
  kind: (graph) => {
    const value = pick(random, [...graph.inputs, ...graph.outputs]);
    const kind = pick(random, ['sequence', 'optional']);
    value[kind] = !value[kind];
  },
  opset: (graph) => {
    graph.opset = pick(random, [1, 5, 6, 7, 9, 10, 11, 12, 13, 18, 20, 21, 23, 26, 99, 0]);
  },
  order: (graph) => {
    graph.nodes.reverse();
  },
  within: (graph) => {
    const inner = graph.nodes.flatMap(({ attributes = {} }) =>
      Object.values(attributes).flatMap((value) => value?.graph ?? []),
    );
    const change = pick(random, ['operator', 'input', 'arity', 'attribute', 'order', 'within']);
    if (inner.length > 0) graphChanges[change](pick(random, inner));
  },
};

function mutatedGraph(graph) {
  const copy = structuredClone(graph);
  for (let i = 0; i <= below(3); i++) {
    const names = Object.keys(graphChanges).filter((name) => name !== 'constant' || copy.constants);
    graphChanges[pick(random, names)](copy);
  }
  return encodeModel(copy);
}

/** Runs the work; an error that is not the package's own fails the test. */
async function tolerate(work, counts, about) {
  try {
    await work();
    counts.fine++;
  } catch (error) {
    if (!(error instanceof SimdcastError)) assert.fail(`${about}: ${error.stack}`);
    counts[error.code] = (counts[error.code] ?? 0) + 1;
  }
}

async function runAll(bytes, feeds) {
  const session = await InferenceSession.create(bytes, { engine });
  try {
    session.runSync(feeds);
  } finally {
    await session.release();
  }
}

const hexOf = (bytes) => Buffer.from(bytes).toString('hex');

describe(`changed models, ${seed}`, () => {
  for (const [name, { model, graph, feeds }] of Object.entries(samples)) {
    it(`${name}: gives results or errors, ${TIMES} times`, async (t) => {
      const counts = { fine: 0 };
      const resultBefore = await resultOf(model, feeds);
      for (let i = 0; i < TIMES; i++) {
        const bytes = i % 2 === 0 ? mutated(model) : mutatedGraph(graph);
        const about = `${seed}, ${name} ${i}: ${hexOf(bytes)}`;
        await tolerate(() => runAll(bytes, feeds), counts, about);
        await tolerate(() => checkModel(bytes, { engine }), counts, about);
      }
      t.diagnostic(JSON.stringify(counts));
      assert.ok(Object.keys(counts).length > 3, 'the changes did not reach far');
      assert.deepEqual(await resultOf(model, feeds), resultBefore);
      assert.equal(engine.memory().tensors, 0);
    });
  }
});

async function resultOf(model, feeds) {
  const session = await InferenceSession.create(model, { engine });
  const results = session.runSync(feeds);
  await session.release();
  const plain = (result) =>
    Array.isArray(result) ? result.map(plain) : result && [[...result.dims], [...result.data]];
  return Object.entries(results).map(([name, result]) => [name, plain(result)]);
}
