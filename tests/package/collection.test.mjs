/** Unreachable resident tensors are collected; those with a reachable view are not. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cwd = fileURLToPath(new URL('.', import.meta.url));

// The rounds let finalisers run; tensors that are not collected by then never will be.
const PROGRAM = `
  import { load } from 'simdcast';
  const sc = await load();
  const alive = () => sc.memory().tensors;
  async function settle(wanted) {
    for (let round = 0; round < 100 && alive() > wanted; round++) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return alive();
  }
  function make(count) {
    for (let i = 0; i < count; i++) sc.tensor(new Float32Array(1000).fill(i), [1000]);
    return alive();
  }
  const report = { made: make(100) };
  report.left = await settle(0);

  const held = sc.tensor(Float32Array.of(1, 2, 3), [3]);
  report.held = (make(50), await settle(1));
  report.heldValues = [...held.data];

  let view = (() => sc.tensor(Float32Array.of(4, 5, 6), [3]).data)();
  report.viewed = (make(50), await settle(2));
  report.viewValues = [...view];
  view = undefined;
  report.unviewed = await settle(1);

  held.dispose();
  report.disposed = alive();
  report.again = await settle(0);

  const { bytes } = sc.memory();
  for (let i = 0; i < 40; i++) { make(100); await settle(0); }
  report.grown = sc.memory().bytes - bytes;
  console.log(JSON.stringify(report));
`;

describe('collection', () => {
  it('frees unreachable tensors, and keeps the rest', async () => {
    const args = ['--expose-gc', '--input-type=module', '--eval', PROGRAM];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd });
    assert.deepEqual(JSON.parse(stdout), {
      made: 100,
      left: 0,
      held: 1,
      heldValues: [1, 2, 3],
      viewed: 2,
      viewValues: [4, 5, 6],
      unviewed: 1,
      disposed: 0,
      again: 0,
      grown: 0,
    });
  });
});
