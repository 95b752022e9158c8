/** Steps, scrubbing, typing, tabs, lessons, challenge, clinic, sharing: the page at work. */
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
  size,
  text,
  texts,
} from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open, openTab, url } = usePage();

/** Of one axis only. */
const samples = [
  'The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1',
];

const go = (page, hash) =>
  page.evaluate((wanted) => {
    location.hash = wanted;
  }, hash);

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

  /** A finger that goes sideways, as the browser reports it. */
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

describe('the step player', { skip: withoutBrowser }, () => {
  test('each step has its own address, sentence and table', async () => {
    const { page } = await open(both);
    const expected = [
      [
        ['4', '1'],
        ['3', ''],
        ['', ''],
      ],
      [
        ['4', '1'],
        ['', '3'],
        ['', ''],
      ],
      [
        ['4', '1'],
        ['1 missing axis = 1', '3'],
        ['', ''],
      ],
      [
        ['4', '1 → 3 repeated 3×'],
        ['1 → 4 missing axis = 1, repeated 4×', '3'],
        ['4', '3'],
      ],
    ];
    const words = new Set([await text(page, '.step-words')]);
    const addresses = new Set();
    for (const [i, rows] of [...expected.entries()].reverse()) {
      await page.getByRole('button', { name: 'Previous step' }).click();
      addresses.add(await hashWith(page, `s=${i + 1}`));
      assert.deepEqual(await ladderRows(page), rows, `step ${i + 1}`);
      words.add(await text(page, '.step-words'));
    }
    assert.equal(addresses.size, 4);
    assert.equal(words.size, 5);
    assert.equal(await page.getByRole('button', { name: 'Previous step' }).isDisabled(), true);
    // The result has its place from the start, and no value in it.
    assert.deepEqual(await gridRows(page, 'C'), []);
    assert.equal(await page.locator('[aria-label="Values of C"] .room.outlined').count(), 12);
  });

  test('a link opens at its step', async () => {
    const { page } = await open(hashOf('4.1|3', '&s=2'));
    assert.match(await text(page, '.step-words'), /^2 of 5\. Align\./);
    assert.equal(await page.locator('.range').inputValue(), '2');
  });

  test('stops at a conflict', async () => {
    const { page } = await open(hashOf('3.4|3'));
    assert.match(await text(page, '.step-words'), /^2 of 5.*the steps end here/);
    assert.equal(await page.getByRole('button', { name: 'Next step' }).isDisabled(), true);
  });

  test('the slider goes where it is taken, up to where the axes do not go together', async () => {
    for (const [shapes, last] of [
      ['4.1|3', 5],
      ['3.4|3', 2],
    ]) {
      const { page } = await open(hashOf(shapes));
      const range = page.locator('.range');
      const press = async (key, step) => {
        await range.press(key);
        assert.match(await text(page, '.step-words'), new RegExp(`^${step} of 5`), key);
        assert.equal(await range.inputValue(), String(step), key);
      };
      await press('Home', 1);
      await press('ArrowRight', 2);
      await press('End', last);
      await press('ArrowLeft', last - 1);
    }
  });

  test('plays when asked, walks the elements, and pauses', async () => {
    const { page } = await open(hashOf('2.1|2', '&s=4'));
    await page.locator('.pace').selectOption('2');
    await page.getByRole('button', { name: 'Watch it' }).click();
    await page.waitForFunction(() =>
      document.querySelector('.equation').textContent.startsWith('C[0,1]'),
    );
    await page.getByRole('button', { name: 'Pause' }).click();
    assert.equal(await page.getByRole('button', { name: 'Watch it' }).count(), 1);
  });

  test('with motion unwelcome nothing is animated', async () => {
    const { page } = await open(both, { reducedMotion: 'reduce' });
    for (let i = 0; i < 4; i += 1) {
      await page.getByRole('button', { name: 'Previous step' }).click();
      assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    }
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

  test('thirty edits in a burst are all there', async () => {
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
    // Six are drawn of thirty: the last round of the burst is what stays.
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
    const paste = (words) =>
      page.evaluate((plain) => {
        const data = new DataTransfer();
        data.setData('text/plain', plain);
        document.activeElement.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, words);
    await cell(page, 'A', 0).focus();
    await paste('1\t2\n3\t4');
    await hashWith(page, 'val0=');
    assert.deepEqual(await gridRows(page, 'A'), [
      ['1', '2'],
      ['3', '4'],
    ]);
    await cell(page, 'A', 0).focus();
    await paste('[[1,2],[3,4],[5,6]]');
    await page.getByRole('button', { name: 'Reshape A to (3,2)' }).click();
    await hashWith(page, 'i=3.2|2');
    assert.deepEqual((await gridRows(page, 'A'))[2], ['5', '6']);
    // Nine lists in each other are more than the page has axes for.
    await cell(page, 'A', 0).focus();
    await paste('[[[[[[[[[7]]]]]]]]]');
    await page.getByRole('button', { name: 'Reshape A to (1)' }).waitFor();
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
    await page.getByText('Change the axes').click();
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
  test('come and go, up to eight, and the result takes the next letter', async () => {
    const { page } = await open('#v=1&r=numpy&op=Sum&i=5.1|1.6|6|&f=addr');
    assert.match(await text(page, '.headline'), /broadcast to \(5,6\)/);
    assert.equal(await text(page, '.sentence .outcome .visually-hidden'), 'E (5,6)');
    const more = page.getByRole('button', { name: 'Add an operand' });
    for (let i = 0; i < 4; i += 1) await more.click();
    assert.equal(await more.isDisabled(), true);
    assert.equal((await ladderRows(page)).length, 9);
    await page.getByRole('button', { name: 'Remove the last operand' }).click();
    assert.equal((await ladderRows(page)).length, 8);
  });

  test('an operator brings the operands and the rule that it takes', async () => {
    const { page } = await open(both);
    await choose(page, 'Operator', 'Where');
    await hashWith(page, 'op=Where&i=4.1|3||'.slice(0, -1));
    await choose(page, 'Operator', 'PRelu');
    await hashWith(page, 'r=onnx-uni&op=PRelu');
    assert.match(await text(page, '.headline'), /by ONNX's one-way rule/);
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
    assert.match(await text(page, '.headline'), /\(2,3,4\) and \(2\) broadcast to \(2,3,4\)/);
    const sentences = await texts(page, '[data-view="explain"] li');
    assert.ok(
      sentences.includes('Axis 2 (w): A has 4 and B has an added 1, so B is repeated 4 times.'),
    );
  });
});

describe('warnings', { skip: withoutBrowser }, () => {
  test('of an outer product offer both shapes', async () => {
    const { page } = await open(hashOf('77.1|77'));
    await page.getByRole('button', { name: 'Make A and B (77)', exact: true }).click();
    await hashWith(page, 'i=77|77');
    await page.goBack();
    await page.getByRole('button', { name: 'Make A and B (77,1)' }).click();
    await hashWith(page, 'i=77.1|77.1');
  });

  test('of a silent axis come when they are wanted', async () => {
    const { page } = await open(hashOf('4.3|3'));
    assert.equal(await page.locator('.verdict .warning').count(), 0);
    await page.getByLabel('Warn when an axis is added').check();
    assert.match(await text(page, '.verdict .warning'), /The ranks differ/);
    await page.getByLabel('Warn when an axis is added').uncheck();
    await page.getByLabel('With the reasons').check();
    assert.match(await text(page, '[data-view="explain"]'), /Nothing is moved or copied/);
    await page.getByLabel('With the reasons').uncheck();
  });
});

describe('the tabs', { skip: withoutBrowser }, () => {
  const tab = (page, name) => page.getByRole('tab', { name }).click();

  test('the rules on the same operands, and where they differ', async () => {
    const { page } = await open(hashOf('3.3|3'));
    await page.waitForSelector('#panel-rules .lane');
    assert.deepEqual(
      await texts(page, '#panel-rules .lane-verdict'),
      Array(5).fill('✓ gives (3,3)'),
    );
    assert.deepEqual(await texts(page, '.chip'), [
      'reference',
      'identical to NumPy',
      'identical to NumPy',
      'same shape, different alignment',
      'same shape, different alignment',
    ]);
    await page.getByRole('button', { name: 'show the difference' }).first().click();
    assert.match((await texts(page, '.difference')).join(' '), /6 elements differ/);
    await page.getByRole('button', { name: /ncnn order/ }).click();
    await hashWith(page, 'nt=ncnn');
    assert.match((await texts(page, '#panel-rules .lane-verdict'))[3], /\[3,3\]/);
  });

  test('sizes that disagree are a conflict in a lane, and a rule that refuses says so', async () => {
    const { page } = await open(hashOf('3.4|3'));
    await page.waitForSelector('#panel-rules .lane');
    const verdicts = ['✗ conflict', '✗ conflict', '✗ conflict', '✓ gives (3,4)', '✓ gives (3,4)'];
    assert.deepEqual(await texts(page, '#panel-rules .lane-verdict'), verdicts);
    await go(page, hashOf('4.1|4.3'));
    await page.waitForFunction(
      () => document.querySelectorAll('#panel-rules .lane-verdict')[1]?.textContent === '✗ refused',
    );
  });

  test("legacy's axis and broadcast are chosen in its lane", async () => {
    const { page } = await open('#v=1&r=onnx-legacy&op=Add&i=3.4|3&f=addr');
    const lane = page.locator('#panel-rules .lane').nth(2);
    await lane.locator('select').selectOption({ label: 'broadcast=1, axis=0' });
    await hashWith(page, 'ax=0');
    await page.waitForFunction(
      () =>
        document.querySelectorAll('#panel-rules .lane-verdict')[2]?.textContent === '✓ gives (3,4)',
    );
    await lane.locator('select').selectOption({ label: 'broadcast=0' });
    await hashWith(page, 'bc=0');
    await page.waitForFunction(
      () => document.querySelectorAll('#panel-rules .lane-verdict')[2]?.textContent === '✗ refused',
    );
    assert.equal(await lane.locator('select').inputValue(), 'off');
  });

  test('bytes: the figures of the specification', async () => {
    const { page } = await open('#v=1&r=numpy&op=Mul&i=256.256.3|3&f=addr&t=memory');
    const rows = () => texts(page, '.memory-bars .time');
    await page.waitForSelector('.memory-bars');
    assert.deepEqual(await rows(), [
      '786,444 B (786 kB)',
      '1,572,864 B (1.57 MB)',
      '786,432 B (786 kB)',
    ]);
    await go(page, hashOf('60000.1|60000', '&t=memory'));
    await page.waitForFunction(() =>
      document.querySelector('.memory-bars')?.textContent.includes('GB'),
    );
    assert.deepEqual(await rows(), [
      '480,000 B (480 kB)',
      '28,800,000,000 B (28.8 GB)',
      '14,400,000,000 B (14.4 GB)',
    ]);
    await page.locator('.option', { hasText: '8' }).last().click();
    assert.match((await rows())[0], /960,000 B/);
  });

  test('code follows the shapes and the dialect', async () => {
    const { page } = await open(both);
    await tab(page, 'Code');
    await page.waitForSelector('#panel-code code');
    assert.match(await page.locator('#panel-code code').textContent(), /^import numpy as np/);
    await page.locator('.option', { hasText: 'JavaScript' }).click();
    assert.match(await page.locator('#panel-code code').textContent(), /C\.dims: \[4, 3\]/);
    await size(page, 'B', 0).fill('5');
    assert.match(await page.locator('#panel-code code').textContent(), /C\.dims: \[4, 5\]/);
  });

  test('code follows the type and the values', async () => {
    const { page } = await open(hashOf('2.1|2', '&t=code'));
    const code = page.locator('#panel-code code');
    await page.locator('.option', { hasText: 'NumPy' }).click();
    await code.filter({ hasText: 'np.array([10, 20], dtype=np.float32)' }).waitFor();
    await choose(page, 'Element type', 'int32');
    await code.filter({ hasText: 'np.array([10, 20], dtype=np.int32)' }).waitFor();
    await choose(page, 'Values', 'ones');
    await code.filter({ hasText: 'np.array([1, 1], dtype=np.int32)' }).waitFor();
    // A value is no size, and lights up with no axis.
    assert.deepEqual(await texts(page, '#panel-code [data-axis="0"]'), ['2', '2']);
  });

  test('the axis that is pointed at lights up in the code, in every dialect', async () => {
    const { page } = await open(hashOf('4.1|3', '&t=code'));
    const code = page.locator('#panel-code code');
    const sizes = (axis) => texts(page, `#panel-code [data-axis="${axis}"]`);
    const ground = (axis) =>
      code
        .locator(`[data-axis="${axis}"]`)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    await code.waitFor();
    await page.locator('.ladder-place th[data-axis="1"]').hover();
    await page.waitForSelector('body[data-lit="1"]');
    assert.notEqual(await ground(1), await ground(0));
    // ONNX writes the result's shape twice: as the output's, and in the comment.
    for (const [dialect, results] of Object.entries({
      NumPy: 1,
      PyTorch: 1,
      ONNX: 2,
      JavaScript: 1,
    })) {
      await page.locator('.option', { hasText: dialect }).click();
      // A's, then those of the result; B has no axis 0.
      assert.deepEqual(await sizes(0), ['4', ...Array(results).fill('4')], dialect);
      assert.deepEqual(await sizes(1), ['1', '3', ...Array(results).fill('3')], dialect);
    }
    await page.locator('.option', { hasText: 'ncnn' }).click();
    assert.deepEqual(await sizes(1), ['1', '3'], 'innermost first');
    assert.match(await code.textContent(), /^# A is \[1,4\], B is \[3\]: innermost first/);
  });

  test('an error message chooses the dialect of the code', async () => {
    const { page } = await open(hashOf('4.1|3', '&t=code'));
    await page.waitForSelector('#panel-code code');
    await tab(page, 'Error clinic');
    await page.getByRole('button', { name: 'a PyTorch loss' }).click();
    await hashWith(page, 'i=64.1|64');
    await tab(page, 'Code');
    await page.waitForFunction(() =>
      document.querySelector('#panel-code code').textContent.startsWith('import torch'),
    );
  });

  test('an error message fills the shapes, or asks for the rest', async () => {
    const { page } = await open(both);
    await tab(page, 'Error clinic');
    await page
      .locator('#clinic-box')
      .fill('could not be broadcast together with shapes (4,3) (4,)');
    await hashWith(page, 'i=4.3|4&');
    assert.match(await text(page, '.answer'), /NumPy\. The shapes are \(4,3\) and \(4\)/);
    assert.match(
      await text(page, '#panel-clinic'),
      /The size of tensor a \(3\) must match the size of tensor b \(4\)/,
    );
    await page
      .locator('#clinic-box')
      .fill(
        'The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1',
      );
    assert.match(await text(page, '.answer'), /axis 1 has 4 in one operand and 3/);
    await page.getByLabel('Element type').selectOption('float64');
    await hashWith(page, '&d=float64');
    await page.getByLabel('Full shape of A, which has a 4').fill('2,4');
    await page.getByLabel('Full shape of B, which has a 3').fill('2,3');
    await page.getByRole('button', { name: 'Show them' }).click();
    await hashWith(page, 'i=2.4|2.3');
    await hashWith(page, '&d=float64');
    assert.match(await page.evaluate(() => document.activeElement.className), /^answer$/);
    assert.equal((await page.evaluate(() => location.hash)).includes('tensor'), false);
  });

  test('an error message is looked at under NumPy’s rule, within the bounds of the page', async () => {
    const { page, problems } = await open('#v=1&r=ncnn&op=Add&i=4.1|3&f=addr&t=clinic');
    await page.waitForSelector('#clinic-box');
    const box = page.locator('#clinic-box');
    await box.fill('could not be broadcast together with shapes (3,4) (3,)');
    await hashWith(page, 'r=numpy&op=Add&i=3.4|3&');
    assert.match(await text(page, '.answer'), /A \(3,4\) and B \(3\) do not broadcast/);
    const ones = Array(9).fill(1).join();
    for (const shapes of ['(99999999999,3) (4,)', `(${ones}) (4,)`, '(2,) '.repeat(9)]) {
      await box.fill(`could not be broadcast together with shapes ${shapes}`);
      assert.match(await text(page, '.answer'), /at most 8 operands, 8 axes/, shapes);
      assert.match(await page.evaluate(() => location.hash), /i=3\.4\|3&/);
    }
    await box.fill('mat1 and mat2 shapes cannot be multiplied (3x4 and 3x5)');
    assert.match(await text(page, '.answer'), /matrix product/);
    assert.deepEqual(problems, []);
  });

  test('an error about out= says what the result is, and what there is room for', async () => {
    const { page } = await open(hashOf('4.1|3', '&t=clinic'));
    await page
      .locator('#clinic-box')
      .fill(
        "ValueError: non-broadcastable output operand with shape (3,) doesn't match the broadcast shape (3,3)",
      );
    await page.getByText('The result is (3,3), and the output has room for (3).').waitFor();
    assert.equal(await page.locator('.answer .ladder').count(), 0);
  });

  test('a warning that is pasted is answered with the warning and its two repairs', async () => {
    const { page } = await open(hashOf('4.1|3', '&t=clinic'));
    await page
      .locator('#clinic-box')
      .fill(
        'Using a target size (torch.Size([77])) that is different to the input size (torch.Size([77, 1]))',
      );
    await hashWith(page, 'i=77.1|77');
    assert.match(await text(page, '.answer .warning'), /is it what you meant/);
    await page
      .locator('.answer')
      .getByRole('button', { name: 'Make A and B (77)', exact: true })
      .click();
    await hashWith(page, 'i=77|77');
  });

  test('an error message is answered with repairs, which can be taken there', async () => {
    const { page } = await open(hashOf('4.1|3', '&t=clinic'));
    await page.waitForSelector('#clinic-box');
    await page
      .locator('#clinic-box')
      .fill('could not be broadcast together with shapes (4,3) (4,)');
    const repairs = page.locator('.answer .fix');
    assert.match(await repairs.first().innerText(), /Reshape B to \(4,1\), which gives \(4,3\)/);
    await repairs.first().click();
    await hashWith(page, 'i=4.3|4.1');
    assert.match(await text(page, '.repairs'), /\(4,1\) broadcast to \(4,3\)/);
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'shapes');
  });

  test('the speed lab runs when asked, and shows what it measured', async () => {
    const { page, problems } = await open(hashOf('4.1|3', '&t=speed'));
    await page.waitForSelector('#panel-speed .secondary');
    assert.equal(await page.locator('#panel-speed table').count(), 0);
    await page.getByRole('button', { name: 'Run 64 × 64' }).click();
    await page.waitForSelector('#panel-speed table', { timeout: 60_000 });
    const rows = await texts(page, '#panel-speed tbody tr');
    // Five loops, and the flavours that the browser has.
    const best = await page.evaluate(async () => {
      const relaxed = [
        0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0,
      ];
      const madd = [65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11];
      return WebAssembly.validate(Uint8Array.of(...relaxed, ...madd)) ? 'relaxed SIMD' : 'SIMD128';
    });
    assert.equal(rows.length, best === 'SIMD128' ? 6 : 7);
    for (const row of rows) assert.match(row, /[\d.]+ ns [\d.]+–[\d.]+ [\d.]+ GB\/s$/);
    assert.match(
      await text(page, '#panel-speed .lab-report'),
      new RegExp(`simdcast, ${best}: .* the tuned loop`),
    );
    assert.deepEqual(problems, []);
  });

  test('the keys lead through them', async () => {
    const { page } = await open(both);
    await page.getByRole('tab', { name: 'Rules compared' }).focus();
    await page.keyboard.press('ArrowRight');
    await hashWith(page, 't=memory');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Memory');
    await page.keyboard.press('End');
    await hashWith(page, 't=clinic');
  });
});

describe('the field at the top', { skip: withoutBrowser }, () => {
  const field = (page) => page.getByLabel(/^Got an error\?/);

  test('takes shapes, however they are written, and says what it read', async () => {
    for (const text of ['(3,4) (3,)', 'a.shape=(3,4), b.shape=(3,)', '[3,4] [3]']) {
      const { page } = await open(both);
      await field(page).fill(text);
      await hashWith(page, 'i=3.4|3&');
      await page.getByText('The shapes are (3,4) and (3).').first().waitFor();
    }
  });

  test('takes a message of any of the libraries', async () => {
    const { page } = await open('#v=1&r=ncnn&op=Add&i=4.1|3&f=addr');
    await field(page).fill('InvalidArgumentError: Incompatible shapes: [32,10] vs. [32]');
    await hashWith(page, 'r=numpy&op=Add&i=32.10|32&');
    await page.getByText('TensorFlow. The shapes are').first().waitFor();
  });

  test('of a message that tells one axis only, it asks for the rest there', async () => {
    const { page } = await open(both);
    await field(page).fill(samples[0]);
    await page.getByLabel('Full shape of A, which has a 4').fill('2,4');
    const second = page.getByLabel('Full shape of B, which has a 3');
    await second.fill('2,3');
    await second.press('Enter');
    await hashWith(page, 'i=2.4|2.3');
    await page.getByText('PyTorch. The shapes are (2,4) and (2,3).').waitFor();
  });

  test('what is pasted anywhere is answered where the reader is led', async () => {
    const { page } = await open(both);
    await page.locator('#digits-title').evaluate((title) => title.scrollIntoView());
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const paste = { clipboardData, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new ClipboardEvent('paste', paste));
    }, samples[0]);
    const asked = page.getByLabel('Full shape of A, which has a 4');
    await asked.waitFor();
    const { y } = await asked.boundingBox();
    assert.ok(y > 0 && y < 900, `${y}`);
    await page.getByText('The message only says').click();
    assert.equal(await asked.count(), 1, 'its own words are no way out');
    await asked.focus();
    await page.keyboard.press('Escape');
    assert.equal(await asked.count(), 0);
    const focused = () => page.evaluate(() => document.activeElement.className);
    assert.equal(await focused(), 'door-field');
    await field(page).fill(samples[0]);
    await asked.fill('2;4');
    await page.getByRole('button', { name: 'Show them' }).click();
    assert.equal(await asked.getAttribute('aria-invalid'), 'true');
    await asked.fill('2,4');
    await page.getByLabel('Full shape of B, which has a 3').fill('2,3');
    await page.getByRole('button', { name: 'Show them' }).click();
    await hashWith(page, 'i=2.4|2.3');
    assert.equal(await focused(), 'door-field');
    await page.getByText('PyTorch. The shapes are').first().waitFor();
    await page.locator('.masthead h1').click();
    assert.equal(await page.locator('.door-said:not(:empty)').count(), 0);
  });

  test('what cannot be read, or is pasted in another part of the page, is left alone', async () => {
    const paste = (page, text) =>
      page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        const paste = { clipboardData, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new ClipboardEvent('paste', paste));
      }, text);
    for (const [hash, text] of [
      [both, 'what is this'],
      [hashOf('4.1|3', '&m=learn'), '(3,4) (3,)'],
    ]) {
      const { page } = await open(hash);
      // The reader of messages is there.
      await field(page).fill('hello');
      await page.getByText('I can’t find two shapes here.').waitFor();
      await field(page).fill('');
      await paste(page, text);
      await page.waitForTimeout(200);
      assert.equal(await field(page).inputValue(), '');
      assert.equal(await page.evaluate(() => location.hash), hash);
    }
  });

  test('a message that is pasted into a size is read as one', async () => {
    const { page } = await open(both);
    await size(page, 'A', 0).focus();
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Incompatible shapes: [32,10] vs. [32]');
      const paste = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', paste));
    });
    await hashWith(page, 'i=32.10|32&');
  });

  test('says so where there are no two shapes', async () => {
    const { page } = await open();
    await field(page).fill('what is this');
    await page.getByText('I can’t find two shapes here.').waitFor();
    assert.equal(await page.evaluate(() => location.hash), '');
  });

  test('a box of one shape routes such a paste to both', async () => {
    const { page } = await open(both);
    await page.getByLabel('Shape of A', { exact: true }).focus();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', '(3,4) (3,)');
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await hashWith(page, 'i=3.4|3&');
    await page.getByText('The shapes are (3,4) and (3).').first().waitFor();
  });
});

