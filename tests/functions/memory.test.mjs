/** tidy, dispose, close, and memory in use. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { load, Tensor } from 'simdcast';
import { refuses, sc } from './oracle.mjs';

let before;
beforeEach(() => {
  before = sc.memory();
});
const alive = () => sc.memory().tensors - before.tensors;

test('memory tells bytes, limit, used and tensors', () => {
  const { bytes, limit, used, tensors } = sc.memory();
  for (const v of [bytes, limit, used, tensors]) assert.ok(Number.isInteger(v) && v >= 0);
  assert.ok(used <= bytes && bytes <= limit);
  const x = sc.zeros([1000]);
  assert.ok(sc.memory().used >= used + 4000);
  assert.equal(alive(), 1);
  x.dispose();
  assert.equal(alive(), 0);
  assert.ok(sc.memory().used < used + 4000);
});

test('tidy frees what it does not return, at every depth', () => {
  const x = sc.ones([10]);
  const number = sc.tidy(() => x.add(1).mul(2).sum().item());
  assert.equal(number, 40);
  assert.equal(alive(), 1);
  const one = sc.tidy(() => x.add(1).mul(2));
  assert.equal(alive(), 2);
  const list = sc.tidy(() => [x.add(1), [x.add(2).add(3)]]);
  assert.equal(alive(), 4);
  const object = sc.tidy(() => {
    const kept = {
      a: x.add(1),
      deep: { b: x.add(2), list: [x.add(3)] },
      n: 3,
      text: 'x',
      nothing: null,
    };
    x.add(9);
    return kept;
  });
  assert.equal(alive(), 7);
  assert.equal(object.deep.list[0].data[0], 4);
  assert.equal(object.text, 'x');
  for (const t of [one, list[0], list[1][0], object.a, object.deep.b, object.deep.list[0]]) {
    assert.equal(t.data.length, 10);
    t.dispose();
  }
  assert.equal(
    sc.tidy(() => x),
    x,
  );
  assert.equal(x.data.length, 10);
  x.dispose();
  assert.equal(alive(), 0);
});

test('tidy, nested: what the inner one returns belongs to the outer one', () => {
  const y = sc.tidy(() => {
    const a = sc.ones([5]);
    const b = sc.tidy(() => {
      const c = a.add(1);
      c.mul(3);
      return c.mul(2);
    });
    assert.equal(alive(), 2);
    sc.tidy(() => {
      b.add(a);
    });
    assert.equal(alive(), 2);
    return b.add(a);
  });
  assert.equal(alive(), 1);
  assert.deepEqual([...y.data], [5, 5, 5, 5, 5]);
  y.dispose();
});

test('tidy frees everything when the function throws, and works afterwards', () => {
  const reason = new Error('mine');
  assert.throws(
    () =>
      sc.tidy(() => {
        sc.ones([5]).add(1);
        sc.tidy(() => {
          sc.ones([6]);
          throw reason;
        });
      }),
    (e) => e === reason,
  );
  assert.equal(alive(), 0);
  assert.throws(() => sc.tidy(() => sc.ones([5]).add(sc.ones([4]))), { name: 'BroadcastError' });
  assert.equal(alive(), 0);
  sc.tidy(() => sc.ones([5]));
  assert.equal(alive(), 1);
});

test('tidy rejects a promise, and frees what was made', async () => {
  refuses(() => sc.tidy(async () => sc.ones([5])), 'async', 'AttributeError');
  refuses(() => sc.tidy(() => Promise.resolve(sc.ones([5]))), 'promise', 'AttributeError');
  assert.equal(alive(), 0);
  let after;
  refuses(
    () =>
      sc.tidy(async () => {
        await null;
        after = sc.ones([3]);
      }),
    'later',
    'AttributeError',
  );
  await new Promise((done) => setTimeout(done, 5));
  assert.equal(after.data.length, 3);
  after.dispose();
});

test('tidy rejects what is no function', () => {
  for (const work of [null, undefined, 3, {}, 'x']) refuses(() => sc.tidy(work), String(work));
});

test('tidy returns what it is given, and knows cycles and depths', () => {
  assert.equal(
    sc.tidy(() => {}),
    undefined,
  );
  assert.equal(
    sc.tidy(() => null),
    null,
  );
  const cycle = sc.tidy(() => {
    const o = { x: sc.ones([3]) };
    o.self = o;
    return o;
  });
  assert.equal(cycle.x.data.length, 3);
  assert.equal(cycle.self, cycle);
  cycle.x.dispose();
  const kinds = sc.tidy(() => ({
    map: new Map([['x', 1]]),
    set: new Set([1]),
    f: () => 1,
    data: new Float32Array(3),
    plain: new Tensor('float32', [1], [1]),
  }));
  assert.equal(kinds.plain.data[0], 1);
  assert.equal(kinds.map.get('x'), 1);
  const frozen = sc.tidy(() => Object.freeze([sc.ones([2])]));
  assert.equal(frozen[0].data.length, 2);
  frozen[0].dispose();
});

test('tidy finds a tensor however deep it is', () => {
  let deep = sc.tidy(() => {
    let d = sc.ones([1]);
    for (let i = 0; i < 20000; i++) d = [d];
    return d;
  });
  while (Array.isArray(deep)) deep = deep[0];
  assert.equal(deep.data[0], 1);
  deep.dispose();
});

test('tidy leaves alone what was made before, and what was disposed of inside', () => {
  const x = sc.ones([3]);
  sc.tidy(() => {
    const y = x.add(1);
    y.dispose();
    sc.add(x, 1, { out: x });
  });
  assert.equal(x.data[0], 2);
  x.dispose();
  const gone = sc.tidy(() => {
    const y = sc.ones([3]);
    y.dispose();
    return y;
  });
  refuses(() => gone.data, 'returned and disposed of', 'DisposedError');
  assert.equal(alive(), 0);
});

test('tidy frees parts of split, results of run and of fuse', () => {
  const fused = sc.fuse((x) => ({ a: x.mul(2), b: x.sum() }));
  const a = sc.tidy(() => {
    const x = sc.ones([4, 2]);
    x.split(2);
    sc.run('Split', [x], { outputs: 2, attributes: { num_outputs: 2 } });
    sc.run('LayerNormalization', [x, [1, 1]], { outputs: 3 });
    return fused(x).a;
  });
  assert.equal(alive(), 1);
  a.dispose();
  fused.dispose();
});

test('10,000 resident frames at constant memory', () => {
  const frame = sc.full([72, 128, 3], 100, 'float32');
  const mean = sc.tensor([120, 110, 100]);
  const std = sc.tensor([60, 58, 61]);
  let after100;
  for (let i = 0; i < 10_000; i++) {
    sc.tidy(() => sc.div(sc.sub(frame, mean), std).max().item());
    if (i === 100) after100 = sc.memory();
  }
  const last = sc.memory();
  assert.equal(last.tensors, after100.tensors);
  assert.equal(last.bytes, after100.bytes);
  assert.equal(last.used, after100.used);
  for (const t of [frame, mean, std]) t.dispose();
});

test('dispose twice, and every use afterwards, is a DisposedError', () => {
  const x = sc.ones([2, 2]);
  x.dispose();
  x.dispose();
  x[Symbol.dispose]?.();
  assert.equal(alive(), 0);
  for (const use of [
    () => x.data,
    () => x.toArray(),
    () => x.toNested(),
    () => x.add(1),
    () => sc.add(x, 1),
    () => sc.add(1, x),
    () => sc.sum(x),
    () => x.reshape([4]),
    () => x.transpose(),
    () => sc.concat([x, x]),
    () => x.split(2),
    () => sc.run('Neg', [x]),
    () => sc.fuse((t) => t.neg())(x),
    () => JSON.stringify(x),
    () => sc.tensor(x),
    () => sc.add([1], [2], { out: x }),
  ])
    refuses(use, String(use), 'DisposedError');
  assert.equal(x.type, 'float32');
  assert.deepEqual([...x.dims], [2, 2]);
  String(x);
  const plain = sc.add([1], 1);
  plain.dispose();
  assert.equal(alive(), 0);
});

test('collection frees what was forgotten, but not what a view shows', async () => {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  const settle = async (done) => {
    for (let i = 0; i < 20 && !done(); i++) {
      gc();
      await new Promise((next) => setTimeout(next, 5));
    }
  };
  await settle(() => false);
  before = sc.memory();
  const n = 50_000;
  let view = (() => sc.full([n], 7).data)();
  let sharer = (() => sc.full([n], 8).reshape([n, 1]))();
  (() => {
    for (let i = 0; i < 20; i++) sc.full([n], i);
  })();
  await settle(() => alive() <= 2);
  assert.ok(alive() <= 2, `${alive()} alive`);
  const fresh = Array.from({ length: 5 }, () => sc.full([n], 1));
  assert.ok(view.length === 0 || view.every((v) => v === 7));
  assert.ok(sharer.data.every((v) => v === 8));
  for (const t of fresh) t.dispose();
  view = sharer = null;
  await settle(() => alive() <= 0);
  assert.equal(alive(), 0);
  assert.ok(sc.memory().used < before.used + 4 * n);
});

test('close: every later call is a DisposedError, the next load makes a new engine', async () => {
  const options = { maximumMemory: 2 ** 26 };
  const mine = await load(options);
  assert.equal(await load(options), mine);
  const x = mine.ones([3]);
  const plain = mine.add([1], [2]);
  const fused = mine.fuse((t) => t.add(x));
  const other = sc.ones([3]);
  mine.close();
  mine.close();
  const uses = {
    add: () => mine.add([1], 2),
    tensor: () => mine.tensor([1]),
    zeros: () => mine.zeros([1]),
    run: () => mine.run('Neg', [[1]]),
    shapes: () => mine.broadcastShapes([[1], [2]]),
    align: () => mine.align([[1], [2]]),
    explicit: () => mine.toExplicit([[1], [2]]),
    fuse: () => mine.fuse((t) => t.neg()),
    fused: () => fused([1, 2, 3]),
    tidy: () => mine.tidy(() => 1),
    ncnn: () => mine.ncnn('ADD', [1], [2]),
    supports: () => mine.supports('Add', 'float32'),
    memory: () => mine.memory(),
    data: () => x.data,
    method: () => x.add(1),
    plainMethod: () => plain.add(1),
    split: () => mine.split([1, 2], 2),
    concat: () => mine.concat([[1], [2]]),
    eye: () => mine.eye(2),
    image: () => mine.fromImageData({ data: new Uint8ClampedArray(4), width: 1, height: 1 }),
    sum: () => mine.sum([1]),
    cast: () => mine.cast([1], 'int32'),
  };
  const wrong = [];
  for (const [name, use] of Object.entries(uses))
    try {
      refuses(use, name, 'DisposedError');
    } catch (error) {
      wrong.push(error.message);
    }
  x.dispose();
  fused.dispose();
  assert.deepEqual([...plain.data], [3]);
  assert.equal(other.sum().item(), 3);
  refuses(() => sc.add(x, 1), "another engine's tensor, closed");
  const next = await load(options);
  assert.notEqual(next, mine);
  assert.equal(next.ones([3]).sum().item(), 3);
  assert.equal(next.memory().limit, 2 ** 26);
  next.close();
  assert.equal(await load(), sc);
  other.dispose();
  assert.deepEqual(wrong, []);
});

test('close inside tidy, and of an engine in use', async () => {
  const mine = await load({ maximumMemory: 2 ** 25 });
  const result = mine.tidy(() => {
    mine.ones([3]);
    mine.close();
    return 5;
  });
  assert.equal(result, 5);
  refuses(() => mine.ones([1]), 'after', 'DisposedError');
});

test("another engine's resident tensor is rejected, or taken with its values", async () => {
  const mine = await load({ maximumMemory: 2 ** 25 });
  const x = mine.tensor([1, 2]);
  try {
    assert.deepEqual([...sc.add(x, 1).toArray()], [2, 3]);
  } catch (error) {
    refuses(() => {
      throw error;
    }, 'foreign');
  }
  mine.close();
});

test('out of memory: nothing is written, the figures are right, the engine works on', async () => {
  const mine = await load({ maximumMemory: 2 ** 24 });
  const kept = [];
  const error = refuses(
    () => {
      for (;;) kept.push(mine.full([250_000], kept.length));
    },
    'full',
    'OutOfMemoryError',
  );
  assert.equal(error.limit, 2 ** 24);
  assert.equal(error.tensors, kept.length);
  assert.ok(error.asked >= 1_000_000 && error.used > 0 && error.used <= error.limit);
  for (const part of [error.limit, error.used, error.tensors])
    assert.ok(error.message.replace(/[,.]/g, '').match(/\d/), String(part));
  for (const call of [
    () => mine.add(kept[0], kept[1]),
    () => mine.sum(kept[0].reshape([1, 250_000]), { axis: 0 }),
    () => kept[0].tile([4]),
    () => kept[0].transpose().pad([9, 9]),
    () => mine.concat(kept),
    () => kept[1].softmax(),
  ])
    mine.tidy(() => {
      refuses(call, String(call), 'OutOfMemoryError');
    });
  for (const [i, t] of kept.entries()) assert.ok(t.data.every((v) => v === i));
  kept[0].dispose();
  kept[2].dispose();
  mine.add(kept[1], 1).dispose();
  mine.close();
});
