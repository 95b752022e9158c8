/** Random graphs, and the digits model of the page, by a session here and by onnxruntime-web. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

import { InferenceSession } from '../onnx/entry.mjs';
import { seeded } from '../operators/support/values.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { expectClose, peerResults } from './close.mjs';
import { randomGraph } from './graphs.mjs';
import { installPeer } from './install.mjs';
import { loadPeer } from './peer.mjs';

const skip = (await installPeer()) ?? false;
if (skip) console.error(`! Differential: SKIPPED. ${skip}`);

// Skipped suites are not counted, so this test is skipped too.
it('onnxruntime-web is there', { skip }, () => {});

const { random, seed } = seeded(77);
const GRAPHS = 150;

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
      const feeds = { x: { type: 'float32', data, dims: [count, 1, 8, 8] } };
      await compare(engines, ort, { model, feeds }, `${seed}, ${count} digits`);
    }
  });
});
