/** Unsupported options of a call: the error lists the supported ones, before anything is written. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { AttributeError, load } from 'simdcast';
import * as core from 'simdcast/core';
import * as external from 'simdcast/external';
import { assertTensor, rejectsWith, throwsError } from './asserts.mjs';
import { counting } from './reference.mjs';

const sc = await load();
const floats = counting([2, 2]);
const bools = { type: 'bool', data: Uint8Array.of(1, 0, 1, 0), dims: [2, 2] };
const bytes = { data: Uint8Array.of(1, 2, 3, 4), dims: [2, 2] };
const texts = { data: ['a', 'b'], dims: [2] };
const pair = [[2, 3], [3]];

const unknown = (call) => throwsError(call, AttributeError, 'option_unknown');

/** Every method with options: its operands, its own options, and values for them. */
const legacy = { broadcast: 1, axis: 0 };
const reduction = { axes: [0], axis: 0, keepDims: true };
const methods = {
  ...Object.fromEntries(
    ['add', 'sub', 'mul', 'div', 'pow'].map((name) => [name, [[floats, floats], legacy]]),
  ),
  ...Object.fromEntries(['and', 'or', 'xor'].map((name) => [name, [[bools, bools], legacy]])),
  ...Object.fromEntries(
    ['equal', 'greater', 'less'].map((name) => [name, [[floats, floats], legacy]]),
  ),
  ...Object.fromEntries(
    ['greaterOrEqual', 'lessOrEqual', 'notEqual', 'maximum', 'minimum', 'prelu'].map((name) => [
      name,
      [[floats, floats], {}],
    ]),
  ),
  matMul: [[floats, floats], { transA: 0, transB: 0 }],
  ...Object.fromEntries(
    [
      ...['neg', 'abs', 'sign', 'sqrt', 'reciprocal', 'exp', 'log', 'sin', 'cos', 'tanh', 'erf'],
      ...['sigmoid', 'relu', 'softplus', 'floor', 'ceil', 'round', 'isNaN'],
    ].map((name) => [name, [[floats], {}]]),
  ),
  leakyRelu: [[floats], { alpha: 0.5 }],
  gelu: [[floats], { approximate: 'tanh' }],
  isInf: [[floats], { detect_negative: 1, detect_positive: 1 }],
  not: [[bools], {}],
  bitwiseNot: [[bytes], {}],
  ...Object.fromEntries(
    ['sum', 'mean', 'max', 'min', 'prod'].map((name) => [name, [[floats], reduction]]),
  ),
  ...Object.fromEntries(['all', 'any'].map((name) => [name, [[bools], reduction]])),
  ...Object.fromEntries(
    ['argMax', 'argMin'].map((name) => [name, [[floats], { axis: 0, keepDims: true }]]),
  ),
  ...Object.fromEntries(
    ['std', 'variance', 'logSumExp'].map((name) => [name, [[floats], reduction]]),
  ),
  norm: [[floats], { ...reduction, order: 1 }],
  cumSum: [[floats], { axis: 0, exclusive: true, reverse: true }],
  topK: [[floats, 1], { axis: 0, largest: false }],
  sort: [[floats], { axis: 0, descending: true }],
  argSort: [[floats], { axis: 0, descending: true }],
  mask: [[floats, [true, false]], { axis: 1 }],
  nonZero: [[floats], {}],
  unique: [[floats], { axis: 0 }],
  takeAlong: [[floats, [[0], [1]]], { axis: 1 }],
  isFinite: [[floats], {}],
  allClose: [[floats, floats], { rtol: 1e-3, atol: 1e-3 }],
  einsum: [['ij,jk', floats, floats], {}],
  resize: [
    [floats],
    {
      sizes: [2, 2],
      scales: [1, 1],
      axes: [0, 1],
      mode: 'linear',
      antialias: true,
      coordinateTransformationMode: 'align_corners',
      nearestMode: 'floor',
      cubicCoeffA: -0.5,
      excludeOutside: true,
      keepAspectRatioPolicy: 'stretch',
    },
  ],
  nonMaxSuppression: [
    [
      { data: new Float32Array(4), dims: [1, 1, 4] },
      { data: new Float32Array(1), dims: [1, 1, 1] },
    ],
    { maxOutputBoxesPerClass: 1, iouThreshold: 0.5, scoreThreshold: 0, centerPointBox: true },
  ],
  softmax: [[floats], { axis: 0 }],
  logSoftmax: [[floats], { axis: 0 }],
  layerNormalization: [[floats, 1], { axis: -1, epsilon: 1e-3 }],
  reshape: [[floats, [4]], {}],
  transpose: [[floats, [1, 0]], {}],
  squeeze: [[floats, []], {}],
  unsqueeze: [[floats, [0]], {}],
  flatten: [[floats], { axis: 1 }],
  concat: [[[floats, floats]], { axis: 1 }],
  stack: [[[floats, floats]], { axis: 1 }],
  split: [[floats, 2], { axis: 1 }],
  slice: [[floats, [0], [1]], { axes: [1], steps: [1] }],
  gather: [[floats, [0]], { axis: 1 }],
  tile: [[floats, [1, 2]], {}],
  pad: [[floats, [0, 1, 0, 1]], { mode: 'edge', value: 2 }],
  flip: [[floats, [0]], {}],
  cast: [[floats, 'float64'], {}],
  oneHot: [[[0, 1], 2], { axis: 0, type: 'int32' }],
  ...Object.fromEntries(
    ['bitwiseAnd', 'bitwiseOr', 'bitwiseXor'].map((name) => [name, [[bytes, bytes], {}]]),
  ),
  mod: [[bytes, bytes], { fmod: 1 }],
  bitShift: [[bytes, bytes], { direction: 'LEFT' }],
  where: [[bools, floats, floats], {}],
  gemm: [[floats, floats, floats], { alpha: 1, beta: 1, transA: 0, transB: 0, broadcast: 1 }],
  expand: [[floats, [2, 2]], {}],
  stringConcat: [[texts, texts], {}],
  clip: [[floats, undefined, undefined], { min: 0, max: 1 }],
  ncnn: [['ADD', floats, floats], {}],
  run: [['Add', [floats, floats]], { attributes: {}, outputs: 1 }],
};
/** Methods that do not return a single tensor. */
const withoutOut = ['topK', 'allClose'];
/** A method without options. */
const others = [
  ...[
    'constructor',
    'tensor',
    'zeros',
    'ones',
    'full',
    'applyFix',
    'arange',
    'eye',
    'fromImageData',
    'linspace',
    'toImageData',
  ],
  // Their options are not those of operators.
  ...['random', 'randomNormal', 'set'],
  ...['supports', 'memory', 'close', 'tidy', 'fuse', 'threads', 'threadsReason'],
];
const shapeMethods = ['align', 'broadcastShapes', 'toExplicit'];

