/** Tensors that live in wasm memory: contagion, disposal, `out`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DisposedError, DTypeError, load, ShapeError } from 'simdcast';
import { assertTensor, throwsError } from './asserts.mjs';
import { counting } from './reference.mjs';

const sc = await load();
const plain = (...values) => ({ data: Float32Array.from(values), dims: [values.length] });
const resident = (...values) => sc.tensor(Float32Array.from(values), [values.length]);

/** Runs `use`, and checks that the number of live tensors is the same afterwards. */
function keepingCount(use) {
  const before = sc.memory().tensors;
  use();
  assert.equal(sc.memory().tensors, before);
}

describe('where a result lives', () => {
  it('is wasm memory if any operand does', () => {
    keepingCount(() => {
      const a = resident(1, 2, 3);
      for (const [x, y] of [
        [a, a],
        [a, plain(1, 2, 3)],
        [plain(1, 2, 3), a],
      ]) {
        const sum = sc.add(x, y);
        assert.equal(sum.location, 'wasm');
        assertTensor(sum, 'float32', [3], [2, 4, 6]);
        sum.dispose();
      }
      a.dispose();
    });
  });

  it('is JavaScript if none does', () => {
    keepingCount(() => {
      const sum = sc.add(plain(1, 2), plain(3, 4));
      assert.equal(sum.location, 'js');
      assert.equal(sc.add(sum, sum).location, 'js');
    });
  });

  it('is JavaScript for a plain object around a view of wasm memory', () => {
    const a = resident(1, 2);
    const sum = sc.add({ data: a.data, dims: [2] }, plain(1, 1));
    assert.equal(sum.location, 'js');
    assertTensor(sum, 'float32', [2], [2, 3]);
    a.dispose();
  });

  it('does not change the operands', () => {
    const a = resident(1, 2);
    const b = plain(3, 4);
    sc.mul(a, b).dispose();
    assert.deepEqual([...a.data], [1, 2]);
    assert.deepEqual([...b.data], [3, 4]);
    a.dispose();
  });
});

describe('disposal', () => {
  it('frees the memory, once', () => {
    keepingCount(() => {
      const a = resident(1);
      assert.equal(sc.memory().tensors > 0, true);
      a.dispose();
      a.dispose();
    });
  });

  it('is done by using', () => {
    keepingCount(() => {
      const a = resident(1);
      a[Symbol.dispose]();
    });
  });

  it('lets dims, type and size be read, and nothing else', () => {
    const a = resident(1, 2);
    a.dispose();
    assert.deepEqual([...a.dims], [2]);
    assert.equal(a.type, 'float32');
    assert.equal(a.size, 2);
    throwsError(() => a.data, DisposedError, 'disposed');
    throwsError(() => a.toArray(), DisposedError, 'disposed');
  });

  it('keeps a tensor out of operators', () => {
    const a = resident(1, 2);
    a.dispose();
    throwsError(() => sc.add(a, plain(1, 2)), DisposedError, 'disposed');
    throwsError(() => sc.add(plain(1, 2), a), DisposedError, 'disposed');
    throwsError(() => sc.add(plain(1, 2), plain(1, 2), { out: a }), DisposedError, 'disposed');
  });

  it('of a plain result does nothing', () => {
    const sum = sc.add(plain(1), plain(2));
    sum.dispose();
    assertTensor(sum, 'float32', [1], [3]);
  });

  it('lets memory be used again', () => {
    const make = () => sc.tensor(new Float32Array(250_000), [250_000]);
    make().dispose();
    const { bytes } = sc.memory();
    for (let i = 0; i < 200; i++) make().dispose();
    assert.equal(sc.memory().bytes, bytes);
  });
});

