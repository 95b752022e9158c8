import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrate, measure, ratio, roundsWithin } from './measure.mjs';

const effort = { warmUp: 1, sample: 1, budget: 1000, rounds: 4 };

/** A fake clock: a busy machine must not change the counts. */
function stoppedClock(t) {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  /** A contender that takes `ms` by that clock, and records when it ran. */
  return (name, ms, log = []) => ({
    name,
    run: () => {
      log.push(name);
      now += ms;
    },
  });
}

test('a slow contender is run once per sample', async (t) => {
  const busy = stoppedClock(t);
  assert.equal((await calibrate(busy('slow', 3), effort)).iterations, 1);
});

test('a fast contender is run often enough to fill a sample', async (t) => {
  const busy = stoppedClock(t);
  const log = [];
  const { iterations, elapsed } = await calibrate(busy('fast', 1 / 1024, log), effort);
  assert.ok(elapsed >= effort.sample);
  assert.ok(iterations >= 1024 && iterations <= log.length);
});

test('every round has every contender once, in an order of its own that the seed repeats', async (t) => {
  const busy = stoppedClock(t);
  const orders = async (seed) => {
    const log = [];
    const contenders = ['a', 'b', 'c'].map((name) => busy(name, 2, log));
    const samples = await measure(contenders, { ...effort, rounds: 20 }, seed);
    for (const { name } of contenders) assert.equal(samples.get(name).length, 20);
    return log
      .slice(-20 * 3)
      .join('')
      .match(/.../g);
  };
  const first = await orders(1);
  for (const order of first) assert.equal([...order].sort().join(''), 'abc');
  assert.ok(new Set(first).size > 3, first.join());
  assert.deepEqual(await orders(1), first);
  assert.notDeepEqual(await orders(2), first);
});

test('a contender of another process times its calls itself', async () => {
  const asked = [];
  const repeat = async (iterations) => {
    asked.push(iterations);
    return iterations;
  };
  const samples = await measure([{ name: 'far', run() {}, repeat }], effort, 1);
  assert.ok(asked.length > effort.rounds);
  assert.deepEqual(samples.get('far'), [1e6, 1e6, 1e6, 1e6]);
});

test('an asynchronous contender is waited for', async () => {
  let running = 0;
  const run = async () => {
    running++;
    assert.equal(running, 1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
  };
  await measure([{ name: 'later', run, async: true }], effort, 1);
  assert.equal(running, 0);
});

test('ratios are taken round by round', () => {
  const samples = new Map([
    ['base', [1, 10, 100]],
    ['peer', [2, 20, 200]],
  ]);
  assert.deepEqual(ratio(samples, 'base', 'peer'), { median: 2, q1: 2, q3: 2 });
});

test('a case that takes long has fewer rounds, never fewer than three', () => {
  assert.equal(roundsWithin({ rounds: 9, budget: 6000 }, 100), 9);
  assert.equal(roundsWithin({ rounds: 9, budget: 6000 }, 1000), 6);
  assert.equal(roundsWithin({ rounds: 9, budget: 6000 }, 9000), 3);
  assert.equal(roundsWithin({ rounds: 2, budget: 6000 }, 9000), 2);
});
