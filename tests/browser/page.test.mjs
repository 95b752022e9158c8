/** The page as a visitor uses it: reading, typing, stepping, pointing, repairing, linking. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import {
  both,
  choose,
  gridRows,
  hashOf,
  hashWith,
  ladderRows,
  openSettings,
  paste,
  shapeBox,
  size,
  text,
  texts,
} from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open, openTab, url } = usePage();
const firstVerdict = '(4,3) and (3,) fit: the result is (4,3).';

describe('the first example', { skip: withoutBrowser }, () => {
  test('reads right: the sentence, the verdict, the table of the axes', async () => {
    const { page, problems } = await open();
    assert.match(await text(page, '.headline'), new RegExp(firstVerdict.replace(/[().]/g, '\\$&')));
    assert.match(await text(page, '.sentence .outcome .visually-hidden'), /^C \(4,3\)$/);
    assert.deepEqual(await ladderRows(page), [
      ['4', '3'],
      ['1 → 4 not written: 1, used 4 times', '3'],
      ['4', '3'],
    ]);
    assert.deepEqual(await texts(page, '.ladder-place thead th'), [
      'm axis 0 or −2',
      'n axis 1 or −1',
    ]);
    assert.deepEqual(problems, []);
  });

  test('draws the operands as they are read, copies marked, and the computed result', async () => {
    const { page } = await open();
    assert.deepEqual(await gridRows(page, 'A'), [
      ['10', '20', '30'],
      ['40', '50', '60'],
      ['70', '80', '90'],
      ['100', '110', '120'],
    ]);
    assert.deepEqual((await gridRows(page, 'B'))[0], ['1', '2', '3']);
    assert.deepEqual((await gridRows(page, 'B'))[3], ['1*', '2*', '3*']);
    assert.deepEqual(await gridRows(page, 'C'), [
      ['11', '22', '33'],
      ['41', '52', '63'],
      ['71', '82', '93'],
      ['101', '112', '123'],
    ]);
    assert.equal(await text(page, '.equation'), 'C[2,1] = A[2,1] + B[1] = 80 + 2 = 82');
  });

  test('explains itself in the sentences of the engine', async () => {
    const { page } = await open();
    const sentences = await texts(page, '[data-view="explain"] li');
    assert.equal(sentences[0], 'A has shape (4,3): 12 numbers.');
    assert.match(sentences.at(-1), /^Result: \(4,3\)\. 12 numbers, computed from 15\.$/);
  });
});

describe('editing', { skip: withoutBrowser }, () => {
  test('typing, the steps and the keys lead to the same page and address', async () => {
    const ways = {
      typing: (page) => size(page, 'B', 0).fill('5'),
      steps: async (page) => {
        await size(page, 'B', 0).press('ArrowUp');
        await size(page, 'B', 0).press('ArrowUp');
      },
      keys: async (page) => {
        await size(page, 'B', 0).press('ArrowUp');
        await size(page, 'B', 0).press('ArrowUp');
      },
      box: async (page) => {
        await openSettings(page);
        await shapeBox(page, 'B').fill('torch.Size([5])');
      },
    };
    for (const [way, act] of Object.entries(ways)) {
      const { page } = await open(both);
      await act(page);
      assert.equal(await hashWith(page, 'i=4.1|5'), hashOf('4.1|5', '&sel=1.2'), way);
      assert.deepEqual((await ladderRows(page))[2], ['4', '5'], way);
      assert.deepEqual((await gridRows(page, 'C'))[3], ['41', '42', '43', '44', '45'], way);
    }
  });

  test('the keys of a size: pages, Home, a new axis, an axis removed', async () => {
    const { page } = await open(both);
    await size(page, 'A', 0).press('PageUp');
    await hashWith(page, 'i=9.1|3');
    await size(page, 'A', 0).press('Home');
    await hashWith(page, 'i=1.1|3');
    await size(page, 'A', 0).press(',');
    await hashWith(page, 'i=1.1.1|3');
    assert.equal(await size(page, 'A', 1).evaluate((el) => el === document.activeElement), true);
    await page.keyboard.press('ArrowUp');
    await hashWith(page, 'i=1.2.1|3');
    await page.keyboard.press('Delete');
    await hashWith(page, 'i=1.1|3');
    assert.equal(await size(page, 'A', 0).evaluate((el) => el === document.activeElement), true);
    await page.keyboard.press('Delete');
    await page.keyboard.press('Delete');
    await hashWith(page, 'i=|3');
    const focused = await page.evaluate(() => document.activeElement.ariaLabel);
    assert.equal(focused, 'Add an axis to A');
  });

  test('a size keeps the cursor while several digits are typed, and 0 can be typed', async () => {
    const { page } = await open(both);
    await size(page, 'A', 1).focus();
    await page.keyboard.type('128');
    assert.equal(await size(page, 'A', 1).inputValue(), '128');
    await hashWith(page, 'i=4.128|3');
    await size(page, 'B', 0).fill('0');
    await hashWith(page, 'i=4.128|0');
    await page.keyboard.press('Backspace');
    assert.equal(await size(page, 'B', 0).inputValue(), '');
    await size(page, 'A', 0).focus();
    assert.equal(await size(page, 'B', 0).inputValue(), '0', 'an empty size goes back');
  });

  test('a shape that cannot be read says where, and leaves the page as it was', async () => {
    const { page } = await open(both);
    await openSettings(page);
    const box = shapeBox(page, 'A');
    await box.fill('4;1');
    assert.equal(await box.getAttribute('aria-invalid'), 'true');
    assert.match(await text(page, '#shape-A-message'), /Character 2, “;”/);
    assert.deepEqual((await ladderRows(page))[2], ['4', '3']);
    await box.fill('[2, 1]');
    assert.equal(await box.getAttribute('aria-invalid'), null);
    assert.equal(await text(page, '#shape-A-message'), '');
    assert.deepEqual((await ladderRows(page))[2], ['2', '3']);
    assert.equal(await box.inputValue(), '[2, 1]', 'what was typed stays while it is edited');
    await box.blur();
    assert.equal(await box.inputValue(), '2, 1');
  });

  test('a shape can be typed into a size: a digit replaces the new 1', async () => {
    const { page } = await open(both);
    await size(page, 'A', 0).focus();
    await page.keyboard.type('2,3,4');
    await hashWith(page, 'i=2.3.4.1|3');
  });

  test('a shape that is pasted into a size is the shape', async () => {
    const { page } = await open(both);
    await size(page, 'A', 0).focus();
    await paste(page, '7,1,5');
    await hashWith(page, 'i=7.1.5|3');
  });

  test('a size that is known only at run time is requested in its own words', async () => {
    const { page } = await open(both);
    await openSettings(page);
    for (const symbol of ['-1', 'N', 'None', '?', 'batch']) {
      await shapeBox(page, 'A').fill(`3, ${symbol}`);
      const said = await text(page, '#shape-A-message');
      assert.ok(said.startsWith(`“${symbol}” stands for a size that is only known later`), said);
    }
  });

  test('a message about a shape moves no other field', async () => {
    const { page } = await open(both);
    await openSettings(page);
    const before = await shapeBox(page, 'B').boundingBox();
    await shapeBox(page, 'A').fill('3;1');
    assert.notEqual(await text(page, '#shape-A-message'), '');
    assert.equal((await shapeBox(page, 'B').boundingBox()).x, before.x);
  });

  test('a fast burst of keys drops none', async () => {
    const { page } = await open(both);
    await size(page, 'A', 0).focus();
    for (let i = 0; i < 30; i += 1) await page.keyboard.press('ArrowUp');
    await hashWith(page, 'i=34.1|3');
    assert.deepEqual((await ladderRows(page))[2], ['34', '3']);
  });

  test('the operator and the type are computed by the kernels', async () => {
    const { page } = await open(both);
    await choose(page, 'Operator', 'Div');
    await hashWith(page, 'op=Div');
    assert.deepEqual((await gridRows(page, 'C'))[3], ['40', '20', '13.33']);
    await choose(page, 'Element type', 'int32');
    await hashWith(page, 'd=int32');
    assert.deepEqual((await gridRows(page, 'C'))[3], ['40', '20', '13']);
    assert.equal(await text(page, '.equation'), 'C[1,2] = A[1,0] ÷ B[2] = 20 ÷ 3 = 6');
  });

  test('the verdict is spoken once the edits have settled, and only then', async () => {
    const { page } = await open(both);
    const spoken = page.locator('#spoken-verdict');
    assert.equal(await spoken.textContent(), '');
    await size(page, 'B', 0).fill('7');
    await page.waitForFunction(() => document.querySelector('#spoken-verdict').textContent !== '');
    assert.match(await spoken.textContent(), /\(4,7\)/);
    assert.equal(await spoken.getAttribute('aria-live'), 'polite');
  });
});

describe('conflicts', { skip: withoutBrowser }, () => {
  test('say the word, name the axis, and are repaired by a button', async () => {
    const { page } = await open(hashOf('3.4|3'));
    assert.match(
      await text(page, '.headline'),
      /✗ These shapes don’t fit\. Last axis: A has 4, B has 3\./,
    );
    assert.deepEqual(await ladderRows(page), [
      ['3', '4 doesn’t fit'],
      ['1 not written: 1', '3 doesn’t fit'],
      ['3', '4 ≠ 3'],
    ]);
    assert.equal(await page.locator('[aria-label="Values of C"]').count(), 0);
    assert.deepEqual(await gridRows(page, 'B'), [['1', '2', '3']]);
    await page.getByRole('button', { name: 'Make B (3,1)' }).click();
    await hashWith(page, 'i=3.4|3.1');
    assert.match(await text(page, '.headline'), /✓ \(3,4\) and \(3,1\) fit: the result is \(3,4\)/);
    assert.deepEqual((await ladderRows(page))[2], ['3', '4']);
    const focused = await page.evaluate(() => document.activeElement.className);
    assert.match(focused, /headline/, 'the keyboard goes on from the verdict');
    await page.goBack();
    await page.waitForSelector('.headline.bad');
    assert.deepEqual((await ladderRows(page))[1], ['1 not written: 1', '3 doesn’t fit']);
  });

  test('a rejection is not called a conflict', async () => {
    const { page } = await open('#v=1&r=onnx-uni&op=PRelu&i=4.1|4.3&f=addr');
    assert.match(await text(page, '.headline'), /✗ .*A is never stretched/);
  });

  test('every offered repair has the promised shape', async () => {
    const { page } = await open(hashOf('3.4|3'));
    const all = page.locator('.primary, .fix');
    await page.locator('.fix').first().waitFor();
    const buttons = await all.count();
    assert.equal(buttons, 3, 'none that only adds an axis');
    for (let i = 0; i < buttons; i += 1) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, hashOf('3.4|3'));
      await page.waitForSelector('.headline.bad');
      await page.locator('.fix').first().waitFor();
      // The last one changes a size.
      const promised = ['(3,4)', '(4,3)', '(3,4)'][i];
      await all.nth(i).click();
      await page.waitForSelector('.headline:not(.bad)');
      assert.equal(await text(page, '.sentence .outcome .visually-hidden'), `C ${promised}`);
    }
  });

  test('where only outer products would do, none is a button of the verdict', async () => {
    for (const [shapes, cards] of [
      ['3|4', 3],
      ['10.20|10.5', 1],
    ]) {
      const { page } = await open(hashOf(shapes));
      await page.locator('.repairs-place:not([inert])').waitFor({ state: 'attached' });
      assert.equal(await page.locator('.primary').count(), 0, shapes);
      assert.equal(await page.locator('.fix').count(), cards, shapes);
    }
  });
});

describe('other shapes', { skip: withoutBrowser }, () => {
  test('[8,1,6,1] + [7,1,5] is drawn in panels, most of it left out', async () => {
    const { page, problems } = await open(hashOf('8.1.6.1|7.1.5', '&sel=7.6.5.4'));
    assert.match(await text(page, '.headline'), /fit: the result is \(8,7,6,5\)/);
    assert.deepEqual((await ladderRows(page))[1], [
      '1 → 8 not written: 1, used 8 times',
      '7',
      '1 → 6 used 6 times',
      '5',
    ]);
    // A contains 100, 200 … 4800 and B 1 … 35, so the last element is the sum of both ends.
    assert.equal((await gridRows(page, 'C')).at(-1).at(-1), '4835');
    assert.match(
      await text(page, '.equation'),
      /^C\[7,6,5,4\] = A\[7,0,5,0\] \+ B\[6,0,4\] = 4800/,
    );
    assert.deepEqual(problems, []);
  });

  test('no elements: the shapes fit, and nothing is drawn', async () => {
    const { page } = await open(hashOf('0.3|1.3'));
    const none = 'no numbers: a size is 0';
    assert.deepEqual(await texts(page, '.summary'), [none, '3 numbers', none]);
    assert.deepEqual((await ladderRows(page))[2], ['0', '3']);
    assert.deepEqual(
      await texts(page, '.slab'),
      Array(3).fill('No elements: one of the sizes is 0.'),
    );
    await page.evaluate((hash) => {
      location.hash = hash;
    }, hashOf('2.0|2'));
    await page.waitForSelector('.headline.bad');
  });

  test('scalars', async () => {
    const { page } = await open(hashOf('|', '&sel='));
    assert.deepEqual(await ladderRows(page), [['()'], ['()'], ['()']]);
    assert.deepEqual(await gridRows(page, 'C'), [['11']]);
    assert.equal(await text(page, '.equation'), 'C[] = A[] + B[] = 10 + 1 = 11');
    await page.getByRole('button', { name: 'Add an axis to B' }).click();
    await hashWith(page, 'i=|1');
  });

  test('a mark stands right behind the shape that it follows, also behind a scalar', async () => {
    const { page } = await open('#v=1&r=numpy&op=Sum&i=5.1||6|&f=addr');
    const gaps = await page.locator('.sentence .tuple').evaluateAll((tuples) =>
      tuples.slice(0, 4).map((tuple) => {
        const [parenthesis, mark] = [...tuple.children].slice(-2);
        const apart = mark.getBoundingClientRect().left - parenthesis.getBoundingClientRect().right;
        return `${mark.textContent} ${Math.round(apart)}`;
      }),
    );
    assert.deepEqual(gaps, [', 0', ', 0', ', 0', ') 0']);
  });

  test('a 1 among sizes that disagree goes with all of them, and disagrees with none', async () => {
    const { page } = await open('#v=1&r=numpy&op=Sum&i=5.1|1.6|7|4&f=addr');
    assert.deepEqual(await ladderRows(page), [
      ['5', '1'],
      ['1', '6 doesn’t fit'],
      ['1 not written: 1', '7 doesn’t fit'],
      ['1 not written: 1', '4 doesn’t fit'],
      ['5', '6 ≠ 7 ≠ 4'],
    ]);
  });

  test('a large result has shapes and no values', async () => {
    const { page } = await open(hashOf('60000.1|60000'));
    assert.deepEqual((await ladderRows(page))[2], ['60000', '60000']);
    assert.match((await texts(page, '.slab'))[2], /Shapes only/);
    assert.match(
      (await texts(page, '.warning')).join(' '),
      /compares all pairs.*14\.4 GB \(the inputs need 480 kB\)\. Compute it in blocks/,
    );
  });

  test('rank 5 has a stepper, whose focus stays', async () => {
    const { page } = await open(hashOf('3.2.2.2.2|2'));
    const before = await gridRows(page, 'C');
    const next = page.getByRole('button', { name: 'Axis j of C, next index' });
    await next.click();
    assert.notDeepEqual(await gridRows(page, 'C'), before);
    assert.equal(await next.evaluate((el) => el === document.activeElement), true);
    await next.click();
    assert.equal(await next.getAttribute('aria-disabled'), 'true');
  });

  test('rank 8 is left to the table', async () => {
    const { page } = await open(hashOf('2.2.2.2.2.2.2.2|2'));
    assert.equal((await ladderRows(page))[2].length, 8);
    assert.match((await texts(page, '.slab'))[0], /Too many axes to draw/);
  });

  test('warns of a silent mistake', async () => {
    const { page } = await open(hashOf('77.1|77'));
    assert.match(await text(page, '.warning'), /⚠ Warning\. This compares all pairs: /);
  });

  test('a conflict whose repairs cannot be fetched says so', async () => {
    const { page } = await openTab();
    await page.route('**/repairs-*.js', (route) => route.abort());
    await page.goto(`${url()}${hashOf('3.4|3')}`);
    await page.waitForFunction(() =>
      document.querySelector('.notice')?.textContent.includes('Part of the page'),
    );
    assert.match(await text(page, '.notice p'), /Part of the page could not be loaded\./);
    assert.equal(await text(page, '.primary'), 'Make B (3,1)', 'the first one is there');
  });

  test('a rule without the operator says which one it takes', async () => {
    const { page } = await open('#v=1&r=numpy&op=Where&i=2.1|1.3|&f=addr');
    await choose(page, 'Rule', 'ncnn');
    await page.getByText('ncnn has no Where: the operator is Add.').waitFor();
    assert.equal(await page.locator('#choice-operator').inputValue(), 'Add');
  });

  test('a hash that leads to a place of the page leaves the shapes', async () => {
    const { page } = await open('#shapes');
    assert.equal(await page.locator('.notice').isVisible(), false);
    await size(page, 'B', 0).press('ArrowUp');
    await hashWith(page, 'i=4.3|4');
    await page.evaluate(() => {
      location.hash = '#shapes';
    });
    await page.waitForTimeout(50);
    assert.match(await text(page, '.headline'), /must match/);
  });

  test('a link that cannot be read gives the first example and says so', async () => {
    const { page } = await open('#v=9&i=nonsense');
    assert.match(await text(page, '.notice'), /first example/);
    assert.match(await text(page, '.headline'), /fit: the result is \(4,3\)/);
    await page.getByRole('button', { name: 'close' }).click();
    assert.equal(await page.locator('.notice').isVisible(), false);
  });

  test('the examples of the page open their shapes', async () => {
    const { page, problems } = await open(both);
    await openSettings(page);
    await page.getByText('all 22 examples').click();
    const links = await page.locator('.example').count();
    assert.equal(links, 7 + 22);
    for (let i = 0; i < links; i += 1) {
      const link = page.locator('.example').nth(i);
      const href = await link.getAttribute('href');
      await link.click();
      await page.waitForFunction((hash) => location.hash === hash, href);
      assert.equal(await page.locator('.notice').isVisible(), false, href);
    }
    assert.deepEqual(problems, []);
  });
});

