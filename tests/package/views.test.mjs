/** Views of tensors that were freed: no call reads or writes through them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DisposedError, load, Tensor } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel } from '../onnx/models.mjs';
import { throwsError } from './asserts.mjs';

const sc = await load();
const other = await load({ maximumMemory: 62 * 65536 });
const SIZE = 64;

const model = encodeModel({
  inputs: [{ name: 'x', dims: [SIZE] }],
  outputs: [{ name: 'y', dims: [SIZE] }],
  nodes: [{ op: 'Neg', inputs: ['x'], outputs: ['y'] }],
});
const session = await InferenceSession.create(model, { engine: sc });

/** The ways to free a tensor. */
const ENDS = {
  'it was disposed of': (tensor) => tensor.dispose(),
  'its block ended': (tensor) => tensor[Symbol.dispose](),
};
/** The arrays that a caller can derive from a view. */
const PARTS = {
  'the view': (view) => view,
  'a part': (view) => view.subarray(0, SIZE),
  'a part of a part': (view) => view.subarray(0).subarray(-SIZE),
};
const ones = new Float32Array(SIZE).fill(1);
/** The functions that they are passed to. */
const USES = {
  out: (data) => sc.add(ones, 1, { out: { data, dims: [SIZE] } }),
  'out of an expression': (data) => sc.softmax(ones, { out: { data, dims: [SIZE] } }),
  'out of a fused function': (data) => negated(ones, { out: { data, dims: [SIZE] } }),
  'a first operand': (data) => sc.add(data, 1),
  'a second operand': (data) => sc.add(ones, { data, dims: [SIZE] }),
  'an operand of a fused function': (data) => negated(data),
  'an operand of a node': (data) => sc.run('Softmax', [data]),
  'a feed': (data) => session.runSync({ x: { data, dims: [SIZE] } }),
  'a fetch': (data) => session.runSync({ x: ones }, { y: { data, dims: [SIZE] } }),
  tensor: (data) => sc.tensor(data),
  'a new Tensor': (data) => new Tensor('float32', data, [SIZE]),
  'an attribute': (data) =>
    sc.run('Constant', [], { attributes: { value: { data, dims: [SIZE] } } }),
  'an operand of another engine': (data) => other.add(data, 1),
  'out of another engine': (data) => other.add(ones, 1, { out: { data, dims: [SIZE] } }),
};
const negated = sc.fuse((x) => x.exp().neg());

describe('a view of a freed tensor', () => {
  for (const [end, give] of Object.entries(ENDS))
    for (const [what, part] of Object.entries(PARTS))
      for (const [use, give2] of Object.entries(USES))
        it(`is rejected, since ${end}: ${what} as ${use}`, () => {
          const tensor = sc.tensor(new Float32Array(SIZE));
          const view = part(tensor.data);
          give(tensor);
          // At the same address.
          const next = sc.tensor(new Float32Array(SIZE).fill(5));
          throwsError(() => give2(view), DisposedError, 'disposed');
          assert.ok([...next.data].every((item) => item === 5));
          // Its own view is taken.
          assert.equal(sc.add(part(next.data), 1).data[0], 6);
          next.dispose();
        });

  it('was tidied', () => {
    let view;
    sc.tidy(() => {
      view = sc.tensor(ones).data;
    });
    throwsError(() => sc.add(view, 1), DisposedError, 'disposed');
  });

  it('was disposed of by a later operand', () => {
    const tensor = sc.tensor(ones);
    const [a, part] = [tensor.data, tensor.data.subarray(1)];
    const disposing = {
      get data() {
        tensor.dispose();
        return ones;
      },
      dims: [SIZE],
    };
    throwsError(() => sc.add(a, disposing), DisposedError, 'disposed');
    throwsError(() => sc.add(part, ones.subarray(1)), DisposedError, 'disposed');
  });

  it('is held by a tensor of JavaScript', () => {
    const tensor = sc.tensor(ones);
    const around = new Tensor('float32', tensor.data, [SIZE]);
    assert.equal(around.toArray()[0], 1);
    tensor.dispose();
    for (const read of ['toArray', 'toNested', 'toJSON', 'toString'])
      throwsError(() => around[read](), DisposedError, 'disposed');
    throwsError(() => sc.neg(around), DisposedError, 'disposed');
  });

  it('was of an engine that is closed', async () => {
    const closing = await load({ maximumMemory: 63 * 65536 });
    const view = closing.tensor(ones).data;
    assert.equal(sc.add(view, 1).data[0], 2);
    closing.close();
    throwsError(() => sc.add(view, 1), DisposedError, 'disposed');
    throwsError(() => sc.add(view.subarray(1), 1), DisposedError, 'disposed');
    throwsError(() => sc.tensor(view), DisposedError, 'disposed');
  });

  it('names the operand', () => {
    const tensor = sc.tensor(ones);
    const view = tensor.data;
    tensor.dispose();
    assert.throws(
      () => sc.add(1, view),
      /The data of B is a view of a tensor that has been disposed/,
    );
  });
});

describe('a view of a tensor that is alive', () => {
  it('is a plain typed array to everybody else', () => {
    const tensor = sc.tensor(ones);
    assert.deepStrictEqual(tensor.data, ones);
    assert.deepStrictEqual(tensor.data.subarray(2, 4), ones.subarray(2, 4));
    assert.deepEqual(Object.keys(tensor.data.subarray(0, 2)), ['0', '1']);
    assert.equal(tensor.data.subarray(-3, -1).length, 2);
    assert.equal(Object.getPrototypeOf(tensor.data), Float32Array.prototype);
    tensor.dispose();
  });

  it('and each part of it keep the tensor from being collected', async () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc');
    const part = (() => sc.tensor(ones).data.subarray(1).subarray(1))();
    for (let i = 0; i < 5; i++) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const next = sc.tensor(new Float32Array(SIZE).fill(5));
    assert.ok(part.every((item) => item === 1));
    next.dispose();
  });
});
