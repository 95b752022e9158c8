/** The names, fields and examples of the public API. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import * as simdcast from 'simdcast';
import { assertTensor } from './asserts.mjs';
import { counting } from './reference.mjs';

const { load, Tensor } = simdcast;
const sc = await load();

describe('the entry', () => {
  it('exports load, Tensor and the errors', () => {
    assert.deepEqual(Object.keys(simdcast).sort(), [
      'AttributeError',
      'BroadcastError',
      'DTypeError',
      'DisposedError',
      'OutOfMemoryError',
      'ShapeError',
      'SimdcastError',
      'Tensor',
      'load',
    ]);
  });

  it('carries the version of the package', async () => {
    const manifest = new URL('../../package.json', import.meta.url);
    assert.equal(sc.version, JSON.parse(await readFile(manifest, 'utf8')).version);
  });

  it('has the operators, questions and figures of the API', () => {
    const names = ['add', 'sub', 'mul', 'div', 'run', 'supports', 'tensor', 'memory'];
    for (const name of [...names, 'broadcastShapes', 'align', 'toExplicit'])
      assert.equal(typeof sc[name], 'function', name);
  });
});

describe('tensors', () => {
  const data = Float32Array.of(1, 2, 3, 4, 5, 6);

  it('have a type, dims, a size, data and a location', () => {
    const tensor = sc.tensor('float32', data, [2, 3]);
    assert.ok(tensor instanceof Tensor);
    assertTensor(tensor, 'float32', [2, 3], data);
    assert.equal(tensor.size, 6);
    assert.equal(tensor.location, 'wasm');
    tensor.dispose();
  });

  it('take their type from the class of the array', () => {
    const classes = {
      float32: Float32Array,
      float64: Float64Array,
      int8: Int8Array,
      int16: Int16Array,
      int32: Int32Array,
      int64: BigInt64Array,
      uint8: Uint8Array,
      uint16: Uint16Array,
      uint32: Uint32Array,
      uint64: BigUint64Array,
    };
    for (const [type, TypedArray] of Object.entries(classes)) {
      const tensor = sc.tensor(new TypedArray(2), [2]);
      assert.equal(tensor.type, type);
      assert.ok(tensor.data instanceof TypedArray, type);
      tensor.dispose();
    }
  });

  it('hold types whose arrays stand for another one', () => {
    for (const [type, array, dims] of [
      ['bool', Uint8Array.of(1, 0), [2]],
      ['bfloat16', Uint16Array.of(1, 2), [2]],
      ['float16', Uint16Array.of(1, 2), [2]],
      ['complex64', Float32Array.of(1, 2, 3, 4), [2]],
      ['complex128', Float64Array.of(1, 2), []],
    ]) {
      const tensor = sc.tensor(type, array, dims);
      assert.equal(tensor.type, type);
      assert.equal(tensor.data.length, array.length);
      tensor.dispose();
    }
  });

  it('copy their data', () => {
    const source = Float32Array.of(1, 2);
    const tensor = sc.tensor(source, [2]);
    source[0] = 9;
    assert.deepEqual([...tensor.data], [1, 2]);
    tensor.dispose();
  });

  it('give views that write through, and arrays that do not', () => {
    const tensor = sc.tensor(Float32Array.of(1, 2), [2]);
    const array = tensor.toArray();
    tensor.data[0] = 5;
    assert.deepEqual([...tensor.data], [5, 2]);
    assert.deepEqual([...array], [1, 2]);
    tensor.dispose();
  });

  it('may have rank 0, and may be empty', () => {
    const scalar = sc.tensor(Float32Array.of(7), []);
    assertTensor(scalar, 'float32', [], [7]);
    const empty = sc.tensor(new Float32Array(0), [2, 0, 3]);
    assertTensor(empty, 'float32', [2, 0, 3], []);
    assert.equal(empty.size, 0);
    scalar.dispose();
    empty.dispose();
  });
});

describe('the first example', () => {
  it('adds [8,1,6,1] and [7,1,5] to [8,7,6,5]', () => {
    const a = counting([8, 1, 6, 1]);
    const b = counting([7, 1, 5]);
    const sum = sc.add(a, b);
    assert.equal(sum.type, 'float32');
    assert.deepEqual([...sum.dims], [8, 7, 6, 5]);
    assert.equal(sum.size, 1680);
    let i = 0;
    for (let p = 0; p < 8; p++)
      for (let q = 0; q < 7; q++)
        for (let r = 0; r < 6; r++)
          for (let s = 0; s < 5; s++) assert.equal(sum.data[i++], p * 6 + r + (q * 5 + s));
  });

  it('returns plain results for plain operands', () => {
    const sum = sc.add(counting([2]), counting([2]));
    assert.equal(sum.location, 'js');
    assert.notEqual(sum.data.buffer.byteLength, sc.memory().bytes);
    assert.equal(sum.data, sum.data);
  });

  it('takes any object with type, data and dims', () => {
    class Foreign {
      get type() {
        return 'int32';
      }
      get data() {
        return Int32Array.of(1, 2, 3);
      }
      get dims() {
        return Object.freeze([3]);
      }
    }
    assertTensor(sc.mul(new Foreign(), new Foreign()), 'int32', [3], [1, 4, 9]);
  });

  it('adds numbers of rank 0 and empty tensors', () => {
    const one = { data: Float32Array.of(1), dims: [] };
    assertTensor(sc.add(one, one), 'float32', [], [2]);
    const empty = { data: new Float32Array(0), dims: [0, 3] };
    assertTensor(sc.add(empty, { data: new Float32Array(3), dims: [1, 3] }), 'float32', [0, 3], []);
  });

  it('reads a part of a larger buffer', () => {
    const buffer = Float32Array.of(9, 9, 1, 2, 9);
    const part = { data: buffer.subarray(2, 4), dims: [2] };
    assertTensor(sc.add(part, part), 'float32', [2], [2, 4]);
  });
});

describe('supports', () => {
  it('answers by operator, type and opset', () => {
    assert.equal(sc.supports('Add', 'float32'), true);
    assert.equal(sc.supports('Add', 'int32', 6), true);
    assert.equal(sc.supports('Add', 'int32', 5), false);
    assert.equal(sc.supports('Add', 'uint8', 14), true);
    assert.equal(sc.supports('Add', 'uint8', 13), false);
    assert.equal(sc.supports('Add', 'bool'), false);
    assert.equal(sc.supports('Nothing', 'float32'), false);
    assert.equal(sc.supports('Add', 'float33'), false);
  });
});
