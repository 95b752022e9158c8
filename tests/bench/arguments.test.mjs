import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArguments } from './arguments.mjs';

const efforts = { normal: { rounds: 9, sample: 20 }, quick: { rounds: 3, sample: 3 } };
const read = (...argv) => readArguments(argv, ['simdcast', 'tfjs', 'ort'], efforts);

test('without arguments everything usual is measured', () => {
  const settings = read();
  assert.equal(settings.extent, 'normal');
  assert.deepEqual(settings.names, ['simdcast', 'tfjs', 'ort']);
  assert.deepEqual(settings.effort, efforts.normal);
  assert.ok(settings.filter.test('any/case'));
});

test('--quick lowers the effort, and single figures can be set', () => {
  assert.deepEqual(read('--quick').effort, efforts.quick);
  assert.deepEqual(read('--quick', '--rounds', '5').effort, { rounds: 5, sample: 3 });
});

test('--peers keeps the order given', () => {
  assert.deepEqual(read('--peers', 'ort,simdcast').names, ['ort', 'simdcast']);
});

test('meaningless values are rejected', () => {
  assert.throws(() => read('--peers', 'numpy'), /'numpy' is not one of simdcast, tfjs, ort/);
  assert.throws(() => read('--rounds', 'many'), /--rounds takes a number above 0, not 'many'/);
  assert.throws(() => read('--quick', '--full'), /exclude each other/);
  assert.throws(() => read('--fast'), /--fast/);
});
