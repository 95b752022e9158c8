/** Shapes, values, axes and operands, edited with every input device. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import {
  both,
  choose,
  gridRows,
  hashOf,
  hashWith,
  openSettings,
  paste,
  size,
  text,
  texts,
} from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

describe('scrubbing', { skip: withoutBrowser }, () => {
  const drag = async (page, target, distance) => {
    const box = await target.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance / 2, y, { steps: 4 });
    await page.mouse.move(x + distance, y, { steps: 4 });
    await page.mouse.up();
  };

  /** A sideways drag of a finger, as the browser reports it. */
  const swipe = async (page, target, distance) => {
    const box = await target.boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const client = await page.context().newCDPSession(page);
    const touch = (type, at) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: at, y }],
      });
    await touch('touchStart', x);
    for (let i = 1; i <= 8; i += 1) await touch('touchMove', x + (distance * i) / 8);
    await touch('touchEnd');
  };

  test('from 3 to 5 by mouse, finger, keys and buttons leads to the same address', async () => {
    const ways = {
      mouse: (page) => drag(page, size(page, 'B', 0), 18),
      keys: async (page) => {
        await size(page, 'B', 0).press('ArrowUp');
        await size(page, 'B', 0).press('ArrowUp');
      },
      buttons: async (page) => {
        await size(page, 'B', 0).hover();
        const more = page.getByRole('button', { name: 'B, axis 0: one more' });
        await more.click();
        await more.click();
      },
    };
    for (const [way, act] of Object.entries(ways)) {
      const { page } = await open(both);
      await act(page);
      assert.equal(await hashWith(page, 'i=4.1|5'), hashOf('4.1|5', '&sel=1.2'), way);
    }
    const { page } = await open(both, { hasTouch: true, isMobile: true });
    await swipe(page, size(page, 'B', 0), 18);
    assert.equal(await hashWith(page, 'i=4.1|5'), hashOf('4.1|5', '&sel=1.2'), 'finger');
  });

  test('every digit of a size is seen, up to the largest', async () => {
    for (const digits of ['7', '77777', '7777777', '777777777', '2147483647']) {
      const { page } = await open(hashOf(`${digits}.1|3`));
      const [wanted, room] = await size(page, 'A', 0).evaluate((input) => [
        input.scrollWidth,
        input.clientWidth,
      ]);
      assert.ok(wanted <= room, `${digits}: ${wanted} of ${room}`);
    }
  });

  test('a size that is emptied is there again after Enter', async () => {
    const { page } = await open(both);
    await size(page, 'B', 0).selectText();
    await page.keyboard.press('Backspace');
    assert.equal(await size(page, 'B', 0).inputValue(), '');
    await size(page, 'B', 0).press('Enter');
    assert.equal(await size(page, 'B', 0).inputValue(), '3');
  });

  test('stops at 1, and Escape takes it back', async () => {
    const { page } = await open(both);
    await drag(page, size(page, 'B', 0), -200);
    await hashWith(page, 'i=4.1|1');
    const box = await size(page, 'A', 0).boundingBox();
    await page.mouse.move(box.x + 10, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 10, { steps: 5 });
    assert.equal(await size(page, 'A', 0).inputValue(), '14');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    assert.equal(await size(page, 'A', 0).inputValue(), '4');
  });
});

