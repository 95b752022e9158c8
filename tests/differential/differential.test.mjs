/**
 * The same node on the same operands, here and in onnxruntime-web: every operator, type and opset that both
 * have. All results must be equal, except as stated in `limits`.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { expectTensor } from '../operators/support/compare.mjs';
import { runNode } from '../operators/support/engines.mjs';
import { seeded } from '../operators/support/values.mjs';
import { randomOperands } from './cases.mjs';
import { installPeer } from './install.mjs';
import { nodes } from './nodes.mjs';
import { loadPeer, prepare } from './peer.mjs';

const skip = (await installPeer()) ?? false;
if (skip) console.error(`! Differential: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('onnxruntime-web is there', { skip }, () => {});

const { random, seed } = seeded(130);
const timesEach = 6;

/** Units in the last place: each of the two may be off by half a unit, or by one for Pow. */
const limits = { Pow: 2, Mean: 1 };

/**
 * onnxruntime-web does not define which zero is larger, adds 0 to the result of Where (and so of PRelu), and
 * starts the sum of a product with its first term.
 */
const zeroSignIsOpen = new Set(['Max', 'Min', 'Where', 'PRelu', 'Gemm', 'MatMul']);

function withoutZeroSign(tensor) {
  const isFloat = tensor.data instanceof Float32Array || tensor.data instanceof Float64Array;
  if (isFloat) return { ...tensor, data: tensor.data.map((x) => x + 0) };
  if (tensor.type !== 'float16') return tensor;
  return { ...tensor, data: Uint16Array.from(tensor.data, (bits) => (bits === 0x8000 ? 0 : bits)) };
}

const written = (dims) => `(${dims.join()})`;

function describeCase({ op, opset, attributes }, operands) {
  const shapes = operands.map(({ type, dims }) => type + written(dims));
  return `${op} at opset ${opset} ${JSON.stringify(attributes)} of ${shapes.join(' ')}, ${seed}`;
}

function fedBy(operands) {
  const single = operands.every(({ dims }) => dims.join() === operands[0].dims.join());
  return (i) => (single ? operands.map(({ data }) => data[i]).join(' and ') : `element ${i}`);
}

async function checkOnce(node, peer) {
  const operands = randomOperands(random, node);
  const { op, opset, attributes } = node;
  const expected = await peer.run(operands);
  const actual = runNode(op, operands, { opset, attributes });
  const [got, wanted] = zeroSignIsOpen.has(op)
    ? [actual, expected].map(withoutZeroSign)
    : [actual, expected];
  const about = (i) => `${describeCase(node, operands)}: ${fedBy(operands)(i)}`;
  expectTensor(got, wanted, { ulps: limits[op] ?? 0, about });
}

const nameOf = ({ op, opset, inputs, attributes }) =>
  [op, opset, inputs.join(' '), ...Object.entries(attributes).map((entry) => entry.join('='))].join(
    ' ',
  );

describe(`against onnxruntime-web, ${seed}`, { skip }, async () => {
  const ort = skip ? undefined : await loadPeer();
  const lacking = new Map();
  let shared = 0;
  let ran = 0;

  for (const node of skip ? [] : nodes) {
    const peer = await prepare(ort, node);
    if (peer === undefined) {
      const row = `${node.op} ${node.opset}`;
      const types = [...new Set(node.inputs)].join(' with ');
      lacking.set(row, [...(lacking.get(row) ?? []), types]);
      continue;
    }
    shared++;
    it(nameOf(node), async () => {
      for (let i = 0; i < timesEach; i++) {
        await checkOnce(node, peer);
        ran++;
      }
    });
    after(() => peer.release());
  }

  it('is not over before thousands of cases have run', (t) => {
    for (const [row, types] of lacking) {
      t.diagnostic(`onnxruntime-web lacks ${row}: ${[...new Set(types)].join(', ')}`);
    }
    t.diagnostic(`${shared} nodes, ${ran} cases`);
    assert.ok(shared >= 500, `only ${shared} nodes are shared`);
    assert.ok(ran >= 3000, `only ${ran} cases ran`);
  });
});
