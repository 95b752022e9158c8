/** The tools for porting a model: old and new nodes side by side, and the checker. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withoutBrowser } from './lib/browser.mjs';
import { choose, gridRows, hashWith, text, texts } from './lib/page.mjs';
import { usePage } from './lib/suite.mjs';

const { open } = usePage();
const digits = fileURLToPath(new URL('../../demo/digits/digits.onnx', import.meta.url));

describe('the porting card', { skip: withoutBrowser }, () => {
  const card = '.ports';

  test('has the node of opset 6 next to its replacements, computed both ways', async () => {
    const { page, problems } = await open('#v=1&r=onnx-legacy&op=Add&i=2.3.4.5|3.4&f=addr&ax=1');
    await page.locator(`${card} .agreement`).waitFor();
    const [before, after] = await page.locator(`${card} code`).allTextContents();
    assert.match(before, /make_node\("Add", \["A", "B"\], \["C"\],\s+broadcast=1, axis=1\)/);
    assert.match(after, /TensorProto\.INT64, \[4\], \[1, 3, 4, 1\]\)/);
    assert.match(after, /make_node\("Reshape", \["B", "dims_B"\], \["B_aligned"\]\)/);
    assert.match(after, /make_node\("Add", \["A", "B_aligned"\], \["C"\]\)/);
    assert.equal(await text(page, `${card} .agreement`), '✓ Equal on 120 values, checked here');
    assert.deepEqual(problems, []);
  });

  test('has the layer of ncnn, and comes and goes with the rule', async () => {
    const { page } = await open('#v=1&r=ncnn&op=Mul&i=3.3|3&f=addr');
    await page.locator(`${card} .agreement`).waitFor();
    const [before, after] = await page.locator(`${card} code`).allTextContents();
    assert.match(before, /^BinaryOp .* 2 1 A B C 0=2$/);
    assert.match(after, /\[2\], \[3, 1\]\)/);
    assert.match(await text(page, `${card} .agreement`), /Equal on 9 values/);
    await choose(page, 'Rule', 'numpy');
    await hashWith(page, 'r=numpy');
    assert.equal(await page.locator(card).isVisible(), false);
  });

  test('says whether anything has to be reshaped, and what does not fit has no card', async () => {
    const said = async (shapes) => {
      const { page } = await open(`#v=1&r=onnx-legacy&op=Add&i=${shapes}&f=addr`);
      await page.locator(`${card} .agreement`).waitFor();
      const code = (await page.locator(`${card} code`).allTextContents()).join();
      return { page, said: await text(page, card), reshapes: code.includes('Reshape') };
    };
    const equal = await said('3.4|3.4');
    assert.match(equal.said, /nothing needs to be reshaped/);
    assert.equal(equal.reshapes, false);
    const { page, ...lower } = await said('3.4|4');
    assert.match(lower.said, /Write the 1s out: reshape B as \(1,4\)\./);
    assert.doesNotMatch(lower.said, /nothing needs/);
    assert.equal(lower.reshapes, true);
    await choose(page, 'axis', '0');
    await page.waitForFunction(() => document.querySelector('.ports').childElementCount === 0);
  });
});

describe('one order of axes under ncnn', { skip: withoutBrowser }, () => {
  test('the formula, the verdict, the reasons and the ladder show (2,3); the other is in small print', async () => {
    const { page } = await open('#v=1&r=ncnn&op=Add&i=2.3|2&f=addr');
    assert.match(
      await text(page, '.headline'),
      /\(2,3\) and \(2,\) fit by .*: the result is \(2,3\)/,
    );
    const sentences = await texts(page, '[data-view="explain"] li');
    assert.equal(sentences[0], 'A has shape (2,3): 6 numbers.');
    assert.ok(sentences.some((each) => each.startsWith('Axis 1 (w): A has 3')));
    assert.doesNotMatch(sentences.join(), /\[/);
    assert.match(await text(page, '.ladder-place caption .aside'), /ncnn writes \[3,2\] and \[2\]/);
    assert.deepEqual((await gridRows(page, 'B')).length, 2);
  });
});

describe('the checker of models', { skip: withoutBrowser }, () => {
  const answer = '.model-answer';
  const reach = async (hash = '#m=porting') => {
    const opened = await open(hash);
    await opened.page.locator('#model-title').scrollIntoViewIfNeeded();
    await opened.page.locator('#model-file').waitFor();
    return opened;
  };

  test('lists the broadcasts of a file, each on the ladder, and sends nothing anywhere', async () => {
    const { page, problems, requests } = await reach();
    await page.locator('#model-file').setInputFiles(digits);
    await page.locator(`${answer} .broadcasts li`).first().waitFor();
    assert.match(
      await text(page, `${answer} > p`),
      /digits\.onnx: opset \d+, \d+ nodes, \d+ broadcasts/,
    );
    const first = page.locator(`${answer} details`).first();
    await first.locator('summary').click();
    await first.locator('.ladder').waitFor();
    // The batch size is symbolic, with the model's name for it.
    assert.match((await texts(page, `${answer} summary`)).join(), /[A-Za-z]+,\d+\)/);
    assert.deepEqual(problems, []);
    const host = new URL(page.url()).host;
    assert.deepEqual(
      requests.filter((each) => new URL(each).host !== host && !each.startsWith('data:')),
      [],
    );
  });

  test('is a file that is dropped, too', async () => {
    const { page } = await reach();
    const bytes = [...(await readFile(digits))];
    await page.locator('.drop').evaluate((place, content) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(content)], 'mine.onnx'));
      place.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    }, bytes);
    await page.getByText('mine.onnx').first().waitFor();
    await page.locator(`${answer} .broadcasts li`).first().waitFor();
  });

  test('says in words why a file cannot be read', async () => {
    const { page, problems } = await reach();
    await page.locator('#model-file').setInputFiles({
      name: 'notes.onnx',
      mimeType: 'text/plain',
      buffer: Buffer.from('no model'),
    });
    await page.locator(`${answer} .bad`).waitFor();
    assert.match(await text(page, answer), /^notes\.onnx could not be checked\. \S/);
    assert.deepEqual(problems, []);
  });
});