describe('values', { skip: withoutBrowser }, () => {
  const cell = (page, name, i) =>
    page.locator(`.stage [aria-label="Values of ${name}"] .cell`).nth(i);

  test('are typed: Enter goes down, Tab goes right, Escape leaves the old one', async () => {
    const { page } = await open(hashOf('2.2|2'));
    await cell(page, 'A', 0).focus();
    await page.keyboard.type('1.5');
    await page.keyboard.press('Enter');
    await page.keyboard.type('-2');
    await page.keyboard.press('Tab');
    await page.keyboard.type('nan');
    await page.keyboard.press('Enter');
    assert.deepEqual(await gridRows(page, 'A'), [
      ['1.5', '20'],
      ['−2', 'nan'],
    ]);
    await cell(page, 'A', 1).focus();
    await page.keyboard.type('77');
    await page.keyboard.press('Escape');
    assert.deepEqual((await gridRows(page, 'A'))[0], ['1.5', '20']);
    assert.deepEqual(await gridRows(page, 'C'), [
      ['2.5', '22'],
      ['−1', 'nan'],
    ]);
    const hash = await hashWith(page, 'val0=');
    const again = await open(hash);
    assert.deepEqual(await gridRows(again.page, 'C'), [
      ['2.5', '22'],
      ['−1', 'nan'],
    ]);
  });

  test('thirty edits in a burst are all applied', async () => {
    const { page } = await open(hashOf('30|'));
    await choose(page, 'Values', 'arange');
    await page.locator('.stage [aria-label="Values of A"] .cell').first().focus();
    const drawn = await page.locator('.stage [aria-label="Values of A"] .cell').count();
    for (let i = 0; i < 30; i += 1) {
      await page.keyboard.type(String(i % 10));
      await page.keyboard.press('Tab');
      if (i % drawn === drawn - 1) await page.keyboard.press('Home');
    }
    const rows = await gridRows(page, 'C');
    // Six of thirty are drawn; the last round of the burst stays.
    const expected = Array.from({ length: drawn }, (_, i) => String((30 - drawn + i) % 10));
    assert.deepEqual(rows[0], expected);
  });

  test('a value that is none stays open and says so', async () => {
    const { page } = await open(hashOf('2|2'));
    await cell(page, 'A', 0).focus();
    await page.keyboard.type('1x');
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.cell-edit').getAttribute('aria-invalid'), 'true');
  });

  test('are pasted: what fits is taken, what does not is offered as another shape', async () => {
    const { page } = await open(hashOf('2.2|2'));
    await cell(page, 'A', 0).focus();
    await paste(page, '1\t2\n3\t4');
    await hashWith(page, 'val0=');
    assert.deepEqual(await gridRows(page, 'A'), [
      ['1', '2'],
      ['3', '4'],
    ]);
    await cell(page, 'A', 0).focus();
    await paste(page, '[[1,2],[3,4],[5,6]]');
    await page.getByRole('button', { name: 'Reshape A to (3,2)' }).click();
    await hashWith(page, 'i=3.2|2');
    assert.deepEqual((await gridRows(page, 'A'))[2], ['5', '6']);
    // Nine nested lists exceed the maximum rank of the page.
    await cell(page, 'A', 0).focus();
    await paste(page, '[[[[[[[[[7]]]]]]]]]');
    await page.getByRole('button', { name: 'Reshape A to (1,)' }).waitFor();
  });

  test('of a condition are marks and letters', async () => {
    const { page } = await open('#v=1&r=numpy&op=Where&i=2.1|1.3|&f=addr');
    assert.deepEqual(
      (await gridRows(page, 'A')).map((row) => row[0]),
      ['● T', '○ F'],
    );
    assert.deepEqual(await gridRows(page, 'D'), [
      ['10', '20', '30'],
      ['1', '1', '1'],
    ]);
  });
});

describe('the axes', { skip: withoutBrowser }, () => {
  test('a 1 put in, two swapped, one dropped, and all back', async () => {
    const { page } = await open(hashOf('3.4|3'));
    await openSettings(page);
    await page.getByText('Transpose or add an axis').click();
    const press = (name) => page.getByRole('button', { name, exact: true }).click();
    await press('Insert a 1 into B before axis 1');
    await hashWith(page, 'i=3.4|3.1');
    await press('Swap axes 0 and 1 of B');
    await hashWith(page, 'i=3.4|1.3');
    await press('Drop axis 0 of B');
    await hashWith(page, 'i=3.4|3&');
    await press('Swap axes 0 and 1 of A');
    await hashWith(page, 'i=4.3|3');
    await press('Reset');
    await hashWith(page, 'i=3.4|3&');
  });
});

