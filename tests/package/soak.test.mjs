/** A short soak; `npm run soak` is the complete one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soak } from './soak.mjs';

test('20,000 random operations leave the memory as it was', async (t) => {
  const { seed, seen } = await soak({ operations: 20_000 });
  t.diagnostic(`SEED=${seed}`);
  assert.equal(seen.size, 8, 'every kind of operation came up');
});
