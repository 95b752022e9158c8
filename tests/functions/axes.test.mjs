/** A number instead of axes, options with their default values, and too many arguments. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, Tensor } from 'simdcast';
import { refuses } from './oracle.mjs';

const sc = await load();
const x = sc.arange(24).reshape([2, 3, 4]);
const same = (a, b, what) =>
  assert.deepEqual([a.type, a.dims, a.toNested()], [b.type, b.dims, b.toNested()], what);

/** Calls with a number as the axis, and the equivalent options. */
const CALLS = {
  ...Object.fromEntries(
    ['sum', 'mean', 'max', 'min', 'prod', 'argMax', 'argMin', 'softmax', 'logSoftmax'].map(
      (name) => [name, (t, axis) => t[name](axis)],
    ),
  ),
  all: (t, axis) => t.greater(5).all(axis),
  any: (t, axis) => t.greater(5).any(axis),
  flatten: (t, axis) => t.flatten(axis),
  concat: (t, axis) => t.concat(t, axis),
  stack: (t, axis) => t.stack(t, axis),
  split: (t, axis) => t.split([1, 1, 0].slice(0, 1), axis),
  gather: (t, axis) => t.gather([1, 0], axis),
  oneHot: (t, axis) => t.cast('int64').oneHot(3, axis),
};
delete CALLS.split;

test('a number in the place of the options is the axis', () => {
  for (const [name, call] of Object.entries(CALLS))
    for (const axis of [0, 1, 2, -1, -2, -3]) {
      const expected = call(x, { axis });
      same(call(x, axis), expected, `${name}(${axis})`);
      same(call(x, BigInt(axis)), expected, `${name}(${axis}n)`);
      same(sc.fuse((t) => call(t, axis))(x), expected, `fused ${name}(${axis})`);
    }
  same(x.split(2, -1)[1], x.split(2, { axis: -1 })[1], 'split');
  same(x.split([1, 2], 1)[1], x.split([1, 2], { axis: 1 })[1], 'split');
});

test('a number where axes are an argument, or an option, is one axis', () => {
  const calls = {
    unsqueeze: (axes) => x.unsqueeze(axes),
    squeeze: (axes) => sc.ones([1, 2, 1]).squeeze(axes),
    flip: (axes) => x.flip(axes),
    'sum({ axes })': (axes) => x.sum({ axes }),
    'slice({ axes, steps })': (axes) =>
      x.slice([0], [2], { axes, steps: axes === 0 || Array.isArray(axes) ? axes : 1 }),
  };
  for (const axis of [0, -1, 2])
    for (const name of ['unsqueeze', 'squeeze', 'flip', 'sum({ axes })'])
      same(calls[name](axis), calls[name]([axis]), `${name} of ${axis}`);
  same(
    x.slice([0], [3], { axes: 2, steps: 2 }),
    x.slice([0], [3], { axes: [2], steps: [2] }),
    'slice',
  );
});

test('axes that do not exist are rejected', () => {
  for (const call of [() => x.sum(3), () => x.softmax(-4), () => x.unsqueeze(9), () => x.flip(3)])
    refuses(call, String(call), 'ShapeError');
  for (const call of [
    () => x.sum(0.5),
    () => x.sum('0'),
    () => x.sum(true),
    () => x.exp(0),
    () => x.add(1, 0),
  ])
    refuses(call, String(call), 'AttributeError');
});

test('an argument too many is an error, and not left out silently', () => {
  for (const call of [
    () => x.sum(0, 1),
    () => sc.add(x, x, {}, 1),
    () => sc.add(x, x, undefined, 1),
    () => x.exp({}, {}),
    () => x.clip(0, 1, {}, 2),
    () => x.matMul(x, {}, 0),
    () => sc.fuse((t) => t.sum(0, 1)),
  ])
    assert.equal(refuses(call, String(call), 'AttributeError').code, 'too_many_arguments');
  assert.match(refuses(() => x.sum(0, 1), 'sum', 'AttributeError').message, /axes: \[0, 1\]/);
  same(sc.add(x, 1, undefined, undefined), sc.add(x, 1), 'undefined counts as left out');
});

