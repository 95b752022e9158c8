/** Tensors, engines and sessions with JavaScript's operators, loops, proxies and comparisons. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { AttributeError, DisposedError, load, ShapeError, Tensor } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { throwsError } from './asserts.mjs';

const sc = await load();
const plain = (x) => new Tensor(x.type, x.toArray(), x.dims);
/** A test for a resident tensor, and for a plain one. */
const both = (title, test) => {
  it(`${title}, resident`, () => test((...given) => sc.tensor(...given)));
  it(`${title}, plain`, () => test((...given) => plain(sc.tensor(...given))));
};

describe('operators of JavaScript', () => {
  both('take the one element of a tensor', (tensor) => {
    const six = tensor([6]);
    assert.equal(six > 5, true);
    assert.equal(six + 1, 7);
    assert.equal(-six, -6);
    assert.equal(six * 2, 12);
    assert.equal(Math.sqrt(tensor([[16]])), 4);
    assert.equal(+tensor(2.5), 2.5);
    assert.equal(tensor(true) + 1, 2);
    assert.equal(tensor([false]) + 1, 1);
    // biome-ignore lint/style/useTemplate: a template converts tensors with toString
    assert.equal(tensor(['a']) + 'b', 'ab');
    assert.equal(tensor('float16', [1.5]) + 1, 2.5);
    assert.equal(six < tensor([7]), true);
  });

  it('take the bigint of an int64', () => {
    assert.equal(sc.tensor([5n]) + 1n, 6n);
    assert.equal(sc.tensor([5n]) > 4, true);
    assert.equal(sc.argMax([1, 3, 2]) >= 1, true);
  });

  it('take the results of reductions', () => {
    const x = sc.tensor([1, 2, 3]);
    assert.equal(x.max() > 2, true);
    assert.equal(x.sum() + 1, 7);
  });

  both('refuse tensors of several elements, of none, and of complex ones', (tensor) => {
    const several = tensor([1, 2]);
    for (const x of [several, tensor('float32', [], [0]), tensor('complex64', [[1, 2]])])
      for (const use of [() => x + 1, () => -x, () => x > 2, () => Math.sqrt(x), () => `${x + x}`])
        assert.throws(
          use,
          (error) => error instanceof TypeError && /x\.less\(y\)/.test(error.message),
        );
  });

  both('print a tensor in templates', (tensor) => {
    const x = tensor([1, 2]);
    assert.equal(`${x}`, x.toString());
    assert.equal(String(tensor(3)), 'Tensor float32 ()\n3.');
    assert.equal([x].join(), x.toString());
  });

  it('throw a DisposedError for the element of a disposed tensor, and print it', () => {
    const x = sc.tensor([1]);
    x.dispose();
    throwsError(() => x > 1, DisposedError, 'disposed');
    assert.match(`${x}`, /disposed of/);
  });
});

describe('iteration', () => {
  both('gives the elements of a tensor of rank 1', (tensor) => {
    assert.deepEqual([...tensor([1, 2, 3])], [1, 2, 3]);
    assert.deepEqual(Array.from(tensor([1n, 2n])), [1n, 2n]);
    assert.deepEqual([...tensor([true, false])], [true, false]);
    assert.deepEqual([...tensor(['a', 'b'])], ['a', 'b']);
    assert.deepEqual([...tensor('float16', [0.5])], [0.5]);
    assert.deepEqual([...tensor('complex64', [[1, 2]])], [[1, 2]]);
    assert.deepEqual([...tensor('float32', [], [0])], []);
    const [first, ...others] = tensor([4, 5, 6]);
    assert.deepEqual([first, others], [4, [5, 6]]);
  });

  both('gives the rows of others, which share their memory', (tensor) => {
    for (const type of ['float64', 'int64', 'uint8', 'complex64']) {
      const x = sc.cast(sc.arange(12), type === 'complex64' ? 'float32' : type);
      const y =
        type === 'complex64' ? tensor(type, x.toArray(), [3, 2]) : tensor(x.reshape([3, 4]));
      const rows = [...y];
      assert.deepEqual(
        rows.map((row) => row.toNested()),
        y.toNested(),
      );
      assert.ok(rows.every((row) => row instanceof Tensor && row.location === y.location));
      rows[1].data.set(rows[2].data);
      assert.deepEqual(y.at(1).toNested(), y.at(2).toNested());
    }
    const deep = tensor(sc.arange(24).reshape([2, 3, 4]));
    assert.deepEqual(deep.at(-1).at(0).toNested(), [12, 13, 14, 15]);
    assert.deepEqual(
      [...tensor([['a'], ['b']])].map((row) => row.data),
      [['a'], ['b']],
    );
  });

  it('returns rows that can be operands, and `out`', () => {
    const x = sc.arange(6).reshape([2, 3]);
    sc.add(x.at(0), x.at(1), { out: x.at(0) });
    assert.deepEqual(x.toNested(), [
      [3, 5, 7],
      [3, 4, 5],
    ]);
    throwsError(() => sc.sum(x, { axis: 0, out: x.at(1) }), ShapeError, 'out_overlaps');
  });

  it('frees the memory with the last of the tensor and its rows, in any order', () => {
    const { tensors, used } = sc.memory();
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
    ]) {
      const x = sc.ones([2, 100000]);
      const all = [x, ...x];
      for (const at of order) {
        assert.ok(sc.memory().used >= used + 800000);
        all[at].dispose();
      }
      assert.deepEqual([sc.memory().tensors, sc.memory().used], [tensors, used]);
    }
  });

  it('throws a TypeError for tensors without axes, as NumPy does', () => {
    for (const scalar of [sc.tensor(1), plain(sc.tensor(1))]) {
      assert.throws(() => [...scalar], TypeError);
      assert.throws(() => {
        for (const _ of scalar);
      }, TypeError);
      throwsError(() => scalar.at(0), ShapeError, 'index_out_of_range');
    }
  });

  it('rejects indices that do not exist, and disposed tensors', () => {
    const x = sc.ones([2, 3]);
    for (const index of [2, -3, 0.5, '0', undefined, 1n])
      assert.match(
        throwsError(() => x.at(index), ShapeError, 'index_out_of_range').message,
        /-2 to 1/,
      );
    x.dispose();
    throwsError(() => [...x], DisposedError, 'disposed');
    throwsError(() => x.at(0), DisposedError, 'disposed');
  });

  it('works while memory grows', () => {
    const x = sc.ones([3, 1000]);
    let sum = 0;
    for (const row of x) {
      sc.zeros([1000, 1000]);
      sum += row.sum().item();
    }
    assert.equal(sum, 3000);
  });
});

