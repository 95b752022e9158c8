/**
 * Arguments are validated once, when they enter the engine, and later changes have no effect: an attribute's
 * tensor, an array that changes while it is read, a name that all objects have.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AttributeError, DTypeError, load, ShapeError, SimdcastError, Tensor } from 'simdcast';
import { throwsError } from './asserts.mjs';

const sc = await load();
const one = (data, more = {}) => ({ type: 'float32', data, dims: [1], ...more });

/** Whether the engine still works: it did not after its heap had been written over. */
function checkAlive(engine = sc) {
  assert.deepEqual([...engine.add([1, 2], [3, 4]).data], [4, 6]);
  const resident = engine.tensor([1, 2, 3]);
  assert.deepEqual([...resident.mul(2).data], [2, 4, 6]);
  resident.dispose();
}

describe("an attribute's tensor", () => {
  const constant = (value) => sc.run('Constant', [], { attributes: { value } });
  /** Data, and the expected error. */
  const WRONG = [
    ['too long', one(new Float32Array(60_000)), ShapeError, 'length_mismatch'],
    ['too short', one(new Float32Array(1), { dims: [2] }), ShapeError, 'length_mismatch'],
    ['of another class', one(Float64Array.of(1)), DTypeError, 'wrong_array'],
    ['plain numbers', one([1]), DTypeError, 'not_a_typed_array'],
    ['plain numbers without a type', { data: [1], dims: [1] }, DTypeError, 'wrong_array'],
    ['of no type', one(Float32Array.of(1), { type: 'float' }), DTypeError, 'unknown_type'],
    ['out of range', one(Int8Array.of(9), { type: 'int4' }), DTypeError, 'wrong_value'],
    [
      'one half of a pair',
      one(Float32Array.of(1), { type: 'complex64' }),
      ShapeError,
      'length_mismatch',
    ],
    ['of negative dims', one(Float32Array.of(1), { dims: [-1] }), ShapeError, 'invalid_size'],
    [
      'of too many axes',
      one(Float32Array.of(1), { dims: new Array(17).fill(1) }),
      ShapeError,
      'rank_too_high',
    ],
    ['strings for numbers', one(['a']), DTypeError, 'not_a_typed_array'],
    ['too many strings', one(['a', 'b'], { type: 'string' }), ShapeError, 'length_mismatch'],
    ['nothing', {}, AttributeError, 'invalid_attribute'],
  ];
  for (const [kind, value, ErrorClass, code] of WRONG) {
    it(`with an error is rejected: ${kind}`, () => {
      throwsError(() => constant(value), ErrorClass, code);
      throwsError(
        () => sc.run('ConstantOfShape', [[2n]], { attributes: { value } }),
        ErrorClass,
        code,
      );
      throwsError(
        () => sc.fuse((x) => sc.run('ConstantOfShape', [x], { attributes: { value } })),
        ErrorClass,
        code,
      );
      checkAlive();
    });
  }

  it('names the attribute', () => {
    assert.throws(
      () => constant(one(new Float32Array(3))),
      /The attribute 'value' \(1,\) requires 1 element of data/,
    );
  });

  it('may be of any class that its type has, a Tensor, or a resident one', () => {
    const resident = sc.tensor(Float32Array.of(1, 2));
    for (const value of [
      { data: Float32Array.of(1, 2), dims: [2] },
      new Tensor('float32', [1, 2], [2]),
      resident,
      { data: resident.data, dims: [2] },
    ])
      assert.deepEqual([...constant(value).data], [1, 2]);
    resident.dispose();
    assert.deepEqual(constant({ data: ['a', 'b'], dims: [2] }).data, ['a', 'b']);
    assert.deepEqual([...constant(one(Uint8ClampedArray.of(7), { type: 'uint8' })).data], [7]);
    const complex = one(Float32Array.of(1, 2), { type: 'complex64' });
    assert.deepEqual([...constant(complex).data], [1, 2]);
  });

  it('is as it was when the expression was recorded', () => {
    const data = Float32Array.of(3);
    const attributes = { value: one(data) };
    const filled = sc.fuse((x) =>
      sc.run('ConstantOfShape', [sc.run('Shape', [x])], { attributes }),
    );
    data[0] = 4;
    assert.deepEqual([...filled([1, 2]).data], [3, 3]);
    structuredClone(data.buffer, { transfer: [data.buffer] });
    assert.deepEqual([...filled([1, 2, 5]).data], [3, 3, 3]);
  });

  it('is read once', () => {
    const reads = [];
    const value = {
      get type() {
        reads.push('type');
        return 'float32';
      },
      get data() {
        reads.push('data');
        return Float32Array.of(1);
      },
      get dims() {
        reads.push('dims');
        return [1];
      },
    };
    constant(value);
    assert.deepEqual(reads.sort(), ['data', 'dims', 'type']);
  });
});