describe('more operands', { skip: withoutBrowser }, () => {
  test('can be added and removed, up to eight, and the result takes the next letter', async () => {
    const { page } = await open('#v=1&r=numpy&op=Sum&i=5.1|1.6|6|&f=addr');
    assert.match(await text(page, '.headline'), /fit: the result is \(5,6\)/);
    assert.equal(await text(page, '.sentence .outcome .visually-hidden'), 'E (5,6)');
    await openSettings(page);
    const more = page.getByRole('button', { name: 'Add an operand' });
    for (let i = 0; i < 4; i += 1) await more.click();
    assert.equal(await more.isDisabled(), true);
    // Above the settings the ladder is out of sight, and follows.
    const rows = (count) =>
      page.waitForFunction(
        (wanted) => document.querySelectorAll('.ladder-place tbody tr').length === wanted,
        count,
      );
    await rows(9);
    await page.getByRole('button', { name: 'Remove the last operand' }).click();
    await rows(8);
  });

  test('an operator brings the operands and the rule that it takes', async () => {
    const { page } = await open(both);
    await choose(page, 'Operator', 'Where');
    await hashWith(page, 'op=Where&i=4.1|3||'.slice(0, -1));
    await choose(page, 'Operator', 'PRelu');
    await hashWith(page, 'r=onnx-uni&op=PRelu');
    assert.match(await text(page, '.headline'), /A/);
    await choose(page, 'Rule', 'ncnn');
    await hashWith(page, 'r=ncnn&op=Add');
  });

  test('under ncnn the columns have the numbers of the sentences', async () => {
    const { page } = await open('#v=1&r=ncnn&op=Add&i=2.3.4|2&f=addr');
    assert.deepEqual(await texts(page, '.ladder-place thead th'), [
      'l axis 0 (c)',
      'm axis 1 (h)',
      'n axis 2 (w)',
    ]);
    assert.match(await text(page, '.ladder-place caption'), /ncnn writes \[4,3,2\] and \[2\]/);
    assert.match(
      await text(page, '.headline'),
      /\(2,3,4\) and \(2,\) fit by .*: the result is \(2,3,4\)/,
    );
    const sentences = await texts(page, '[data-view="explain"] li');
    const stretched = 'Axis 2 (w): A has 4, B has none and counts as 1, so B is used 4 times.';
    assert.ok(sentences.some((each) => each.startsWith(stretched)));
  });
});

describe('warnings', { skip: withoutBrowser }, () => {
  test('of an outer product offer both shapes', async () => {
    const { page } = await open(hashOf('77.1|77'));
    await page.getByRole('button', { name: 'Make A and B (77,)', exact: true }).click();
    await hashWith(page, 'i=77|77');
    await page.goBack();
    await page.getByRole('button', { name: 'Make A and B (77,1)' }).click();
    await hashWith(page, 'i=77.1|77.1');
  });

  test('of a silent axis come when they are wanted', async () => {
    const { page } = await open(hashOf('4.3|3'));
    assert.equal(await page.locator('.verdict .warning').count(), 0);
    await openSettings(page);
    await page.getByLabel('Warn when an axis is added').check();
    assert.match(await text(page, '.verdict .warning'), /The ranks differ/);
    await page.getByLabel('Warn when an axis is added').uncheck();
    assert.match(await text(page, '[data-view="explain"]'), /No data is moved or copied/);
  });
});

describe('an address that the reader is on the way to', { skip: withoutBrowser }, () => {
  test('is not written over by an edit before it', async () => {
    const { page } = await open(hashOf('4.3|3'));
    const plus = page.getByRole('button', { name: 'B, axis 0: one more', includeHidden: true });
    const hash = await plus.evaluate(async (button) => {
      button.click();
      history.replaceState(null, '', '#v=1&r=numpy&op=Add&i=5|5&f=addr');
      await new Promise((resolve) => setTimeout(resolve, 400));
      return location.hash;
    });
    assert.equal(hash, '#v=1&r=numpy&op=Add&i=5|5&f=addr');
  });
});
