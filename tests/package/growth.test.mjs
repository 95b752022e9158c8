/** Wasm memory that grows during calls, and memory that runs out. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DTypeError, load, OutOfMemoryError } from 'simdcast';
import { throwsError } from './asserts.mjs';
import { counting } from './reference.mjs';

const MB = 2 ** 20;
let nextMaximum = 300 * MB;

/** A new engine with small memory: other options create another instance. */
function freshEngine() {
  nextMaximum += 65536;
  return load({ maximumMemory: nextMaximum });
}

/** Runs `use`, which must grow the memory. */
function growing(sc, use) {
  const before = sc.memory().bytes;
  const result = use();
  assert.ok(sc.memory().bytes > before, 'the memory should have grown');
  return result;
}

function checkRows(data, rows, row) {
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < row.length; j++)
      if (data[i * row.length + j] !== i * row.length + j + row[j])
        assert.fail(`row ${i}, column ${j} is ${data[i * row.length + j]}`);
}

const ROW = Array.from({ length: 1000 }, (_, i) => i * 2);
const big = () => counting([1000, 1000]);

describe('growth', () => {
  it('while a plain operand is a view of wasm memory', async () => {
    const sc = await freshEngine();
    // So long that a single one plus a result exceeds the memory.
    const long = Float32Array.from({ length: 500_000 }, (_, i) => i * 2);
    const row = sc.tensor(long, [500_000]);
    const view = row.data;
    const sum = growing(sc, () => sc.add(counting([2, 500_000]), { data: view, dims: [500_000] }));
    assert.equal(view.byteLength, 0);
    checkRows(sum.data, 2, long);
    assert.deepEqual(row.data, long);
  });

  it('while an operand is resident', async () => {
    const sc = await freshEngine();
    const row = sc.tensor(Float32Array.from(ROW), [1000]);
    const sum = growing(sc, () => sc.add(big(), row));
    assert.equal(sum.location, 'wasm');
    checkRows(sum.data, 1000, ROW);
  });

  it('while out is a view of wasm memory', async () => {
    const sc = await freshEngine();
    const bytes = 4 * MB;
    const out = sc.tensor(new Float32Array(MB), [1024, 1024]);
    const before = sc.memory().bytes;
    const target = { data: out.data, dims: [1024, 1024] };
    // Two operands of the result's size do not fit in addition to it.
    sc.add(counting([1024, 1024]), counting([1024, 1024]), { out: target });
    assert.ok(sc.memory().bytes >= before + bytes);
    assert.equal(target.data.byteLength, 0);
    for (let i = 0; i < MB; i += 4097) assert.equal(out.data[i], 2 * i);
  });

  it('while a tensor is made from a view of wasm memory', async () => {
    const sc = await freshEngine();
    const first = sc.tensor(
      Float32Array.from({ length: 300_000 }, (_, i) => i),
      [300_000],
    );
    const second = growing(sc, () => sc.tensor(first.data, [300_000]));
    for (let i = 0; i < 300_000; i += 997) assert.equal(second.data[i], i);
  });

  it('leaves every resident tensor as it was', async () => {
    const sc = await freshEngine();
    const tensors = [];
    const { bytes } = sc.memory();
    for (let k = 0; sc.memory().bytes < bytes + 20 * MB; k++)
      tensors.push(sc.tensor(new Float32Array(50_000).fill(k), [50_000]));
    tensors.forEach((tensor, k) => {
      const { data } = tensor;
      assert.equal(data[0], k);
      assert.equal(data[49_999], k);
    });
    const sum = sc.add(tensors[3], tensors[4]);
    assert.equal(sum.data[49_999], 7);
  });

  it('old views become stale and are rejected', async () => {
    const sc = await freshEngine();
    const row = sc.tensor(Float32Array.from(ROW), [1000]);
    const view = row.data;
    growing(sc, () => sc.tensor(new Float32Array(2 * MB), [2 * MB]));
    const stale = { data: view, dims: [1000] };
    const error = throwsError(() => sc.add(stale, row), DTypeError, 'detached_buffer');
    assert.match(error.message, /again/);
    assert.deepEqual([...row.data], ROW);
  });
});