describe('a call within a call', () => {
  it('does not overwrite the operands of the one around it', () => {
    const chosen = sc.fuse((s, t, x, y) => s.equal(t).where(x, y));
    const [s, t] = [
      ['a', 'b'],
      ['a', 'c'],
    ].map((data) => ({ data, dims: [2] }));
    const result = chosen(s, t, Float32Array.of(1, 2), Float32Array.of(3, 4));
    assert.deepEqual([...result.data], [1, 4]);
    const out = new Float32Array(2);
    chosen(s, t, Float32Array.of(5, 6), Float32Array.of(7, 8), { out: { data: out, dims: [2] } });
    assert.deepEqual([...out], [5, 8]);
  });

  it('works while memory runs out', async () => {
    const small = await load({ maximumMemory: 40 * 65536 });
    const chosen = small.fuse((s, t, x, y) => s.equal(t).where(x, y));
    const tensors = [];
    // Allocates until no memory is left, in smaller and smaller steps.
    for (let bytes = 2 ** 18; bytes >= 16; bytes /= 4)
      try {
        for (;;) tensors.push(small.zeros([bytes / 4]));
      } catch (error) {
        assert.equal(error.code, 'out_of_memory');
      }
    for (let freed = 0; freed < 8; freed++) {
      try {
        const many = Array.from({ length: 50 + freed }, (_, i) => `${i}`);
        const x = Float32Array.from(many, (_, i) => i);
        const result = chosen(
          { data: many, dims: [many.length] },
          { data: ['7'], dims: [1] },
          x,
          Float32Array.of(-1),
        );
        assert.deepEqual(
          Array.from(result.data),
          many.map((_, i) => (i === 7 ? 7 : -1)),
        );
      } catch (error) {
        assert.equal(error.code, 'out_of_memory', error.stack);
      }
      tensors.pop()?.dispose();
    }
    small.close();
  });
});

describe('a list that changes while it is read', () => {
  /** [1, 2], an array that grows when an item is read for the n-th time. */
  function growing(n, items = [1, 2]) {
    let reads = 0;
    const list = [...items];
    Object.defineProperty(list, 0, {
      get() {
        if (++reads === n) for (let i = 0; i < 100_000; i++) list.push(items[1]);
        return items[0];
      },
    });
    return list;
  }
  /** A proxy whose length changes with every read. */
  function shifting(items = [1, 2]) {
    let length = items.length;
    return new Proxy([...items], {
      get: (target, key) => (key === 'length' ? length++ : Reflect.get(target, key)),
    });
  }
  const lying = (length) =>
    new Proxy([1, 2], {
      get: (target, key) => (key === 'length' ? length : Reflect.get(target, key)),
    });

  const PLACES = {
    'an operand': (list) => sc.add(list(), 1),
    'an operand of NonZero': (list) => sc.run('NonZero', [list()]),
    'an operand of Unique': (list) => sc.run('Unique', [list()]),
    'repeats of Tile': (list) => sc.run('Tile', [[1, 2], list()]),
    'a row': (list) => sc.add([list(), [1, 2]], 1),
    'tensor()': (list) => sc.tensor(list()),
    'tensor() with dims': (list) => sc.tensor('float32', list(), [2]),
    'new Tensor': (list) => new Tensor('float32', list(), [2]),
    dims: (list) => sc.tensor(new Float32Array(2), list()),
    'dims of an operand': (list) => sc.add({ data: new Float32Array(2), dims: list() }, 1),
    perm: (list) => sc.transpose([[1, 2]], list([0, 1])),
    'sizes of parts': (list) => sc.split([1, 2, 3], list()),
    axes: (list) => sc.sum([[[1]]], { axes: list() }),
    'a shape': (list) => sc.broadcastShapes([list(), [1]]),
    shapes: (list) => sc.broadcastShapes(list([[1], [2]])),
    operands: (list) => sc.run('Max', list([[1], [2]])),
    'tensors to join': (list) => sc.concat(list([[1], [2]])),
    'an attribute': (list) =>
      sc.run('Transpose', [[[1, 2]]], { attributes: { perm: list([0, 1]) } }),
    'strings of an operand': (list) =>
      sc.equal({ data: list(['a', 'b']), dims: [2] }, { data: ['a'], dims: [1] }),
    'strings of an attribute': (list) =>
      sc.run('Constant', [], { attributes: { value_strings: list(['a', 'b']) } }),
    'a list of a known type in fuse': (list) => sc.fuse((x) => sc.run('Tile', [x, list()]))([[1]]),
  };
  for (const [place, use] of Object.entries(PLACES))
    it(`is read once: ${place}`, () => {
      for (const list of [
        (items) => growing(1, items),
        (items) => growing(2, items),
        (items) => growing(3, items),
        shifting,
        () => lying(1e9),
        () => lying(Number.NaN),
        () => lying(-1),
        () => lying('2'),
      ])
        try {
          use(list);
        } catch (error) {
          assert.ok(error instanceof SimdcastError, error.stack);
        }
      checkAlive();
    });

  it('is unchanged', () => {
    assert.deepEqual([...sc.add(growing(1), 1).data], [2, 3]);
    assert.deepEqual([...sc.add(growing(2), 1).data], [2, 3]);
    assert.deepEqual(sc.tensor(growing(1)).dims, [2]);
  });

  it('each item is read once', () => {
    let reads = 0;
    const list = [0, 2];
    Object.defineProperty(list, 0, { get: () => ++reads });
    for (const use of [
      () => sc.add(list, 1),
      () => sc.add([list], 1),
      () => sc.tensor(list),
      () => sc.tensor('float32', list, [2]),
      () => sc.tensor(list, [2]),
      () => new Tensor('float32', list, [2]),
    ]) {
      reads = 0;
      use();
      assert.equal(reads, 1, `${use}`);
    }
  });
});

