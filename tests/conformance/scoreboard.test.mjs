/** The files for ONNX's backend scoreboard: its names, formats and counts (test/conftest.py there). */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { scoreboardFiles } from './scoreboard.mjs';

const use = (operator, domain = '') => ({ operator, domain, opset: 1 });
const outcomes = [
  { name: 'test_b', outcome: 'passed', uses: [use('Add'), use('Mul')] },
  { name: 'test_a', outcome: 'passed', uses: [use('Add')] },
  { name: 'test_c', outcome: 'wrong', uses: [use('Add')] },
  { name: 'test_d', outcome: 'failed', uses: [use('Scaler', 'ai.onnx.ml')] },
  { name: 'test_e', outcome: 'foreign', uses: [use('ImageDecoder')] },
];
const date = new Date('2026-02-03T04:05:06Z');
const files = scoreboardFiles(outcomes, { date, version: '1.2.3' });
const named = (...names) => names.map((name) => `OnnxBackendNodeModelTest::test_${name}_cpu`);

it('lists the tests by status', () => {
  assert.deepEqual(files['report.json'], {
    date: '02/03/2026 04:05:06',
    failed: named('c', 'd'),
    passed: named('a', 'b'),
    skipped: named('e'),
  });
});

it('counts the tests of each operator', () => {
  const counts = files['ops.json'].map((row) => Object.values(row));
  assert.deepEqual(counts, [
    ['', 'Add', 3, 2, 1, 0],
    ['', 'ImageDecoder', 1, 0, 0, 1],
    ['', 'Mul', 1, 1, 0, 0],
    ['ai.onnx.ml', 'Scaler', 1, 0, 1, 0],
  ]);
});

it('has a summary as the only entry of the trend', () => {
  assert.deepEqual(files['trend.json'], [
    {
      date: '02/03/2026 04:05:06',
      failed: 2,
      passed: 2,
      skipped: 1,
      total_ops: 4,
      versions: [{ name: 'simdcast', version: '1.2.3' }],
    },
  ]);
});