describe('out', () => {
  it('plain: is written in place and returned', () => {
    const out = { data: new Float32Array(3), dims: [3] };
    const { data } = out;
    assert.equal(sc.add(plain(1, 2, 3), plain(10), { out }), out);
    assert.equal(out.data, data);
    assert.deepEqual([...data], [11, 12, 13]);
  });

  it('plain: takes the result of resident operands', () => {
    keepingCount(() => {
      const a = resident(1, 2);
      const out = { type: 'float32', data: new Float32Array(2), dims: [2] };
      assert.equal(sc.add(a, a, { out }), out);
      assert.deepEqual([...out.data], [2, 4]);
      a.dispose();
    });
  });

  it('plain: may be a part of a larger buffer, and leaves the rest alone', () => {
    const buffer = new Float32Array(6).fill(9);
    sc.add(plain(1, 2), plain(3, 4), { out: { data: buffer.subarray(2, 4), dims: [2] } });
    assert.deepEqual([...buffer], [9, 9, 4, 6, 9, 9]);
  });

  it('plain: a result of the package can be written again', () => {
    const out = sc.add(plain(1, 2), plain(1, 1));
    assert.equal(sc.mul(plain(3, 4), plain(2, 2), { out }), out);
    assertTensor(out, 'float32', [2], [6, 8]);
  });

  it('resident: is written in place and returned', () => {
    const out = resident(0, 0, 0);
    keepingCount(() => {
      assert.equal(sc.add(plain(1, 2, 3), plain(10), { out }), out);
      assertTensor(out, 'float32', [3], [11, 12, 13]);
    });
    out.dispose();
  });

  it('may be an operand of its own shape', () => {
    const a = resident(1, 2, 3);
    assert.equal(sc.mul(a, plain(2), { out: a }), a);
    assertTensor(a, 'float32', [3], [2, 4, 6]);
    sc.add(a, a, { out: a });
    assertTensor(a, 'float32', [3], [4, 8, 12]);
    sc.sub(plain(10), a, { out: a });
    assertTensor(a, 'float32', [3], [6, 2, -2]);
    a.dispose();

    const b = plain(1, 2, 3);
    sc.sub(plain(10, 10, 10), b, { out: b });
    assert.deepEqual([...b.data], [9, 8, 7]);
  });

  it('may be a view of wasm memory', () => {
    const a = resident(0, 0);
    const out = { data: a.data, dims: [2] };
    assert.equal(sc.add(plain(1, 2), plain(1, 1), { out }), out);
    assert.deepEqual([...a.data], [2, 3]);
    a.dispose();
  });

  it('accepts the results of comparing strings, but no strings', () => {
    const names = { data: ['a', 'b', 'a'], dims: [3] };
    const others = { data: ['a', 'b'], dims: [2, 1] };
    const expected = [1, 0, 1, 0, 1, 0];

    const plainOut = { type: 'bool', data: new Uint8Array(6).fill(9), dims: [2, 3] };
    assert.equal(sc.equal(others, names, { out: plainOut }), plainOut);
    assert.deepEqual([...plainOut.data], expected);
    keepingCount(() => {
      const out = sc.tensor('bool', new Uint8Array(6).fill(1), [2, 3]);
      assert.equal(sc.equal(others, names, { out }), out);
      assertTensor(out, 'bool', [2, 3], expected);
      const view = { type: 'bool', data: out.data, dims: [2, 3] };
      sc.equal({ data: ['b'], dims: [] }, names, {
        out: sc.tensor('bool', [1, 1, 1], [3]),
      }).dispose();
      sc.equal(names, others, { out: view });
      assertTensor(out, 'bool', [2, 3], expected);
      out.dispose();
    });
    const empty = { type: 'bool', data: new Uint8Array(0), dims: [0] };
    assert.equal(
      sc.equal({ data: [], dims: [0] }, { data: ['a'], dims: [1] }, { out: empty }),
      empty,
    );

    const wrong = { data: new Float32Array(6).fill(7), dims: [2, 3] };
    throwsError(() => sc.equal(others, names, { out: wrong }), DTypeError, 'out_type');
    const small = { type: 'bool', data: new Uint8Array(3).fill(7), dims: [3] };
    throwsError(() => sc.equal(others, names, { out: small }), ShapeError, 'out_shape');
    const text = { data: ['x', 'y', 'z'], dims: [3] };
    throwsError(() => sc.stringConcat(names, names, { out: text }), DTypeError, 'out_type');
    throwsError(() => sc.equal(names, names, { out: text }), DTypeError, 'out_type');
    assert.deepEqual([...wrong.data, ...small.data], new Array(9).fill(7));
    assert.deepEqual(text.data, ['x', 'y', 'z']);
  });

  it('of another type or shape is rejected before anything is written', () => {
    const out = { data: new Int32Array(3).fill(7), dims: [3] };
    throwsError(() => sc.add(plain(1, 2, 3), plain(1), { out }), DTypeError, 'out_type');
    assert.deepEqual([...out.data], [7, 7, 7]);

    for (const dims of [[4], [1, 3], [3, 1], []]) {
      const tensor = counting(dims);
      tensor.data.fill(7);
      throwsError(() => sc.add(plain(1, 2, 3), plain(1), { out: tensor }), ShapeError, 'out_shape');
      assert.ok(tensor.data.every((value) => value === 7));
    }
  });

  it('whose data disagree with its dims is rejected', () => {
    const out = { data: new Float32Array(4), dims: [3] };
    throwsError(() => sc.add(plain(1, 2, 3), plain(1), { out }), ShapeError, 'length_mismatch');
  });

  it('that overlaps an operand is rejected before anything is written', () => {
    const buffer = Float32Array.of(1, 2, 3, 4);
    const a = { data: buffer.subarray(0, 3), dims: [3] };
    const out = { data: buffer.subarray(1, 4), dims: [3] };
    const error = throwsError(() => sc.add(a, plain(1), { out }), ShapeError, 'out_overlaps');
    assert.match(error.message, /\bA\b/);
    assert.deepEqual([...buffer], [1, 2, 3, 4]);

    const row = { data: buffer.subarray(0, 2), dims: [2] };
    const whole = { data: buffer, dims: [2, 2] };
    throwsError(() => sc.add(plain(1, 2), row, { out: whole }), ShapeError, 'out_shape');
    throwsError(
      () => sc.add({ data: new Float32Array(2), dims: [2, 1] }, row, { out: whole }),
      ShapeError,
      'out_overlaps',
    );
    assert.deepEqual([...buffer], [1, 2, 3, 4]);
  });

  it('that overlaps an operand by one element, at either end, is rejected', () => {
    const buffer = Float32Array.of(1, 2, 3);
    const [first, last] = [0, 1].map((at) => ({ data: buffer.subarray(at, at + 2), dims: [2] }));
    throwsError(() => sc.add(first, first, { out: last }), ShapeError, 'out_overlaps');
    throwsError(() => sc.add(last, last, { out: first }), ShapeError, 'out_overlaps');
    assert.deepEqual([...buffer], [1, 2, 3]);
  });

  it('that overlaps a resident operand is rejected', () => {
    const a = resident(1, 2, 3);
    const shifted = { data: a.data.subarray(0, 2), dims: [2, 1] };
    throwsError(
      () => sc.add({ data: new Float32Array(3), dims: [1, 3] }, shifted, { out: a }),
      ShapeError,
      'out_shape',
    );
    const pair = { data: a.data.subarray(1, 3), dims: [2] };
    const out = { data: a.data.subarray(0, 2), dims: [2] };
    throwsError(() => sc.add(pair, pair, { out }), ShapeError, 'out_overlaps');
    assert.deepEqual([...a.data], [1, 2, 3]);
    a.dispose();
  });

  it('is left alone by an error', () => {
    const out = { data: Float32Array.of(7, 7), dims: [2] };
    assert.throws(() => sc.add(plain(1, 2), plain(1, 2, 3), { out }));
    assert.deepEqual([...out.data], [7, 7]);
  });

  it('that is not a tensor is rejected', () => {
    throwsError(() => sc.add(plain(1), plain(1), { out: 5 }), DTypeError, 'not_a_tensor');
  });
});

describe('two engines', () => {
  it('reject each other’s tensors', async () => {
    const other = await load({ maximumMemory: 81 * 65536 });
    const a = resident(1, 2);
    throwsError(() => other.add(a, plain(1, 2)), DTypeError, 'foreign_tensor');
    throwsError(
      () => other.add(plain(1, 2), plain(1, 2), { out: a }),
      DTypeError,
      'foreign_tensor',
    );
    a.dispose();
  });
});

describe('plans', () => {
  it('beyond the cached ones are created again', () => {
    for (let n = 1; n <= 1100; n++) {
      const sum = sc.add(counting([n]), plain(1));
      assert.equal(sum.data[n - 1], n);
    }
    assertTensor(sc.add(counting([3]), plain(1)), 'float32', [3], [1, 2, 3]);
  });
});
