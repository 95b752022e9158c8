/** Natural attempts that fail, and the suggestions in their messages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, Tensor } from 'simdcast';

const sc = await load();
const x = sc.arange(6).reshape([2, 3]);

class NDArray {
  shape = [1];
  data = [1];
}

const ATTEMPTS = [
  [() => x.clip(0, 1, 2), /must be an object, \{ out: … \}/],
  [() => x.clip({ min: 0 }), /x\.clip\(0, 1\)/],
  [() => x.clip({ max: 0, opset: 12 }), /x\.clip\(undefined, 1\)/],
  [() => x.add(1, 2), /\{ out: … \}/],
  [() => x.mean('0'), /\{ axes: … \}, or the axis/],
  [() => x.transpose({ axes: [1, 0] }), /x\.transpose\(\[1, 0\]\)/],
  [() => x.flip({ axis: 0 }), /x\.flip\(\[0\]\)/],
  [() => x.squeeze({ axis: 0 }), /x\.squeeze\(\[0\]\)/],
  [() => x.pad([0, 0, 0, 0], { pads: 1 }), /x\.pad\(\[0, 0, 1, 1\]\)/],
  ...Object.entries({
    int: 'int32',
    double: 'float64',
    long: 'int64',
    boolean: 'bool',
    half: 'float16',
    float: 'float32',
    Double: 'float64',
    str: 'string',
    i64: 'int64',
    uint: 'uint32',
  }).flatMap(([type, meant]) => [
    [() => sc.zeros([2], type), new RegExp(`'${type}'; did you mean '${meant}'`)],
    [() => x.cast(type), new RegExp(`did you mean '${meant}'`)],
    [() => new Tensor(type, [1], [1]), new RegExp(`did you mean '${meant}'`)],
  ]),
  [() => sc.zeros([2], { dtype: 'int32' }), /as an argument, such as 'float32'/],
  [() => x.cast({ type: 'int32' }), /as an argument, such as 'float32'/],
  [() => sc.oneHot([1], 2, { dtype: 'int32' }), /did you mean 'type'/],
  [() => new Tensor(Float32Array.of(1), [1]), /new Tensor\('float32', data, dims\)/],
  [() => sc.run('CumSum', [x]), /was given 1 input, but .* accepts 2: 'axis' is missing/],
  [() => sc.run('TopK', [x]), /'K' is missing/],
  [() => sc.run('TopK', [x, 2], { outputs: 3 }), /but 3 were requested/],
  [() => sc.run('RandomNormal', [[3]]), /arguments are attributes/],
  [() => x.flip(0, { opset: 9 }), /flip requires opset 10/],
  [
    () =>
      x.pad([
        [0, 1],
        [2, 3],
      ]),
    /\[0, 2, 1, 3\]/,
  ],
  [() => x.reshape([[6]]), /one array of integers/],
  [() => sc.fuse((a, b = 1) => a.add(b)), /^fuse cannot count/],
  [() => sc.add(new NDArray(), 1), /NDArray.*\{ data: x\.data, dims: x\.shape \}/],
  [() => sc.add({ shape: [1], dataSync() {} }, 1), /\{ data: x\.dataSync\(\), dims: x\.shape \}/],
  [() => sc.add({ toArray: () => [1] }, 1), /x\.toArray\(\)/],
  [() => sc.add(new ArrayBuffer(4), 1), /ArrayBuffer.*new Float32Array\(buffer\)/],
  [() => sc.add(new Map(), 1), /a Map/],
  [() => sc.tensor([x, x]), /stack\(\[a, b\]\)/],
  [() => sc.fuse((a, b) => a.add(b))(x, undefined), /B must be .*, but is undefined/],
];

test('say what to write', () => {
  const wrong = [];
  for (const [attempt, expected] of ATTEMPTS)
    try {
      attempt();
      wrong.push(`${attempt} is accepted`);
    } catch (error) {
      if (!expected.test(error.message)) wrong.push(`${attempt}: ${error.message}`);
      assert.ok(error.code, String(attempt));
    }
  assert.deepEqual(wrong, []);
});

test('objects whose getters throw are named all the same', () => {
  const hostile = {
    get shape() {
      throw new Error('no');
    },
    get constructor() {
      throw new Error('no');
    },
  };
  assert.throws(() => sc.add(hostile, 1), { code: 'not_a_tensor' });
});
