/** The network that reads digits: the pen, the network, and both on the page. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { load } from 'simdcast';
import { checkModel, InferenceSession } from 'simdcast/onnx';
import { readDigits } from '../../demo/digits/training/data.mjs';
import { measure, SEED, split } from '../../demo/digits/training/measure.mjs';
import { seeded } from '../../demo/digits/training/random.mjs';
import { withoutBrowser } from './lib/browser.mjs';
import { importModule } from './lib/build.mjs';
import { glyphs, otherHands } from './lib/glyphs.mjs';
import { text, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const here = (path) => new URL(`../../demo/${path}`, import.meta.url);
const { toCells } = await importModule('digits/ink.ts');
const { samples, trainedOn, heldOut, accuracy } = await importModule('digits/samples.ts');
const { layersOf } = await importModule('digits/layers.ts');
const { nodesOf, withOutputs } = await importModule('model/onnx-graph.ts');
const model = await readFile(here('digits/digits.onnx'));

const moved = (strokes, scale, right, down) =>
  strokes.map((stroke) =>
    stroke.map(({ x, y }) => ({ x: x * scale + right, y: y * scale + down })),
  );

describe('the pen', () => {
  test('leaves nothing where nothing is drawn', () => {
    assert.ok(toCells([]).every((ink) => ink === 0));
    assert.ok(toCells([[]]).every((ink) => ink === 0));
  });

  test('makes the same cells of a digit wherever it is drawn, and however large', () => {
    for (const strokes of glyphs) {
      const cells = toCells(strokes);
      const small = toCells(moved(strokes, 0.4, 0.1, 0.5));
      const apart = cells.reduce((sum, ink, i) => sum + Math.abs(ink - small[i]), 0);
      // Pixels on the edge of a line may fall either way.
      assert.ok(apart <= 12, `${apart} of 1,024 pixels`);
    }
  });

  test('fills the height, the middle columns, and as much of the field as the data set does', () => {
    const share = (cells) => cells.reduce((sum, ink) => sum + ink, 0) / 1024;
    const known = samples.map(share);
    glyphs.forEach((strokes, digit) => {
      const cells = toCells(strokes);
      assert.ok(cells.every((ink) => ink >= 0 && ink <= 16));
      assert.ok(cells.slice(0, 8).some(Boolean) && cells.slice(56).some(Boolean));
      assert.ok(cells.every((ink, i) => ink === 0 || (i % 8 > 0 && i % 8 < 7)));
      const ink = share(cells);
      assert.ok(ink > Math.min(...known) - 0.05 && ink < Math.max(...known) + 0.05, `${digit}`);
    });
  });

  test('makes a dot of a dot', () => {
    const cells = toCells([[{ x: 0.1, y: 0.9 }]]);
    assert.ok(cells.some((ink) => ink > 0));
    assert.ok(cells.slice(0, 8).every((ink) => ink === 0));
  });
});

describe('the network', async () => {
  const engine = await load();
  const session = await InferenceSession.create(model, { engine });
  const read = (cells) => {
    const data = Float32Array.from(cells, (ink) => ink / 16);
    const { odds } = session.runSync({ x: { data, dims: [1, 1, 8, 8] } });
    return odds.data.indexOf(Math.max(...odds.data));
  };

  test('reads the samples', () => {
    assert.deepEqual(samples.map(read), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  /** The strokes slanted, and wide or narrow. */
  const variants = (strokes) =>
    [
      [0, 1],
      [0.15, 1],
      [-0.1, 1],
      [0, 0.85],
      [0, 1.15],
    ].map(([slant, wide]) =>
      strokes.map((stroke) =>
        stroke.map(({ x, y }) => ({ x: 0.5 + (x - 0.5) * wide - (y - 0.5) * slant, y })),
      ),
    );

  test('reads digits that are drawn, slanted and wide or narrow', () => {
    glyphs.forEach((strokes, digit) => {
      for (const bent of variants(strokes)) assert.equal(read(toCells(bent)), digit);
    });
  });

  for (const [digit, hand, strokes] of otherHands) {
    test(`reads a ${digit} in another hand: ${hand}`, () => {
      for (const bent of variants(strokes)) assert.equal(read(toCells(bent)), digit);
    });
  }

  /** All values of the network for the samples, keyed by name. */
  const look = async () => {
    const nodes = nodesOf(model);
    const names = [...new Set(nodes.flatMap(({ inputs, output }) => [...inputs, output]))];
    const between = names.filter((name) => name !== 'x' && name !== 'odds');
    const looking = await InferenceSession.create(withOutputs(model, between), { engine });
    const data = Float32Array.from(samples.flat(), (ink) => ink / 16);
    const x = { data, dims: [10, 1, 8, 8] };
    const values = Object.entries({ x, ...looking.runSync({ x }) });
    return new Map(values.map(([name, { data, dims }]) => [name, { name, data, dims }]));
  };

  test('is looked into: its nodes, and the values between them', async () => {
    const values = await look();
    const bent = ['Conv', 'Add', 'PRelu'];
    assert.deepEqual(
      nodesOf(model).map(({ operator }) => operator),
      [...bent, 'MaxPool', ...bent, 'Flatten', 'Gemm', 'Add', 'Softmax'],
    );
    const { odds } = session.runSync({ x: values.get('x') });
    assert.deepEqual(values.get('odds').data, odds.data);
    const [g, b, h] = ['g1', 'b1', 'h1'].map((name) => values.get(name));
    assert.deepEqual(
      [g.dims, b.dims, h.dims],
      [
        [10, 8, 8, 8],
        [8, 1, 1],
        [10, 8, 8, 8],
      ],
    );
    h.data.forEach((value, i) => {
      assert.equal(value, Math.fround(g.data[i] + b.data[Math.floor(i / 64) % 8]));
    });
  });

  /** The positions of the block between two corners, in C order. */
  const blockOf = (dims, [from, to]) => {
    const width = dims.at(-1);
    const rowsOf = (position) => [Math.floor(position / width), position % width];
    const [[top, left], [bottom, right]] = [rowsOf(from), rowsOf(to)];
    const positions = [];
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1) positions.push(row * width + column);
    return positions;
  };

  const passageOf = async (result) => {
    const nodes = layersOf(nodesOf(model), await look()).flat();
    return nodes.find(({ passage }) => passage?.result.name === result).passage;
  };

  test('a pixel of a convolution is told as the products that make it', async () => {
    const { inputs, result, spansOf, sum } = await passageOf('g1');
    const [x, w] = inputs;
    assert.deepEqual(
      [x.dims, w.dims, result.dims],
      [
        [10, 1, 8, 8],
        [8, 1, 3, 3],
        [10, 8, 8, 8],
      ],
    );
    // One digit: channel, row and column. The kernel is clipped at the edges of the image.
    for (let at = 5 * 512; at < 6 * 512; at += 1) {
      const [channel, row, column] = [Math.floor(at / 64) % 8, Math.floor(at / 8) % 8, at % 8];
      const products = [];
      for (const down of [-1, 0, 1])
        for (const right of [-1, 0, 1]) {
          const [y, z] = [row + down, column + right];
          if (y < 0 || y > 7 || z < 0 || z > 7) continue;
          const weight = w.data[channel * 9 + (down + 1) * 3 + right + 1];
          products.push([5 * 64 + y * 8 + z, x.data[5 * 64 + y * 8 + z], weight]);
        }
      const [[pixels], [kernel]] = spansOf(at);
      assert.deepEqual(
        blockOf(x.dims, pixels),
        products.map(([place]) => place),
      );
      assert.deepEqual(kernel, [channel * 9, channel * 9 + 8]);
      const expected = products.reduce((total, [, pixel, weight]) => total + pixel * weight, 0);
      assert.ok(Math.abs(result.data[at] - expected) < 1e-5);
      const inked = products.filter(([, pixel]) => pixel !== 0);
      const said = sum(at).replaceAll('−', '-').split(' + ');
      if (inked.length === 0) assert.deepEqual(said, ['no ink under the kernel']);
      else {
        assert.equal(said.length, inked.length);
        said.forEach((product, i) => {
          const [pixel, weight] = product.split(' × ').map(Number);
          assert.ok(
            Math.abs(pixel - inked[i][1]) < 0.005 && Math.abs(weight / inked[i][2] - 1) < 0.005,
          );
        });
      }
    }
  });

  test('of several maps, it has the pixels of each and the kernels of its channel', async () => {
    const { inputs, result, spansOf } = await passageOf('g2');
    const [read, w] = inputs;
    assert.deepEqual(
      [read.dims, w.dims],
      [
        [10, 8, 4, 4],
        [16, 8, 3, 3],
      ],
    );
    // Away from the edges, where all pixels and weights are used.
    for (const at of [5, 6, 9, 10].map((pixel) => (3 * 16 + 11) * 16 + pixel)) {
      const [pixels, weights] = spansOf(at);
      const numbersOf = ({ dims, data }, spans) =>
        spans.flatMap((span) => blockOf(dims, span)).map((place) => data[place]);
      const [a, b] = [numbersOf(read, pixels), numbersOf(w, weights)];
      assert.deepEqual([a.length, b.length], [72, 72]);
      const expected = a.reduce((total, pixel, i) => total + pixel * b[i], 0);
      assert.ok(Math.abs(result.data[at] - expected) < 1e-4);
    }
  });

  test('a pooled pixel is the largest of a block, and a flat one is where it was', async () => {
    const pooled = await passageOf('p1');
    const [read] = pooled.inputs;
    pooled.result.data.forEach((value, at) => {
      const block = blockOf(read.dims, pooled.spansOf(at)[0][0]);
      assert.equal(block.length, 4);
      assert.equal(value, Math.max(...block.map((place) => read.data[place])));
    });
    const flat = await passageOf('f');
    flat.result.data.forEach((value, at) => {
      assert.equal(value, flat.inputs[0].data[flat.spansOf(at)[0][0][0]]);
    });
  });

  test('has the broadcasts that the page shows', async () => {
    const { broadcasts } = await checkModel(model, { engine });
    const nodes = layersOf(nodesOf(model), await look()).flat();
    const shown = nodes
      .filter(({ operator }) => operator === 'Add' || operator === 'PRelu')
      .map(({ operator, meetings: [{ operands }] }) => [
        operator,
        operands.map(({ dims }) => dims),
      ]);
    const known = broadcasts.map(({ operator, operands }) => [
      operator,
      operands.map(({ shape }) => shape.map((size) => (size === 'N' ? 10 : size))),
    ]);
    assert.deepEqual(shown, known);
    const [below, shares] = nodes.at(-1).meetings;
    const [powers, sums] = shares.operands;
    assert.deepEqual(sums.dims, [10, 1]);
    assert.ok(below.result.data.every((value) => value <= 0));
    shares.result.data.forEach((share, i) => {
      const expected = powers.data[i] / sums.data[Math.floor(i / 10)];
      assert.ok(Math.abs(share - expected) < 1e-6);
    });
  });

  test('reads as many of the digits that were held out as the page says', async (t) => {
    const task = { progress() {}, detail() {} };
    const digits = await readDigits(task).catch((error) => error);
    if (digits instanceof Error) return t.skip(`the digits cannot be had here: ${digits.message}`);
    const { held } = split(digits, seeded(SEED));
    const reader = await InferenceSession.create(model);
    assert.equal(held.labels.length, heldOut);
    assert.equal(await measure(reader, held), accuracy);
  });

  test('says on the page how good it is', async () => {
    const words = await readFile(here('languages/document.ts'), 'utf8');
    const count = trainedOn.toLocaleString('en-GB');
    assert.ok(words.includes(`on ${count} handwritten digits`));
    const right = Math.round(accuracy * heldOut);
    assert.ok(words.includes(`reads ${right} of ${heldOut} others correctly`));
  });
});

