/** The colours: their contrast on the paper, and that no two axes look alike to anybody. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';

const read = (file) => readFile(new URL(`../../demo/styles/${file}`, import.meta.url), 'utf8');
const base = await read('base.css');
const letters = await read('letters.css');

const pairOf = (text, name) => {
  const found = new RegExp(`${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(text);
  return { light: found[1], dark: found[2] };
};
const paper = pairOf(base, '--paper');
const wash = pairOf(base, '--wash');
const axes = [...letters.matchAll(/--axis-\w: light-dark\((#\w+), (#\w+)\)/g)].map(
  ([, light, dark]) => ({ light, dark }),
);

const channels = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
const linear = (hex) =>
  channels(hex).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
const luminance = (hex) => dot(linear(hex), [0.2126, 0.7152, 0.0722]);

/** WCAG 2's contrast ratio. */
function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB. */
const eyes = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const toXyz = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const white = [0.95047, 1, 1.08883];

/** CIE L*a*b* as an eye sees a colour. */
function lab(hex, eye) {
  const seen = eyes[eye].map((row) => Math.min(Math.max(dot(row, linear(hex)), 0), 1));
  const f = toXyz
    .map((row, i) => dot(row, seen) / white[i])
    .map((t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116));
  return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])];
}
const difference = (a, b, eye) => {
  const [x, y] = [lab(a, eye), lab(b, eye)];
  return Math.hypot(...x.map((value, i) => value - y[i]));
};

for (const theme of ['light', 'dark']) {
  describe(theme, () => {
    test('words have a contrast of 4.5 on the paper and on the wash', () => {
      for (const name of ['--ink', '--ink-soft', '--bad', '--warn', '--focus']) {
        const colour = pairOf(base, name)[theme];
        for (const ground of [paper[theme], wash[theme]]) {
          assert.ok(contrast(colour, ground) >= 4.5, `${name}: ${contrast(colour, ground)}`);
        }
      }
    });

    test('edges have a contrast of 3', () => {
      const edge = pairOf(base, '--edge')[theme];
      assert.ok(contrast(edge, paper[theme]) >= 3, String(contrast(edge, paper[theme])));
    });

    test('the six axes have a contrast of 4.5, and differ by 20 for every eye', () => {
      assert.equal(axes.length, 6);
      axes.forEach((axis, i) => {
        assert.ok(contrast(axis[theme], paper[theme]) >= 4.5, axis[theme]);
        for (const other of axes.slice(i + 1)) {
          for (const eye of Object.keys(eyes)) {
            const apart = difference(axis[theme], other[theme], eye);
            assert.ok(apart >= 20, `${axis[theme]} and ${other[theme]}, ${eye}: ${apart}`);
          }
        }
      });
    });
  });
}
