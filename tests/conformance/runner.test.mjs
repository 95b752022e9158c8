/** The runner can fail: on a wrong value, on data that it cannot read. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from 'simdcast';
import { runTree } from './suite.mjs';
import { floats, integer, model, scalar, temporaryFolder, text, writeTest } from './support.mjs';

const sc = await load();
const add = { operator: 'Add' };
const pair = [floats([1, 2]), floats([10, 20])];
const good = { model: model([add], { opset: 14 }), inputs: pair, output: floats([11, 22]) };

async function outcomeOf(t, test) {
  const folder = temporaryFolder(t);
  writeTest(folder, 'test_it', test);
  const [outcome, ...rest] = await runTree(sc, folder);
  assert.equal(rest.length, 0);
  return outcome;
}

describe('the runner', () => {
  it('passes a right result and fails a wrong one', async (t) => {
    assert.equal((await outcomeOf(t, good)).outcome, 'passed');
    const { outcome, problems } = await outcomeOf(t, { ...good, output: floats([11, 23]) });
    assert.equal(outcome, 'failed');
    assert.match(problems[0], /test_data_set_0: item 1 is 22, expected 23/);
  });

  it('reads a model without opset_import as opset 1', async (t) => {
    const broadcast = [text(1, 'broadcast'), integer(3, 1)];
    const consumed = [text(1, 'consumed_inputs'), integer(8, 0), integer(8, 0), integer(20, 7)];
    const legacy = model([{ ...add, attributes: [broadcast, consumed] }]);
    const outcome = await outcomeOf(t, { ...good, model: legacy });
    assert.deepEqual([outcome.opset, outcome.outcome], [1, 'passed']);
  });

  it('takes initializers, and inputs left out', async (t) => {
    const initializers = [floats([10, 20], 'b')];
    const constant = model([add], { opset: 14, inputs: ['a'], initializers });
    const fed = await outcomeOf(t, { ...good, model: constant, inputs: [pair[0]] });
    assert.equal(fed.outcome, 'passed');
    const clip = model([{ operator: 'Clip', inputs: ['a', '', 'b'] }], { opset: 13 });
    const test = { model: clip, inputs: [pair[0], scalar(1.5)], output: floats([1, 1.5]) };
    assert.equal((await outcomeOf(t, test)).outcome, 'passed');
  });

  it('runs a test of several nodes', async (t) => {
    const two = model(
      [
        { ...add, output: 'd' },
        { ...add, inputs: ['d', 'b'] },
      ],
      { opset: 14 },
    );
    const { outcome, nodes } = await outcomeOf(t, {
      ...good,
      model: two,
      output: floats([21, 42]),
    });
    assert.deepEqual([outcome, nodes], ['passed', 2]);
    const wrong = await outcomeOf(t, { ...good, model: two });
    assert.equal(wrong.outcome, 'failed');
  });

  it('leaves operators alone that are not the package’s', async (t) => {
    const other = model([{ operator: 'ImageDecoder' }], { opset: 20 });
    assert.equal((await outcomeOf(t, { ...good, model: other })).outcome, 'foreign');
  });

  it('fails cases that it cannot read', async (t) => {
    const broken = await outcomeOf(t, { ...good, model: Uint8Array.of(255, 255) });
    assert.equal(broken.outcome, 'failed');
    const noInput = await outcomeOf(t, { ...good, inputs: [pair[0]] });
    assert.match(noInput.problems[0], /'b' is missing from the feeds/);
  });
});

describe('npm run conformance', () => {
  const program = fileURLToPath(new URL('run.mjs', import.meta.url));
  const run = (...args) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

  it('exits with 0 for a folder that passes, 1 for one that does not, 2 for none', async (t) => {
    const folder = temporaryFolder(t);
    assert.equal(run(folder).status, 2);
    writeTest(folder, 'test_good', good);
    const passed = run(folder, '--flavour', 'simd');
    assert.equal(passed.status, 0, passed.stderr);
    assert.match(passed.stdout, /^Add +14 +1 +0 +0$/m);
    writeTest(folder, 'test_bad', { ...good, output: floats([0, 0]) });
    const failed = run(folder);
    assert.equal(failed.status, 1);
    assert.match(failed.stdout, /test_bad: test_data_set_0: item 0 is 11, expected 0/);
  });
});