describe('a name that all objects have', () => {
  const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];
  const USES = {
    'dtype of EyeLike': (name) => sc.run('EyeLike', [[[1]]], { attributes: { dtype: name } }),
    'to of Cast': (name) => sc.run('Cast', [[1]], { attributes: { to: name } }),
    'a type': (name) => sc.zeros([1], name),
    'the type of an operand': (name) =>
      sc.add({ type: name, data: Float32Array.of(1), dims: [1] }, 1),
    'an operator': (name) => sc.run(name, [[1]]),
    'an operator of ncnn': (name) => sc.ncnn(name, [1], [1]),
    'an attribute': (name) =>
      sc.run('Add', [[1], [1]], { attributes: Object.fromEntries([[name, 1]]) }),
    'an attribute of a row': (name) =>
      sc.run('Flatten', [[1]], { attributes: Object.fromEntries([[name, 1]]) }),
    'a word': (name) => sc.run('Pad', [[1], [1n, 1n]], { attributes: { mode: name } }),
    'a word of the engine': (name) =>
      sc.run('BitShift', [Uint8Array.of(1), Uint8Array.of(1)], { attributes: { direction: name } }),
    'a mode': (name) => sc.pad([1], [1, 1], { mode: name }),
    'a rule': (name) => sc.align([[1], [1]], { rule: name }),
    'an order': (name) => sc.align([[1], [1]], { order: name }),
    'a reduction': (name) =>
      sc.run('ScatterND', [[1], [[0n]], [1]], { attributes: { reduction: name } }),
    'a function of a cell': (name) =>
      sc.run('RNN', [[[[1]]], [[[1]]], [[[1]]]], {
        attributes: { hidden_size: 1, activations: [name] },
      }),
    'an equation': (name) => sc.run('Einsum', [[1]], { attributes: { equation: name } }),
    'a case': (name) =>
      sc.run('StringNormalizer', [['a']], { attributes: { case_change_action: name } }),
    'a coordinate': (name) =>
      sc.run('Resize', [[[[[1]]]], undefined, [1, 1, 1, 1]], {
        attributes: { coordinate_transformation_mode: name },
      }),
    'a vectorizer': (name) =>
      sc.run('TfIdfVectorizer', [[1n]], {
        attributes: {
          mode: name,
          ...{ max_gram_length: 1, min_gram_length: 1, max_skip_count: 0 },
          ...{ ngram_counts: [0], ngram_indexes: [0], pool_int64s: [1] },
        },
      }),
  };
  for (const [what, use] of Object.entries(USES))
    it(`is rejected as ${what}`, () => {
      for (const name of NAMES)
        assert.throws(
          () => use(name),
          (error) => error instanceof SimdcastError || assert.fail(`${name}: ${error.stack}`),
        );
    });

  it('is no type that an engine supports', () => {
    for (const name of NAMES) {
      assert.equal(sc.supports('Add', name), false);
      assert.equal(sc.supports(name, 'float32'), false);
    }
  });
});

