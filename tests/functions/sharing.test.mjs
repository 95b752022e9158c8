/** Tensors that share a block of memory: it is freed with the last one that uses it. */

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sc } from './oracle.mjs';

const n = 100_000;
const bytes = 4 * n;
let before;
const grown = () => sc.memory().used - before.used;
const holds = (blocks) => {
  const used = grown();
  assert.ok(
    used >= blocks * bytes && used < blocks * bytes + bytes / 2,
    `${used} is not ${blocks} blocks`,
  );
};

beforeEach(() => {
  sc.ones([n]).dispose();
  before = sc.memory();
});

const sharers = {
  reshape: (x) => x.reshape([100, -1]),
  squeeze: (x) => x.squeeze(),
  unsqueeze: (x) => x.unsqueeze([0]),
  flatten: (x) => x.flatten(),
  'flatten axis': (x) => x.flatten({ axis: 1 }),
};
for (const [name, share] of Object.entries(sharers))
  test(`${name} shares the block, which goes with the last sharer`, () => {
    const x = sc.ones([n, 1]);
    holds(1);
    const y = share(x);
    const z = share(y);
    holds(1);
    assert.equal(sc.memory().tensors, before.tensors + 3);
    sc.mul(x, 3, { out: x });
    assert.equal(y.data[n - 1], 3);
    z.data[0] = 7;
    assert.equal(x.data[0], 7);
    x.dispose();
    holds(1);
    assert.equal(y.data[0], 7);
    assert.throws(() => x.data, { name: 'DisposedError' });
    z.dispose();
    holds(1);
    assert.equal(
      sc.tidy(() => sc.sum(y).item()),
      3 * n + 4,
    );
    y.dispose();
    holds(0);
    assert.equal(sc.memory().tensors, before.tensors);
  });

test('disposing of one sharer twice does not free the others', () => {
  const x = sc.ones([n]);
  const y = x.reshape([n, 1]);
  x.dispose();
  x.dispose();
  const other = sc.full([n], 5);
  holds(2);
  assert.equal(y.data[0], 1);
  y.dispose();
  y.dispose();
  other.dispose();
  holds(0);
});

test('tidy frees the sharers but not a block that a returned one uses', () => {
  const y = sc.tidy(() => sc.ones([n]).reshape([n, 1]).squeeze());
  holds(1);
  assert.equal(sc.memory().tensors, before.tensors + 1);
  assert.equal(y.data[n - 1], 1);
  const x = sc.zeros([n]);
  sc.tidy(() => {
    x.reshape([1, n]);
  });
  assert.equal(x.data.length, n);
  holds(2);
  x.dispose();
  y.dispose();
  holds(0);
});

test('plain tensors share their array too', () => {
  const x = sc.add(new Float32Array(6), 1);
  const y = x.reshape([2, 3]);
  assert.equal(y.location, 'js');
  y.data[5] = 9;
  assert.equal(x.data[5], 9);
  assert.equal(y.data.buffer, x.data.buffer);
});

test('results with out do not share', () => {
  const x = sc.ones([6]);
  const out = sc.zeros([2, 3]);
  assert.equal(sc.reshape(x, [2, 3], { out }), out);
  x.data[0] = 5;
  assert.deepEqual([...out.data], [1, 1, 1, 1, 1, 1]);
  x.dispose();
  out.dispose();
});

test('writing through out into a sharer of an operand gives the right values or a typed error', () => {
  const x = sc.arange(0, 6);
  const y = x.reshape([2, 3]);
  const want = [0, 3, 1, 4, 2, 5];
  const z = x.reshape([3, 2]);
  try {
    sc.transpose(y, [1, 0], { out: z });
    assert.deepEqual([...z.data], want);
  } catch (error) {
    assert.equal(error.name, 'ShapeError', String(error));
    assert.deepEqual([...x.data], [0, 1, 2, 3, 4, 5]);
  }
  const a = sc.arange(0, 6);
  sc.add(a.reshape([6]), 1, { out: a });
  assert.deepEqual([...a.data], [1, 2, 3, 4, 5, 6]);
  for (const t of [x, y, z, a]) t.dispose();
});

test('other movement makes a copy', () => {
  const x = sc.arange(0, 4).reshape([2, 2]);
  const copies = {
    transpose: x.transpose(),
    'transpose that changes nothing': x.transpose([0, 1]),
    expand: x.expand([2, 2]),
    tile: x.tile([1, 1]),
    flip: x.flip([]),
    slice: x.slice([0], [2]),
    pad: x.pad([0, 0, 0, 0]),
    concat: x.concat([]),
    gather: x.gather([0, 1]),
    split: x.split(1)[0],
    cast: x.cast('float32'),
    clip: x.clip(),
    max: sc.max(x, { axes: [] }),
    Identity: sc.run('Identity', [x]),
    Dropout: sc.run('Dropout', [x]),
  };
  x.data.fill(9);
  const shared = Object.keys(copies).filter((name) => copies[name].data.includes(9));
  assert.deepEqual(shared, []);
});
