/** The colours: their contrast on the paper, and axes of one lightness, each with its own line. */
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

const toXyz = [0.2126729, 0.7151522, 0.072175];

/** CIE L*. */
function lightness(hex) {
  const y = dot(linear(hex), toXyz);
  return 116 * (y > 216 / 24389 ? Math.cbrt(y) : ((24389 / 27) * y + 16) / 116) - 16;
}

for (const theme of ['light', 'dark']) {
  describe(theme, () => {
    test('words have a contrast of 4.5 on the paper and on the wash', () => {
      for (const name of ['--ink', '--ink-soft', '--bad', '--focus']) {
        const colour = pairOf(base, name)[theme];
        for (const ground of [paper[theme], wash[theme]]) {
          assert.ok(contrast(colour, ground) >= 4.5, `${name}: ${contrast(colour, ground)}`);
        }
      }
    });

    test('edges have a contrast of 3', () => {
      for (const name of ['--edge', '--edge-a', '--edge-b', '--edge-c']) {
        const edge = pairOf(base, name)[theme];
        assert.ok(contrast(edge, paper[theme]) >= 3, `${name}: ${contrast(edge, paper[theme])}`);
      }
    });

    test('copies are read on their ground, and the words of buttons on theirs', () => {
      const of = (name) => pairOf(base, name)[theme];
      for (const each of ['a', 'b', 'c']) {
        const [ink, ground] = [of(`--ink-${each}`), of(`--copy-${each}`)];
        assert.ok(contrast(ink, ground) >= 4.5, `${each}: ${contrast(ink, ground)}`);
      }
      assert.ok(contrast(of('--on-button'), of('--button')) >= 4.5);
    });

    test('the six axes have a contrast of 4.5 on every ground, and one lightness', () => {
      assert.equal(axes.length, 6);
      const tints = ['--tint-a', '--tint-b', '--tint-c'].map((name) => pairOf(base, name)[theme]);
      for (const axis of axes) {
        for (const ground of [paper[theme], ...tints]) {
          assert.ok(contrast(axis[theme], ground) >= 4.5, `${axis[theme]} on ${ground}`);
        }
      }
      const levels = axes.map((axis) => lightness(axis[theme]));
      assert.ok(Math.max(...levels) - Math.min(...levels) <= 1, levels.join());
    });

    test('each axis has its own line style in addition to its colour', () => {
      const lines = [...letters.matchAll(/--axis-line: (\w+)/g)].map(([, line]) => line);
      assert.equal(new Set(lines).size, lines.length);
      assert.ok(lines.length >= 5);
    });
  });
}