describe('the description', { skip: withoutBrowser }, () => {
  test('is a tree: the verdict, the axes, the elements', async () => {
    const { page } = await open(both);
    await page.getByText('Describe this figure').click();
    await page.waitForSelector('.tree > li');
    const tops = await texts(page, '.tree > li > span');
    assert.match(tops[0], /\(4,1\) and \(3\) broadcast to \(4,3\)/);
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

describe('Learn', { skip: withoutBrowser }, () => {
  test('asks first: the covered result is in no tree until it is revealed', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=learn'));
    await page.waitForSelector('.question');
    const third = page.locator('[data-lesson="3"]');
    const tree = await third.locator('.pictured .ladder').ariaSnapshot();
    assert.match(tree, /row "A 4 1"/);
    assert.match(tree, /row "B 3"/);
    assert.match(tree, /row "C covered"/);
    assert.doesNotMatch(tree, /added|stretched|disagrees|conflict|not allowed/);
    await third.locator('.option', { hasText: '(4,1)' }).click();
    await third.getByRole('button', { name: 'Check' }).first().click();
    assert.match(
      await third.locator('.said').first().innerText(),
      /Not quite: \(4,1\) is right only if .* The answer is \(4,3\)\./,
    );
    assert.equal(await third.locator('.cover').count(), 0);
    assert.equal(await third.locator('.live .ladder').count(), 1);
    await third.getByRole('button', { name: 'Try a similar one' }).click();
    assert.match(await third.locator('legend').innerText(), /A \(5\) \+ B \(6,1\)/);
  });

  test('the figure of a question has one ruler for all sheets, and cells as wide as their numbers', async () => {
    const { page } = await open('#v=1&r=numpy&op=Add&i=4.1|3&f=addr&m=learn');
    await page.waitForSelector('[data-lesson="6"] .question');
    const opacities = await page.$$eval('[data-lesson="5"] .ruler.across', (all) =>
      all.slice(0, 2).map((each) => getComputedStyle(each).opacity),
    );
    assert.deepEqual(opacities, ['1', '0']);
    const margins = await page.$$eval('[data-lesson="6"] .cell', (cells) =>
      cells.map((cell) => {
        const letters = document.createRange();
        letters.selectNodeContents(cell);
        return cell.clientWidth - letters.getBoundingClientRect().width;
      }),
    );
    assert.ok(margins.length > 0 && Math.min(...margins) >= 4, margins.join());
  });

  test('just shows it when asked to, and remembers', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=learn'));
    await page.waitForSelector('.question');
    await page.getByRole('button', { name: 'just show me' }).first().click();
    await page.reload();
    await page.waitForSelector('.live .player');
    assert.equal(await page.locator('.live .player').count(), 6);
    await page.getByRole('button', { name: 'Ask me first again' }).click();
    assert.equal(await page.locator('.live .player').count(), 0);
  });

  test('no lesson tells before it has asked, and none is without a question', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=learn'));
    await page.waitForSelector('.question');
    const lessons = page.locator('[data-lesson]');
    assert.equal(await lessons.count(), 6);
    for (const lesson of await lessons.all()) {
      assert.equal(await lesson.locator('.question').isVisible(), true);
      assert.equal(await lesson.locator('.prose').isVisible(), false);
      await lesson.locator('.option').first().click();
      await lesson.getByRole('button', { name: 'Check' }).first().click();
      assert.equal(await lesson.locator('.prose').isVisible(), true);
      const order = await lesson.evaluate((element) =>
        element.querySelector('.question').compareDocumentPosition(element.querySelector('.prose')),
      );
      assert.equal(order & 4, 4, 'the question comes first');
    }
  });

  test('each lesson has a figure: covered while it asks, then one whose sizes can be dragged', async () => {
    const { page, problems } = await open(hashOf('4.1|3', '&m=learn'));
    await page.waitForSelector('.question');
    const address = await page.evaluate(() => location.hash);
    const third = page.locator('[data-lesson="3"]');
    assert.deepEqual(await third.locator('.live .cell').allTextContents(), [
      ...['10', '20', '30', '40'],
      ...['1', '2', '3'],
    ]);
    await third.locator('.option').first().click();
    await third.getByRole('button', { name: 'Check' }).first().click();
    const cells = () => third.locator('.live .tensor >> nth=2 >> .cell').allTextContents();
    assert.equal((await cells()).length, 12);
    const box = await third.getByRole('spinbutton', { name: 'B, axis 0' }).boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 16, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    assert.equal((await cells()).length, 20);
    await third.getByRole('button', { name: 'Previous step' }).click();
    assert.equal((await cells()).length, 0, 'the result is still to come');
    assert.equal(await page.evaluate(() => location.hash), address, 'the address is the page’s');
    assert.deepEqual(problems, []);
  });

  test('has something to make, and any right shape will do', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=learn'));
    const task = page.locator('[data-lesson="3"] .task');
    await task.locator('input').fill('7');
    await task.getByRole('button', { name: 'Check' }).click();
    assert.match(await task.locator('.said').innerText(), /^Yes\./);
    await task.locator('input').fill('1,7');
    await task.getByRole('button', { name: 'Check' }).click();
    assert.match(await task.locator('.said').innerText(), /^Yes\./);
    await task.locator('input').fill('2,7');
    await task.getByRole('button', { name: 'Check' }).click();
    assert.match(await task.locator('.said').innerText(), /^Not yet\./);
  });

  test('keeps the shapes of the other parts', async () => {
    const { page } = await open(hashOf('5.1|2'));
    await page.getByRole('link', { name: 'Learn' }).click();
    await hashWith(page, 'm=learn');
    assert.equal(await page.locator('.hero').isVisible(), false);
    await page.getByRole('link', { name: 'Play' }).click();
    assert.deepEqual((await ladderRows(page))[2], ['5', '2']);
  });
});

