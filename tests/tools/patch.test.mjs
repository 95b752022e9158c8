/** Patches are applied by the package's own code, which has to give back what they were made from. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { makePatch } from '../../tools/lib/patch.mjs';
import { seedOf } from '../package/random.mjs';
import { randomFrom } from '../rules/support.mjs';

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('../../web/patch.ts', import.meta.url))],
  write: false,
  format: 'esm',
});
const { applyPatch } = await import(
  `data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`
);

const seed = seedOf(7);
const random = randomFrom(seed);
const upTo = (most) => Math.floor(random() * most);
const noise = (length, values = 256) => Buffer.from(Array.from({ length }, () => upTo(values)));

/** Cuts, insertions, moves and changed bytes, as another build of the same sources has them. */
function changed(base) {
  let bytes = Buffer.from(base);
  for (let i = upTo(12); i > 0; i--) {
    const [from, to] = [upTo(bytes.length + 1), upTo(bytes.length + 1)].sort((a, b) => a - b);
    const kinds = [
      () => [bytes.subarray(0, from), bytes.subarray(to)],
      () => [bytes.subarray(0, from), noise(upTo(60)), bytes.subarray(from)],
      () => [bytes.subarray(to), bytes.subarray(from, to), bytes.subarray(0, from)],
      () => [bytes.map((byte) => (random() < 0.02 ? upTo(256) : byte))],
    ];
    bytes = Buffer.concat(kinds[upTo(kinds.length)]());
  }
  return bytes;
}

const applied = (base, target) => Buffer.from(applyPatch(base, makePatch(base, target)));

test(`a patch gives its target (seed ${seed})`, () => {
  for (let i = 0; i < 300; i++) {
    const base = noise(upTo(3000), random() < 0.5 ? 256 : 3);
    const target = changed(base);
    assert.ok(applied(base, target).equals(target), `case ${i}`);
  }
});

test('a patch between strangers and from or to nothing gives its target', () => {
  for (const [base, target] of [
    [noise(500), noise(700)],
    [noise(0), noise(100)],
    [noise(100), noise(0)],
    [noise(0), noise(0)],
  ]) {
    assert.ok(applied(base, target).equals(target));
  }
});

test('what two modules share costs next to nothing', () => {
  const base = noise(20000);
  const target = Buffer.concat([base.subarray(9000), noise(50), base.subarray(0, 9000)]);
  const patch = makePatch(base, target);
  const shared = patch.filter((byte) => byte === 0).length;
  assert.ok(shared > target.length - 100, `${shared} of ${patch.length} bytes are 0`);
});