describe('pointing', { skip: withoutBrowser }, () => {
  const cell = (page, name, i) => page.locator(`[aria-label="Values of ${name}"] .cell`).nth(i);
  const ringed = (page, name) =>
    page
      .locator(`[aria-label="Values of ${name}"] .ring`)
      .evaluateAll((cells) => cells.map((each) => each.firstChild.textContent));

  test('at an element of the result rings its sources and shows the arithmetic', async () => {
    const { page } = await open(both);
    await cell(page, 'C', 9).hover();
    assert.equal(await text(page, '.equation'), 'C[3,0] = A[3,0] + B[0] = 40 + 1 = 41');
    assert.deepEqual(await ringed(page, 'A'), ['40']);
    assert.deepEqual(await ringed(page, 'B'), ['1']);
    assert.deepEqual(await ringed(page, 'C'), ['41']);
    await page.locator('h1').hover();
    assert.match(await text(page, '.equation'), /^C\[1,2\]/, 'the pinned element is back');
  });

  test('at an element of an operand rings the results that use it', async () => {
    const { page } = await open(both);
    await cell(page, 'B', 1).hover();
    assert.equal(await text(page, '.equation'), 'B[1] is stored once and used 4 times.');
    assert.deepEqual(await ringed(page, 'C'), ['12', '22', '32', '42']);
  });

  test('the arrow keys move, Enter pins, Escape lets go', async () => {
    const { page } = await open(both);
    await cell(page, 'C', 0).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    assert.match(await text(page, '.equation'), /^C\[1,2\]/);
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowRight');
    assert.match(await text(page, '.equation'), /^C\[3,2\]/);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await hashWith(page, 'sel=3.0');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.includes('sel'));
    const stops = await page
      .locator('[aria-label="Values of C"] [tabindex="0"]')
      .evaluateAll((cells) => cells.length);
    assert.equal(stops, 1);
  });

  test('a tap pins', async () => {
    const { page } = await open(both, { hasTouch: true, isMobile: true });
    await cell(page, 'C', 6).tap();
    await hashWith(page, 'sel=2.0');
    assert.match(await text(page, '.equation'), /^C\[2,0\]/);
  });

  test('at a column of the table highlights the axis everywhere', async () => {
    const { page } = await open(both);
    await page.locator('.ladder-place td[data-axis="1"]').first().hover();
    assert.equal(await page.locator('body').getAttribute('data-lit'), '1');
    await page.locator('h1').hover();
    assert.equal(await page.locator('body').getAttribute('data-lit'), null);
  });

  test('the offsets are index times stride', async () => {
    const { page } = await open(`${both}&t=memory`);
    await page.locator('.offsets').waitFor();
    assert.deepEqual((await text(page, '.offsets')).split('; '), [
      'offset of A = 1·1 + 2·0 = 1',
      'offset of B = 1·0 + 2·1 = 2',
      'the gradient of A is summed over n',
      'the gradient of B is summed over m',
    ]);
  });
});
