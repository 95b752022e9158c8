/** Random graphs, and the digits that the page reads, by a session here and by onnxruntime-web. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { InferenceSession } from '../onnx/entry.mjs';
import { seeded } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { randomGraph } from './graphs.mjs';
import { installPeer } from './install.mjs';
import { loadPeer } from './peer.mjs';

const skip = (await installPeer()) ?? false;
if (skip) console.error(`! Differential: SKIPPED. ${skip}`);

// A skipped suite is no skipped test, and would not be counted.
it('onnxruntime-web is there', { skip }, () => {});

const { random, seed } = seeded(77);
const GRAPHS = 150;

/** Both round after every operator, in orders of their own: a graph multiplies what that makes. */
const RELATIVE = 2e-4;
const ABSOLUTE = 2e-5;

const isClose = (a, b) =>
  Object.is(a, b) || a === b || Math.abs(a - b) <= ABSOLUTE + RELATIVE * Math.abs(b);

function expectClose(actual, expected, about) {
  assert.equal(actual.type, expected.type, about);
  assert.deepEqual([...actual.dims], [...expected.dims], about);
  const at = actual.data.findIndex((value, i) => !isClose(value, expected.data[i]));
  assert.ok(at < 0, `${about}: item ${at} is ${actual.data[at]}, expected ${expected.data[at]}`);
}

async function peerResults(ort, model, feeds) {
  const options = { executionProviders: ['wasm'], intraOpNumThreads: 1, logSeverityLevel: 4 };
  const session = await ort.InferenceSession.create(model, options);
  const tensors = Object.entries(feeds).map(([name, { type = 'float32', data, dims }]) => [
    name,
    new ort.Tensor(type, data, dims),
  ]);
  const results = await session.run(Object.fromEntries(tensors));
  await session.release();
  return results;
}

async function compare(engines, ort, { model, feeds }, about) {
  const expected = await peerResults(ort, model, feeds);
  for (const engine of engines) {
    const session = await InferenceSession.create(model, { engine });
    for (let run = 0; run < 2; run++) {
      const actual = await session.run(feeds);
      for (const [name, tensor] of Object.entries(expected))
        expectClose(actual[name], tensor, `${about}, ${engine.flavour}, ${name}`);
    }
    await session.release();
  }
}

describe(`sessions against onnxruntime-web, ${seed}`, { skip }, async () => {
  const ort = skip ? undefined : await loadPeer();
  const engines = await loadFlavours();

  it(`${GRAPHS} random graphs`, async (t) => {
    const seen = new Set();
    for (let i = 0; i < GRAPHS; i++) {
      const graph = randomGraph(random);
      for (const op of graph.ops) seen.add(op);
      await compare(engines, ort, graph, `${seed}, graph ${i}, ${graph.ops.join(' ')}`);
    }
    t.diagnostic(`${seen.size} operators`);
    assert.ok(seen.size >= 28, `only ${[...seen].join(' ')}`);
  });

  it('the network that reads digits', async () => {
    const model = readFileSync(new URL('../../demo/digits/digits.onnx', import.meta.url));
    for (const count of [1, 2, 17]) {
      const data = Float32Array.from({ length: count * 64 }, () => Math.floor(random() * 17) / 16);
      const feeds = { x: { type: 'float32', data, dims: [count, 64] } };
      await compare(engines, ort, { model, feeds }, `${seed}, ${count} digits`);
    }
  });
});
