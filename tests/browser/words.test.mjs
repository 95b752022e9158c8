/** The texts of the page: the explanation of every example, and enough space for longer texts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { encode, engine, presets } from './lib/model.mjs';
import { both, follow, hashOf, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

/** The engine's own answer; the examples are of two of the rules. */
const traceOf = ({ shapes, rule, axis }) =>
  engine.align(shapes, rule === 'onnx-legacy' ? { rule: 'legacy', axis } : { rule });

const letters = ['n', 'm', 'l', 'k', 'j', 'i', 'h', 'g'];

/** The tree as nested lists of words. */
const readTree = (page) =>
  page.locator('.tree').evaluate((tree) => {
    const read = (list) =>
      [...list.children].map((item) => [
        item.querySelector(':scope > span').textContent,
        ...read(item.querySelector(':scope > ul') ?? { children: [] }),
      ]);
    return read(tree);
  });

/** All sentences about an alignment; a shape may begin a sentence. */
const saidOf = (trace) => [trace, ...trace.sentences, ...trace.warnings].map(({ text }) => text);

test('sentences begin with a capital, and negative numbers have a minus sign', () => {
  const traces = presets.map(({ state }) => traceOf(state));
  const said = traces.flatMap(saidOf);
  assert.ok(said.length > 100);
  for (const text of said) {
    assert.match(text, /^[A-Z(0-9]/);
    assert.doesNotMatch(text, /\. (?!ncnn|axis=)[a-z]/, text);
    assert.doesNotMatch(text, /[( ]-\d/, text);
  }
});

describe('the description of every example', { skip: withoutBrowser }, () => {
  test('has the verdict, then each axis, then elements, all in the words of the engine', async () => {
    const { page } = await open();
    await page.getByText('Describe this figure').click();
    await page.waitForSelector('.tree > li');
    for (const { id, state } of presets) {
      await follow(page, encode(state));
      const trace = traceOf(state);
      const [verdict, ...others] = await readTree(page);
      const about = (axis) => trace.sentences.filter((each) => (each.axis === undefined) === !axis);
      assert.deepEqual(verdict, [trace.text, ...about(false).map(({ text }) => [text])], id);
      const axes = others.slice(0, trace.axes.length);
      assert.deepEqual(
        axes,
        trace.axes.map(({ fromEnd, outcome, text }) => [
          `Axis ${letters[-fromEnd - 1]}: ${outcome}`,
          [text],
        ]),
        id,
      );
      const [elements, ...more] = others.slice(trace.axes.length);
      assert.deepEqual(more, [], id);
      const few = trace.ok && trace.outputElements > 0 && trace.outputElements <= 2 ** 22;
      assert.equal(elements !== undefined, few, id);
      if (!few) continue;
      const [, told, total] = elements[0].match(/^Elements: (\d+) of ([\d,]+)$/);
      assert.equal(Number(total.replaceAll(',', '')), trace.outputElements, id);
      assert.equal(elements.length - 1, Number(told), id);
      assert.match(elements[1][0], /^[A-Z]\[(0(, 0)*)?\] is /, id);
    }
  });
});

describe('longer words', { skip: withoutBrowser }, () => {
  /** Many translations are two fifths longer than English. Numbers, shapes and marks are unchanged. */
  const lengthen = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    for (const node of found) {
      if (!/[a-z]{3}/i.test(node.data) || node.parentElement.closest('code, pre')) continue;
      const word = 'ööäüß';
      const more = Math.ceil((node.data.trim().length * 0.4) / word.length);
      node.data = `${node.data.trimEnd()}${more > 1 ? ` ${Array(more).fill(word).join(' ')}` : word} `;
    }
  };

  const states = {
    'a conflict': [hashOf('3.4|3'), '.fix'],
    memory: [hashOf('60000.1|60000', '&t=memory'), '.memory-bars'],
    speed: [hashOf('3.3|3', '&m=lab'), '#speed-lab .secondary'],
    Learn: [hashOf('3.3|3', '&m=learn'), '.question'],
    'the challenge': [hashOf('3.3|3', '&m=challenge'), '.puzzle h3'],
  };

  for (const width of [320, 1440]) {
    test(`have room on ${width} pixels`, async () => {
      for (const [name, [hash, there]] of Object.entries(states)) {
        const { page } = await open(hash, { viewport: { width, height: 900 } });
        await page.waitForSelector(there);
        await page.evaluate(lengthen);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, name);
        const cut = await page
          .locator('button, .option-text, .tab, summary, label, h2, h3, .headline, .warning, .chip')
          .evaluateAll((elements) =>
            elements
              .filter(
                (element) => element.checkVisibility() && !element.closest('.visually-hidden'),
              )
              .filter(
                ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
              )
              .map((element) => element.outerHTML.slice(0, 200)),
          );
        assert.deepEqual(cut, [], name);
      }
    });
  }
});

describe('the first view', { skip: withoutBrowser }, () => {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
  ]) {
    test(`does not shift while it comes to life, ${viewport.width} wide`, async () => {
      const { page } = await open('', { viewport });
      await page.waitForSelector('html[data-state="live"]');
      const shift = await page.evaluate(
        () =>
          new Promise((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const { value, hadRecentInput } of list.getEntries()) {
                sum += hadRecentInput ? 0 : value;
              }
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(sum), 200);
          }),
      );
      assert.ok(shift <= 0.02, String(shift));
    });
  }
});

describe('the description', { skip: withoutBrowser }, () => {
  test('is a tree: the verdict, the axes, the elements', async () => {
    const { page } = await open(both);
    await page.getByText('Describe this figure').click();
    await page.waitForSelector('.tree > li');
    const tops = await texts(page, '.tree > li > span');
    assert.match(tops[0], /\(4,1\) and \(3,\) fit: the result is \(4,3\)/);
    assert.deepEqual(tops.slice(1), [
      'Axis m: stretched',
      'Axis n: stretched',
      'Elements: 12 of 12',
    ]);
    await page.locator('.tree > li').first().focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'C[0, 0] is 11');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.equal(
      await page.evaluate(() => document.activeElement.getAttribute('aria-expanded')),
      'false',
    );
  });
});
