/** The built page in a browser, as far as a change of the engine could break it; the rest is tests/browser. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from '../browser/lib/browser.mjs';
import { gridRows, hashOf, text } from '../browser/lib/page.mjs';
import { usePage } from '../browser/lib/suite.mjs';

const { open } = usePage();

describe('the page', { skip: withoutBrowser }, () => {
  test('loads without an error, and shows the first example with its result', async () => {
    const { page, problems } = await open(hashOf('4.1|3'));
    assert.match(await text(page, '.headline'), /\(4,3\)/);
    assert.deepEqual(await gridRows(page, 'C'), [
      ['11', '12', '13'],
      ['21', '22', '23'],
      ['31', '32', '33'],
      ['41', '42', '43'],
    ]);
    assert.deepEqual(problems, []);
  });

  test('explains why two shapes do not fit', async () => {
    const { page, problems } = await open(hashOf('3.4|3'));
    assert.match(await text(page, '.headline'), /A has 4.*B.* 3/);
    assert.deepEqual(problems, []);
  });

  test('follows the address to another rule', async () => {
    const { page, problems } = await open(hashOf('3.4|3').replace('r=numpy', 'r=ncnn'));
    assert.match(await text(page, '.headline'), /ncnn/);
    assert.deepEqual(problems, []);
  });
});
