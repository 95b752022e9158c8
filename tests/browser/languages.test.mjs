/**
 * The page in every language: its catalogue has the keys of English and uses the same arguments, the engine's
 * sentences have the engine's numbers, and the longest texts fit on a phone.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { violations } from './lib/axe.mjs';
import { withoutBrowser } from './lib/browser.mjs';
import { builtPage, importModule } from './lib/build.mjs';
import { engine } from './lib/model.mjs';
import { hashOf } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { catalogues } = await importModule('languages/all.ts');
const { languages } = await importModule('languages/names.ts');
const { languageOf } = await importModule('languages/translate.ts');
const wordsOf = async (path, name = 'say') => (await importModule(path))[name];

/** The English words by section; the engine writes its own. */
const english = {
  base: await wordsOf('base/words.ts', 'words'),
  page: await wordsOf('state/words.ts', 'words'),
  later: await wordsOf('state/later-words.ts', 'later'),
  rules: await wordsOf('state/operators.ts', 'rules'),
  views: await wordsOf('views/words.ts'),
  tabs: await wordsOf('tabs/words.ts'),
  share: await wordsOf('share/words.ts'),
  quiz: await wordsOf('quiz/words.ts'),
  learn: await wordsOf('learn/words.ts', 'words'),
  challenge: await wordsOf('challenge/words.ts'),
  clinic: await wordsOf('clinic/words.ts', 'words'),
  present: await wordsOf('present/words.ts', 'words'),
  port: await wordsOf('porting/words.ts', 'port'),
  model: await wordsOf('porting/words.ts', 'model'),
  digits: await wordsOf('digits/words.ts'),
  document: await wordsOf('languages/document.ts', 'words'),
  printed: await wordsOf('views/printed-words.ts'),
};

/** The texts of a catalogue, by path. */
const flat = (words, path = '') =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' ? flat(value, `${path}${key}.`) : [[`${path}${key}`, value]],
  );

const englishTexts = new Map(flat(english));

const textsOf = ({ words: { engine: _, ...words }, prerendered }) =>
  new Map(flat({ ...words, ...prerendered }));

/** The numbers of a text, however its language groups digits. */
const numbersOf = (text) =>
  new Set(text.replaceAll(/(\d)[.,\u00a0\u202f\s](?=\d{3}(?!\d))/g, '$1').match(/\d+/g));

const marks = [7001, 7002, 7003, 7004, 7005];

/** Arguments that can be found in a text: numbers, or lists or counts if the sentence takes these. */
const argumentsFor = (sentence) => {
  const counts = {
    pairs: 7001,
    both: 7002,
    identical: 7003,
    otherAlignment: 7004,
    otherShape: 7005,
  };
  // The caption of a stretch is general in languages other than English: it takes a list, which may be empty.
  for (const given of [marks, marks.map((mark) => [mark]), ['A', [7001]], [counts], [[]]]) {
    try {
      sentence(...given);
      return given;
    } catch {
      // Another kind of argument.
    }
  }
  throw new Error(`no arguments for ${sentence}`);
};

const pairs = [
  [[4, 3], [3]],
  [[3, 4], [3]],
  [[4], [3]],
  [[3, 3], [3]],
  [[77, 1], [77]],
  [[60000, 1], [60000]],
  [[2, 3, 4], [2]],
  [[8, 3, 32, 32], [3]],
  [
    [32, 32, 3],
    [32, 32, 4],
  ],
  [
    [0, 3],
    [1, 3],
  ],
  [
    [5, 1],
    [1, 1],
  ],
  [
    [2, 3],
    [3, 2],
  ],
  [
    [97, 5],
    [5, 1],
  ],
  [[3], [4, 3]],
  [[], [2]],
];
const rulings = [
  { rule: 'numpy' },
  { rule: 'unidirectional' },
  { rule: 'legacy', axis: 0, broadcast: 1 },
  { rule: 'legacy', axis: 5, broadcast: 1 },
  { rule: 'legacy', broadcast: 0 },
  { rule: 'ncnn' },
  { rule: 'expand' },
];