describe('the options of every method', () => {
  it('are tried here', () => {
    const all = Object.getOwnPropertyNames(Object.getPrototypeOf(sc));
    assert.deepEqual(
      all.filter((name) => !Object.hasOwn(methods, name) && !shapeMethods.includes(name)).sort(),
      [...others].sort(),
    );
  });

  for (const [name, [operands, own]] of Object.entries(methods)) {
    const known = [...Object.keys(own), 'opset', ...(withoutOut.includes(name) ? [] : ['out'])];
    const expected = new RegExp(
      `^${name} has no option 'colour'; its options are ${known.join(', ')}\\.`,
    );

    it(`${name} names them, and writes nothing`, () => {
      const out = { data: new Float32Array(4).fill(9), dims: [2, 2] };
      const error = unknown(() =>
        sc[name](...operands, { ...(known.includes('out') && { out }), colour: 1 }),
      );
      assert.match(error.message, expected);
      assert.deepEqual([...out.data], [9, 9, 9, 9]);
    });

    it(`${name} takes them`, () => {
      for (const option of known) {
        const options = { [option]: { opset: 20, out: undefined, ...own }[option] };
        if (name === 'bitShift') options.direction = 'LEFT';
        if (name === 'resize' && option !== 'scales') options.sizes = [2, 2];
        // Its bounds are inputs since opset 11.
        const areOptions = name === 'clip' && option !== 'opset';
        if (areOptions) options.opset = 6;
        try {
          sc[name](...(areOptions ? operands.slice(0, 1) : operands), options);
        } catch (error) {
          // The engine defines the last opset of an attribute.
          assert.ok(
            ['attribute_unknown', 'attribute_missing', 'not_in_opset'].includes(error.code),
            error,
          );
        }
      }
    });

    it(`${name} suggests the nearest`, () => {
      for (const [slip, meant] of [
        ...(known.includes('out') ? [['Out', 'out']] : []),
        ['opest', 'opset'],
        ['opsets', 'opset'],
        ...Object.keys(own).map((option) => [option.toUpperCase(), option]),
        ...Object.keys(own).map((option) => [`${option}s`, option]),
      ]) {
        const error = unknown(() => sc[name](...operands, { [slip]: 1 }));
        assert.ok(
          error.message.startsWith(`${name} has no option '${slip}'; did you mean '${meant}'?`),
          error.message,
        );
      }
    });
  }

  for (const name of shapeMethods)
    it(`${name} names them`, () => {
      assert.equal(
        unknown(() => sc[name](pair, { rul: 'ncnn' })).message,
        `${name} has no option 'rul'; did you mean 'rule'? Its options are rule, axis, broadcast, type, order.`,
      );
    });
});

