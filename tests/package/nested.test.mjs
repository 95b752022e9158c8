/** Tensors from nested arrays and plain values, and back. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DTypeError, load, ShapeError } from 'simdcast';
import { assertTensor, throwsError } from './asserts.mjs';

const sc = await load();

const make = (nested, type) => (type ? sc.tensor(type, nested) : sc.tensor(nested));

describe('tensor of nested arrays', () => {
  it('takes the dims from the nesting', () => {
    const t = sc.tensor([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    assertTensor(t, 'float32', [2, 3], [1, 2, 3, 4, 5, 6]);
    assert.equal(t.location, 'wasm');
    assertTensor(sc.tensor(7), 'float32', [], [7]);
    assertTensor(sc.tensor([[[7]]]), 'float32', [1, 1, 1], [7]);
    assertTensor(sc.tensor([]), 'float32', [0], []);
    assertTensor(sc.tensor([[], []]), 'float32', [2, 0], []);
    assertTensor(sc.tensor([Float32Array.of(1, 2), [3, 4]]), 'float32', [2, 2], [1, 2, 3, 4]);
  });

  it('takes the type from the values', () => {
    assertTensor(sc.tensor([1n, -2n]), 'int64', [2], [1n, -2n]);
    assertTensor(sc.tensor([true, false]), 'bool', [2], [1, 0]);
    const strings = sc.tensor([['a'], ['b']]);
    assertTensor(strings, 'string', [2, 1], ['a', 'b']);
    assert.equal(strings.location, 'js');
  });

  it('takes a type', () => {
    assertTensor(sc.tensor('int8', [1, -2]), 'int8', [2], [1, -2]);
    assertTensor(sc.tensor('bool', [0, 1, true]), 'bool', [3], [0, 1, 1]);
    assertTensor(sc.tensor('int64', [1, 2n]), 'int64', [2], [1n, 2n]);
    assertTensor(sc.tensor('uint8', [3n, 4]), 'uint8', [2], [3, 4]);
    assertTensor(sc.tensor('uint64', [2 ** 64 - 1, 0].slice(1)), 'uint64', [1], [0n]);
    assertTensor(sc.tensor('uint64', [2n ** 64n - 1n]), 'uint64', [1], [2n ** 64n - 1n]);
    assertTensor(sc.tensor('complex64', [[1, 2]]), 'complex64', [1], [1, 2]);
    assertTensor(sc.tensor('complex128', [1, 2]), 'complex128', [], [1, 2]);
  });

  it('rounds 16-bit floats to nearest, ties to even', () => {
    // IEEE 754: 1 + 2^-11 is halfway between 1 and 1 + 2^-10; 65520 rounds to infinity.
    const cases = [
      ['float16', 1 + 2 ** -11, 0x3c00],
      ['float16', 1 + 3 * 2 ** -11, 0x3c02],
      ['float16', 65519.99, 0x7bff],
      ['float16', 65520, 0x7c00],
      ['float16', 2 ** -24, 0x0001],
      ['float16', 2 ** -25, 0x0000],
      ['float16', -(2 ** -14), 0x8400],
      ['float16', 1023.75 * 2 ** -24, 0x0400],
      ['float16', -Infinity, 0xfc00],
      ['float16', -0, 0x8000],
      ['bfloat16', 1 + 2 ** -8, 0x3f80],
      ['bfloat16', 1 + 3 * 2 ** -8, 0x3f82],
      ['bfloat16', 3.4e38, 0x7f80],
      ['bfloat16', 2 ** -133, 0x0001],
    ];
    for (const [type, value, bits] of cases) {
      const { data } = sc.tensor(type, [value]);
      const [got] = new Uint16Array(data.buffer, data.byteOffset, 1);
      assert.equal(got, bits, `${type} ${value}`);
    }
  });

  it('rejects rows of other lengths or depths', () => {
    for (const nested of [
      [[1, 2], [3]],
      [1, [2]],
      [[1], 2],
      [[1], []],
      [[[1]], [[1, 2]]],
    ])
      throwsError(() => sc.tensor(nested), ShapeError, 'ragged');
    throwsError(() => sc.tensor('complex64', [[1, 2, 3]]), ShapeError, 'ragged');
    const endless = [];
    endless.push(endless);
    throwsError(() => sc.tensor(endless), ShapeError, 'rank_too_high');
  });

  it('rejects values that the type cannot represent', () => {
    const refused = (values, type) =>
      throwsError(() => make(values, type), DTypeError, 'wrong_value');
    for (const value of [1.5, Number.NaN, Infinity, 128, -129, 128n, '1', true])
      refused([0, value], 'int8');
    for (const value of [-1, 256]) refused([value], 'uint8');
    for (const value of [2 ** 53, 2n ** 63n, 0.5]) refused([value], 'int64');
    for (const value of [-1n, 2n ** 64n]) refused([value], 'uint64');
    for (const value of [2, -1, 0.5]) refused([value], 'bool');
    for (const value of [2n ** 53n + 1n, true, '1']) refused([value], 'float32');
    assertTensor(sc.tensor('float32', [2n]), 'float32', [1], [2]);
    for (const value of [null, undefined, {}, Symbol('x'), () => 1, Number]) refused([value]);
    refused([1n, 0.5]);
    refused(new Array(2 ** 32 - 1));
    throwsError(() => sc.tensor(['a', 1]), DTypeError, 'wrong_array');
    throwsError(() => sc.tensor('float31', [1]), DTypeError, 'unknown_type');
  });
});

describe('tensor', () => {
  it('takes plain values', () => {
    assertTensor(sc.tensor([1, 2], [2]), 'float32', [2], [1, 2]);
    assertTensor(sc.tensor('int64', [1, 2n], [2, 1]), 'int64', [2, 1], [1n, 2n]);
    assertTensor(sc.tensor([1n], []), 'int64', [], [1n]);
    assertTensor(sc.tensor('complex64', [1, 2], []), 'complex64', [], [1, 2]);
    throwsError(() => sc.tensor([1, 2], [3]), ShapeError, 'length_mismatch');
    throwsError(() => sc.tensor(new Array(2 ** 32 - 1), [3]), ShapeError, 'length_mismatch');
  });

  it('takes arrays of another class by value', () => {
    assertTensor(sc.tensor('float32', Int32Array.of(1, -2), [2, 1]), 'float32', [2, 1], [1, -2]);
    assertTensor(sc.tensor('int64', Int32Array.of(1, -2)), 'int64', [2], [1n, -2n]);
    assertTensor(sc.tensor('int64', BigUint64Array.of(7n)), 'int64', [1], [7n]);
    assertTensor(sc.tensor('int8', Float64Array.of(3, -128)), 'int8', [2], [3, -128]);
    assertTensor(sc.tensor('bool', Int8Array.of(0, 1)), 'bool', [2], [0, 1]);
    assertTensor(sc.tensor('float32', Float64Array.of(0.1)), 'float32', [1], [Math.fround(0.1)]);
    assertTensor(sc.tensor('complex64', Float64Array.of(1, 2), []), 'complex64', [], [1, 2]);
    const { data } = sc.tensor('float16', Float32Array.of(1 + 3 * 2 ** -11), [1]);
    assert.deepEqual([...new Uint16Array(data.buffer, data.byteOffset, 1)], [0x3c02]);
  });

  it('accepts objects with data and dims', () => {
    const like = { data: Int16Array.of(1, 2), dims: [2, 1] };
    const copy = sc.tensor(like);
    assertTensor(copy, 'int16', [2, 1], [1, 2]);
    assert.equal(copy.location, 'wasm');
    assertTensor(sc.tensor(sc.tensor([1n, 2n])), 'int64', [2], [1n, 2n]);
    assertTensor(sc.tensor('float32', like), 'float32', [2, 1], [1, 2]);
  });
});

describe('toNested', () => {
  it('returns the arrays that tensor accepted', () => {
    const cases = [
      [
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
      ],
      [5],
      [[]],
      [[[], []]],
      [
        [
          [[1], [2]],
          [[3], [4]],
        ],
        'float64',
      ],
      [[1n, -1n], 'int64'],
      [[[true, false]], 'bool'],
      [['a', 'b']],
      [
        [
          [1, 2],
          [3, 4],
        ],
        'complex64',
      ],
      [[1.5, -0.25, 65504, 2 ** -24], 'float16'],
      [[1.5, -0.25, 2 ** 100], 'bfloat16'],
      [[Number.NaN, -0, Infinity]],
    ];
    for (const [nested, type] of cases) assert.deepEqual(make(nested, type).toNested(), nested);
  });

  it('reads any truth', () => {
    assert.deepEqual(sc.tensor('bool', Uint8Array.of(0, 1, 2), [3]).toNested(), [
      false,
      true,
      true,
    ]);
  });

  it('works for results in JavaScript', () => {
    const sum = sc.add(
      { data: Float32Array.of(1, 2), dims: [2] },
      { data: Float32Array.of(10, 20), dims: [2, 1] },
    );
    assert.deepEqual(sum.toNested(), [
      [11, 12],
      [21, 22],
    ]);
  });

  it('rejects endless rows', () => {
    const empty = sc.tensor(new Float32Array(0), [2 ** 31 - 1, 0]);
    throwsError(() => empty.toNested(), ShapeError, 'too_many_rows');
  });
});
