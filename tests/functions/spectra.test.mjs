/**
 * Windows against their formulas; MelWeightMatrix against ONNX's example, and for random edges against the
 * code in Operators.md.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gamma } from '../support/bounds.mjs';
import { randomOf, same, sc } from './oracle.mjs';
import { f32, given, longs, testRows } from './rows.mjs';

const long = (value) => given(longs([], [value]));
const hertz = (value) => given(f32([], [value]));
const inputs = ([bands, length, rate, low, high]) => [
  ...[bands, length, rate].map(long),
  ...[low, high].map(hertz),
];

/** A column for each triangle: from 0 at its lower edge to 1 at its centre, and to 0 at its upper edge. */
function expected([bands, length, rate, low, high]) {
  const mel = (frequency) => 2595 * Math.log10(1 + frequency / 700);
  const step = (mel(high) - mel(low)) / (bands + 2);
  const places = Array.from({ length: bands + 2 }, (_, i) => {
    const frequency = 700 * (10 ** ((i * step + mel(low)) / 2595) - 1);
    return ((length + 1) * frequency) / rate;
  });
  const edges = places.map(Math.floor);
  const values = new Array((Math.floor(length / 2) + 1) * bands).fill(0);
  for (let band = 0; band < bands; band++) {
    const [lower, centre, upper] = edges.slice(band, band + 3);
    if (lower === centre) values[centre * bands + band] = 1;
    else
      for (let j = lower; j <= centre; j++)
        values[j * bands + band] = (j - lower) / (centre - lower);
    if (upper > centre)
      for (let j = centre; j < upper; j++)
        values[j * bands + band] = (upper - j) / (upper - centre);
  }
  return { places, value: f32([values.length / bands, bands], values) };
}

testRows([
  [
    'MelWeightMatrix',
    inputs([8, 16, 8192, 0, 4096]),
    {},
    f32(
      [9, 8],
      [
        ...[1, 1, 0, 0, 0, 0, 0, 0],
        ...[0, 0, 1, 1, 0, 0, 0, 0],
        ...[0, 0, 0, 0, 1, 0, 0, 0],
        ...[0, 0, 0, 0, 0, 1, 0, 0],
        ...[0, 0, 0, 0, 0, 0, 1, 0],
        ...[0, 0, 0, 0, 0, 0, 0, 1],
        ...new Array(24).fill(0),
      ],
    ),
  ],
]);

/** The distance from an integer below which an edge's own rounding matters. */
const MARGIN = 2 ** -20;

test('MelWeightMatrix of random bands, lengths, rates and edges', () => {
  const r = randomOf('mel');
  let compared = 0;
  for (let i = 0; i < 40; i++) {
    const rate = r.int(4000, 48000);
    const low = r.int(0, rate / 8);
    const made = [r.int(1, 40), r.int(16, 1024), rate, low, r.int(low + 1, rate / 2 - 1)];
    const { places, value } = expected(made);
    // An edge on a bin may fall to either side.
    if (places.some((place) => Math.abs(place - Math.round(place)) < MARGIN && place !== 0))
      continue;
    compared++;
    const near = (_, want) => gamma(1, 'float32') * want;
    same(sc.run('MelWeightMatrix', inputs(made)), value, `${made}`, { near, zeros: true });
  }
  if (compared < 30) throw new Error(`${compared} of 40 matrices were compared`);
});

// The edges by CPython's `math.log10` and `**`, as ONNX's reference computes them. 512 · 500 / 16000 is 16.
test('MelWeightMatrix with its lowest edge on a bin', () => {
  const [low, centre, high] = [16, 40, 79];
  const { data } = sc.run('MelWeightMatrix', inputs([1, 511, 16000, 500, 4500]));
  const weights = Array.from({ length: 256 }, (_, row) => {
    if (row < low || row >= high) return 0;
    return row <= centre ? (row - low) / (centre - low) : (high - row) / (high - centre);
  });
  assert.deepEqual([...data], weights.map(Math.fround));
});

test('windows of no samples and of one', () => {
  for (const name of ['HannWindow', 'HammingWindow', 'BlackmanWindow'])
    for (const periodic of [0, 1]) {
      const options = { attributes: { periodic } };
      assert.deepEqual(sc.run(name, [long(0)], options).dims, [0], name);
      const [only] = sc.run(name, [long(1)], options).data;
      // A period of one sample starts at 0; without its last sample there is only the middle.
      const first = { HannWindow: 0, HammingWindow: 4 / 46, BlackmanWindow: 0 }[name];
      assert.ok(Math.abs(only - (periodic ? first : 1)) < 2 ** -24, name);
    }
});

test('windows of a period, and of one sample less', () => {
  // Quarters of a turn: the cosines are 1, 0, -1 and 0.
  for (const [name, quarters] of [
    ['HannWindow', [0, 1 / 2, 1, 1 / 2]],
    ['HammingWindow', [4 / 46, 25 / 46, 1, 25 / 46]],
    ['BlackmanWindow', [0, 0.34, 1, 0.34]],
  ]) {
    // Computed in 64 bits and rounded once.
    const near = () => 2 ** -24;
    same(sc.run(name, [long(4)]), f32([4], quarters), name, { near });
    const attributes = { periodic: 0 };
    const whole = f32([5], [...quarters, quarters[0]]);
    same(sc.run(name, [long(5)], { attributes }), whole, name, { near });
  }
});