/** All sentences about an alignment. */
const saidOf = ({ text, sentences, warnings, fixes, conflicts, axes }) => [
  ['verdict', text],
  ...[sentences, conflicts, axes].flatMap((all) => all.map((each) => ['sentence', each.text])),
  ...fixes.map((each) => ['fix', each.text]),
  ...warnings.map((each) => [each.code, each.text]),
];

/** Names that every language keeps. */
const names =
  /NumPy|PyTorch|ONNX|ncnn|opset|Expand|MatMul|matMul|PRelu|RGBA|axis|broadcast|[kMGT]?B\b|byte/gi;

/** Units differ: 14.4 GB has other digits for a reader who counts otherwise. */
const counted = new Set(['big_result']);

for (const [folder, { tag, name }] of Object.entries(languages)) {
  const catalogue = catalogues[folder];

  describe(name, () => {
    test('has every key of English, and no other', () => {
      assert.deepEqual([...textsOf(catalogue).keys()].sort(), [...englishTexts.keys()].sort());
    });

    test('has a text for every key, and sentences that use the same arguments', () => {
      for (const [key, text] of textsOf(catalogue)) {
        const original = englishTexts.get(key);
        assert.equal(typeof text, typeof original, key);
        if (typeof text === 'string') {
          assert.ok(text.trim() !== '', key);
          const tags = (html) => html.match(/<\/?[a-z]+|\{\{\w+\}\}/g)?.sort() ?? [];
          assert.deepEqual(tags(text), tags(original), key);
          continue;
        }
        const given = argumentsFor(original);
        const found = numbersOf(text(...given));
        for (const number of numbersOf(original(...given))) {
          if (number.startsWith('700')) assert.ok(found.has(number), `${key}: ${text(...given)}`);
        }
      }
    });

    test('has the numbers and shapes of the engine’s sentences', () => {
      const align = languageOf(tag, catalogue.words).translate((shapes, asked) =>
        engine.align(shapes, asked),
      );
      for (const ruling of rulings)
        for (const shapes of pairs) {
          const asked = { ...ruling, order: 'outermostFirst' };
          const original = saidOf(engine.align(shapes, asked));
          const translated = saidOf(align(shapes, asked));
          assert.equal(translated.length, original.length);
          original.forEach(([kind, text], i) => {
            const said = translated[i][1];
            const where = `${ruling.rule} ${JSON.stringify(shapes)}: ${text} | ${said}`;
            if (text === '') return;
            assert.ok(said !== '' && said !== text, where);
            assert.doesNotMatch(said, /undefined|NaN|\bthe\b|\bshapes\b|\bwith\b/, where);
            if (['zh', 'ja'].includes(folder)) {
              assert.doesNotMatch(said.replaceAll(names, ''), /[a-z]{2,}/i, where);
            }
            if (counted.has(kind)) return;
            for (const shape of text.match(/\([\d,]*,[\d,]*\)/g) ?? []) {
              assert.ok(said.includes(shape), where);
            }
          });
        }
    });

    test('has a document of its own', async () => {
      const html = await readFile(join(builtPage(), folder, 'index.html'), 'utf8');
      assert.ok(html.includes(`<html lang="${tag}" dir="ltr">`));
      assert.doesNotMatch(html, /\{\{|undefined/);
      const { document, printed } = catalogue.prerendered;
      for (const text of [document.title, document.idea, printed.gallery.P02]) {
        assert.ok(html.includes(text), text);
      }
      // The catalogue is there before the page's script runs.
      const scripts = [...html.matchAll(/<script[^>]*src="([^"]*)"/g)].map(([, source]) => source);
      assert.match(scripts[0], new RegExp(`^\\.\\./assets/${folder}-[\\da-f]{8}\\.js$`));
      assert.match(scripts[1], /^\.\.\/assets\/page-/);
      assert.match(html, /<a href="\.\.\/" lang="en" hreflang="en">English<\/a>/);
      const others = Object.entries(languages).filter(([each]) => each !== folder);
      for (const [other, { tag: code }] of others) {
        assert.ok(html.includes(`<a href="../${other}/" lang="${code}" hreflang="${code}">`));
      }
    });
  });
}

const { open, openTab, url } = usePage();
const phone = { viewport: { width: 360, height: 740 } };

const states = {
  play: [hashOf('4.3|3'), '.stage .cell'],
  'a conflict': [hashOf('3.4|3'), '.fix'],
  'the rules': [hashOf('3.3|3', '&t=rules'), '#panel-rules .lane'],
  memory: [hashOf('60000.1|60000', '&t=memory'), '.memory-bars'],
  porting: [hashOf('3.3|3', '&m=porting'), '.drop'],
  speed: [hashOf('3.3|3', '&m=lab'), '#speed-lab .secondary'],
  learn: [hashOf('3.3|3', '&m=learn'), '.question'],
  challenge: [hashOf('3.3|3', '&m=challenge'), '.puzzle h3'],
};

const cutTexts = (page) =>
  page
    .locator('button, .option-text, .tab, summary, label, h2, h3, .headline, .warning, .chip')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility() && !element.closest('.visually-hidden'))
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .map((element) => element.outerHTML.slice(0, 200)),
    );

