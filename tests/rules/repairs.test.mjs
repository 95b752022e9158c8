/** Every fix that the engine suggests, applied, and checked by the oracle; those of pairs are in pairs.test.mjs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { shapesIn } from '../oracle/notation.mjs';
import { checkFixes } from './repair-checks.mjs';
import { pick, Report, randomFrom, seedOf, sizes } from './support.mjs';

const sc = await load();
const seed = seedOf(88);

describe('repairs of triples and quadruples', () => {
  it('are accepted, as promised', (t) => {
    t.diagnostic(`seed ${seed}`);
    const random = randomFrom(seed);
    const report = new Report();
    for (let i = 0; i < 4000; i++) {
      const list = Array.from({ length: 3 + (i % 2) }, () =>
        Array.from({ length: Math.floor(random() * 4) }, () => pick(random, sizes)),
      );
      const { ok, fixes } = sc.align(list);
      if (!ok) report.add(list, {}, checkFixes(list, {}, fixes));
    }
    report.done(1000);
  });
});

describe('the worked outputs of demo 7.8', () => {
  const offered = (shapes) =>
    sc.align(shapes).fixes.map(({ kind, operand, shape, outputShape, grows: growth }) => ({
      kind,
      operand,
      shape,
      outputShape,
      grows: growth,
    }));

  it('(3,4) + (3): B as (3,1), A transposed, then A as (3,4,1), which grows', () => {
    assert.deepEqual(offered(shapesIn('(3,4) + (3)')).slice(0, 3), [
      { kind: 'unsqueeze', operand: 1, shape: [3, 1], outputShape: [3, 4], grows: false },
      { kind: 'transpose', operand: 0, shape: [4, 3], outputShape: [4, 3], grows: false },
      { kind: 'unsqueeze', operand: 0, shape: [3, 4, 1], outputShape: [3, 4, 3], grows: true },
    ]);
  });
  for (const [operands, shape] of [
    ['(8,3,200,300) + (3)', [3, 1, 1]],
    ['(32,64,56,56) + (64)', [64, 1, 1]],
    ['(2,16,64) + (2)', [2, 1, 1]],
    ['(8,12,128,128) + (8,128)', [8, 1, 1, 128]],
    ['(2,16,64) + (16)', [16, 1]],
  ]) {
    it(`${operands}: B is reshaped, as nothing moves then`, () => {
      const [first] = offered(shapesIn(operands));
      assert.deepEqual([first.operand, first.shape], [1, shape]);
    });
  }
  it('(8,3,200,300) + (3): of transposes the one that keeps the other axes in order', () => {
    const { fixes } = sc.align(shapesIn('(8,3,200,300) + (3)'));
    const orders = fixes.filter(({ kind }) => kind === 'transpose').map((fix) => fix.argument);
    assert.deepEqual(orders, [[0, 2, 3, 1]]);
  });
  it('(2,3,4) + (2,3): B as (2,3,1)', () => {
    assert.deepEqual(offered(shapesIn('(2,3,4) + (2,3)'))[0], {
      kind: 'unsqueeze',
      operand: 1,
      shape: [2, 3, 1],
      outputShape: [2, 3, 4],
      grows: false,
    });
  });
  it('(2,3) + (3,2): transpose either', () => {
    const [one, two] = offered(shapesIn('(2,3) + (3,2)'));
    assert.deepEqual([one.kind, two.kind], ['transpose', 'transpose']);
    assert.deepEqual([one.operand, two.operand].sort(), [0, 1]);
    assert.ok(!one.grows && !two.grows);
  });
  for (const shapes of [shapesIn('(3) + (4)'), shapesIn('(2,1) + (8,4,3)')]) {
    it(`(${shapes.join(') + (')}): only growth`, () => {
      const fixes = offered(shapes);
      assert.ok(fixes.length > 0);
      assert.ok(fixes.every((fix) => fix.grows));
    });
  }
  it('legacy: (2,3,4,5) with (3,4) needs axis=1', () => {
    const { fixes } = sc.align(shapesIn('(2,3,4,5) + (3,4)'), { rule: 'legacy' });
    const setAxis = fixes.find((fix) => fix.kind === 'setAxis');
    assert.deepEqual(setAxis.argument, [1]);
  });
  it('unidirectional: (4,5) to (2,3,4,5) needs the operands swapped', () => {
    const { fixes } = sc.align(shapesIn('(4,5) + (2,3,4,5)'), { rule: 'unidirectional' });
    assert.ok(fixes.some((fix) => fix.kind === 'swapOperands'));
  });
});
