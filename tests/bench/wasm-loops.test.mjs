import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantiateLoops } from './wasm-loops.mjs';

function memory() {
  const wasm = instantiateLoops(4096);
  return { wasm, floats: new Float32Array(wasm.memory.buffer) };
}

const numbers = (from) => Array.from({ length: 32 }, (_, i) => from + i);

test('add adds two streams and stops at the end', () => {
  const { wasm, floats } = memory();
  floats.set(numbers(1), 0);
  floats.set(numbers(100), 64);
  wasm.add(0, 256, 512, 512 + 128);
  assert.deepEqual([...floats.slice(128, 161)], [...numbers(1).map((value) => 2 * value + 99), 0]);
});

test('negate, copy and fill write the expected values', () => {
  const { wasm, floats } = memory();
  floats.set(numbers(1), 0);
  wasm.negate(0, 512, 512 + 128);
  assert.deepEqual([...floats.slice(128, 161)], [...numbers(1).map((value) => -value), 0]);
  wasm.copy(1024, 0, 128);
  assert.deepEqual([...floats.slice(256, 289)], [...numbers(1), 0]);
  wasm.fill(1024, 0, 64);
  assert.deepEqual(
    [...floats.slice(256, 288)],
    [...Array(16).fill(0), ...numbers(17).slice(0, 16)],
  );
});
