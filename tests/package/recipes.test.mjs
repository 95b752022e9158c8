/** The recipes run as shown and print what they say, and what they print is right. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printed, projectFolder, recipes } from '../support/recipes.mjs';

const range = (length) => Array.from({ length }, (_, i) => i);
const numbers = (line) => line.split(' ').map(Number);

function assertNear(lines, expected, tolerance) {
  assert.equal(lines.length, expected.length);
  lines.forEach((line, row) => {
    const found = numbers(line);
    assert.equal(found.length, expected[row].length, line);
    found.forEach((value, i) => {
      const error = Math.abs(value - expected[row][i]);
      assert.ok(error <= tolerance, `${value} for ${expected[row][i]}`);
    });
  });
}

/** Three decimals are printed of float32 numbers below 10. */
const printedTolerance = 0.0005 + 1e-5;

/** What each recipe should print, worked out by loops over plain numbers. */
const checks = {
  'Normalise an image for a model'([head, ...rows]) {
    const mean = [123.675, 116.28, 103.53];
    const std = [58.395, 57.12, 57.375];
    const expected = range(3).map((c) =>
      range(6).map((pixel) => (14 * (3 * pixel + c) - mean[c]) / std[c]),
    );
    assert.equal(head, 'float32 1x3x2x3');
    assertNear(rows, expected, printedTolerance);
  },

  'Add a bias for each channel'([error, fix, , sum]) {
    // 3 channels against a width of 2, on the last of four axes.
    assert.equal(error, 'size_conflict 3');
    assert.match(fix, /^Reshape B to \(3,1,1\), /);
    const expected = range(12).map((i) => i + 100 * (Math.floor(i / 4) + 1));
    assert.equal(sum, `1x3x2x2 ${expected.join(' ')}`);
  },

  'Evaluate several operators in one pass'([head, ...rows]) {
    assert.equal(head, '2x3');
    const x = [
      [-4, -1, 0],
      [1, 2, 4],
    ];
    const expected = x.map((row, i) =>
      row.map((value, j) => {
        const scaled = value * [1, 0.5][i] + [0, 0.5, 1][j];
        return Math.min(Math.max(scaled / (1 + Math.exp(-scaled)), -1), 2);
      }),
    );
    assertNear(rows, expected, printedTolerance);
  },

  'Mask attention scores with Where'(rows) {
    const expected = range(6).map((row) =>
      range(3).map((key) => (key <= row % 3 ? (3 * row + key) / 4 : -Infinity)),
    );
    assert.deepEqual(rows.map(numbers), expected);
  },

  'Distances between all pairs of points'(rows) {
    const a = [
      [0, 0],
      [3, 4],
      [6, 8],
    ]; // prettier-ignore
    const b = [
      [0, 0],
      [3, 0],
    ]; // prettier-ignore
    const expected = a.map(([x, y]) => b.map(([u, v]) => Math.hypot(x - u, y - v)));
    assertNear(rows, expected, printedTolerance);
  },

  'Port a model from opset 6'([head, values]) {
    const b = [10, 20, 30, 40, 50, 60];
    // Element i of (2,3,2,2) meets B's element at its second and third axis.
    const expected = range(24).map((i) => i * b[Math.floor(i / 2) % 6]);
    assert.equal(head, '1x3x2x1 true');
    assert.deepEqual(numbers(values), expected.slice(12));
  },

  'Port a model from ncnn'([head, values]) {
    // Element i of [w=2,h=3,c=2] has c = i / 6.
    const expected = range(12).map((i) => [100, 200][Math.floor(i / 6)] - i);
    assert.equal(head, '2x3x2 2x1x1 true');
    assert.deepEqual(numbers(values), expected);
  },
};

/** These need more than Node and the package: their tests are beside what they need. */
const elsewhere = ['Share tensors with onnxruntime-web', 'Run in a worker'];

test('every recipe has a test', () => {
  const titles = recipes().map(({ title }) => title);
  assert.deepEqual(titles.toSorted(), [...Object.keys(checks), ...elsewhere].toSorted());
});

for (const { title, programs, output } of recipes()) {
  const check = checks[title];
  if (!check) continue;
  test(`recipe: ${title}`, (t) => {
    assert.equal(programs.length, 1);
    assert.equal(printed(projectFolder(t), programs[0].code), output);
    check(output.trimEnd().split('\n'));
  });
}