/** How Jest and Vitest compare two iterables with toEqual: their items, then their own properties. */
function equalIterables(a, b) {
  if (typeof a !== 'object' || !(a?.[Symbol.iterator] && b?.[Symbol.iterator]) || Array.isArray(a))
    return isDeepStrictEqual(a, b);
  if (a.constructor !== b.constructor || a.size !== b.size) return false;
  const others = b[Symbol.iterator]();
  for (const item of a) {
    const next = others.next();
    if (next.done || !equalIterables(item, next.value)) return false;
  }
  return others.next().done && isDeepStrictEqual(Object.entries(a), Object.entries(b));
}

describe('deep equality', () => {
  const pairs = [
    [true, [[1, 2]], [[1, 2]]],
    [false, [[1, 2]], [[7, 8]]],
    [true, [[1, Number.NaN]], [[1, Number.NaN]]],
    [false, [[1, 2]], [[[1, 2]]]],
    [false, [[1]], [[1n]]],
    [false, ['int32', [1]], ['int16', [1]]],
    [true, [1], [1]],
    [false, [1], [2]],
    [
      true,
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ],
    [
      false,
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [
        [
          [1, 2],
          [3, 5],
        ],
      ],
    ],
    [true, [[true]], [[true]]],
    [false, [[true]], [[false]]],
    [false, [['a']], [['b']]],
    [false, ['float16', [1, 2]], ['float16', [1, 3]]],
    [false, ['complex64', [[1, 2]]], ['complex64', [[1, 3]]]],
    [true, ['float32', [], [0, 2]], ['float32', [], [0, 2]]],
    [false, ['float32', [], [0, 2]], ['float32', [], [0, 3]]],
  ];
  for (const [isEqual, a, b] of pairs)
    both(
      `of ${JSON.stringify(a, (_, v) => (typeof v === 'bigint' ? `${v}n` : v))} and ${String(b)} is ${isEqual}`,
      (tensor) => {
        const [x, y] = [tensor(...a), tensor(...b)];
        assert.equal(isDeepStrictEqual(x, y), isEqual);
        assert.equal(isDeepStrictEqual({ x: [x] }, { x: [y] }), isEqual);
        assert.equal(equalIterables(x, y), isEqual);
        assert.equal(isDeepStrictEqual(x, x) && equalIterables(x, x), true);
      },
    );

  it('of a resident and a plain tensor is false', () => {
    const x = sc.tensor([1]);
    assert.equal(isDeepStrictEqual(x, plain(x)), false);
    assert.equal(equalIterables(x, plain(x)), false);
  });

  it('of a disposed tensor is a DisposedError, except with itself', () => {
    const [x, y] = [sc.tensor([1]), sc.tensor([1])];
    x.dispose();
    throwsError(() => isDeepStrictEqual(x, y), DisposedError, 'disposed');
    assert.equal(isDeepStrictEqual(x, x), true);
  });

  it('does not affect cloning, JSON and spreading', () => {
    const x = sc.tensor([[1, 2]]);
    assert.throws(() => structuredClone(x), /WebAssembly memory/);
    assert.deepEqual(structuredClone(plain(x)).data, Float32Array.of(1, 2));
    assert.deepEqual(JSON.parse(JSON.stringify(x)), {
      type: 'float32',
      dims: [1, 2],
      data: [1, 2],
    });
    assert.deepEqual(sc.add({ ...x }, 1).toNested(), [[2, 3]]);
  });
});

