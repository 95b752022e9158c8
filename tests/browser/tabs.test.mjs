/** The tabs below the figure: rules, memory, code, the clinic and the speed lab. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { both, choose, go, hashOf, hashWith, size, text, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

describe('the tabs', { skip: withoutBrowser }, () => {
  const tab = (page, name) => page.getByRole('tab', { name }).click();

  test('compares the rules on the same operands, and marks differences', async () => {
    const { page } = await open(hashOf('3.3|3', '&t=rules'));
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
    const { page } = await open(hashOf('3.4|3', '&t=rules'));
    await page.waitForSelector('#panel-rules .lane');
    const verdicts = ['✗ conflict', '✗ conflict', '✗ conflict', '✓ gives (3,4)', '✓ gives (3,4)'];
    assert.deepEqual(await texts(page, '#panel-rules .lane-verdict'), verdicts);
    await go(page, hashOf('4.1|4.3', '&t=rules'));
    await page.waitForFunction(
      () => document.querySelectorAll('#panel-rules .lane-verdict')[1]?.textContent === '✗ refused',
    );
  });

  test("legacy's axis and broadcast are chosen in its lane", async () => {
    const { page } = await open('#v=1&r=onnx-legacy&op=Add&i=3.4|3&f=addr&t=rules');
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
    // A value is not a size: no axis highlights it.
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

  const field = (page) => page.locator('.door-field');

  test('an error message chooses the dialect of the code', async () => {
    const { page } = await open(hashOf('4.1|3', '&t=code'));
    await page.waitForSelector('#panel-code code');
    await field(page).fill(
      'Using a target size (torch.Size([64])) that is different to the input size (torch.Size([64, 1]))',
    );
    await hashWith(page, 'i=64.1|64');
    await page.waitForFunction(() =>
      document.querySelector('#panel-code code').textContent.startsWith('import torch'),
    );
  });

  test('what each library prints for a conflict is told with the reasons', async () => {
    const { page } = await open(both);
    await field(page).fill('could not be broadcast together with shapes (4,3) (4,)');
    await hashWith(page, 'i=4.3|4&');
    await page.getByText('What each library prints here').click();
    assert.match(
      await text(page, '#panel-why .printed'),
      /The size of tensor a \(3\) must match the size of tensor b \(4\)/,
    );
  });

  test('an error message is looked at under NumPy’s rule, within the bounds of the page', async () => {
    const { page, problems } = await open('#v=1&r=ncnn&op=Add&i=4.1|3&f=addr');
    await field(page).fill('could not be broadcast together with shapes (3,4) (3,)');
    await hashWith(page, 'r=numpy&op=Add&i=3.4|3&');
    const ones = Array(9).fill(1).join();
    for (const shapes of ['(99999999999,3) (4,)', `(${ones}) (4,)`, '(2,) '.repeat(9)]) {
      await field(page).fill(`could not be broadcast together with shapes ${shapes}`);
      await page.getByText('at most 8 operands, 8 axes').waitFor();
      assert.match(await page.evaluate(() => location.hash), /i=3\.4\|3&/);
    }
    assert.deepEqual(problems, []);
  });

  test('an error about out= has the shapes of the result and of the output', async () => {
    const { page } = await open(both);
    await field(page).fill(
      "ValueError: non-broadcastable output operand with shape (3,) doesn't match the broadcast shape (3,3)",
    );
    await page.getByText('The result is (3,3), but the output has shape (3,).').waitFor();
  });

  test('a pasted warning is answered with the warning and its two repairs', async () => {
    const { page } = await open(both);
    await field(page).fill(
      'Using a target size (torch.Size([77])) that is different to the input size (torch.Size([77, 1]))',
    );
    await hashWith(page, 'i=77.1|77');
    assert.match(await text(page, '.warning'), /compares all pairs/);
    await page.getByRole('button', { name: 'Make A and B (77,)', exact: true }).click();
    await hashWith(page, 'i=77|77');
  });

  test('the speed lab runs on request, and shows its measurements', async () => {
    const { page, problems } = await open(hashOf('4.1|3', '&m=lab'));
    await page.waitForSelector('#speed-lab .secondary');
    assert.equal(await page.locator('#speed-lab table').count(), 0);
    await page.getByRole('button', { name: 'Run 64 × 64' }).click();
    await page.waitForSelector('#speed-lab table', { timeout: 60_000 });
    const rows = await texts(page, '#speed-lab tbody tr');
    // Five loops, and the flavours that the browser supports.
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
      await text(page, '#speed-lab .lab-report'),
      new RegExp(`simdcast, ${best}: .* the tuned loop`),
    );
    assert.deepEqual(problems, []);
  });

  test('the keys lead through them', async () => {
    const { page } = await open(both, { viewport: { width: 1280, height: 720 } });
    await page.getByRole('tab', { name: 'Why it fits' }).focus();
    await page.keyboard.press('ArrowRight');
    await hashWith(page, 't=rules');
    await page.keyboard.press('ArrowRight');
    await hashWith(page, 't=memory');
    assert.equal(await page.evaluate(() => document.activeElement.textContent), 'In memory');
    await page.keyboard.press('End');
    await hashWith(page, 't=code');
  });
});