describe('on a phone', { skip: withoutBrowser }, () => {
  for (const [folder, { tag, name }] of Object.entries(languages)) {
    test(`${name} fits, and axe-core finds nothing`, async () => {
      const { page, load, problems } = await openTab(phone);
      for (const [state, [hash, there]] of Object.entries(states)) {
        await load(`${url()}${folder}/${hash}`);
        await page.waitForSelector(there);
        assert.equal(await page.evaluate(() => document.documentElement.lang), tag);
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth),
          phone.viewport.width,
          state,
        );
        assert.deepEqual(await cutTexts(page), [], state);
        assert.deepEqual(problems, [], state);
        if (state === 'a conflict') assert.deepEqual(await violations(page), []);
      }
    });
  }
});

describe('on a wide page', { skip: withoutBrowser }, () => {
  for (const [folder, { name }] of Object.entries({ '.': { name: 'English' }, ...languages })) {
    test(`${name}: the texts of the ladder fit their cells, and no reason covers what follows`, async () => {
      const { page, load } = await openTab();
      for (const shapes of ['4.3|3', '4.1|3', '2.2.3|2.3', '5.1.4|3.1']) {
        await load(`${url()}${folder}/${hashOf(shapes)}`);
        const summary = page.locator('#panel-why summary').first();
        await summary.waitFor();
        const [inside, said] = await page.evaluate(() =>
          ['#panel-why', '#panel-why summary'].map((name) =>
            document.querySelector(name).getBoundingClientRect().toJSON(),
          ),
        );
        assert.ok(said.bottom <= inside.bottom, `${shapes}: ${said.bottom} > ${inside.bottom}`);
        const cut = await page
          .locator('.rung')
          .evaluateAll((cells) =>
            cells
              .filter((cell) => cell.scrollHeight > cell.clientHeight + 1)
              .map((cell) => cell.innerText),
          );
        assert.deepEqual(cut, [], shapes);
      }
    });
  }
});

describe('the choice of a language', { skip: withoutBrowser }, () => {
  test('keeps the figure, and English downloads no catalogue', async () => {
    const { page, requests } = await open(hashOf('3.4|3'));
    await page.waitForSelector('.fix');
    assert.deepEqual(
      requests.filter((each) => /assets\/[a-z]{2}-/.test(each)),
      [],
    );
    await page.locator('.languages a[hreflang=de]').click();
    await page.waitForURL(/\/de\/#.*i=3\.4\|3/);
    await page.waitForSelector('html[data-state="live"]');
    assert.match(await page.locator('.headline').innerText(), /passen nicht/);
    await page.locator('.languages a[hreflang=en]').click();
    await page.waitForURL(/path\/#.*i=3\.4\|3/);
  });

  test('stays without a network', async () => {
    const { page, context, load } = await openTab({ serviceWorkers: 'allow' });
    await load(`${url()}de/`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    });
    await context.setOffline(true);
    await load(`${url()}de/`);
    await page.waitForSelector('.stage .cell');
    assert.match(await page.locator('.headline').innerText(), /passen/);
  });
});
