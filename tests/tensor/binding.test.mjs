/** Wrong calls of the binding: nothing happens, and the caller gets an error. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { importSource } from '../support/sources.mjs';

// The class from its source; the entry that contains it has its own tests.
const { TaskBuilder } = await importSource('engine/tasks.ts');
const sc = await load();
const single = new TaskBuilder(sc.constructor.partsOf(sc));

/** A task for a kernel over float32 of some shape, without its kernel. */
function kernelTask({ engine }, dims, type = 'float32') {
  const inputs = [{ type: 'float32', dims }];
  return engine
    .request({ question: engine.rule('multidirectional'), inputs })
    .kernelTask(engine.typeNumber(type), true);
}

/** Runs `work` with the address of some bytes of 7s, and checks that they are unchanged. */
function untouched({ memory }, bytes, work) {
  const address = memory.reserve(bytes);
  memory.write(address, new Uint8Array(bytes).fill(7), bytes);
  work(address);
  assert.ok(memory.view(Uint8Array, address, bytes).every((byte) => byte === 7));
  memory.release(address);
}

describe('the binding', () => {
  it('runs no task for a kernel that has none', () => {
    const task = kernelTask(single, [1024], 'bool');
    untouched(single, 8192, (at) => {
      assert.equal(task.run(0, at, 0, 0, at + 4096, 0, 0), -2);
      assert.equal(task.runFirst(1, at), false);
      assert.equal(task.useKernel(0), false);
    });
    task.delete();
  });

  it('runs no pass after a product or a layer that it does not fit', () => {
    const product = single.operator(
      'MatMul',
      [
        { type: 'float32', dims: [4, 4] },
        { type: 'float32', dims: [4, 4] },
      ],
      {},
      25,
    );
    const packed = single.packedProduct({ type: 'float32', dims: [4, 4] }, [4, 4], false);
    const passes = [kernelTask(single, [4, 4]), kernelTask(single, [4, 4], 'float64')];
    untouched(single, 4096, (at) => {
      for (const pass of passes)
        for (const task of [product, packed])
          assert.throws(() => task.runThen(at, at, [at, at, 0], pass, [at]), {
            code: 'run_rejected',
          });
    });
    for (const held of [product, packed]) held.dispose();
    for (const pass of passes) pass.delete();
  });

  it('runs nothing without an output', () => {
    const sum = single.reduce('sum', { type: 'float32', dims: [4] }, [], false);
    const doubled = single.operator('Abs', [{ type: 'float32', dims: [4] }], {}, 25);
    untouched(single, 64, (at) => {
      for (const task of [sum, doubled])
        assert.throws(() => task.run(at, [0], [at]), { code: 'run_rejected' });
    });
    for (const task of [sum, doubled]) task.dispose();
  });

  it('reserves nothing for numbers that are not of bytes', () => {
    const { native } = single.engine;
    for (const bytes of [Number.NaN, -1, 2 ** 32, Number.POSITIVE_INFINITY])
      assert.equal(native.reserve(bytes), 0);
    for (const limit of [Number.NaN, -1]) native.setLimit(limit);
    const address = native.reserve(64);
    assert.notEqual(address, 0);
    native.release(address);
  });

  it('makes no layer of more axes than there may be, however many are listed', () => {
    const { native } = single.engine;
    const axes = Array.from({ length: 2 ** 20 }, () => ({ size: 1, reduced: true }));
    const type = single.engine.typeOf('float32');
    assert.equal(native.Task.reduce({ type, reduction: native.Reduction.sum, axes }), null);
  });
});
