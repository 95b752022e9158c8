/** The page in Firefox: every example, the keyboard, each part, and axe-core. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { axe, tags } from '../browser/lib/axe.mjs';
import { builtPage, importModule } from '../browser/lib/build.mjs';
import { glyphs } from '../browser/lib/glyphs.mjs';
import { presets } from '../browser/lib/model.mjs';
import { hashOf } from '../browser/lib/page.mjs';
import { serve } from '../browser/lib/server.mjs';
import { openPage, startFirefox, text, texts, withoutFirefox } from './lib.mjs';

/** Presses a key on the slider of the steps. */
async function press(page, key) {
  await page.focus('[role="slider"][aria-label="Step"]');
  await page.keyboard.press(key);
}

const { encode } = await importModule('state/url.ts');

describe('in Firefox', { skip: withoutFirefox, timeout: 240_000 }, () => {
  let server;
  let browser;
  let opened;

  before(async () => {
    server = await serve(builtPage());
    browser = await startFirefox();
    opened = await openPage(browser, server.url);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });

  const go = async (hash) => {
    const { page } = opened;
    await page.evaluate((wanted) => {
      location.hash = wanted;
    }, hash);
    // The page follows an address in the event that comes after it.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20))),
    );
    return page;
  };

  test('every example shows the shapes of its link', async () => {
    for (const { id, state } of presets) {
      const page = await go(encode(state));
      const sizes = await page.$$eval('[data-view="sentence"] input', (inputs) =>
        inputs.map((input) => [input.getAttribute('aria-label'), Number(input.value)]),
      );
      const wanted = state.shapes.flatMap((shape, operand) =>
        shape.map((size, axis) => [`${'ABCDEFGH'[operand]}, axis ${axis}`, size]),
      );
      assert.deepEqual(sizes, wanted, id);
    }
    assert.deepEqual(opened.problems, []);
  });

  test('the first example is computed, linked and explained', async () => {
    const page = await go(hashOf('4.1|3', '&sel=1.2'));
    assert.match(await text(page, '.headline'), /\(4,1\) and \(3,\) fit: the result is \(4,3\)/);
    assert.equal(await text(page, '.equation'), 'C[1,2] = A[1,0] + B[2] = 20 + 3 = 23');
    // The element and its two sources.
    assert.equal((await page.$$('.cell.ring')).length, 3);
    assert.equal((await texts(page, '[data-view="explain"] li')).length, 6);
  });

  test('copies slide out of their source', async () => {
    const page = await go(hashOf('4.1|3', '&s=3'));
    await press(page, 'ArrowRight');
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(({ effect }) => effect.getKeyframes()[0].transform?.startsWith('translate'))
          .length,
    );
    assert.equal(moving, 8 + 9);
  });

  test('the keys change a size and move through the values', async () => {
    const page = await go(hashOf('4.1|3', '&sel=1.2'));
    await page.focus('[aria-label="B, axis 0"]');
    await page.keyboard.press('ArrowUp');
    assert.match(await text(page, '.headline'), /fit: the result is \(4,4\)/);
    await page.focus('.stage [aria-label="Values of C"] .cell');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    assert.match(await text(page, '.equation'), /^C\[1,3\]/);
    await page.focus('.stage [aria-label="Values of A"] .cell');
    await page.keyboard.type('5.5');
    await page.keyboard.press('Enter');
    assert.match((await texts(page, '[aria-label="Values of C"] .cell'))[0], /^6\.5/);
  });

  test('a size is dragged', async () => {
    const page = await go(hashOf('4.1|3'));
    const size = await page.$('[aria-label="B, axis 0"]');
    const { x, y, width, height } = await size.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 10, y + height / 2);
    await page.mouse.move(x + width / 2 + 18, y + height / 2);
    await page.mouse.up();
    assert.match(await text(page, '.headline'), /fit: the result is \(4,5\)/);
  });

  test('a conflict is repaired by a button', async () => {
    const page = await go(hashOf('3.4|3'));
    await page.click('.primary');
    assert.match(await text(page, '.headline'), /fit: the result is \(3,4\)/);
  });

  for (const [tab, selector] of Object.entries({
    rules: '#panel-rules .lane',
    memory: '.memory-bars',
    code: '#panel-code code',
  })) {
    test(`the tab ${tab} comes`, async () => {
      const page = await go(hashOf('3.3|3', `&t=${tab}`));
      await page.waitForSelector(`${selector}`, { timeout: 10_000 });
    });
  }

  for (const [mode, selector] of Object.entries({
    learn: '.question',
    challenge: '.puzzle h3',
    porting: '#model-title',
    lab: '#speed-lab .secondary',
  })) {
    test(`the part ${mode} comes`, async () => {
      const page = await go(hashOf('3.3|3', `&m=${mode}`));
      await page.waitForSelector(selector, { timeout: 10_000 });
    });
  }

  test('a digit that is drawn is read', async () => {
    const page = await go(hashOf('4.1|3', '&m=lab'));
    await page.waitForSelector('#digits-title', { timeout: 10_000 });
    await page.$eval('#digits-title', (title) => title.scrollIntoView());
    await page.waitForSelector('.read .best', { timeout: 10_000 });
    const pad = await page.$('.pad');
    await pad.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { x, y, width, height } = await pad.boundingBox();
    for (const [first, ...others] of glyphs[7]) {
      await page.mouse.move(x + first.x * width, y + first.y * height);
      await page.mouse.down();
      for (const point of others) {
        await page.mouse.move(x + point.x * width, y + point.y * height);
      }
      await page.mouse.up();
    }
    await page.waitForFunction(
      () =>
        document.querySelector('.read .lane-verdict').textContent.startsWith('Looks like a 7 ('),
      { timeout: 10_000 },
    );
    await page.waitForSelector('.digit-times table', { timeout: 10_000 });
    assert.deepEqual(opened.problems, []);
  });

  /** The states, with what tells that each is there. */
  const states = {
    'the first example': [hashOf('4.1|3', '&sel=1.2'), '#panel-rules .lane'],
    'a conflict': [hashOf('3.4|3'), '.fix'],
    'a refusal': ['#v=1&r=onnx-uni&op=PRelu&i=4.1|4.3&f=addr', '.rung.refused'],
    'eight operands': ['#v=1&r=numpy&op=Sum&i=5.1|1.6|6||5.6|1|5.1|6&f=addr', '#panel-rules .lane'],
    'the rules': [hashOf('3.3|3', '&t=rules'), '#panel-rules .lane'],
    memory: [hashOf('3.3|3', '&t=memory'), '.memory-bars'],
    speed: [hashOf('3.3|3', '&m=lab'), '#speed-lab .secondary'],
    code: [hashOf('3.3|3', '&t=code'), '#panel-code code'],
    porting: [hashOf('3.4|3', '&m=porting'), '#model-title'],
    Learn: [hashOf('3.3|3', '&m=learn'), '.question'],
    'the challenge': [hashOf('3.3|3', '&m=challenge'), '.puzzle h3'],
  };
  const violations = async (page) => {
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
    return page.evaluate(async (values) => {
      const { violations: found } = await globalThis.axe.run(document, {
        runOnly: { type: 'tag', values },
        resultTypes: ['violations'],
      });
      return found.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
    }, tags);
  };
  for (const [name, [hash, there]] of Object.entries(states)) {
    test(`axe-core finds nothing in ${name}`, async () => {
      const page = await go(hash);
      await page.waitForSelector(there, { timeout: 10_000 });
      assert.deepEqual(await violations(page), []);
    });
  }

  test('axe-core finds nothing in an answer, in the dark, on 320 pixels', async () => {
    const page = await go(hashOf('3.3|3', '&m=learn'));
    await page.waitForSelector('[data-lesson="rows"] .option', { timeout: 10_000 });
    await page.$eval('[data-lesson="rows"] .option input', (option) => option.click());
    await page.$eval('[data-lesson="rows"] .question .secondary', (check) => check.click());
    await page.waitForSelector('[data-lesson="rows"] .revealed *');
    await page.setViewport({ width: 320, height: 640 });
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    try {
      assert.deepEqual(await violations(page), []);
      const [wide, room] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      assert.equal(wide, room);
    } finally {
      await page.setViewport({ width: 1280, height: 900 });
      await page.evaluate(() => delete document.documentElement.dataset.theme);
    }
  });

  test('axe-core finds nothing in the embedded figure', async () => {
    const { page, problems } = await openPage(browser, `${server.url}embed.html${hashOf('3.4|3')}`);
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(problems, []);
    await page.close();
  });

  test('nothing went wrong', () => assert.deepEqual(opened.problems, []));
});

describe('in Firefox where motion is unwelcome', { skip: withoutFirefox, timeout: 60_000 }, () => {
  test('nothing is animated', async () => {
    const server = await serve(builtPage());
    const browser = await startFirefox({ 'ui.prefersReducedMotion': 1 });
    try {
      const { page } = await openPage(browser, server.url);
      await press(page, 'ArrowLeft');
      assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
      assert.equal(
        await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches),
        true,
      );
    } finally {
      await browser.close();
      await server.close();
    }
  });
});