describe('programs of inputs that decide shapes', () => {
  it('are limited by their total size', async () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc');
    const held = () => {
      gc();
      return process.memoryUsage().heapUsed + sc.memory().used;
    };
    let seed = 0;
    const numbers = (n) => Float32Array.from({ length: n }, () => seed++);
    const before = held();
    for (let i = 0; i < 60; i++) sc.run('NonZero', [numbers(100_000)]);
    const grown = held() - before;
    assert.ok(grown < 80 * 2 ** 20, `${grown} bytes`);
  });
});

describe('an error', () => {
  it('can be looked at after its engine is closed', async () => {
    const closing = await load({ maximumMemory: 63 * 65536 });
    const errors = [
      () => closing.add(new Float32Array(3), new Float32Array(4)),
      () => closing.broadcastShapes([[2, 3], [2]]),
      () => closing.toExplicit([[2, 3], [2]]),
      () => closing.fuse((x) => x.add([[1, 2]]))([1, 2, 3]),
    ].map((use) => {
      try {
        use();
      } catch (error) {
        return error;
      }
      return assert.fail();
    });
    const known = closing.align([[3], [4]]);
    assert.ok(known.fixes.length > 0);
    const unread = closing.align([[3], [4]]);
    closing.close();
    for (const error of errors) {
      assert.match(inspect(error), /BroadcastError/);
      assert.doesNotThrow(() => JSON.stringify(error));
      assert.doesNotThrow(() => ({ ...error.alignment }));
      assert.ok(error.alignment.conflicts.length > 0);
      assert.equal(error.alignment.error, error.alignment.conflicts[0]);
      assert.ok(error.alignment.text.length > 0);
      throwsError(() => error.alignment.source([0]), ShapeError, 'no_result');
    }
    assert.match(inspect(known), /fixes/);
    assert.match(inspect(unread), /operands/);
  });
});

describe('values of another realm', () => {
  const other = (code) => runInNewContext(code);

  it('are the same values', () => {
    const image = other('({ data: new Uint8ClampedArray(8).fill(7), width: 2, height: 1 })');
    assert.deepEqual([...sc.fromImageData(image).data], new Array(8).fill(7));
    assert.deepEqual(
      [...sc.add(other('[[1, 2], [3, 4]]'), other('Float32Array.of(1, 2)')).data],
      [2, 4, 4, 6],
    );
    assert.deepEqual(
      sc.add(other('({ data: Float32Array.of(1, 2), dims: [1, 2] })'), 1).dims,
      [1, 2],
    );
    assert.deepEqual([...sc.sum([[1, 2]], other('({ axes: [1] })')).data], [3]);
    const halves = new Tensor('float16', other('Uint16Array.of(0x3c00, 0x4000)'), [2]);
    assert.deepEqual(halves.toNested(), [1, 2]);
    assert.deepEqual(
      sc.run('Constant', [], other('({ attributes: { value_ints: [1, 2] } })')).dims,
      [2],
    );
  });

  it('are rejected with the same errors', () => {
    for (const value of [
      'new DataView(new ArrayBuffer(4))',
      'new ArrayBuffer(4)',
      'new Map()',
      'new Date()',
    ])
      assert.throws(() => sc.add(other(value), 1), SimdcastError);
  });
});

describe('a kernel that the host does not compile', () => {
  const { Module } = WebAssembly;
  const refusing = (isValid, use) => {
    const { validate } = WebAssembly;
    WebAssembly.Module = class {
      constructor() {
        throw new WebAssembly.CompileError('refused');
      }
    };
    WebAssembly.validate = () => isValid;
    try {
      return use();
    } finally {
      Object.assign(WebAssembly, { Module, validate });
    }
  };

  it('because of a policy is done without', () => {
    const fused = sc.fuse((x) => x.mul(3).add(1).relu().sub(7));
    assert.deepEqual([...refusing(true, () => fused([1, -1])).data], [-3, -7]);
  });

  it('because it is not valid is an error', () => {
    const before = sc.memory().used;
    const fused = sc.fuse((x) => x.mul(5).add(1).relu().sub(9));
    assert.throws(() => refusing(false, () => fused([1, -1])), WebAssembly.CompileError);
    fused.dispose();
    assert.ok(sc.memory().used - before < 2 ** 16);
  });
});
