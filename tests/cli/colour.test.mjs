/** Colours are for terminals, and for those who ask. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { align } from './support.mjs';

const ESCAPE = '\x1b';
const withoutColours = (text) => text.replaceAll(new RegExp(`${ESCAPE}\\[\\d+m`, 'g'), '');

describe('colours', () => {
  it('are absent in a pipe', async () => {
    const { stdout } = await align('3,4 3');
    assert.ok(!stdout.includes(ESCAPE));
  });

  it('come with FORCE_COLOR, and change nothing else', async () => {
    for (const line of ['3,4 3', '77x1 77', '2x3x4 3x1 --rule ncnn', '1 3 --rule unidirectional']) {
      const plain = await align(line);
      const coloured = await align(line, { env: { FORCE_COLOR: '1' } });
      assert.ok(coloured.stdout.includes(`${ESCAPE}[`));
      assert.equal(withoutColours(coloured.stdout), plain.stdout);
      assert.equal(coloured.status, plain.status);
    }
  });

  it('mark the conflict in red', async () => {
    const { stdout } = await align('3,4 3', { env: { FORCE_COLOR: '1' } });
    assert.ok(stdout.includes(`${ESCAPE}[31m✗ conflict${ESCAPE}[39m`));
  });

  for (const [title, line, env] of [
    ['FORCE_COLOR=0', '3,4 3', { FORCE_COLOR: '0' }],
    ['NO_COLOR', '3,4 3', { NO_COLOR: '1' }],
    ['--no-color, whatever the environment says', '3,4 3 --no-color', { FORCE_COLOR: '1' }],
    ['--json', '3,4 3 --json', { FORCE_COLOR: '1' }],
  ])
    it(`are absent with ${title}`, async () => {
      const { stdout } = await align(line, { env });
      assert.ok(stdout.length > 0);
      assert.ok(!stdout.includes(ESCAPE));
    });
});