describe('memory that runs out', () => {
  const limited = (pages) => load({ maximumMemory: pages * 65536 });

  it('is an error for a new tensor, and the engine works on', async () => {
    const sc = await limited(32);
    const { tensors } = sc.memory();
    const data = new Float32Array(MB);
    const error = throwsError(() => sc.tensor(data, [MB]), OutOfMemoryError, 'out_of_memory');
    assert.match(error.message, /4,194,304/);
    assert.equal(sc.memory().tensors, tensors);
    assert.deepEqual([...sc.add(counting([3]), counting([3])).data], [0, 2, 4]);
  });

  it('is an error for plain operands and for a resident result', async () => {
    const sc = await limited(33);
    throwsError(() => sc.matMul(big(), big()), OutOfMemoryError, 'out_of_memory');
    const row = sc.tensor(Float32Array.from(ROW), [1000]);
    throwsError(() => sc.add(big(), row), OutOfMemoryError, 'out_of_memory');
    assert.equal(sc.memory().tensors, 1);
    assert.equal(sc.add(row, row).data[999], 2 * ROW[999]);
  });

  it('leaks nothing', async () => {
    const sc = await limited(96);
    const row = sc.tensor(Float32Array.from(ROW), [1000]);
    // The result fits, but the operand does not.
    const rows = counting([750, 1000]);
    for (let i = 0; i < 30; i++)
      throwsError(() => sc.add(rows, row), OutOfMemoryError, 'out_of_memory');
    assert.equal(sc.memory().tensors, 1);
    const alone = sc.tensor(rows.data, rows.dims);
    alone.dispose();
    sc.tensor(rows.data, rows.dims).dispose();
  });

  it('is an error for an alignment and for a new plan, and the engine works on', async () => {
    const sc = await limited(35);
    const held = [];
    for (let bytes = 2 ** 19; bytes >= 16; bytes /= 2)
      try {
        for (;;) held.push(sc.tensor(new Uint8Array(bytes), [bytes]));
      } catch (error) {
        assert.ok(error instanceof OutOfMemoryError);
      }
    throwsError(() => sc.align([[2], [3]]), OutOfMemoryError, 'out_of_memory');
    throwsError(() => sc.add(counting([2]), counting([3])), OutOfMemoryError, 'out_of_memory');
    const shapes = [[2, 1], [3]];
    throwsError(() => sc.broadcastShapes(shapes), OutOfMemoryError, 'out_of_memory');
    for (const tensor of held) tensor.dispose();
    assert.deepEqual(sc.broadcastShapes(shapes), [2, 3]);
    assert.equal(sc.align([[2], [3]]).ok, false);
    assert.deepEqual([...sc.add(counting([2]), counting([2])).data], [0, 2]);
  });

  it('keeps a plan in a kilobyte or two', async () => {
    const sc = await limited(1001);
    for (let n = 1; n <= 100; n++) sc.add(counting([n]), counting([1]));
    const { bytes } = sc.memory();
    for (let n = 101; n <= 1000; n++) sc.add(counting([n]), counting([1]));
    assert.ok(sc.memory().bytes - bytes <= 900 * 2048);
  });

  it('takes back the plans that are kept', async () => {
    const sc = await limited(36);
    const largest = () => {
      let bytes = 2 ** 22;
      for (; bytes > 2 ** 14; bytes -= 2 ** 14)
        try {
          sc.tensor(new Uint8Array(bytes), [bytes]).dispose();
          break;
        } catch (error) {
          assert.ok(error instanceof OutOfMemoryError);
        }
      return bytes;
    };
    const before = largest();
    for (let n = 1; n <= 600; n++) sc.add(counting([n]), counting([1]));
    assert.ok(largest() >= before);
    for (let n = 1; n <= 600; n++) assert.equal(sc.add(counting([n]), counting([1])).size, n);
  });

  it('leaves out alone', async () => {
    const sc = await limited(34);
    const out = { data: new Float32Array(1_000_000).fill(7), dims: [1000, 1000] };
    throwsError(() => sc.matMul(big(), big(), { out }), OutOfMemoryError, 'out_of_memory');
    assert.ok(out.data.every((value) => value === 7));
  });

  it('names the shapes of an outer product, and the reshape that avoids it', async () => {
    const sc = await load();
    const column = { data: new Float32Array(100_000), dims: [100_000, 1] };
    const row = { data: new Float32Array(100_000), dims: [100_000] };
    const inside = sc.tensor(row.data, row.dims);
    for (const call of [
      () => sc.sub(column, row),
      () => sc.sub(column, inside),
      () => inside.reshape([100_000, 1]).sub(inside),
      () => sc.run('Sub', [column, row]),
      () => sc.fuse((a, b) => a.sub(b).abs())(column, inside),
    ]) {
      const { message, asked } = throwsError(call, OutOfMemoryError, 'out_of_memory');
      assert.equal(asked, 40e9);
      assert.match(
        message,
        /A \(100000,1\) and B \(100000,\) has shape \(100000,100000\), an outer/,
      );
      assert.match(message, /40,000,000,000 bytes\. .*, reshape B to \(100000,1\), which gives/);
      assert.doesNotMatch(message, /larger maximumMemory|[Dd]ispose/);
    }
    const wide = throwsError(
      () => sc.matMul(column, inside.reshape([1, 100_000])),
      OutOfMemoryError,
      'out_of_memory',
    );
    assert.match(wide.message, /has shape \(100000,100000\): 40,000,000,000 bytes/);
  });

  it('suggests only remedies that help', async () => {
    const sc = await limited(36);
    const big = throwsError(() => sc.zeros([2 ** 20]), OutOfMemoryError, 'out_of_memory');
    assert.match(big.message, / Load with a larger maximumMemory\.$/);
    const leak = () => {
      for (;;) sc.zeros([1000]);
    };
    const leaked = throwsError(leak, OutOfMemoryError, 'out_of_memory');
    assert.match(leaked.message, /in a loop, use tidy\), or load with a larger maximumMemory\.$/);
    const never = throwsError(() => sc.zeros([2 ** 30, 4]), OutOfMemoryError, 'out_of_memory');
    assert.match(never.message, / No maximumMemory is large enough\.$/);
  });

  it('is an error for results that no array can hold', async () => {
    const sc = await load();
    const column = { data: new Float32Array(100_000), dims: [100_000, 1] };
    const row = { data: new Float32Array(100_000), dims: [100_000] };
    throwsError(() => sc.add(column, row), OutOfMemoryError, 'out_of_memory');
    const inside = sc.tensor(row.data, row.dims);
    throwsError(() => sc.add(column, inside), OutOfMemoryError, 'out_of_memory');
    inside.dispose();
    assert.deepEqual([...sc.add(counting([2]), counting([2])).data], [0, 2]);
  });
});