describe('the challenge', { skip: withoutBrowser }, () => {
  test('asks, hints, judges, counts, and goes on', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=challenge'));
    await page.waitForSelector('.puzzle h3');
    assert.match(await text(page, '.puzzle h3'), /^Level 1.*Puzzle 1 of 30/);
    for (let i = 0; i < 3; i += 1) await page.getByRole('button', { name: 'Hint' }).click();
    const answer = /It is (.*)\.$/.exec(await text(page, '.revealed'))[1];
    await page.locator('.answers .option').filter({ hasText: answer }).first().click();
    await page.getByRole('button', { name: 'Check' }).click();
    assert.match(await text(page, '.revealed'), /^Right:/);
    assert.match(await text(page, '.challenge'), /Set 1: 1 of 1 right/);
    assert.ok(
      (await page.locator('.puzzle .live .tensor').count()) > 2,
      'the figure of the answer',
    );
    assert.equal(await page.locator('.dot').count(), 30);
    assert.equal(await page.locator('.dot.right').count(), 1);
    assert.match(await text(page, '.streaks'), / in a row/);
    await page.keyboard.press('Enter');
    assert.match(await text(page, '.puzzle h3'), /Puzzle 2 of 30/);
    await page.getByRole('button', { name: 'another set' }).click();
    await hashWith(page, 'seed=2');
    assert.match(await text(page, '.challenge'), /Set 2\./);
  });

  test('a hint rings the column that it names, and what is typed is in the ladder', async () => {
    const { page } = await open(hashOf('4.1|3', '&m=challenge'));
    await page.waitForSelector('.puzzle h3');
    const ringed = () =>
      page.$$eval('.puzzle [data-ringed]', (tables) =>
        tables.map((table) => {
          const column = table.querySelector(`th[data-axis="${table.dataset.ringed}"]`);
          const rungs = table.querySelectorAll(`td[data-axis="${table.dataset.ringed}"] .rung`);
          return {
            letter: column.dataset.letter,
            sizes: [...rungs].map((rung) => rung.innerText.trim()),
            ring: getComputedStyle(rungs[0]).outlineStyle,
          };
        }),
      );
    let named = 0;
    for (let i = 0; i < 12; i += 1) {
      assert.deepEqual(await ringed(), []);
      await page.getByRole('button', { name: 'Hint' }).click();
      const hint = await text(page, '.puzzle .revealed');
      const found = await ringed();
      const said = /ringed column, (.): (\d+) and (\d+)\.$/.exec(hint);
      if (said) {
        named += 1;
        assert.deepEqual(found, [{ letter: said[1], sizes: said.slice(2), ring: 'solid' }]);
      } else assert.deepEqual(found, []);
      const box = page.locator('.puzzle .shape-box');
      if (await box.count()) {
        await box.fill('6,1,1');
        const row = page.locator('.puzzle .ladder tbody tr').nth(1).locator('.rung');
        assert.deepEqual(await row.allInnerTexts(), ['6', '1', '1']);
      } else await page.locator('.puzzle .option').first().click();
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
    }
    assert.ok(named > 2, `${named} hints name a column`);
  });
});

