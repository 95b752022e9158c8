/** Ceilings for the files that a page loads, after gzip -9. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageSizes } from '../bench/sizes.mjs';

const sizes = (await packageSizes()).filter(({ limit }) => limit > 0);

test('every kind of file that has a limit is there', () => {
  assert.ok(sizes.filter(({ label }) => label.endsWith('.wasm')).length >= 2);
  assert.ok(sizes.length >= 4);
});

for (const { label, bytes, limit } of sizes) {
  test(`${label}: at most ${limit} bytes`, () => {
    assert.ok(bytes <= limit, `${label} has ${bytes} bytes, ${bytes - limit} too many`);
  });
}
