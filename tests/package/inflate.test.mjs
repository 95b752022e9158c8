/** The decompressor for platforms that lack one, against zlib and Buffer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { constants, deflateRawSync } from 'node:zlib';
import { build } from 'esbuild';
import { randomFrom } from '../rules/support.mjs';

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('../../web/wasm/inflate-here.ts', import.meta.url))],
  bundle: true,
  format: 'esm',
  write: false,
});
const code = Buffer.from(outputFiles[0].contents).toString('base64');
const { fromBase64Here, inflateHere } = await import(`data:text/javascript;base64,${code}`);

const random = randomFrom(61);
const bytes = (length, most) => Uint8Array.from({ length }, () => Math.floor(random() * most));
const samples = [
  new Uint8Array(0),
  bytes(1, 256),
  bytes(70_000, 256),
  bytes(70_000, 3),
  new Uint8Array(700_000),
  Buffer.from('the same words again and again, '.repeat(999)),
];

test('inflates what zlib deflates, by every kind of block', () => {
  const { Z_FIXED, Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY } = constants;
  for (const sample of samples)
    for (const options of [
      { level: 0 },
      { level: 1 },
      { level: 9, strategy: Z_DEFAULT_STRATEGY },
      { strategy: Z_FIXED },
      { strategy: Z_HUFFMAN_ONLY },
    ]) {
      const inflated = inflateHere(deflateRawSync(sample, options));
      assert.ok(
        Buffer.from(sample).equals(inflated),
        `${sample.length} ${JSON.stringify(options)}`,
      );
    }
});

test('rejects bytes that end too soon', () => {
  assert.throws(() => inflateHere(deflateRawSync(samples[2]).subarray(0, 900)), RangeError);
});

test('reads base64 of every length', () => {
  for (let length = 0; length < 20; length++) {
    const sample = bytes(length, 256);
    assert.deepEqual(fromBase64Here(Buffer.from(sample).toString('base64')), sample);
  }
});