describe('sharing', { skip: withoutBrowser }, () => {
  test('copies a link, the code of a frame, a table and a description', async () => {
    const { page } = await open(both, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('.share summary').click();
    const copied = async (name) => {
      await page.getByRole('button', { name }).click();
      await page.waitForTimeout(50);
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(await copied('Copy link'), `${url()}${hashOf('4.1|3', '&sel=1.2')}`);
    const frame = await copied('Copy embed code');
    assert.match(frame, /^<iframe src="[^"]*embed\.html#v=1[^"]*" .*sandbox="allow-scripts"/);
    const markdown = await copied('Copy as a Markdown table');
    assert.match(markdown, /\| B \| 1 added → 4 \| 3 \|/);
    assert.match(await copied('Copy alt text'), /C\[1,2\] = A\[1,0\] \+ B\[2\]/);
  });

  test('saves a drawing and a picture', async () => {
    const { page, problems } = await open(both);
    await page.locator('.share summary').click();
    const saved = async (name) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      const chunks = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk);
      return Buffer.concat(chunks);
    };
    const drawing = (await saved('Save as SVG')).toString();
    const parsed = await page.evaluate((source) => {
      const document = new DOMParser().parseFromString(source, 'image/svg+xml');
      return {
        errors: document.querySelectorAll('parsererror').length,
        title: document.querySelector('title').textContent,
        words: [...document.querySelectorAll('text')].map((each) => each.textContent),
      };
    }, drawing);
    assert.equal(parsed.errors, 0);
    assert.match(parsed.title, /broadcast to \(4,3\)/);
    assert.ok(parsed.words.includes('1 → 3') && parsed.words.includes('23'));
    const picture = await saved('Save as PNG');
    assert.deepEqual([...picture.subarray(1, 4)], [...Buffer.from('PNG')]);
    assert.deepEqual(problems, []);
  });
});

