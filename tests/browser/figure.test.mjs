/** The figure as data: the contents of each step, and the animation that leads to it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { importModule } from './lib/build.mjs';
import { model, presets } from './lib/model.mjs';
import { hashOf, nextStep, size } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { cellsOf, sceneOf } = await importModule('figure/scene.ts');
const { lengthOf, tracksOf } = await importModule('figure/tracks.ts');

const sceneAt = (state, step) => {
  const drawn = model({ ...state, step });
  return sceneOf({ ...drawn, slice: [] });
};
const steps = [0, 1, 2, 3, 4];
const placesOf = (scene) =>
  scene.tensors.flatMap((tensor) =>
    [...cellsOf(tensor)].map(({ key, row, column, panel }) => [key, panel.key, row, column].join()),
  );
const kindsOf = (scene) =>
  new Map(
    scene.tensors.flatMap((tensor) => [...cellsOf(tensor)].map(({ key, kind }) => [key, kind])),
  );

describe('in every example, at every step', () => {
  for (const { id, state } of presets) {
    test(`${id}: every cell keeps its key and its place`, () => {
      const [first, ...rest] = steps.map((step) => placesOf(sceneAt(state, step)));
      for (const places of rest) assert.deepEqual(places, first);
    });

    test(`${id}: a copy begins on a stored element of its operand, or on a copy that was there sooner`, () => {
      if (!model(state).trace.ok) return;
      const scenes = steps.map((step) => sceneAt(state, step));
      const kinds = kindsOf(scenes[3]);
      const slides = tracksOf(scenes[2], scenes[3]).filter(
        ({ does, key }) => does === 'deal' && kinds.has(key),
      );
      const starts = new Map(slides.map(({ key, at }) => [key, at]));
      for (const { key, from, at } of slides) {
        assert.equal(kinds.get(key), 'copy', key);
        assert.equal(from[0], key[0], 'of the same operand');
        if (kinds.get(from) === 'copy') assert.ok(starts.get(from) < at, `${from} before ${key}`);
        else assert.equal(kinds.get(from), 'stored', from);
      }
    });

    test(`${id}: nothing is a copy before the stretch, and nothing is computed before the last step`, () => {
      for (const step of steps.slice(0, 3)) {
        assert.ok(![...kindsOf(sceneAt(state, step)).values()].includes('copy'));
      }
      const { tensors } = sceneAt(state, 3);
      const result = tensors.find(({ operand }) => operand === undefined);
      for (const { kind } of result ? cellsOf(result) : []) assert.equal(kind, 'room');
    });
  }
});

describe('the tracks', () => {
  const state = model({
    shapes: [
      [2, 3, 4],
      [3, 1],
    ],
  }).state;
  const tracks = (from, to) => tracksOf(sceneAt(state, from), sceneAt(state, to));

  test('alignment slides the sizes of an operand to their axes', () => {
    const { key, from } = tracks(0, 1).find(({ does, key }) => does === 'slide' && key[0] === 'B');
    assert.equal(from, key);
  });

  test('the stretch goes one axis at a time, with the ladder: right along n, then back along l', () => {
    const all = tracks(2, 3);
    const slides = all.filter(({ does }) => does === 'deal');
    const cells = slides.filter(({ key }) => key.startsWith('B['));
    const panels = slides.filter(({ key }) => key.startsWith('B '));
    assert.deepEqual(
      cells
        .filter(({ key }) => key.startsWith('B[0,1,'))
        .map(({ key, from, at }) => [key, from, at]),
      [
        ['B[0,1,1]', 'B[0,1,0]', 300],
        ['B[0,1,2]', 'B[0,1,1]', 700],
        ['B[0,1,3]', 'B[0,1,2]', 1100],
      ],
    );
    assert.deepEqual(
      panels.map(({ key, from }) => [key, from]),
      [['B 1', 'B 0']],
    );
    assert.ok(panels[0].at >= Math.max(...cells.map(({ at, lasts }) => at + lasts)));
    const grown = all.filter(({ does }) => does === 'grow').map(({ at }) => at);
    assert.deepEqual(
      grown.toSorted((a, b) => a - b),
      [300, panels[0].at],
    );
  });

  test('both operands send their sheets to the result, where one sum is done after the other', () => {
    const few = model({ shapes: [[4, 3], [3]] }).state;
    const all = tracksOf(sceneAt(few, 3), sceneAt(few, 4));
    const sent = all.filter(({ does }) => does === 'send');
    assert.deepEqual(
      sent.map(({ key, at, lasts }) => [key, at, lasts]),
      [
        ['Values of A', 0, 500],
        ['Values of B', 150, 500],
      ],
    );
    const sums = all.filter(({ does }) => does === 'sum');
    assert.deepEqual(
      sums.slice(0, 4).map(({ key, at, lasts }) => [key, at, lasts]),
      [
        ['C[0,0]', 900, 600],
        ['C[0,1]', 1500, 300],
        ['C[0,2]', 1800, 200],
        ['C[1,0]', 2000, 100],
      ],
    );
    assert.deepEqual(
      sums[4].stops.map(({ text }) => text),
      ['50 + 2', '52'],
    );
    assert.equal(lengthOf(all), 3200);
    const rows = tracks(3, 4).filter(({ does, index }) => does === 'sum' && index);
    assert.equal(rows.length, 6, 'of many sums a row is done at once');
  });

  test('an edit, a step back and a leap move nothing', () => {
    assert.deepEqual(tracks(3, 2), []);
    assert.deepEqual(tracks(1, 4), []);
    const other = sceneAt(
      {
        ...state,
        shapes: [
          [2, 3, 5],
          [3, 1],
        ],
      },
      3,
    );
    assert.deepEqual(tracksOf(sceneAt(state, 2), other), []);
  });

  test('of three copies and more, an axis takes 1.2 seconds', () => {
    for (const size of [4, 8, 11, 12, 77]) {
      const wide = model({ shapes: [[size, 1], [1]] }).state;
      const other = model({ shapes: [[1], [size]] }).state;
      for (const each of [wide, other]) {
        const all = tracksOf(sceneAt(each, 2), sceneAt(each, 3));
        const deals = all.filter(({ does }) => does === 'deal');
        assert.equal(Math.min(...deals.map(({ at }) => at)), 300);
        const end = Math.max(...deals.map(({ at, lasts }) => at + lasts));
        assert.ok(Math.abs(end - 1500) <= 50, `${size}: ${end}`);
      }
    }
  });
});

describe('on the page', { skip: withoutBrowser }, () => {
  const { open, openTab, url } = usePage();

  /** The animations of the figure: element, origin and time. */
  const animations = (page) =>
    page.evaluate(() =>
      document.getAnimations().map((animation) => {
        const { target } = animation.effect;
        const [first] = animation.effect.getKeyframes();
        const { delay } = animation.effect.getTiming();
        return {
          key: target.dataset.key,
          transform: first.transform,
          width: first.width,
          delay,
          ghost: target.classList.contains('ghost'),
        };
      }),
    );
  const next = (page) => nextStep(page);

  test('copies slide out of their source along their axis, and no other cell moves', async () => {
    const { page } = await open(hashOf('4.1|3', '&s=3'));
    await next(page);
    const moving = (await animations(page)).filter(({ transform }) => transform);
    assert.equal(moving.length, 8 + 9);
    for (const { key, transform, ghost } of moving) {
      assert.ok(ghost, key);
      const [x, y] = transform.match(/-?[\d.]+(?=px)/g).map(Number);
      if (key.startsWith('A'))
        assert.ok(x < 0 && y === 0, `${key} comes from the left: ${transform}`);
      else assert.ok(x === 0 && y < 0, `${key} comes from above: ${transform}`);
    }
    const at = (key) => moving.find((each) => each.key === key).delay;
    assert.deepEqual([at('A[0,1]'), at('A[0,2]')], [300, 700]);
    assert.ok(at('B[1,0]') >= at('A[0,2]') + 400, 'one axis at a time');
  });

  test('half-way, the ladder, the ruler and the row that is dealt tell one number', async () => {
    const { page } = await openTab();
    await page.clock.install();
    await page.goto(url() + hashOf('4.3|3', '&s=3'));
    await page.waitForSelector('html[data-state="live"]');
    // Timers are stopped for counts; the time of animations is set.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.evaluate(() => {
      const right = { key: 'ArrowRight', bubbles: true, cancelable: true };
      document.querySelector('.track').dispatchEvent(new KeyboardEvent('keydown', right));
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = 900;
      }
    });
    await page.clock.runFor(900);
    const { counts, line, row } = await page.evaluate(() => {
      const found = (key) => document.querySelector(`[data-key="${key}"]`);
      const ruler = found('B along m');
      const { top, height } = ruler.getBoundingClientRect();
      const [, share] = getComputedStyle(ruler).clipPath.match(/2px\) ([\d.]+)%/);
      return {
        counts: [found('B m'), ruler].map((each) => each.innerText.split('\n')[0]),
        line: top + (height * share) / 100,
        row: found('B[2,0]').getBoundingClientRect().bottom,
      };
    });
    assert.deepEqual(counts, ['1 → 2', 'm 2']);
    assert.ok(Math.abs(line - row) <= 2, `${line} and ${row}`);
    await page.close();
  });

  test('a 1 of the ladder widens while its copies slide', async () => {
    const { page } = await open(hashOf('4.1|3', '&s=3'));
    await next(page);
    const widths = (await animations(page)).filter(({ width }) => width);
    assert.deepEqual(
      widths.map(({ key }) => key),
      ['A -1', 'B m'],
    );
    assert.ok(Number.parseFloat(widths[0].width) < 60);
  });

  test('the row of the shorter shape slides to the right when it is aligned', async () => {
    const { page } = await open(hashOf('4.1|3', '&s=1'));
    await next(page);
    const moved = (await animations(page)).find(({ key }) => key === 'B -1');
    assert.match(moved.transform, /translate\(-[\d.]+px, 0px\)/);
  });

  test('an edit moves nothing, nor does a step where motion is unwelcome', async () => {
    const { page } = await open(hashOf('4.1|3'));
    await size(page, 'B', 0).press('ArrowUp');
    assert.deepEqual(await animations(page), []);
    const still = await open(hashOf('4.1|3', '&s=3'), { reducedMotion: 'reduce' });
    await next(still.page);
    assert.deepEqual(await animations(still.page), []);
  });

  test('a step that comes while another plays ends it', async () => {
    const { page } = await open(hashOf('4.1|3', '&s=3'));
    await next(page);
    await next(page);
    const left = (await animations(page)).filter(({ ghost, transform }) => ghost && transform);
    assert.deepEqual(left, []);
  });
});

