import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipped, withoutInlinedModules } from './sizes.mjs';

test('a module inlined as text is not counted as JavaScript', () => {
  const code = (module) => `const wasm="${module}";export const short="abc";`;
  assert.equal(withoutInlinedModules(code('AGFzbQEA'.repeat(1000))), code(''));
  assert.equal(withoutInlinedModules(code('AGFzbQEA')), code('AGFzbQEA'));
});

test('sizes are those of gzip', () => {
  assert.ok(gzipped('a'.repeat(10000)) < 100);
  assert.ok(gzipped('') > 0);
});
