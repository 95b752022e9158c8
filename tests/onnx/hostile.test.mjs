/** Feeds and fetches that run their own code during a call. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { load, ShapeError, SimdcastError } from 'simdcast';
import { checkModel, InferenceSession } from 'simdcast/onnx';
import { encodeModel, floats } from './models.mjs';

const sc = await load();

/** y = x · w + b, and x reshaped. */
const model = encodeModel({
  inputs: [{ name: 'x', dims: ['N', 3] }],
  outputs: [
    { name: 'y', dims: ['N', 2] },
    { name: 'same', dims: [3, 'N'] },
  ],
  constants: {
    w: floats([3, 2], 1, 2, 3, 4, 5, 6),
    b: floats([2], 10, -100),
  },
  nodes: [
    { op: 'MatMul', inputs: ['x', 'w'], outputs: ['p'] },
    { op: 'Add', inputs: ['p', 'b'], outputs: ['y'] },
    { op: 'Flatten', inputs: ['x'], outputs: ['same'], attributes: { axis: 1 } },
  ],
});

const session = await InferenceSession.create(model, { engine: sc });
const values = [1, 0, 0, 0, 1, 1];
const x = () => ({ data: Float32Array.from(values), dims: [2, 3] });
const y = [11, -98, 18, -90];
const rows = (count) => ({ data: new Float32Array(3 * count), dims: [count, 3] });

function refused(work, code) {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof SimdcastError, error?.stack);
    assert.equal(error.code, code, error.message);
    return error;
  }
  return assert.fail(`it was not refused with ${code}`);
}

describe('what feeds and fetches do while they are read', () => {
  it('each field is read once', () => {
    let reads = 0;
    const growing = {
      get data() {
        return reads++ ? new Float32Array(1) : x().data;
      },
      get dims() {
        return reads > 1 ? [200_000, 3] : [2, 3];
      },
    };
    assert.deepEqual([...session.runSync({ x: growing }).y.data], y);
  });

  it('so is each field that lacks a type, and each item of a list', () => {
    const reads = { data: 0, dims: 0, item: 0 };
    const given = {
      get data() {
        reads.data++;
        return x().data;
      },
      get dims() {
        reads.dims++;
        return [2, 3];
      },
    };
    session.runSync({ x: given });
    assert.deepEqual([reads.data, reads.dims], [1, 1]);
    const row = [0, 0, 0];
    Object.defineProperty(row, 0, { get: () => ++reads.item });
    session.runSync({ x: [row] });
    assert.equal(reads.item, 1);
  });

  it('a disposed tensor is named', () => {
    const gone = sc.tensor(new Float32Array(6), [2, 3]);
    gone.dispose();
    const error = refused(() => session.runSync({ x: gone }), 'disposed');
    assert.match(error.message, /'x'/);
  });

  it('dims that change are those that were checked', () => {
    let reads = 0;
    const dims = [2, 3];
    Object.defineProperty(dims, 0, { get: () => (reads++ ? 2 ** 40 : 2) });
    session.prepare({ x: dims });
    assert.equal(reads, 1);
  });

  it('an error of their own comes through', () => {
    const thrown = new ShapeError('mine', 'of the caller');
    const throwing = {
      get x() {
        throw thrown;
      },
    };
    assert.throws(
      () => session.runSync(throwing),
      (error) => error === thrown,
    );
  });

  it('a feed that they take away is refused', () => {
    const buffer = new ArrayBuffer(24, { maxByteLength: 24 });
    const shrinking = { data: new Float32Array(buffer), dims: [2, 3] };
    const detaching = x();
    const disposed = sc.tensor(x().data, [2, 3]);
    const cases = [
      [shrinking, () => buffer.resize(4), 'length_mismatch'],
      [
        detaching,
        () => structuredClone(detaching.data.buffer, { transfer: [detaching.data.buffer] }),
        'detached_buffer',
      ],
      [disposed, () => disposed.dispose(), 'disposed'],
    ];
    for (const [feed, take, code] of cases) {
      const fetches = {
        get y() {
          take();
          return null;
        },
      };
      const { message } = refused(() => session.runSync({ x: feed }, fetches), code);
      assert.match(message, /^The (buffer of the )?input 'x'/);
    }
  });

  it('so is the tensor of an output, before anything is written', () => {
    const first = { data: new Float32Array(4).fill(7), dims: [2, 2] };
    const second = sc.tensor(new Float32Array(6), [3, 2]);
    const lateDims = {
      data: first.data,
      get dims() {
        second.dispose();
        return [2, 2];
      },
    };
    refused(() => session.runSync({ x: x() }, { same: second, y: lateDims }), 'out_shape');
    const flat = sc.tensor(new Float32Array(6), [2, 3]);
    const disposing = {
      data: first.data,
      get dims() {
        flat.dispose();
        return [2, 2];
      },
    };
    refused(() => session.runSync({ x: x() }, { same: flat, y: disposing }), 'disposed');
    assert.deepEqual([...first.data], [7, 7, 7, 7]);
  });

  it('a session released meanwhile does not run', async () => {
    const own = await InferenceSession.create(model, { engine: sc });
    const releasing = {
      get x() {
        own.release();
        return x();
      },
    };
    refused(() => own.runSync(releasing), 'released');
  });

  it('runs of the session within a run change nothing of it', () => {
    // More shapes than the session caches programs for, so the first one is evicted.
    const others = () => {
      for (let count = 3; count < 14; count++) session.runSync({ x: rows(count) });
      return [2, 2];
    };
    const into = { data: new Float32Array(4), dims: [2, 2] };
    const target = {
      data: into.data,
      get dims() {
        return others();
      },
    };
    session.runSync({ x: x() }, { y: target });
    assert.deepEqual([...into.data], y);
  });
});

describe('tensors that outputs go into', () => {
  it('may not share memory with each other', () => {
    const data = new Float32Array(8).fill(7);
    const fetches = {
      y: { data: data.subarray(0, 4), dims: [2, 2] },
      same: { data: data.subarray(2, 8), dims: [2, 3] },
    };
    refused(() => session.runSync({ x: x() }, fetches), 'out_overlaps');
    assert.deepEqual([...data], new Array(8).fill(7));
  });

  it('may not lie on a resident feed that is an output too', () => {
    const feed = sc.tensor(x().data, [2, 3]);
    const into = { data: feed.data.subarray(1, 5), dims: [2, 2] };
    refused(() => session.runSync({ x: feed }, { y: into, same: null }), 'out_overlaps');
    assert.deepEqual([...feed.data], values);
    session.runSync({ x: feed }, { y: into });
    assert.deepEqual([...feed.data], [1, ...y, 1]);
    feed.dispose();
  });

  it('may lie on a feed that is copied', () => {
    const feed = x();
    const into = { data: feed.data.subarray(0, 4), dims: [2, 2] };
    const { same } = session.runSync({ x: feed }, { y: into, same: null });
    assert.deepEqual([...into.data], y);
    assert.deepEqual([...same.data], values);
  });
});

describe('unusual values', () => {
  it('arrays of another realm', () => {
    const foreign = runInNewContext('({ data: Float32Array.of(1, 0, 0, 0, 1, 1), dims: [2, 3] })');
    assert.deepEqual([...session.runSync({ x: foreign }).y.data], y);
  });

  it('null for the options', async () => {
    const own = await InferenceSession.create(model, null);
    assert.deepEqual([...own.runSync({ x: x() }).y.data], y);
    await own.release();
    assert.equal((await checkModel(model, null)).errors, 0);
  });
});
