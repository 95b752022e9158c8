/** Tensors as text, compared with NumPy (numpy/printed.py), and the functions that print it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { load } from 'simdcast';

const sc = await load();
const { cases, numpy } = JSON.parse(
  await readFile(new URL('numpy/printed.json', import.meta.url), 'utf8'),
);

const ARRAYS = {
  float16: Uint16Array,
  float32: Float32Array,
  float64: Float64Array,
  int8: Int8Array,
  uint8: Uint8Array,
  int32: Int32Array,
  int64: BigInt64Array,
  uint64: BigUint64Array,
  complex64: Float32Array,
  complex128: Float64Array,
};

function tensorOf({ type, dims, bytes }) {
  const { buffer } = Uint8Array.from(Buffer.from(bytes, 'base64'));
  return sc.tensor(type, new ARRAYS[type](buffer), dims);
}

describe(`toString, against NumPy ${numpy}`, () => {
  cases.forEach((item, i) => {
    const { type, dims, text } = item;
    const shape = `(${dims}${dims.length === 1 ? ',' : ''})`;
    it(`${i}: ${type} ${shape}`, () => {
      const tensor = tensorOf(item);
      assert.equal(String(tensor), `Tensor ${type} ${shape}\n${text}`);
      tensor.dispose();
    });
  });
});

describe('toString', () => {
  it('of truth values and strings', () => {
    assert.equal(String(sc.tensor([[true, false]])), 'Tensor bool (1,2)\n[[ true, false]]');
    assert.equal(String(sc.tensor(['a', 'b "c"'])), 'Tensor string (2,)\n["a", "b \\"c\\""]');
  });

  it('of 16-bit floats as their values, not their bits', () => {
    const bits = Uint16Array.of(0x3fc0, 0xc000, 0x7f80);
    assert.equal(
      String(sc.tensor('bfloat16', bits, [3])),
      'Tensor bfloat16 (3,)\n[ 1.5, -2. ,  inf]',
    );
  });

  it('of a plain result', () => {
    const sum = sc.add({ data: Int32Array.of(1), dims: [1] }, { data: Int32Array.of(2), dims: [] });
    assert.equal(String(sum), 'Tensor int32 (1,)\n[3]');
  });

  it('shows whether a tensor has been disposed of', () => {
    const tensor = sc.tensor([1]);
    tensor.dispose();
    assert.equal(String(tensor), 'Tensor float32 (1,), disposed of');
  });

  it('is short, however large the tensor', () => {
    const tensor = sc.tensor(new Float32Array(2 ** 20), [32, 32, 32, 32]);
    assert.ok(String(tensor).length < 30_000);
    tensor.dispose();
    const empty = sc.tensor(new Float32Array(0), [2 ** 31 - 1, 2 ** 20, 0]);
    assert.equal(String(empty), 'Tensor float32 (2147483647,1048576,0)\n[]');
  });
});

describe('console.log', () => {
  it('shows the elements, indented where the tensor is inside something', () => {
    const tensor = sc.tensor([
      [1, 2],
      [3, 4],
    ]);
    assert.equal(inspect(tensor), String(tensor));
    assert.equal(
      inspect({ tensor }),
      '{\n  tensor: Tensor float32 (2,2)\n  [[1., 2.],\n   [3., 4.]]\n}',
    );
  });

  it('has a hook in Deno', () => {
    const tensor = sc.tensor([1]);
    assert.equal(tensor[Symbol.for('Deno.customInspect')](), String(tensor));
  });
});