describe('the embedded figure', { skip: withoutBrowser }, () => {
  test('works in a frame without an origin, tells its height and links to the page', async () => {
    const { context } = await open(both);
    const page = await context.newPage();
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(url());
    await page.evaluate(
      (address) => {
        addEventListener('message', (event) => {
          if (event.data?.type === 'bcast:size') window.told = event.data.h;
        });
        document.body.innerHTML = `<iframe sandbox="allow-scripts" width="280" height="220" src="${address}"></iframe>`;
      },
      `${url()}embed.html${hashOf('3.4|3')}`,
    );
    const frame = page.frameLocator('iframe');
    await frame.locator('.headline.bad').waitFor();
    assert.ok((await page.waitForFunction(() => window.told)) !== undefined);
    await frame.locator('.fix').first().click();
    await frame.locator('.headline:not(.bad)').waitFor();
    assert.match(await frame.locator('#full').getAttribute('href'), /i=3\.4\|3\.1/);
    assert.deepEqual(problems, []);
  });
});

describe('the code that embeds the figure', { skip: withoutBrowser }, () => {
  test('gives the frame the height of the figure, with all values and the chosen theme', async () => {
    const { page, context } = await open(hashOf('4.1|3'), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.locator('.share summary').click();
    await page.getByRole('button', { name: 'Copy embed code' }).click();
    await page.waitForTimeout(50);
    const code = await page.evaluate(() => navigator.clipboard.readText());
    const around = await context.newPage();
    await around.setViewportSize({ width: 760, height: 900 });
    await around.setContent(`<body>${code.replace('" width', '&theme=dark" width')}</body>`);
    const frame = around.frameLocator('iframe');
    await frame.locator('.tensor').nth(2).waitFor();
    await around.waitForFunction(() => document.querySelector('iframe').style.height !== '');
    const height = await around.locator('iframe').evaluate((element) => element.clientHeight);
    const { y, height: own } = await frame.locator('.equation').boundingBox();
    const top = (await around.locator('iframe').boundingBox()).y;
    assert.ok(y + own - top <= height, 'the values are in the frame');
    assert.equal(await frame.locator('html').getAttribute('data-theme'), 'dark');
    assert.equal(await frame.getByRole('button', { name: 'Watch it' }).count(), 1);
  });
});

describe('where nothing may be kept', { skip: withoutBrowser }, () => {
  test('the page works, though to ask for storage or workers is an error', async () => {
    const { page, context, load, problems } = await openTab();
    await context.addInitScript(() => {
      const denied = {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      };
      Object.defineProperty(window, 'localStorage', denied);
      Object.defineProperty(navigator, 'serviceWorker', denied);
    });
    await load(url() + hashOf('3.4|3', '&m=challenge'));
    await page.waitForSelector('.puzzle h3');
    assert.deepEqual(problems, []);
    await context.close();
  });
});

describe('without a network', { skip: withoutBrowser }, () => {
  test('the second visit shows every part', async () => {
    const { page, context } = await open(both, { serviceWorkers: 'allow' });
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return registration.scope;
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
      return registration.scope;
    });
    await context.setOffline(true);
    try {
      await page.goto(url());
      await page.goto(url() + hashOf('3.4|3', '&t=code'));
      await page.waitForSelector('html[data-state="live"]');
      await page.waitForSelector('#panel-code code');
      for (const mode of ['learn', 'challenge']) {
        await go(page, hashOf('3.4|3', `&m=${mode}`));
        await page.waitForSelector(mode === 'learn' ? '.question' : '.puzzle h3');
      }
      await go(page, '#v=1&r=numpy&op=Sum&i=5.1|1.6|6|&f=addr');
      await page.waitForFunction(() =>
        document.querySelector('.headline').textContent.includes('(5,6)'),
      );
      await page.locator('#digits-title').evaluate((title) => title.scrollIntoView());
      await page.waitForSelector('.read .best');
    } finally {
      await context.setOffline(false);
    }
  });

  test('a page of the version before still finds its lazy parts', async () => {
    const { page } = await open(both, { serviceWorkers: 'allow' });
    const found = await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) {
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        );
      }
      const before = await caches.open('simdcast-page-before');
      const address = new URL('./assets/before-1234.js', location.href).href;
      await before.put(address, new Response('of the version before'));
      const answer = await (await fetch(address)).text();
      await caches.delete('simdcast-page-before');
      return answer;
    });
    assert.equal(found, 'of the version before');
  });

  test('what is kept, apart from the digits, is at most 292.5 KB on the wire', async () => {
    const { readFile } = await import('node:fs/promises');
    const { brotliCompressSync } = await import('node:zlib');
    const { builtPage } = await import('./lib/build.mjs');
    const worker = await readFile(`${builtPage()}/worker.js`, 'utf8');
    const named = [...worker.matchAll(/"(assets\/[^"]+)"/g)].map((found) => found[1]);
    assert.equal(named.filter((file) => file.endsWith('.wasm')).length, 1);
    // The digits and the checker came after the page was specified: their models and sessions are beyond it.
    const files = named.filter((file) => !/\/(?:digits|onnx)-/.test(file));
    assert.ok(files.length > 5);
    const sizes = await Promise.all(
      ['index.html', ...files].map(
        async (file) => brotliCompressSync(await readFile(`${builtPage()}/${file}`)).length,
      ),
    );
    const sum = sizes.reduce((a, b) => a + b, 0);
    assert.ok(sum <= 292_500, `${sum} bytes`);
  });
});

