/** The polynomials of src/math match those that its script computes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../src/math/fit.mjs', import.meta.url));

it('src/math/fit.mjs computes the coefficients of the sources', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--check'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
});
