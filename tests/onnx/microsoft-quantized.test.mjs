/** Quantised operators of `com.microsoft`: what onnxruntime has no kernel for, and what is refused. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ModelError } from 'simdcast/onnx';
import { check, engines, runNode, t } from './one-node.mjs';

const domain = 'com.microsoft';
const bytes = (dims, ...data) => t(dims, data, 'uint8');

/** The range of the rows is that of their bytes, so their scale is 1. */
const rows = t([1, 2], [0, 255]);
const matrix = bytes([2, 2], 1, 2, 3, 4);
const one = t([], [1]);

const refused = async (op, inputs, message) => {
  for (const engine of engines)
    await assert.rejects(runNode(engine, { op, domain, inputs }), (error) => {
      assert.ok(error instanceof ModelError, error.stack);
      assert.match(error.message, message);
      return true;
    });
};

describe('products of bytes as floats', () => {
  it('scales and zero points of columns', () =>
    check(
      {
        op: 'DynamicQuantizeMatMul',
        domain,
        inputs: [rows, matrix, t([2], [0.5, 2]), bytes([2], 1, 0), t([2], [10, 20])],
      },
      t([1, 2], [255 * 2 * 0.5 + 10, 255 * 4 * 2 + 20]),
    ));

  it('int8 by uint8', () =>
    check(
      {
        op: 'MatMulIntegerToFloat',
        domain,
        inputs: [
          t([1, 2], [-2, 3], 'int8'),
          bytes([2, 1], 200, 100),
          t([], [0.5]),
          t([1], [0.25]),
          t([], [1], 'int8'),
        ],
      },
      t([1, 1], [(-3 * 200 + 2 * 100) * 0.5 * 0.25]),
    ));

  it('refuses what does not belong to the columns', async () => {
    const three = t([3], [1, 1, 1]);
    const op = 'DynamicQuantizeMatMul';
    await refused(op, [rows, matrix, three], /Input 2 of .* is \(3\); it should be \(2\)/);
    await refused(op, [rows, matrix, t([2, 1], [1, 1])], /Input 2 of .* is \(2,1\); .* \(1,2\)/);
    await refused(op, [rows, matrix, one, bytes([3], 1, 1, 1)], /Input 3 of .* is \(3\)/);
    await refused(op, [rows, matrix, one, null, three], /Input 4 of .* is \(3\); .* \(2\)/);
    await refused(op, [rows, bytes([2], 1, 2), one], /takes matrices/);
    await refused(op, [t([1, 3], [1, 2, 3]), matrix, one], /A has 3 columns and B has 2 rows/);
  });

  it('refuses several scales of the first matrix', () =>
    refused(
      'MatMulIntegerToFloat',
      [bytes([1, 2], 1, 2), matrix, t([2], [1, 1]), one],
      /Input 2 of .* must hold one element/,
    ));
});
