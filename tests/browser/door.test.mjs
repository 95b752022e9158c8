/** The field at the top: messages and shapes, pasted anywhere. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './lib/browser.mjs';
import { both, hashOf, hashWith, paste, size } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();

/** Shapes of one axis only. */
const samples = [
  'The size of tensor a (4) must match the size of tensor b (3) at non-singleton dimension 1',
];

describe('the field at the top', { skip: withoutBrowser }, () => {
  const field = (page) => page.getByLabel(/^Paste an error/);

  test('accepts shapes in any spelling, and shows how it read them', async () => {
    for (const text of ['(3,4) (3,)', 'a.shape=(3,4), b.shape=(3,)', '[3,4] [3]']) {
      const { page } = await open(both);
      await field(page).fill(text);
      await hashWith(page, 'i=3.4|3&');
      await page.getByText('The shapes are (3,4) and (3,).').first().waitFor();
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

  test('text pasted anywhere is answered at the field that opens', async () => {
    const { page } = await open(both);
    await page.locator('.colophon').evaluate((end) => end.scrollIntoView());
    await paste(page, samples[0]);
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
    for (const [hash, text] of [
      [both, 'what is this'],
      [hashOf('4.1|3', '&m=learn'), '(3,4) (3,)'],
    ]) {
      const { page } = await open(hash);
      // The reader of messages is there.
      await field(page).fill('hello');
      await page.getByText('I can’t find two shapes here.').waitFor();
      await field(page).fill('');
      await field(page).blur();
      await paste(page, text);
      await page.waitForTimeout(200);
      assert.equal(await field(page).inputValue(), '');
      assert.equal(await page.evaluate(() => location.hash), hash);
    }
  });

  test('a message that is pasted into a size is read as one', async () => {
    const { page } = await open(both);
    await size(page, 'A', 0).focus();
    await paste(page, 'Incompatible shapes: [32,10] vs. [32]');
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
    await paste(page, '(3,4) (3,)');
    await hashWith(page, 'i=3.4|3&');
    await page.getByText('The shapes are (3,4) and (3,).').first().waitFor();
  });
});