/** Vue's `ref` wraps an object in a proxy, unless its tag is that of another class. */
const isLeftAlone = (object) =>
  !['[object Object]', '[object Array]'].includes(Object.prototype.toString.call(object));

describe('proxies', () => {
  it('of tensors, engines and sessions are not created by Vue', async () => {
    const session = await InferenceSession.create(
      new URL('../../demo/digits/digits.onnx', import.meta.url),
    );
    for (const object of [sc, sc.tensor([1]), plain(sc.tensor([1])), session])
      assert.ok(isLeftAlone(object), String(object));
    assert.equal(String(session), '[object InferenceSession]');
    await assert.rejects(async () => new Proxy(session, {}).run({}), AttributeError);
  });

  it('of alignments work, as their parts are left alone', () => {
    const deep = (target) =>
      isLeftAlone(target)
        ? target
        : new Proxy(target, {
            get(object, key, self) {
              const value = Reflect.get(object, key, self);
              return typeof value === 'object' && value !== null ? deep(value) : value;
            },
          });
    const alignment = sc.align([[3, 4], [3]]);
    assert.equal(deep(alignment).fixes[0].text, alignment.fixes[0].text);
    assert.deepEqual(deep(sc.align([[2], [2]])).source([1]), [[1], [1]]);
  });

  it('of tensors and engines are rejected with an explanation', () => {
    const proxy = new Proxy(sc.tensor([1]), {});
    for (const use of [
      () => proxy.add(1),
      () => proxy.size,
      () => proxy.data,
      () => proxy.item(),
      () => proxy.toNested(),
      () => [...proxy],
      () => `${proxy}`,
      () => +proxy,
      () => proxy.dispose(),
    ])
      assert.match(throwsError(use, AttributeError, 'not_a_tensor').message, /proxy.*toRaw/);
    assert.throws(() => sc.add(proxy, 1), /proxy.*toRaw/);
    const engine = new Proxy(sc, {});
    for (const use of [
      () => engine.add(1, 2),
      () => engine.zeros([1]),
      () => engine.tidy(() => {}),
    ])
      assert.match(throwsError(use, AttributeError, 'not_an_engine').message, /proxy.*toRaw/);
  });
});

describe('detached methods', () => {
  it('of the engine name the correct call', () => {
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(sc)).filter(
      (name) =>
        typeof Object.getOwnPropertyDescriptor(Object.getPrototypeOf(sc), name).value ===
        'function',
    );
    assert.ok(names.length > 80);
    for (const name of names.filter((name) => name !== 'constructor')) {
      const { [name]: detached } = sc;
      const error = throwsError(() => detached(() => 1), AttributeError, 'detached_method');
      assert.equal(error.message, `${name} must be called as a method: sc.${name}(…).`);
    }
  });

  it('of tensors name the correct call', () => {
    const x = sc.tensor([1]);
    for (const name of [
      'add',
      'sum',
      'toArray',
      'toNested',
      'item',
      'at',
      'toJSON',
      'toString',
      'dispose',
    ]) {
      const { [name]: detached } = x;
      throwsError(() => detached(1), AttributeError, 'detached_method');
    }
  });

  it('of sessions name the correct call, as does their constructor', async () => {
    const session = await InferenceSession.create(
      new URL('../../demo/digits/digits.onnx', import.meta.url),
    );
    for (const name of ['run', 'runSync', 'prepare', 'release']) {
      const { [name]: detached } = session;
      const expected = { code: 'detached_method', message: new RegExp(`session\\.${name}\\(`) };
      await assert.rejects(async () => detached({}), expected);
    }
    await session.release();
    throwsError(() => new InferenceSession(new Uint8Array(3)), AttributeError, 'not_constructible');
  });
});

describe('tidy', () => {
  it('keeps the tensors in maps and sets, nested too', () => {
    const { tensors } = sc.memory();
    const kept = sc.tidy(() => {
      sc.ones([5]);
      return new Map([
        ['a', sc.ones([1])],
        [sc.ones([2]), { list: [new Set([sc.ones([3]), new Map([[1, sc.ones([4])]])])] }],
      ]);
    });
    assert.equal(sc.memory().tensors, tensors + 4);
    assert.deepEqual(kept.get('a').toArray(), Float32Array.of(1));
  });

  it('rejects iterators and promises, also nested ones, and frees the new tensors', () => {
    const { tensors } = sc.memory();
    const results = [
      [() => [sc.ones([1])].values(), 'lazy_tidy'],
      [() => ({ x: new Map([[1, sc.ones([1])]]).values() }), 'lazy_tidy'],
      [() => [Promise.resolve(sc.ones([1]))], 'async_tidy'],
      // biome-ignore lint/suspicious/noThenProperty: a promise of another library.
      [() => ({ then: () => sc.ones([1]) }), 'async_tidy'],
    ];
    for (const [work, code] of results) throwsError(() => sc.tidy(work), AttributeError, code);
    assert.equal(sc.memory().tensors, tensors);
  });
});