describe('three axes', { skip: withoutBrowser }, () => {
  const { open } = usePage();
  const leftsOf = (page) =>
    page.$$eval('[aria-label="Values of C"] .panel', (all) =>
      all.map((each) => Math.round(each.getBoundingClientRect().left)),
    );

  test('are sheets behind each other, and the slider spreads them until none covers another', async () => {
    const { page } = await open(hashOf('2.3.4|3.1'));
    const slider = page.getByLabel('Spread the sheets');
    const widths = await page.$$eval('[aria-label="Values of C"] .panel', (all) =>
      all.map((each) => each.getBoundingClientRect().width),
    );
    const [first, second] = await leftsOf(page);
    assert.ok(second > first && second < first + widths[0], 'the second one is partly behind');
    await slider.press('End');
    const [left, right] = await leftsOf(page);
    const one = await page
      .locator('[aria-label="Values of C"] .grid tr:has(.cell) .cell')
      .evaluateAll((cells) => cells.at(3).getBoundingClientRect().right);
    assert.ok(right >= left && right >= one - 60, 'side by side');
    const place = () =>
      page.locator('.stage').evaluate(({ offsetLeft, offsetTop }) => [offsetLeft, offsetTop]);
    const before = await place();
    await slider.press('Home');
    assert.deepEqual(await place(), before, 'the stage stays where it is');
    const [block, behind] = await leftsOf(page);
    assert.equal(behind - block, 16);
  });

  test('the slider stays where it was put in a window that is turned', async () => {
    const { page } = await open(hashOf('2.3.4|3.1'), { viewport: { width: 360, height: 740 } });
    const slider = page.getByLabel('Spread the sheets');
    assert.equal(await slider.inputValue(), '0');
    await slider.press('ArrowRight');
    await page.setViewportSize({ width: 1440, height: 900 });
    assert.equal(await slider.inputValue(), '0.05');
    const [block, behind] = await leftsOf(page);
    assert.ok(behind - block > 16);
    await slider.press('Home');
  });

  test('have a ruler from the corner of the first sheet to that of the last; when spread, each has its number', async () => {
    const { page } = await open(hashOf('3.3.4|3.1'));
    const corner = (key) =>
      page.locator(`[data-key="${key}"]`).evaluate((cell) => {
        const { right, bottom } = cell.getBoundingClientRect();
        return [right, bottom];
      });
    const rulers = page.locator('.depth');
    assert.deepEqual(await rulers.allInnerTexts(), ['l 3', 'l 3', 'l 3']);
    const [from, to] = [await corner('C[0,2,3]'), await corner('C[2,2,3]')];
    const line = await rulers.last().evaluate((ruler) => {
      const { left, bottom } = ruler.getBoundingClientRect();
      const { width, rotate } = getComputedStyle(ruler, '::before');
      const [length, angle] = [width, rotate].map(Number.parseFloat);
      const turn = (angle * Math.PI) / 180;
      const end = [left + length * Math.cos(turn), bottom + length * Math.sin(turn)];
      return { start: [left, bottom], end };
    });
    const near = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) <= 6;
    assert.ok(near(line.start, from) && near(line.end, to), JSON.stringify({ line, from, to }));
    const numbers = () =>
      page.$$eval('[aria-label="Values of C"] .where', (all) =>
        all.filter((each) => getComputedStyle(each).opacity === '1').map((each) => each.innerText),
      );
    assert.deepEqual(await numbers(), []);
    await page.getByLabel('Spread the sheets').press('End');
    assert.deepEqual(await numbers(), ['l = 0', 'l = 1', 'l = 2']);
    assert.equal(await rulers.first().isVisible(), false);
    await page.getByLabel('Spread the sheets').press('Home');
  });

  test('have no ruler before they are there', async () => {
    const { page } = await open(hashOf('3.3.4|3.1', '&s=3'));
    assert.equal(await page.locator('[aria-label="Values of B"] .depth').isVisible(), false);
    await nextStep(page);
    assert.equal(await page.locator('[aria-label="Values of B"] .depth').isVisible(), true);
  });

  test('a sheet comes to the front where the pointer or the focus is', async () => {
    const { page } = await open(hashOf('2.3.4|3.1'));
    const onTop = (key) =>
      page.locator(`[data-key="${key}"]`).evaluate((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === cell;
      });
    assert.equal(await onTop('C[0,0,3]'), true);
    assert.equal(await onTop('C[1,2,0]'), false);
    await page.locator('[data-key="C[1,0,3]"]').focus();
    assert.equal(await onTop('C[1,2,0]'), true);
  });

  test('a sheet comes to the front with the element that is pinned', async () => {
    const { page } = await open(hashOf('2.3.4|3.1', '&sel=1.1.2'));
    const isOnTop = (key) =>
      page.locator(`[data-key="${key}"]`).evaluate((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === cell;
      });
    // At the position that the previous sheet would cover.
    for (const key of ['A[1,2,0]', 'C[1,2,0]']) assert.equal(await isOnTop(key), true, key);
  });

  test('the whole figure of (2,3,4) + (3,1) is in the first view of 1440 × 900', async () => {
    const { page } = await open(hashOf('2.3.4|3.1'));
    const bottoms = await page.$$eval('.tensor', (all) =>
      all.map((each) => each.getBoundingClientRect().bottom),
    );
    assert.equal(bottoms.length, 3);
    for (const bottom of bottoms) assert.ok(bottom <= 900);
  });
});