describe('the presentation', { skip: withoutBrowser }, () => {
  const projector = { width: 1920, height: 1080 };
  const present = async (shapes, viewport = projector) => {
    const opened = await open(hashOf(shapes, '&pr=1'), { viewport });
    await opened.page.waitForSelector('html[data-present]');
    await opened.page.waitForFunction(() =>
      document.documentElement.style.getPropertyValue('--fit'),
    );
    return opened;
  };
  const named = (page, name) => page.getByRole('button', { name, exact: true });

  test('fills the window: cells of 72 pixels at 1080 lines, and nothing outside', async () => {
    const { page, problems } = await present('4.1|3');
    const cell = await page.locator('.cell').first().boundingBox();
    assert.ok(cell.width >= 72 && cell.height >= 72, `${cell.width} × ${cell.height}`);
    for (const [shapes, viewport] of [
      ['4.1|3', projector],
      ['2.3.4|3.1', { width: 1280, height: 720 }],
      ['12.1|12', { width: 1024, height: 768 }],
    ]) {
      const { page: other } = await present(shapes, viewport);
      const outside = await other.evaluate(() =>
        [...document.querySelectorAll('.sentence, .step-words, .ladder, .tensor, .present-bar')]
          .map((part) => part.getBoundingClientRect())
          .filter(({ right, bottom }) => right > innerWidth + 1 || bottom > innerHeight + 1),
      );
      assert.deepEqual(outside, [], shapes);
      assert.equal(await other.locator('.door, .more, .colophon').first().isVisible(), false);
    }
    assert.deepEqual(problems, []);
  });

  test('is led by the arrows and Space, covered by C until it is clicked, and left by Escape', async () => {
    const { page } = await present('4.1|3');
    const words = () => text(page, '.figure .step-words');
    const result = page.locator('.figure .tensor[data-of="result"] .cell').first();
    await page.keyboard.press('ArrowLeft');
    assert.match(await words(), /^4 of 5/);
    await page.keyboard.press(' ');
    assert.match(await words(), /^5 of 5/);
    assert.equal(await result.isVisible(), true);
    const before = await page.locator('.figure .tensor').first().boundingBox();
    await page.keyboard.press('c');
    assert.equal(await result.isVisible(), false);
    assert.equal(await page.locator('.headline').isVisible(), false);
    assert.deepEqual(await page.locator('.figure .tensor').first().boundingBox(), before);
    await page.locator('.figure .tensor[data-of="result"]').click();
    assert.equal(await result.isVisible(), true);
    await page.getByLabel('C covers the result').uncheck();
    await page.getByLabel('C covers the result').blur();
    await page.keyboard.press('c');
    assert.equal(await result.isVisible(), true, 'the letter is switched off');
    await named(page, 'Cover the result').click();
    assert.equal(await result.isVisible(), false);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.includes('pr=1'));
    assert.equal(await result.isVisible(), true);
    await page.keyboard.press('c');
    assert.equal(await result.isVisible(), true, 'no letter is a key outside');
    await page.evaluate(() => localStorage.clear());
  });

  test('is entered by a button, and Back leaves it', async () => {
    const { page } = await open(hashOf('4.3|3'));
    await named(page, 'Present this figure').click();
    await page.waitForSelector('html[data-present]');
    assert.match(await page.evaluate(() => location.hash), /&pr=1/);
    await page.goBack();
    await page.waitForSelector('html:not([data-present])');
  });

  test('copies slide as far as they are apart, however large the figure is', async () => {
    const { page } = await present('4.1|3');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    const [moved, apart] = await page.evaluate(() => {
      const at = (key) => document.querySelector(`.figure [data-key="${key}"]`);
      const [animation] = at('A[0,2]').getAnimations();
      animation.pause();
      animation.currentTime = animation.effect.getTiming().delay;
      const start = at('A[0,2]').getBoundingClientRect().left;
      return [start, at('A[0,0]').getBoundingClientRect().left];
    });
    assert.ok(Math.abs(moved - apart) < 2, `starts at ${moved}, the source is at ${apart}`);
  });
});