describe('values that were once misread', () => {
  const square = counting([2, 2]);

  it('alhpa', () => {
    const error = unknown(() => sc.gemm(square, square, undefined, { alhpa: 5 }));
    assert.equal(
      error.message,
      "gemm has no option 'alhpa'; did you mean 'alpha'? Its options are alpha, beta, transA, transB, broadcast, opset, out.",
    );
  });

  it('alpha of matMul is of gemm', () => {
    assert.equal(
      unknown(() => sc.matMul(square, square, { alpha: 2 })).message,
      "matMul has no option 'alpha'; its options are transA, transB, opset, out.",
    );
  });

  it('an axis of maximum and minimum, which take two operands', () => {
    for (const name of ['maximum', 'minimum'])
      for (const option of ['axis', 'axes', 'keepDims'])
        assert.equal(
          unknown(() => sc[name](square, square, { [option]: 0 })).message,
          `${name} has no option '${option}'; its options are opset, out.`,
        );
  });

  it("the names of ONNX's attributes, and of other libraries", () => {
    for (const name of ['sum', 'mean', 'max', 'min', 'prod']) {
      const { message } = unknown(() => sc[name](square, { keepdims: 1 }));
      assert.match(message, /did you mean 'keepDims'\?/);
      unknown(() => sc[name](square, { dim: 0 }));
      throwsError(
        () => sc[name](square, { axis: 0, axes: [0] }),
        AttributeError,
        'invalid_options',
      );
    }
  });

  it('a second tensor, where sum, mean, max and min reduce one', () => {
    for (const name of ['sum', 'mean', 'max', 'min'])
      assert.match(
        throwsError(() => sc[name](square, square), AttributeError, 'invalid_options').message,
        new RegExp(`^The options of ${name} must be an object, but are a tensor`),
      );
  });

  it('attributes of run', () => {
    const options = { opset: 6, broadcast: 1, axis: 1 };
    const { message } = unknown(() => sc.run('Add', [square, square], options));
    assert.match(message, /'broadcast'/);
    assert.match(message, /under attributes: \{ attributes: \{ broadcast: … \} \}/);
  });

  it('an axis, or a flag, of a rule that does not read it', () => {
    for (const name of shapeMethods)
      for (const rule of [
        undefined,
        'numpy',
        'multidirectional',
        'unidirectional',
        'ncnn',
        'equal',
      ])
        for (const option of ['axis', 'broadcast']) {
          const { message } = unknown(() => sc[name](pair, { rule, [option]: 1 }));
          assert.match(message, new RegExp(`option ${option} applies only to the rule 'legacy'`));
          sc.align(pair, { rule, [option]: undefined });
        }
    assert.deepEqual(sc.broadcastShapes([[2, 3], [2]], { rule: 'legacy', axis: 0 }), [2, 3]);
  });

  it('a tensor, or a list', () => {
    const resident = sc.tensor(new Float32Array(4), [2, 2]);
    for (const third of [square, resident]) {
      const call = () => sc.add(square, square, third);
      assert.match(
        throwsError(call, AttributeError, 'invalid_options').message,
        /^The options of add .* tensor/,
      );
    }
    for (const list of [[], [1], new Float32Array(2), new DataView(new ArrayBuffer(2))])
      throwsError(() => sc.add(square, square, list), AttributeError, 'invalid_options');
    resident.dispose();
  });
});