/** Every option of every function, with its default value. */
const square = sc.arange(9).reshape([3, 3]);
const everywhere = { opset: [undefined], out: [undefined] };
const no = [undefined, false, 0, 0n];
const DEFAULTS = {
  mod: [(o) => sc.mod([5], [3], o), { fmod: [undefined, 0] }],
  leakyRelu: [(o) => sc.leakyRelu(x, o), { alpha: [undefined, 0.01] }],
  gelu: [(o) => sc.gelu(x, o), { approximate: [undefined, 'none'] }],
  isInf: [
    (o) => sc.isInf(x, o),
    { detect_negative: [undefined, 1], detect_positive: [undefined, 1] },
  ],
  clip: [(o) => sc.clip(x, 0, 1, o), { min: [undefined], max: [undefined] }],
  add: [(o) => sc.add(x, 1, o), { broadcast: [undefined], axis: [undefined] }],
  bitShift: [
    (o) => sc.bitShift(Uint8Array.of(1), Uint8Array.of(1), { direction: 'LEFT', ...o }),
    {},
  ],
  ...Object.fromEntries(
    ['sum', 'mean', 'max', 'min', 'prod'].map((name) => [
      name,
      [(o) => sc[name](x, o), { axes: [undefined, [0, 1, 2]], axis: [undefined], keepDims: no }],
    ]),
  ),
  argMax: [(o) => sc.argMax(x, o), { axis: [undefined], keepDims: no }],
  softmax: [(o) => sc.softmax(x, o), { axis: [undefined, -1] }],
  logSoftmax: [(o) => sc.logSoftmax(x, o), { axis: [undefined, -1] }],
  layerNormalization: [
    (o) => sc.layerNormalization(x, 1, 0, o),
    { axis: [undefined, -1], epsilon: [undefined, 1e-5] },
  ],
  flatten: [(o) => sc.flatten(x, o), { axis: [undefined] }],
  concat: [(o) => sc.concat([x, x], o), { axis: [undefined, 0] }],
  stack: [(o) => sc.stack([x, x], o), { axis: [undefined, 0] }],
  split: [(o) => sc.split(x, 2, o)[1], { axis: [undefined, 0] }],
  slice: [
    (o) => sc.slice(x, [0, 1], [1, 2], o),
    { axes: [undefined, [0, 1]], steps: [undefined, [1, 1]] },
  ],
  gather: [(o) => sc.gather(x, [1], o), { axis: [undefined, 0] }],
  pad: [
    (o) => sc.pad(square, [1, 0, 0, 1], o),
    { mode: [undefined, 'constant'], value: [undefined, 0] },
  ],
  matMul: [(o) => sc.matMul(square, square, o), { transA: no, transB: no }],
  gemm: [
    (o) => sc.gemm(square, square, 1, o),
    { alpha: [undefined, 1], beta: [undefined, 1], transA: no, transB: no, broadcast: [undefined] },
  ],
  oneHot: [(o) => sc.oneHot([0, 1], 3, o), { axis: [undefined, -1], type: [undefined, 'float32'] }],
  run: [(o) => sc.run('Add', [x, x], o), { attributes: [undefined, {}], outputs: [undefined] }],
  ncnn: [(o) => sc.ncnn('ADD', [1], [2], o), {}],
  fuse: [(o) => sc.fuse((t) => t.neg(), o)(x), { opset: [undefined, 28] }],
};

test('an option that is its own default changes nothing', () => {
  for (const [name, [call, own]] of Object.entries(DEFAULTS)) {
    const expected = call();
    const options = Object.entries({ ...(name === 'fuse' ? {} : everywhere), ...own });
    for (const [option, values] of options)
      for (const value of values) same(call({ [option]: value }), expected, `${name} ${option}`);
    const all = Object.fromEntries(options.map(([option, values]) => [option, values.at(-1)]));
    if (!('axes' in all && 'axis' in all)) same(call(all), expected, name);
  }
  const methods = { a: square, b: square };
  same(methods.a.matMul(methods.b, { transA: false }), square.matMul(square), 'method');
  same(
    sc.fuse((a, b) => a.matMul(b, { transA: false, transB: 0 }))(square, square),
    square.matMul(square),
    'fused',
  );
});

test('every function that has options of its own is in the table of defaults', () => {
  const lacking = [];
  for (const name of Object.getOwnPropertyNames(Tensor.prototype)) {
    if (DEFAULTS[name] || !(name in sc) || name === 'constructor') continue;
    try {
      sc[name](x, x, x, { noSuchOption: 1 });
    } catch (error) {
      const [, options] = /its options are ([\w, ]+)/.exec(error.message) ?? [];
      const own = options
        ?.split(', ')
        .filter((option) => !['opset', 'out', 'broadcast', 'axis'].includes(option));
      if (own?.length) lacking.push(`${name}: ${own}`);
    }
  }
  assert.deepEqual(lacking, []);
});

test('a fused function is inlined into another one', () => {
  const scale = sc.tensor([1, 2, 3, 4]);
  const f = sc.fuse((a, b) => a.add(b).mul(scale));
  const g = (a) => f(a, 2).sub(f(1, a.neg()).exp());
  same(sc.fuse(g)(x), g(x), 'one level');
  const several = sc.fuse((a) => ({ low: a.sub(1), high: a.add(1) }));
  const h = (a) => several(several(a).low).high.mul(several(a).high);
  same(sc.fuse(h)(x), h(x), 'several results, twice');
  const moved = sc.fuse((a) => a.transpose([1, 0]).flip(0).sum(0));
  same(
    sc.fuse((a) => moved(a.relu()).softmax(0))(square),
    moved(square.relu()).softmax(0),
    'movement',
  );
  same(
    sc.fuse((a) =>
      sc
        .fuse((b) => f(b, 1))(a)
        .neg(),
    )(x),
    f(x, 1).neg(),
    'made inside',
  );
  refuses(() => sc.fuse((a) => f(a)), 'operands', 'ShapeError');
  refuses(() => sc.fuse((a) => f(a, undefined)), 'undefined', 'DTypeError');
  refuses(() => sc.fuse((a) => f(a, 1, { out: x })), 'out', 'AttributeError');
  const old = sc.fuse((a) => a.neg(), { opset: 13 });
  assert.match(
    refuses(() => sc.fuse((a) => old(a)), 'opset', 'AttributeError').message,
    /opset 13/,
  );
});
