/** The order of a module's functions, on modules written by hand. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderOf } from '../../tools/lib/order.mjs';
import { bodiesOf, functionNames, withFunctionNames } from '../../tools/lib/wasm.mjs';

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const TYPES = [1, 5, 1, 0x60, 0, 1, 0x7f]; // () -> i32
const END = 0x0b;

const varint = (number) => (number < 128 ? [number] : [(number & 127) | 128, number >> 7]);
const sized = (bytes) => [...varint(bytes.length), ...bytes];

/** A module of functions without locals that hold the given instructions. */
function moduleOf(codes) {
  const bodies = codes.flatMap((code) => sized([0, ...code, END]));
  return Buffer.from([
    ...HEADER,
    ...TYPES,
    ...[3, ...sized([codes.length, ...codes.map(() => 0)])],
    ...[10, ...sized([codes.length, ...bodies])],
  ]);
}

/** `turns` times: push `constant`, combine by `instruction`. */
const chain = (constant, instruction, turns) => [
  ...[0x41, constant],
  ...Array.from({ length: turns }, () => [0x41, constant, instruction]).flat(),
];
const [ADD, XOR] = [0x6a, 0x73];

test('functions that resemble one another come to lie together', () => {
  const module = moduleOf([
    chain(1, ADD, 20),
    chain(2, XOR, 20),
    chain(1, ADD, 21),
    chain(2, XOR, 21),
    chain(1, ADD, 22),
    chain(2, XOR, 22),
  ]);
  assert.ok(WebAssembly.validate(module));
  const order = orderOf(module);
  assert.deepEqual(
    order.map((i) => i % 2),
    [0, 0, 0, 1, 1, 1],
  );
  assert.deepEqual([...order].sort(), [0, 1, 2, 3, 4, 5]);
});

test('a module without functions of its own has an empty order', () => {
  assert.deepEqual(orderOf(moduleOf([])), []);
});

test('names are read as they were written, and replaced', () => {
  const module = moduleOf([chain(1, ADD, 1), chain(2, ADD, 200)]);
  const names = new Map([
    [0, 'first'],
    [1, 'a name of more than 127 bytes: '.repeat(5)],
  ]);
  const named = withFunctionNames(module, names);
  assert.ok(WebAssembly.validate(named));
  assert.deepEqual(functionNames(named), names);
  const renamed = withFunctionNames(named, new Map([[1, 'second']]));
  assert.deepEqual(functionNames(renamed), new Map([[1, 'second']]));
  assert.deepEqual(bodiesOf(renamed), bodiesOf(module));
  assert.deepEqual(functionNames(module), new Map());
});