describe('a worksheet', { skip: withoutBrowser }, () => {
  test('has exercises with blanks, and the answers on a page of their own at the end', async () => {
    const { page, problems } = await open(hashOf('4.1|3', '&m=challenge&seed=3'));
    await page.waitForSelector('.puzzle h3');
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.getByRole('button', { name: 'print a worksheet' }).click();
    await page.waitForSelector('.worksheet', { state: 'attached' });
    assert.equal(await page.locator('.worksheet').isVisible(), false, 'not on the screen');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.worksheet').isVisible(), true);
    assert.equal(await page.locator('main').isVisible(), false);
    const exercises = await texts(page, '.worksheet > ol > li');
    const answers = await texts(page, '.answers-page li');
    assert.equal(exercises.length, 12);
    assert.equal(answers.length, 12);
    assert.equal(new Set(exercises).size, 12);
    for (const exercise of exercises) assert.match(exercise, /☐|B:$/);
    assert.ok(answers.every((answer) => /^(\(|axis|it runs|an error|line)/.test(answer)));
    const last = page.locator('.answers-page');
    assert.equal(await last.evaluate((each) => getComputedStyle(each).breakBefore), 'page');
    await page.emulateMedia({ media: 'screen' });
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    assert.equal(await page.locator('.worksheet').count(), 0);
    assert.deepEqual(problems, []);
  });
});
