/** The recipes run as shown and print the shown output, which is right. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from 'simdcast';
import { firstBlock } from '../support/markdown.mjs';
import { printed, projectFolder, recipes, sectionText } from '../support/recipes.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url));
const range = (length) => Array.from({ length }, (_, i) => i);
const numbers = (line) => line.split(' ').map(Number);
const sum = (values) => values.reduce((total, value) => total + value, 0);
const mean = (values) => sum(values) / values.length;
const dot = (a, b) => sum(a.map((value, i) => value * b[i]));
/** Parses nested arrays as `console.log` prints them. */
const nested = (line) => JSON.parse(line);

/** Three decimals are printed of float32 numbers below 10. */
const printedTolerance = 0.0005 + 1e-5;

function assertNear(lines, expected, tolerance = printedTolerance) {
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

/** The expected output of each recipe, computed by loops over plain numbers. */
const checks = {
  'Turn an image into model input'([head, ...rows]) {
    const pixels = [
      [255, 0, 51],
      [0, 102, 255],
    ];
    const expected = range(3).map((c) =>
      pixels.map((pixel) => (pixel[c] / 255 - [0.5, 0.4, 0.2][c]) / [0.5, 0.2, 0.4][c]),
    );
    assert.equal(head, 'float32 [ 1, 3, 1, 2 ]');
    assertNear(rows, expected, 0.005 + 1e-5);
  },

  'Resize an image, and draw it'([size, pixels]) {
    assert.equal(size, '4 1');
    // Half a pixel beyond the centres, linear interpolation repeats the edges.
    assert.equal(pixels, '[ 0, 0, 0, 255 ] [ 200, 100, 50, 255 ]');
  },

  'Top classes of a classifier'(lines) {
    const logits = [1.5, 3, 0.2, 2].map(Math.exp);
    const share = (at) => (logits[at] / sum(logits)).toFixed(2);
    assert.deepEqual(lines, [`dog ${share(1)}`, `fish ${share(3)}`]);
  },

  'Drop overlapping boxes'([line]) {
    // Of two boxes that overlap, the one with the higher score is kept.
    assert.deepEqual(nested(line), [
      [1, 0, 10, 10],
      [20, 20, 30, 30],
    ]);
  },

  'Select, sort and count'([adults, median, histogram, decades]) {
    const ages = [31, 17, 45, 8, 26];
    const descending = ages.toSorted((a, b) => b - a);
    assert.deepEqual(
      nested(adults),
      descending.filter((age) => age >= 18),
    );
    assert.equal(Number(median), descending[2]);
    const counts = range(5).map(
      (decade) => ages.filter((age) => Math.floor(age / 10) === decade).length,
    );
    assert.deepEqual(nested(histogram), counts);
    assert.deepEqual(
      nested(decades),
      range(5).filter((decade) => counts[decade] > 0),
    );
  },

  'Update a part of a tensor'([line]) {
    assert.deepEqual(nested(line), [
      [-1, -1, -1, 9],
      [1, 2, 5, 6],
      [-1, -1, 7, 8],
    ]);
  },

  'Random numbers'([drawn, slope]) {
    // np.random.RandomState(42).uniform(size=3)
    assert.equal(drawn, '0.3745 0.9507 0.7320');
    assert.ok(Math.abs(Number(slope) - 2) <= 0.1);
  },

  'Compare results in tests'(lines) {
    assert.deepEqual(lines, ['true false']);
  },

  'One-hot encode labels'(lines) {
    const expected = [2, 0, 3].map((label) => range(4).map((k) => Number(k === label)));
    assert.deepEqual(lines.map(nested), [expected, expected]);
  },

  'Masked softmax'(rows) {
    const expected = range(6).map((row) => {
      const powers = range(3).map((key) => (key <= row % 3 ? Math.exp((3 * row + key) / 4) : 0));
      return powers.map((power) => power / sum(powers));
    });
    assertNear(rows, expected);
  },

  'Find the most similar vector'(lines) {
    const documents = [
      [1, 0, 0],
      [1, 1, 0],
      [0, 3, 4],
    ];
    const queries = [
      [2, 2, 1],
      [0, 0, 5],
    ];
    const expected = queries.map((query, i) => {
      const cosines = documents.map((d) => dot(query, d) / Math.hypot(...query) / Math.hypot(...d));
      const best = Math.max(...cosines);
      return [i, cosines.indexOf(best), best];
    });
    assertNear(lines, expected);
  },

  'Intersection over union of boxes'(rows) {
    const found = [
      [0, 0, 2, 2],
      [1, 1, 3, 3],
      [5, 5, 6, 6],
    ];
    const truth = [
      [0, 0, 2, 2],
      [2, 2, 4, 4],
    ];
    // For integers: cells of 1×1 in both boxes, or in either.
    const cells = ([x1, y1, x2, y2]) =>
      range(36).filter((i) => i % 6 >= x1 && i % 6 < x2 && i / 6 >= y1 && Math.floor(i / 6) < y2);
    const expected = found.map((a) =>
      truth.map((b) => {
        const common = cells(a).filter((cell) => cells(b).includes(cell)).length;
        return common / (cells(a).length + cells(b).length - common);
      }),
    );
    assertNear(rows, expected);
  },

  'Quantise weights to int8'([quantised, isClose]) {
    const weights = [
      [0.5, -1, 0.25],
      [8, 2, -4],
    ];
    const expected = weights.map((row) => {
      const scale = Math.max(...row.map(Math.abs)) / 127;
      return row.map((weight) => Math.round(weight / scale));
    });
    // 63.5 and 31.75: the first goes to the even one, as Math.round does here.
    assert.deepEqual(nested(quantised), [expected[0], [127, 32, -64]]);
    assert.equal(isClose, 'true');
  },

  'Standardise the columns of a CSV file'(rows) {
    const columns = [
      [150, 160, 170],
      [50, 60, 100],
    ];
    const scores = columns.map((column) => {
      const centre = mean(column);
      const deviation = Math.sqrt(mean(column.map((value) => (value - centre) ** 2)));
      return column.map((value) => (value - centre) / deviation);
    });
    assertNear(
      rows,
      range(3).map((i) => scores.map((column) => column[i])),
    );
  },

  'LayerNorm and RMSNorm'(rows) {
    const x = [
      [1, 2, 3, 6],
      [-4, 4, -4, 4],
    ];
    const [scale, bias] = [
      [1, 1, 2, 2],
      [0, 0, 0, 1],
    ];
    const normalised = (row, centre) => {
      const shifted = row.map((value) => value - centre);
      const deviation = Math.sqrt(mean(shifted.map((value) => value * value)) + 1e-5);
      return shifted.map((value, i) => (value / deviation) * scale[i]);
    };
    const layerNorm = x.map((row) => normalised(row, mean(row)).map((y, i) => y + bias[i]));
    assertNear(rows, [...layerNorm, ...x.map((row) => normalised(row, 0))]);
  },

  'Outer products, batches of matrices, transpose'([outer, dims, products, transposed]) {
    assert.deepEqual(
      nested(outer),
      [1, 2, 3].map((a) => [10, 20].map((b) => a * b)),
    );
    assert.deepEqual(nested(dims), [2, 2, 1]);
    const batch = range(2).map((i) => range(2).map((j) => range(2).map((k) => 4 * i + 2 * j + k)));
    assert.deepEqual(
      nested(products),
      batch.map((matrix) => matrix.map((a) => matrix.map((b) => dot(a, b)))),
    );
    assert.deepEqual(
      nested(transposed),
      range(2).map((j) => range(2).map((i) => batch[i][j])),
    );
  },

  'Distances between all pairs of points'(rows) {
    const a = [
      [0, 0],
      [3, 4],
      [6, 8],
    ];
    const b = [
      [0, 0],
      [3, 0],
    ];
    const expected = a.map(([x, y]) => b.map(([u, v]) => Math.hypot(x - u, y - v)));
    assertNear(rows, expected);
  },

  'Draw the Mandelbrot set'(_, output) {
    const rows = output.trimEnd().split('\n');
    assert.equal(rows.length, 13);
    rows.forEach((row, j) => {
      const line = range(33).map((i) => {
        const [re, im] = [-2 + 0.08 * i, -1.2 + 0.2 * j].map(Math.fround);
        let [x, y, count] = [re, im, 0];
        for (let step = 0; step < 16; step++) {
          if (x * x + y * y < 4) count++;
          [x, y] = [x * x - y * y + re, 2 * x * y + im];
        }
        return ' .:-=+*#@'[Math.floor(count / 2)];
      });
      assert.equal(row, line.join('').trimEnd());
    });
  },

  'Read an error'([line]) {
    assert.match(
      line,
      /^add .*A \(3,4\) .*B \(3,\)\..* A has 4, B has 3\..* B to \(3,1\).* \(3,4\)\.$/,
    );
  },

  'Fix a shape error'([error, fix, total, warnings]) {
    // 3 channels against a width of 2, on the last of four axes.
    assert.equal(error, 'Add size_conflict 3 [ 2, 3 ]');
    assert.equal(fix, 'unsqueeze [ 3, 1, 1 ]');
    const expected = range(12).map((i) => i + 100 * (Math.floor(i / 4) + 1));
    assert.equal(total, expected.join(' '));
    // Three channels, rows and columns: the bias fits the rows and the channels too.
    assert.equal(warnings, 'true 3,1 or 3,1,1');
  },

  'Port a model from opset 6'([head, values]) {
    const b = [10, 20, 30, 40, 50, 60];
    // Element i of (2,3,2,2) is paired with B's element at its second and third axis.
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

  'Run an ONNX model'([shapes, answer]) {
    assert.equal(shapes, "[ 'N', 1, 8, 8 ] [ 'N', 10 ]");
    assert.equal(answer, 'This is a 0');
  },

  'Process frames in a loop'([line]) {
    const brightest = Math.max(...[124, 116, 104].map((m, c) => (99 - m) / [58, 57, 57][c]));
    assert.equal(line, `${brightest.toFixed(3)} 2 true`);
  },

  '64-bit integers, float16 and masks'(lines) {
    assert.deepEqual(lines, [
      'BigInt64Array(2) [ 9007199254740994n, 3n ]',
      // 2049 is half-way between 2048 and 2050; near 1.1 halves are 2^-10 apart.
      `[ 2, 2048, ${Math.round(1.1 * 1024) / 1024} ]`,
      'float32',
      '[ false, true, false ] Float32Array(3) [ 1, 0, 3 ]',
    ]);
  },

  'Large arrays'([line]) {
    assert.equal(line, 'Float32Array(2) [ 1.5, 6 ] true');
  },
};

/** Recipes that need more than Node and the package; they have their own tests. */
const elsewhere = ['Share tensors', 'Workers', 'AudioWorklets', 'Service workers'];

test('every recipe has a test', () => {
  const titles = recipes().map(({ title }) => title);
  assert.deepEqual(titles.toSorted(), [...Object.keys(checks), ...elsewhere].toSorted());
});

for (const { title, programs, output } of recipes()) {
  const check = checks[title];
  if (!check) continue;
  test(`recipe: ${title}`, (t) => {
    assert.equal(programs.length, 1);
    const folder = projectFolder(t);
    copyFileSync(join(top, 'demo/digits/digits.onnx'), join(folder, 'digits.onnx'));
    assert.equal(printed(folder, programs[0].code), output);
    check(output.trimEnd().split('\n'), output);
  });
}

test('the commands for a terminal run', () => {
  const commands = firstBlock(sectionText('The rule'), 'sh').trimEnd().split('\n');
  assert.equal(commands.length, 3);
  for (const command of commands) {
    const [, words] = command.match(/^npx simdcast ([^#]*)/);
    const given = [join(top, 'dist/cli.js'), ...words.trim().split(/\s+/)];
    const { status, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8' });
    assert.equal(status, 0, `${command}: ${stderr}`);
  }
});

test('the program in TypeScript compiles, and runs', (t) => {
  const folder = projectFolder(t);
  writeFileSync(join(folder, 'types.mts'), firstBlock(sectionText('Types in TypeScript'), 'ts'));
  const tsc = join(top, 'node_modules/typescript/bin/tsc');
  const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
  const given = [tsc, ...options, 'types.mts'];
  const { status, stdout } = spawnSync(process.execPath, given, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stdout);
  const ran = spawnSync(process.execPath, [join(folder, 'types.mjs')], { encoding: 'utf8' });
  assert.equal(ran.stdout, 'Float32Array(4) [ -1, -1, 1, 1 ] float32 [ 2, 2 ] -1\n');
});

test('the names beside those of NumPy exist', async () => {
  const sc = await load();
  const rows = sectionText('Names')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  assert.ok(rows.length > 20);
  /** The shape of x for some functions; the others accept any matrix. */
  const special = [
    [/^x\.(item|squeeze)/, sc.ones([1, 1])],
    [/^x\.(expand|norm\(\{)/, sc.ones([3])],
    [/^x\.transpose\(\[/, sc.ones([1, 2, 3])],
    [/^x\.set/, sc.ones([3, 4])],
  ];
  const [a, b, mask] = [sc.ones([3, 3]), sc.ones([3, 3]), sc.ones([3], 'bool')];
  const parts = {
    i: sc.zeros([6, 1], 'int64'),
    rows: sc.ones([6], 'bool'),
    columns: sc.ones([2], 'bool'),
    row: sc.ones([4]),
    box: sc.ones([2, 2]),
  };
  for (const row of rows) {
    for (const [, code] of row.split(' | ')[1].matchAll(/`([^`]+)`/g)) {
      const x = special.find(([pattern]) => pattern.test(code))?.[1] ?? sc.ones([6, 2]);
      const given = { sc, a, b, mask, p: mask, q: mask, x, ...parts };
      const run = new Function(...Object.keys(given), `return ${code};`);
      assert.notEqual(run(...Object.values(given)), undefined, code);
    }
  }
});
