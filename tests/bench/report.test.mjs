import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bestPeer,
  digits,
  duration,
  geometricMeans,
  sectionTable,
  skippedLines,
  table,
} from './report.mjs';

const summary = (median) => ({ median, q1: median, q3: median });

const result = {
  op: 'Add',
  type: 'float32',
  shapes: '[4]+[4]',
  mode: 'resident',
  base: 'simdcast',
  elements: 4,
  bytes: 48,
  times: { simdcast: summary(400), tfjs: summary(800), roof: summary(100) },
  ratios: { tfjs: summary(2), roof: summary(0.25) },
};

test('a table lines its columns up', () => {
  assert.equal(
    table(
      ['name', 'n'],
      [
        ['a', '1'],
        ['long name', '100'],
      ],
    ),
    ['name         n', '---------  ---', 'a            1', 'long name  100'].join('\n'),
  );
});

test('figures have three digits and a unit', () => {
  assert.equal(digits(0.12345), '0.123');
  assert.equal(digits(12.345), '12.3');
  assert.equal(digits(1234.5), '1235');
  assert.equal(digits(Number.NaN), '–');
  assert.equal(duration(12.3), '12.3 ns');
  assert.equal(duration(0.25), '0.250 ns');
  assert.equal(duration(4500), '4.50 µs');
  assert.equal(duration(2_000_000), '2.00 ms');
});

test('a row shows time, rate and ratios, and only libraries that have one', () => {
  const [head, , row] = sectionTable([result], ['tfjs', 'ort', 'jax']).split('\n');
  assert.match(head, /^shapes +time +IQR +ns\/elem +GB\/s +roof +flat +tfjs$/);
  assert.match(row, /^\[4\]\+\[4\] +400 ns +0% +100 +0\.120 +25% +– +2\.00×$/);
});

test('a fused expression is shown with its steps in the place of a flat twin', () => {
  const fused = { ...result, ratios: { ...result.ratios, steps: summary(2.5) } };
  const [head, , row] = sectionTable([fused], ['tfjs']).split('\n');
  assert.match(head, /roof +steps +tfjs$/);
  assert.match(row, /25% +2\.50× +2\.00×$/);
});

test('the roof and the flat twin are not peers', () => {
  const ratios = {
    roof: summary(0.5),
    flat: summary(0.9),
    steps: summary(9),
    tfjs: summary(3),
    ort: summary(2),
  };
  assert.equal(bestPeer({ ratios }), 2);
  assert.equal(bestPeer({ ratios: { roof: summary(0.5) } }), undefined);
});

test('geometric means count the cases that a peer has', () => {
  const other = { ratios: { tfjs: summary(8), ort: summary(4) } };
  const means = geometricMeans([result, other], ['tfjs', 'ort', 'jax']);
  assert.deepEqual(
    means.map(({ name, mean, cases }) => [name, Math.round(mean * 1e6) / 1e6, cases]),
    [
      ['tfjs', 4, 2],
      ['ort', 4, 1],
      ['best peer', 2.828427, 2],
    ],
  );
});

test('skipped cases are listed by type, each operator once', () => {
  const skipped = [
    { op: 'Pow', type: 'float32' },
    { op: 'Pow', type: 'int32' },
    { op: 'Pow', type: 'float32' },
    { op: 'And', type: 'bool' },
    { op: 'Mod', type: 'float32' },
    { op: 'Mod', type: 'int32' },
  ];
  assert.deepEqual(skippedLines(skipped), ['float32 int32: Pow Mod', 'bool: And']);
});