describe('the pad', { skip: withoutBrowser }, () => {
  const { open, url } = usePage();

  const near = async (options) => {
    const opened = await open('#m=lab', options);
    const { page } = opened;
    await page.locator('#digits-title').evaluate((title) => title.scrollIntoView());
    await page.waitForSelector('.read .best');
    return opened;
  };
  const verdict = (page) => text(page, '.read .lane-verdict');
  const reads = (page, digit) =>
    page.waitForFunction(
      (start) => document.querySelector('.read .lane-verdict').textContent.startsWith(start),
      `Looks like ${digit === 8 ? 'an' : 'a'} ${digit} (`,
    );

  /** Draws each stroke with the given way of touching the pad and moving on. */
  const draw = async (page, strokes, { down, move, up }) => {
    const pad = page.locator('.pad');
    await pad.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { x, y, width, height } = await pad.boundingBox();
    for (const [first, ...others] of strokes) {
      const at = (point) => ({ x: x + point.x * width, y: y + point.y * height });
      await down(at(first));
      for (const point of others) await move(at(point));
      await up();
    }
  };

  test('is not fetched before it is near, and needs nobody else', async () => {
    const { page, requests, problems } = await open('#m=lab');
    await page.waitForSelector('#speed-lab button');
    const model = /digits-.*\.(onnx|js)$/;
    assert.equal(requests.filter((request) => model.test(request)).length, 0);
    await page.locator('#digits-title').evaluate((title) => title.scrollIntoView());
    await page.waitForSelector('.digit-times table');
    assert.equal(requests.filter((request) => /\.onnx$/.test(request)).length, 1);
    assert.ok(requests.every((request) => request.startsWith(url())));
    assert.deepEqual(problems, []);
  });

  test('reads a 7 that is drawn with a mouse, and a 1 after it was cleared', async () => {
    const { page } = await near();
    const mouse = {
      down: async ({ x, y }) => {
        await page.mouse.move(x, y);
        await page.mouse.down();
      },
      move: ({ x, y }) => page.mouse.move(x, y, { steps: 5 }),
      up: () => page.mouse.up(),
    };
    await draw(page, glyphs[7], mouse);
    await reads(page, 7);
    assert.equal(await page.locator('.sample[aria-pressed="true"]').count(), 0);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.waitForFunction(
      () => document.querySelector('.read .lane-verdict').textContent === 'Nothing drawn yet.',
    );
    await draw(page, glyphs[1], mouse);
    await reads(page, 1);
  });

  test('reads a 3 that is drawn with a finger, and the page does not scroll', async () => {
    const { page } = await near({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 740 },
    });
    const client = await page.context().newCDPSession(page);
    const touch = (type, touchPoints) =>
      client.send('Input.dispatchTouchEvent', { type, touchPoints });
    await page.locator('.pad').evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const before = await page.evaluate(() => scrollY);
    await draw(page, glyphs[3], {
      down: (at) => touch('touchStart', [at]),
      move: (at) => touch('touchMove', [at]),
      up: () => touch('touchEnd', []),
    });
    await reads(page, 3);
    assert.equal(await page.evaluate(() => scrollY), before);
  });

  test('is drawn on with the keys, which also lead away from it', async () => {
    const { page } = await near();
    await page.locator('.sample').first().focus();
    await page.locator('.pad').focus();
    await page.keyboard.press('Space');
    for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowDown');
    await reads(page, 1);
    assert.equal(await text(page, '.drawn [role="status"]'), 'row 8, column 4, pen down');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowUp');
    assert.equal(await text(page, '.drawn [role="status"]'), 'row 7, column 4, pen up');
    await page.keyboard.press('Delete');
    await page.waitForFunction(
      () => document.querySelector('.read .lane-verdict').textContent === 'Nothing drawn yet.',
    );
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Clear');
  });

  test('takes a sample; the odds are a table, and the result is spoken', async () => {
    const { page } = await near();
    await page.getByRole('button', { name: 'Sample of a 7' }).click();
    await reads(page, 7);
    const rows = await texts(page, '.odds tr');
    assert.equal(rows.length, 10);
    rows.forEach((row, digit) => {
      assert.match(row, new RegExp(`^${digit} (<? ?\\d+ %)$`));
    });
    assert.match(rows[7], /^7 (9\d|100) %$/);
    const said = await verdict(page);
    await page.waitForFunction(
      (wanted) => document.querySelector('.read [role="status"]').textContent === wanted,
      said,
    );
  });

  test('shows a time above nothing for one digit and for ten', async () => {
    const { page } = await near();
    await page.waitForSelector('.digit-times table');
    const times = await texts(page, '.digit-times .time');
    assert.equal(times.length, 2);
    for (const time of times) {
      assert.match(time, /^[\d.]+ (µs|ms)$/);
      assert.ok(Number.parseFloat(time) > 0, time);
    }
  });

  const numbersIn = (said) =>
    said
      .replace(/^\w+\[[\d,]+\] = /, '')
      .replaceAll('−', '-')
      .match(/-?\d[\d.]*(?:e-\d+)?/g)
      .map(Number);

  test('shows the numbers of each layer; at a cell, the sum', async () => {
    const { page, problems } = await near();
    await page.waitForSelector('.layer-list .strip');
    const add = page.locator('.node', { hasText: 'A bias: one number for each channel' }).first();
    assert.deepEqual(await add.locator('.strip-name').allTextContents(), [
      'g1 (1,8,8,8)',
      'b1 (8,1,1)',
      'h1 (1,8,8,8)',
    ]);
    // One pixel of each map of the bias is stored, and the others are copies.
    const bias = add.locator('.strip').nth(1);
    const cellsOf = (selector) =>
      bias
        .locator(selector)
        .evaluateAll((paths) => paths.flatMap((path) => path.getAttribute('d').match(/M/g) ?? []));
    assert.equal((await cellsOf('.heat:not(.copy)')).length, 8);
    assert.equal((await cellsOf('.heat.copy')).length, 8 * 63);
    assert.equal((await cellsOf('.heat-stored')).length, 8);
    const result = add.locator('.strip').nth(2);
    await result.focus();
    const said = add.locator('.cell-sum');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    assert.match(await said.innerText(), /^h1\[0,0,1,1\] = −?[\d.]+ \+ −?[\d.]+ = −?[\d.]+$/);
    const [a, b, c] = numbersIn(await said.innerText());
    assert.ok(Math.abs(a + b - c) < 0.02, await said.innerText());
    assert.equal(await add.locator('.heat-ring[d^="M"]').count(), 3);
    // The same pixel of the next map, and past the edge of a map the first pixel of the next one.
    await page.keyboard.press('PageDown');
    assert.match(await said.innerText(), /^h1\[0,1,1,1\] = /);
    await page.keyboard.press('End');
    assert.match(await said.innerText(), /^h1\[0,7,1,7\] = /);
    for (let i = 0; i < 8; i += 1) await page.keyboard.press('ArrowLeft');
    assert.match(await said.innerText(), /^h1\[0,6,1,7\] = /);
    await page.keyboard.press('Tab');
    assert.equal(await said.innerText(), '');
    assert.equal(await add.locator('.heat-ring[d^="M"]').count(), 0);
    // The gap between two pixels next to the map.
    await bias.locator('svg').hover({ position: { x: 1 + 2 * 6 + 3, y: 1 + 6 + 3 } });
    assert.match(await said.innerText(), /^h1\[0,0,1,2\] = /);
    await bias.locator('svg').hover({ position: { x: 1 + 8 * 6 + 3, y: 10 } });
    assert.equal(await said.innerText(), '');
    assert.deepEqual(problems, []);
  });

  test('at a pixel of a convolution it rings the window of the kernel and shows the products', async () => {
    const { page } = await near();
    const conv = page.locator('.node', { hasText: 'slide over the picture' });
    const result = conv.locator('.strip').nth(2);
    await result.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'PageDown'])
      await page.keyboard.press(key);
    const said = await conv.locator('.cell-sum').innerText();
    assert.match(said, /^g1\[0,1,2,2\] = [\d.]+ × −?[\d.]+( \+ [\d.]+ × −?[\d.]+)* = −?[\d.]+$/);
    const numbers = numbersIn(said);
    const total = numbers
      .slice(0, -1)
      .reduce((sum, number, i, all) => (i % 2 === 0 ? sum : sum + all[i - 1] * number), 0);
    assert.ok(Math.abs(total - numbers.at(-1)) < 0.02, said);
    const rings = await conv.locator('.heat-ring').evaluateAll((marks) =>
      marks.map((mark) => {
        const { x, y, width, height } = mark.getBBox();
        return [x, y, width, height];
      }),
    );
    // 3×3 pixels of 6, the second kernel, and one pixel, each with one unit around.
    assert.deepEqual(rings[0], [5, 5, 20, 20]);
    assert.deepEqual(rings[1], [53, -1, 20, 20]);
    assert.deepEqual(rings[2], [54 + 11, 11, 8, 8]);
  });

  test('the layers follow the pen, and the page does not scroll', async () => {
    const { page } = await near();
    const conv = page.locator('.node', { hasText: 'slide over the picture' });
    const heat = () => conv.locator('.strip').nth(2).innerHTML();
    await page.getByRole('button', { name: 'Sample of a 7' }).click();
    await reads(page, 7);
    const [strip, before] = [await conv.locator('.strip').nth(2).elementHandle(), await heat()];
    await page.getByRole('button', { name: 'Sample of a 2' }).click();
    await reads(page, 2);
    await page.waitForFunction(
      ([element, was]) => element.isConnected && element.innerHTML !== was,
      [strip, before],
    );
  });

  test('shows the broadcasts of each layer as tables', async () => {
    const { page } = await near();
    const captions = () => page.locator('.layers caption').allTextContents();
    const layers = ['Add: Add', 'PRelu: PRelu'];
    assert.deepEqual(await captions(), [
      ...layers,
      ...layers,
      'Add: Add',
      'Softmax: Sub',
      'Softmax: Div',
    ]);
    const slope = page.locator('.layers table', { hasText: 'PRelu' }).first();
    const cells = async () =>
      (await slope.locator('tbody td').allTextContents()).map((cell) =>
        cell.replace(/\s+/g, ' ').trim(),
      );
    const stretched = Array(2).fill('1 → 8 used 8 times');
    assert.deepEqual(await cells(), [
      ...['1', '8', '8', '8'],
      ...['1 not written: 1', '8', ...stretched],
      ...['1', '8', '8', '8'],
    ]);
    await page.getByText('the ten samples at once', { exact: true }).click();
    assert.deepEqual(await cells(), [
      ...['10', '8', '8', '8'],
      ...['1 → 10 not written: 1, used 10 times', '8', ...stretched],
      ...['10', '8', '8', '8'],
    ]);
  });
});
