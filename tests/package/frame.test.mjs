/** The first real run: a 1080p RGB frame, minus the mean and divided by the deviation of each channel. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { flavours } from '../support/flavours.mjs';
import { Random, seedOf } from './random.mjs';

const DIMS = [1080, 1920, 3];
const MEAN = Float32Array.of(0.485, 0.456, 0.406);
const DEVIATION = Float32Array.of(0.229, 0.224, 0.225);
const seed = seedOf(7);

function makeFrame() {
  const random = new Random(seed);
  const frame = new Float32Array(1080 * 1920 * 3);
  for (let i = 0; i < frame.length; i++) frame[i] = random.between(0, 255) / 255;
  return frame;
}

function plainLoop(frame) {
  const result = new Float32Array(frame.length);
  for (let i = 0; i < frame.length; i += 3)
    for (let c = 0; c < 3; c++) result[i + c] = Math.fround(frame[i + c] - MEAN[c]) / DEVIATION[c];
  return result;
}

function timed(work) {
  const start = performance.now();
  const result = work();
  return { result, time: `${(performance.now() - start).toFixed(1)} ms` };
}

/** Compares bit by bit. */
function assertSame(got, wanted, what) {
  assert.equal(got.length, wanted.length);
  for (let i = 0; i < wanted.length; i++)
    if (!Object.is(got[i], wanted[i]))
      assert.fail(`${what}: element ${i} is ${got[i]} and should be ${wanted[i]}, SEED=${seed}`);
}

describe('a 1080p frame', () => {
  const frame = makeFrame();
  const loop = timed(() => plainLoop(frame));
  const mean = { data: MEAN, dims: [3] };
  const deviation = { data: DEVIATION, dims: [3] };

  for (const flavour of flavours) {
    it(`is normalised, arrays in and out, ${flavour}`, async (t) => {
      const sc = await load({ flavour });
      const input = { data: frame, dims: DIMS };
      const { result, time } = timed(() => sc.div(sc.sub(input, mean), deviation));
      t.diagnostic(`${flavour}, arrays: ${time}; plain loop: ${loop.time}`);
      assert.deepEqual([...result.dims], DIMS);
      assertSame(result.data, loop.result, flavour);
    });

    it(`is normalised in place in wasm memory, ${flavour}`, async (t) => {
      const sc = await load({ flavour });
      const resident = sc.tensor(frame, DIMS);
      const { time } = timed(() => {
        sc.sub(resident, mean, { out: resident });
        sc.div(resident, deviation, { out: resident });
      });
      t.diagnostic(`${flavour}, resident: ${time}; plain loop: ${loop.time}`);
      assertSame(resident.data, loop.result, flavour);
      resident.dispose();
    });
  }
});
