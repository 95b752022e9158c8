/**
 * Workers that are late, blocked, preempted or killed: calls return right results, and all workers sleep when
 * there is nothing to do.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { load as loadAlone } from 'simdcast';
import { load as loadThreads } from 'simdcast/threads';
import { operand } from './operands.mjs';

const load = (options) => loadThreads({ flavour: 'simd', ...options });
const alone = await loadAlone({ flavour: 'simd' });

const file = import.meta.resolve('simdcast/worker.js');

/** A worker whose program includes the package's own. */
const workerOf = (program) =>
  new Worker(
    `const { parentPort } = require('node:worker_threads');
    const pause = (milliseconds) =>
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
    const start = () => import('${file}');
    (async () => { ${program} })();`,
    { eval: true },
  );

const LATE = 'await new Promise((resolve) => setTimeout(resolve, 1500)); await start();';

/** Compilation of fused kernels takes a tenth of a second. */
const SLOW_TO_COMPILE = `
  await start();
  const { onmessage } = parentPort;
  parentPort.onmessage = (event) => {
    if (event.data.kind === 'put') pause(100);
    onmessage(event);
  };`;

const pause = (milliseconds) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

const x = operand('float32', [300, 1001], 1);
const row = operand('float32', [1001], 2);

/** Calls of several kinds, and a fused expression that no call before had. */
function callsOf(sc, round) {
  const fused = sc.fuse((a, b) => a.mul(b).add(round).tanh().sub(a));
  return sc.tidy(() => {
    const [a, b] = [x, row].map(({ type, data, dims }) => sc.tensor(type, data, dims));
    const made = [sc.add(a, b), fused(a, b), a.softmax(), a.sum({ axis: 0 }), a.transpose()];
    made.push(a.matMul(made[4]));
    return made.map((tensor) => Buffer.from(tensor.toArray().buffer));
  });
}

function checkCalls(sc, round) {
  const expected = callsOf(alone, round);
  callsOf(sc, round).forEach((bytes, i) => {
    assert.ok(bytes.equals(expected[i]), `call ${i} of round ${round} differs`);
  });
}

/** Suppresses the console's messages about workers that end. */
async function quietly(work) {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}

describe('workers that are slow', () => {
  it('to start: load waits for them', async () => {
    const sc = await load({ threads: 3, worker: () => workerOf(LATE) });
    assert.equal(sc.threads, 3, sc.threadsReason);
    for (let round = 0; round < 3; round++) checkCalls(sc, round);
    sc.close();
  });

  it('to compile what is fused: the caller goes on without them', async () => {
    const sc = await load({ threads: 3, worker: () => workerOf(SLOW_TO_COMPILE) });
    for (let round = 0; round < 10; round++) checkCalls(sc, round);
    assert.equal(sc.threads, 3, sc.threadsReason);
    sc.close();
  });

  it('because others use the processors', async () => {
    const busy = Array.from({ length: 4 }, () => new Worker('for (;;);', { eval: true }));
    await Promise.all(busy.map((worker) => once(worker, 'online')));
    const sc = await load({ threads: 4 });
    for (let round = 0; round < 10; round++) checkCalls(sc, round);
    assert.equal(sc.threads, 4, sc.threadsReason);
    await Promise.all(busy.map((worker) => worker.terminate()));
    sc.close();
  });
});

describe('workers that are killed', () => {
  it('while calls follow one another: none hangs, none is wrong', () =>
    quietly(async () => {
      for (let round = 0; round < 12; round++) {
        const made = [];
        const worker = () => {
          made.push(new Worker(new URL(file)));
          return made.at(-1);
        };
        const sc = await load({ threads: 3, worker });
        checkCalls(sc, round);
        // It dies wherever it is by then: asleep, between pieces, or within one.
        const ended = made[round % 2].terminate();
        for (let call = 0; call < 3; call++) checkCalls(sc, round);
        await ended;
        await new Promise((resolve) => setTimeout(resolve, 20));
        assert.equal(sc.threads, 1);
        assert.match(sc.threadsReason, /a worker has stopped/);
        checkCalls(sc, round);
        sc.close();
      }
    }));
});

describe('workers that have nothing to do', () => {
  /** The processor time that this process takes, as a part of the time that passes. */
  function shareWhileIdle() {
    const [before, start] = [process.cpuUsage(), performance.now()];
    pause(1000);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / (performance.now() - start);
  }

  it('sleep a millisecond after the last call', async () => {
    const baseline = shareWhileIdle();
    const sc = await load({ threads: 4 });
    for (let round = 0; round < 5; round++) checkCalls(sc, round);
    pause(1);
    const idle = shareWhileIdle();
    // One that looks for work all the time would take a processor, or its share of one.
    assert.ok(idle <= baseline + 0.05, `${idle} of a processor, and ${baseline} without workers`);
    checkCalls(sc, 0);
    sc.close();
  });

  it('end with close', async () => {
    const made = [];
    const worker = () => {
      made.push(new Worker(new URL(file)));
      return made.at(-1);
    };
    const sc = await load({ threads: 3, worker });
    const ends = made.map((each) => once(each, 'exit'));
    sc.close();
    await Promise.all(ends);
    assert.equal(ends.length, 2);
  });
});
