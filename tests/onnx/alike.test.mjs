/**
 * Equal nodes in one model do not affect each other. For every operator: nodes with all values of its
 * attributes, each twice on different data in one model, have the same results as in separate models.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { SimdcastError } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { sameTensor } from '../fuzzers/bits.mjs';
import { newestRows, opsetsFor, variantsOf, writtenAttributes } from './attributes/rows.mjs';
import { encodeModel } from './models.mjs';
import { engines, i64, range, t } from './one-node.mjs';

const [engine] = engines;

/** Operators without attributes. */
const PLAIN = {
  Add: [[t([2, 3], range(6)), t([3], [0.5, 1, 2])]],
  Expand: [
    [t([3], [1, 2, 3]), i64(2, 3)],
    [t([3], [1, 2, 3]), i64(1, 3)],
  ],
  Identity: [[t([4], range(4))]],
  MatMul: [[t([2, 3], range(6)), t([3, 2], range(6))]],
  NonZero: [[t([2, 3], [0, 1, 2, 0, 3, 4])]],
  Tile: [
    [t([2], [1, 2]), i64(3)],
    [t([2], [1, 2]), i64(2)],
  ],
  Where: [[t([3], [1, 0, 1], 'bool'), t([3], [1, 2, 3]), t([3], [4, 5, 6])]],
};

const reversed = (tensor) => ({ ...tensor, data: tensor.data.slice().reverse() });

/** The nodes that one operator's model may contain. */
const nodesOf = (version, row) =>
  variantsOf(row).flatMap((attributes) => {
    const written = writtenAttributes(version.attributes, attributes);
    const [first, ...others] = row.inputs;
    return [row.inputs, [first && reversed(first), ...others]].map((inputs) => ({
      op: version.operator,
      domain: version.domain,
      attributes: written,
      inputs,
      count: row.outputs ?? 1,
    }));
  });

/** One model with these nodes, whose inputs are its own: fed, or constants. */
async function run(version, nodes, areConstant) {
  const given = nodes.flatMap(({ inputs }, k) =>
    inputs.flatMap((input, i) => (input ? [[`in${i}_${k}`, input]] : [])),
  );
  const outputs = nodes.map(({ count }, k) => range(count).map((i) => `out${i}_${k}`));
  const model = encodeModel({
    ...opsetsFor(version),
    ...(areConstant
      ? { constants: Object.fromEntries(given) }
      : { inputs: given.map(([name, { type }]) => ({ name, type })) }),
    outputs: outputs.flat().map((name) => ({ name, type: null })),
    nodes: nodes.map(({ op, domain, attributes, inputs }, k) => ({
      ...{ op, domain, attributes },
      inputs: inputs.map((input, i) => (input ? `in${i}_${k}` : '')),
      outputs: outputs[k],
    })),
  });
  const session = await InferenceSession.create(model, { engine });
  try {
    const results = session.runSync(areConstant ? {} : Object.fromEntries(given));
    return outputs.map((names) => names.map((name) => results[name]));
  } finally {
    await session.release();
  }
}

/** The results of a node alone; undefined if it is rejected, or differs from run to run. */
async function alone(version, node, areConstant) {
  try {
    const [once] = await run(version, [node], areConstant);
    const [twice] = await run(version, [node], areConstant);
    return once.every((result, i) => sameResult(result, twice[i])) ? once : undefined;
  } catch (error) {
    assert.ok(error instanceof SimdcastError, `${node.op}: ${error.stack}`);
    return undefined;
  }
}

/** @returns the number of nodes that were compared */
async function compare(version, nodes, areConstant) {
  const known = [];
  for (const node of nodes) {
    const expected = await alone(version, node, areConstant);
    if (expected) known.push({ node, expected });
  }
  if (known.length < 2) return 0;
  const results = await run(
    version,
    known.map(({ node }) => node),
    areConstant,
  );
  known.forEach(({ node, expected }, k) => {
    expected.forEach((result, i) => {
      assert.ok(sameResult(results[k][i], result), `${inspect(node)}, output ${i}`);
    });
  });
  return known.length;
}

const rows = newestRows();
const plain = Object.entries(PLAIN).flatMap(([operator, inputs]) => {
  const version = { domain: '', operator, since: 21, attributes: {} };
  return inputs.map((one) => [version, { inputs: one, vary: {} }]);
});

/** Whether two results are equal: tensors of any type, lists of them, and absent ones. */
const sameResult = (a, b) => {
  if (!a || !b) return a === b;
  if (Array.isArray(a)) return a.length === b.length && a.every((one, i) => sameResult(one, b[i]));
  return sameTensor(a, b);
};

describe('alike nodes of one model', () => {
  const byOperator = new Map();
  for (const [version, row] of [...rows, ...plain]) {
    const { domain, operator } = version;
    const key = `${domain}:${operator}`;
    byOperator.set(key, [...(byOperator.get(key) ?? []), [version, row]]);
  }
  let compared = 0;
  for (const [operator, own] of byOperator)
    it(operator, async () => {
      for (const areConstant of [false, true]) {
        const [version] = own[0];
        const nodes = own.flatMap(([, row]) => nodesOf(version, row));
        compared += await compare(version, nodes, areConstant);
      }
    });
  it('tells one input twice from two', async () => {
    const model = encodeModel({
      inputs: ['a', 'b'].map((name) => ({ name, type: 'float32' })),
      outputs: ['aa', 'ab', 'bb', 'ba'].map((name) => ({ name })),
      nodes: ['aa', 'ab', 'bb', 'ba'].map((name) => ({
        ...{ op: 'Sub', inputs: [...name], outputs: [name] },
      })),
    });
    const session = await InferenceSession.create(model, { engine });
    const { aa, ab, bb, ba } = session.runSync({ a: t([2], [1, 5]), b: t([2], [2, 2]) });
    const numbers = [aa, ab, bb, ba].map(({ data }) => [...data]);
    const expected = [
      [0, 0],
      [-1, 3],
      [0, 0],
      [1, -3],
    ];
    assert.deepEqual(numbers, expected);
    await session.release();
  });

  it('tells used outputs from unused ones', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', type: 'float32' }],
      constants: { k: i64(1) },
      outputs: ['largest', 'again', 'at'].map((name) => ({ name, type: null })),
      nodes: [['largest'], ['again', 'at']].map((outputs) => ({
        ...{ op: 'TopK', inputs: ['x', 'k'], outputs },
      })),
    });
    const session = await InferenceSession.create(model, { engine });
    const { again, at } = session.runSync({ x: t([3], [1, 7, 3]) });
    assert.deepEqual([[...again.data], [...at.data]], [[7], [1n]]);
    await session.release();
  });

  it('an error about an index names its own node', async () => {
    const names = ['first', 'second', 'third'];
    const model = encodeModel({
      inputs: [
        { name: 'data', type: 'float32' },
        ...names.map((name) => ({ name: `${name} index`, type: 'int64' })),
      ],
      outputs: names.map((name) => ({ name })),
      nodes: names.map((name) => ({
        ...{ op: 'Gather', name, inputs: ['data', `${name} index`], outputs: [name] },
      })),
    });
    const session = await InferenceSession.create(model, { engine });
    const feeds = { data: t([3], [1, 2, 3]), 'first index': i64(0), 'third index': i64(1) };
    for (const bad of ['second', 'third'])
      assert.throws(
        () => session.runSync({ ...feeds, 'second index': i64(2), [`${bad} index`]: i64(7) }),
        ({ message }) => message.includes(bad),
      );
    await session.release();
  });

  it('most nodes were compared', () => assert.ok(compared > 1000, `${compared}`));
});