const throwing = (name, failure) => ({
  get [name]() {
    throw failure;
  },
});

describe('options of all kinds', () => {
  const out = () => ({ type: 'float32', data: new Float32Array(4), dims: [2, 2] });
  const sum = [0, 2, 4, 6];
  const add = (options) => assertTensor(sc.add(floats, floats, options), 'float32', [2, 2], sum);

  it('that are not there', () => {
    for (const options of [undefined, null, {}, Object.create(null), new Proxy({}, {})])
      add(options);
  });

  it('that are undefined under an unknown name', () => {
    add({ alpha: undefined });
    unknown(() => add({ alpha: null }));
  });

  it('without a prototype, inherited or behind a proxy', () => {
    for (const make of [
      (options) => Object.assign(Object.create(null), options),
      (options) => Object.create(options),
      (options) => new Proxy(options, {}),
    ]) {
      add(make({ out: out() }));
      unknown(() => add(make({ outt: out() })));
    }
  });

  it('with getters on a class', () => {
    const target = out();
    class Options {
      get out() {
        return target;
      }
    }
    assert.equal(sc.add(floats, floats, new Options()), target);
    assert.deepEqual([...target.data], sum);
  });

  it('under symbols', () => {
    add({ [Symbol('trace')]: 1 });
  });

  it('with names that objects have', () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', 'length', '0', ''])
      unknown(() => add({ [name]: 1 }));
    unknown(() => add(JSON.parse('{ "__proto__": 1 }')));
    add({ __proto__: null, out: out() });
  });

  it('that a program has put on every object', () => {
    Object.defineProperty(Object.prototype, 'polluted', {
      value: 1,
      enumerable: true,
      configurable: true,
    });
    try {
      add({ out: out() });
      unknown(() => add({ polluted: 1 }));
    } finally {
      delete Object.prototype.polluted;
    }
  });

  it('that throw', () => {
    const failure = new Error('of the caller');
    for (const name of ['out', 'opset', 'axis', 'other'])
      assert.throws(() => sc.add(floats, floats, throwing(name, failure)), failure);
  });

  it('each read once', () => {
    const reads = [];
    const values = { opset: 6, broadcast: 1, axis: 0, out: out() };
    const options = new Proxy(values, {
      get(target, name) {
        reads.push(name);
        return target[name];
      },
    });
    sc.add(floats, floats, options);
    assert.deepEqual(reads.sort(), Object.keys(values).sort());
  });

  it('with a name as long as one likes', () => {
    const { message } = unknown(() => add({ ['o'.repeat(1e6)]: 1 }));
    assert.ok(message.length < 300, message);
  });
});

describe('load', () => {
  const entries = {
    simdcast: load,
    'simdcast/core': core.load,
    'simdcast/external': external.load,
  };
  for (const [entry, loadOf] of Object.entries(entries))
    it(`of ${entry}`, async () => {
      const wasm = await readFile(new URL(import.meta.resolve('simdcast/simd.wasm')));
      const error = await rejectsWith(
        () => loadOf({ wasm, flavor: 'simd' }),
        AttributeError,
        'option_unknown',
      );
      assert.equal(
        error.message,
        "load has no option 'flavor'; did you mean 'flavour'? Its options are flavour, wasm, relaxed, maximumMemory.",
      );
      const memory = await rejectsWith(
        () => loadOf({ maxMemory: 1 }),
        AttributeError,
        'option_unknown',
      );
      assert.match(memory.message, /did you mean 'maximumMemory'\?/);
      await rejectsWith(() => loadOf('simd'), AttributeError, 'invalid_options');
    });
});
