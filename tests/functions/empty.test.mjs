/** Reductions over no elements return the identity, in every type and form of the call; bools are 0 or 1. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { encodeModel } from '../onnx/models.mjs';
import { types } from '../operators/reference/types.mjs';

const sc = await load();

/** The minimum and maximum of each type. */
const ENDS = {
  float32: [-Infinity, Infinity],
  float64: [-Infinity, Infinity],
  float16: [-Infinity, Infinity],
  bfloat16: [-Infinity, Infinity],
  int8: [-128, 127],
  uint8: [0, 255],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  bool: [false, true],
};
const isWide = (type) => !['bool', 'int8', 'uint8'].includes(type);
const constant = (type, value) => (type.endsWith('int64') ? BigInt(value) : value);

/** ONNX's result of each reduction for no elements; undefined if it does not support the type. */
const IDENTITIES = {
  ReduceMax: ['max', (type) => ENDS[type][0]],
  ReduceMin: ['min', (type) => ENDS[type][1]],
  ReduceSum: ['sum', (type) => (isWide(type) ? constant(type, 0) : undefined)],
  ReduceProd: ['prod', (type) => (isWide(type) ? constant(type, 1) : undefined)],
};

/** Every way to reduce the last axis of (2,0). */
async function everyWay(operator, method, type) {
  const data = new types[type].array(0);
  const x = { type, data, dims: [2, 0] };
  const axes = BigInt64Array.of(1n);
  const resident = sc.tensor(x);
  const out = sc.zeros([2], type);
  sc[method](resident, { axis: 1, out });
  const session = await InferenceSession.create(
    encodeModel({
      inputs: [{ name: 'x', type, dims: [2, 0] }],
      outputs: [{ name: 'y' }],
      constants: { axes: { type: 'int64', dims: [1], data: axes } },
      nodes: [{ op: operator, inputs: ['x', 'axes'], outputs: ['y'] }],
      opset: 20,
    }),
    { engine: sc },
  );
  const { y } = await session.run({ x });
  session.release();
  return {
    plain: sc[method](x, { axis: 1 }),
    resident: resident[method]({ axis: 1 }),
    out,
    'by name': sc.run(operator, [x, axes], { attributes: { keepdims: 0 } }),
    fused: sc.fuse((a) => a[method]({ axis: 1 }))(x),
    all: sc.stack([sc[method](x), sc[method](x)]),
    session: y,
  };
}

describe('reductions over no elements', () => {
  for (const [operator, [method, identity]] of Object.entries(IDENTITIES))
    for (const type of Object.keys(ENDS)) {
      const expected = identity(type);
      if (expected === undefined) continue;
      it(`${method} of ${type}`, async () => {
        for (const [way, made] of Object.entries(await everyWay(operator, method, type))) {
          const list = made.toNested().flat();
          assert.deepEqual(list, [expected, expected], way);
          if (type === 'bool')
            assert.deepEqual([...made.data], [Number(expected), Number(expected)], way);
        }
      });
    }

  it('all and any are bytes of 1 and 0', () => {
    const x = { type: 'bool', data: new Uint8Array(0), dims: [2, 0] };
    for (const operand of [x, sc.tensor(x)]) {
      assert.deepEqual([...sc.all(operand).data], [1]);
      assert.deepEqual([...sc.any(operand).data], [0]);
      assert.deepEqual([...sc.all(operand, { axis: 1 }).data], [1, 1]);
      assert.deepEqual([...sc.any(operand, { axis: 1, keepDims: true }).data], [0, 0]);
    }
  });

  it('the mean of floats is NaN', () => {
    assert.deepEqual([...sc.mean(new Float32Array(0)).data], [Number.NaN]);
  });
});

describe('bools that a caller wrote as other bytes', () => {
  const odd = (...bytes) => ({ type: 'bool', data: Uint8Array.from(bytes), dims: [bytes.length] });
  const scalar = { type: 'bool', data: Uint8Array.of(255), dims: [] };

  it('are true in what is computed, as bytes of 0 and 1', () => {
    const [a, b] = [odd(255, 2, 0), odd(128, 0, 0)];
    const made = {
      tensor: [sc.tensor(a), [1, 1, 0]],
      and: [sc.and(a, b), [1, 0, 0]],
      or: [sc.or(a, b), [1, 1, 0]],
      xor: [sc.xor(a, b), [0, 1, 0]],
      not: [sc.not(a), [0, 0, 1]],
      equal: [sc.equal(a, b), [1, 0, 1]],
      where: [sc.where(a, b, a), [1, 0, 0]],
      'fused where': [sc.fuse((x, y) => x.where(y, x))(a, b), [1, 0, 0]],
      all: [sc.all(a), [0]],
      any: [sc.any(a), [1]],
      'all of a scalar': [sc.all(scalar), [1]],
      'no axes': [sc.min(a, { axes: [] }), [1, 1, 0]],
      cast: [sc.cast(a, 'uint8'), [1, 1, 0]],
    };
    for (const [way, [{ data }, expected]] of Object.entries(made))
      assert.deepEqual([...data], expected, way);
  });
});

describe('results without elements', () => {
  const nothing = () => new Float32Array(0);

  it('are made of operands in JavaScript too', () => {
    const parts = sc.run('Split', [nothing()], { outputs: 2 });
    assert.deepEqual(
      parts.map(({ dims }) => dims),
      [[0], [0]],
    );
    assert.deepEqual(sc.concat([nothing(), nothing()]).dims, [0]);
    assert.deepEqual(sc.fuse((x) => x.concat([x]).softmax())(nothing()).dims, [0]);
  });

  it('are made by sessions', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: ['N'] }],
      outputs: [{ name: 'y' }],
      nodes: [
        { op: 'Split', inputs: ['x'], outputs: ['a', 'b'], attributes: { num_outputs: 2 } },
        { op: 'Concat', inputs: ['b', 'a'], outputs: ['y'], attributes: { axis: 0 } },
      ],
      opset: 18,
    });
    for (const preferredOutputLocation of ['js', 'wasm']) {
      const session = await InferenceSession.create(model, { engine: sc, preferredOutputLocation });
      assert.deepEqual(session.runSync({ x: nothing() }).y.dims, [0]);
      await session.release();
    }
  });
});
