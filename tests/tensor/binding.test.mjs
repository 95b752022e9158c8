/** Wrong calls of the binding: nothing happens, and the caller gets an error. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';

const sc = await load();
const { native, memory } = sc.constructor.partsOf(sc).engine;

describe('the binding', () => {
  it('runs nothing without an output', () => {
    const request = new native.Request();
    assert.ok(request.begin(native.Operator.Abs.value, native.newestOpset));
    assert.ok(request.input(native.DType.float32.value, 1, 4, 0, 0, 0));
    const task = request.task();
    const address = memory.reserve(64);
    memory.write(address, new Uint8Array(64).fill(7), 64);
    assert.equal(task.run(address, 0, 0, 0, address, 0, 0), -2);
    assert.ok(memory.view(Uint8Array, address, 64).every((byte) => byte === 7));
    memory.release(address);
    for (const held of [task, request]) held.delete();
  });

  it('reserves nothing for numbers that are not of bytes', () => {
    for (const bytes of [Number.NaN, -1, 2 ** 32, Number.POSITIVE_INFINITY])
      assert.equal(native.reserve(bytes), 0);
    for (const limit of [Number.NaN, -1]) native.setLimit(limit);
    const address = native.reserve(64);
    assert.notEqual(address, 0);
    native.release(address);
  });
});
