import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logScale, plot } from './plot.mjs';
import { assertWellFormed } from './well-formed.mjs';

const summary = (median) => ({ median, q1: median, q3: median });
const content = {
  title: 'a < b & "c"',
  note: 'dated',
  names: ['simdcast', 'tfjs', 'ort'],
  results: [
    { shapes: '[4]+[4]', times: { simdcast: summary(120), tfjs: summary(3000) } },
    { shapes: '[4,4]+[4]', times: { simdcast: summary(450000), ort: summary(2e6) } },
  ],
};

test('the plot is well-formed XML', () => {
  const svg = plot(content);
  assertWellFormed(svg);
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox/);
  assert.ok(svg.includes('a &lt; b &amp; &quot;c&quot;'));
});

test('the check of form can fail', () => {
  assert.throws(() => assertWellFormed('<svg><g></svg>'));
  assert.throws(() => assertWellFormed('<svg>a & b</svg>'));
});

test('a mark for each figure, and one for each name in the legend', () => {
  const titles = [...plot(content).matchAll(/<title>([^<]*)<\/title>/g)].map(([, text]) => text);
  assert.deepEqual(titles.slice(1, 4), ['simdcast', 'tfjs', 'ort']);
  assert.deepEqual(titles.slice(4).sort(), [
    'ort: 2.00 ms',
    'simdcast: 120 ns',
    'simdcast: 450 µs',
    'tfjs: 3.00 µs',
  ]);
});

test('the scale puts powers of ten at equal distances', () => {
  const { place, ticks } = logScale([120, 90000], 100, 400);
  assert.deepEqual(ticks, [100, 1000, 10000, 100000]);
  assert.deepEqual(
    ticks.map((tick) => Math.round(place(tick))),
    [100, 200, 300, 400],
  );
});
