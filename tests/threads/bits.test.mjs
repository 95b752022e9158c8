/** One, two, three and eight threads: the same bits, whatever is shared and however it is cut. */
import { after, describe, it } from 'node:test';
import { someOf } from '../support/extent.mjs';
import { operand } from './operands.mjs';
import { closeAll, sameBits } from './support.mjs';

after(closeAll);

/** Shapes of about 100,000 elements that are split in different ways. */
const LAYOUTS = [
  [[100003], [100003]],
  [[100003], [1]],
  [[320, 331], [331]],
  [
    [320, 331],
    [320, 1],
  ],
  [
    [331, 1],
    [1, 320],
  ],
  [
    [2, 5, 77, 130],
    [5, 1, 130],
  ],
  [[33333, 3], [3]],
  [
    [3, 40000],
    [3, 1],
  ],
  [
    [7, 120, 131],
    [7, 1, 1],
  ],
];
const TYPES = [
  ...['float32', 'float64', 'float16', 'bfloat16', 'int8', 'uint8', 'int16', 'uint16'],
  ...['int32', 'uint32', 'int64', 'uint64'],
];
const ARITHMETIC = ['Add', 'Sub', 'Mul', 'Div', 'Max', 'Greater', 'Equal', 'Mod'];

describe('elementwise operators of two operands', () => {
  TYPES.forEach((type, t) => {
    it(type, () => {
      const isWhole = ['float32', 'float16'].includes(type);
      LAYOUTS.forEach(([a, b], i) => {
        const operands = [operand(type, a, 1), operand(type, b, 2)];
        const ops = isWhole ? ARITHMETIC : ARITHMETIC.filter((_, j) => (i + j) % 2 === 0);
        for (const op of someOf(ops, i + t)) {
          const attributes = op === 'Mod' ? { fmod: type.includes('float') ? 1 : 0 } : {};
          const work = (sc, x, y) => sc.run(op, [x, y], { attributes });
          sameBits(work, operands, `${op} ${type} [${a}] [${b}]`);
        }
      });
    });
  });
});

describe('elementwise functions', () => {
  const any = [
    ...['neg', 'abs', 'sqrt', 'exp', 'log', 'sin', 'cos', 'tanh', 'sigmoid', 'relu', 'gelu'],
    ...['softplus', 'floor', 'round', 'sign', 'isNaN'],
  ];
  ['float32', 'float64', 'float16'].forEach((type, t) => {
    it(type, () => {
      const x = operand(type, [123, 911], 3);
      const names = type === 'float32' ? ['erf', ...any] : any;
      for (const name of someOf(names, t)) sameBits((sc, a) => sc[name](a), [x], `${name} ${type}`);
    });
  });
  it('pow, where, cast, clip, expand, and a sum of five', () => {
    const x = operand('float32', [300, 311], 3);
    const row = operand('float32', [311], 4);
    const condition = operand('bool', [300, 1], 5);
    sameBits((sc, a, b) => sc.pow(sc.abs(a), b), [x, row], 'pow');
    sameBits((sc, c, a, b) => sc.where(c, a, b), [condition, x, row], 'where');
    sameBits((sc, a) => sc.clip(a, -1, 2), [x], 'clip');
    for (const type of someOf(TYPES)) sameBits((sc, a) => sc.cast(a, type), [x], `cast to ${type}`);
    sameBits((sc, a) => sc.expand(a, [400, 311]), [row], 'expand');
    sameBits((sc, a, b) => sc.run('Sum', [a, b, a, b, b]), [x, row], 'Sum');
  });
});

describe('fused expressions', () => {
  it('of inline operators, and of those that call the engine', () => {
    const x = operand('float32', [310, 400], 1);
    const y = operand('float32', [400], 2);
    const half = operand('float16', [310, 400], 3);
    const inline = (a, b) => a.mul(b).add(a).sub(b).maximum(b).mul(a);
    const calling = (a, b) => a.mul(b).tanh().add(b.exp()).sub(a.sigmoid()).pow(b.abs());
    const small = (a) => a.mul(a).add(a).tanh();
    for (let again = 0; again < 3; again++) {
      sameBits((sc, a, b) => sc.fuse(inline)(a, b), [x, y], 'inline');
      sameBits((sc, a, b) => sc.fuse(calling)(a, b), [x, y], 'calling');
      sameBits((sc, a) => sc.fuse(small)(a), [half], 'float16');
    }
  });
});

describe('reductions and similar operators', () => {
  const shapes = [
    [1000, 131],
    [131, 1000],
    [20, 70, 90],
    [3, 50000],
    // For eight threads, a last part of one column.
    [60, 3585],
    // Rows whose sums are cut: in two, and in four.
    [60, 4200],
    [20, 8193],
  ];
  ['float32', 'float64', 'float16', 'int32'].forEach((type, t) => {
    it(type, () => {
      for (const dims of someOf(shapes, t)) {
        const x = operand(type, dims, 7);
        for (const name of ['sum', 'mean', 'max', 'min', 'prod', 'argMax', 'argMin'])
          for (let axis = 0; axis < dims.length; axis++)
            sameBits((sc, a) => sc[name](a, { axis }), [x], `${name} ${type} [${dims}] ${axis}`);
        sameBits((sc, a) => sc.sum(a), [x], `sum of all ${type} [${dims}]`);
        if (!type.startsWith('float')) continue;
        for (let axis = 0; axis < dims.length; axis++)
          sameBits((sc, a) => sc.softmax(a, { axis }), [x], `softmax [${dims}] ${axis}`);
        const scale = operand(type, dims.slice(-1), 8);
        sameBits((sc, a, b) => sc.layerNormalization(a, b), [x, scale], `normalised [${dims}]`);
      }
    });
  });
  it('softmax of many short rows', () => {
    for (const type of ['float32', 'float64', 'float16'])
      for (const dims of [
        [4420, 2],
        [1003, 47],
        [1003, 49],
      ])
        for (const name of ['softmax', 'logSoftmax'])
          sameBits((sc, a) => sc[name](a), [operand(type, dims, 10)], `${name} ${type} [${dims}]`);
  });
  it('CumSum, TopK and Gather', () => {
    const x = operand('float32', [300, 411], 9);
    const at = (sc, values, dims) => sc.tensor('int64', BigInt64Array.from(values, BigInt), dims);
    const all = (op, inputs, attributes) => (sc, a) =>
      sc.run(op, [a, ...inputs(sc)], { attributes });
    sameBits(
      all('CumSum', (sc) => [at(sc, [1], [])]),
      [x],
      'CumSum',
    );
    sameBits((sc, a) => sc.gather(a, at(sc, [3, 400, -1, 7], [4]), { axis: 1 }), [x], 'Gather');
    sameBits(
      all('TopK', (sc) => [at(sc, [9], [1])]),
      [x],
      'TopK',
    );
  });
});

describe('several outputs', () => {
  it('LayerNormalization with its statistics, the scale and the bias of every element', () => {
    const [x, scale, bias] = [21, 22, 23].map((seed) => operand('float32', [301, 411], seed));
    const row = operand('float32', [411], 24);
    const work = (sc, ...inputs) => sc.run('LayerNormalization', inputs, { outputs: 3 });
    sameBits(work, [x, scale, bias], 'scale and bias of x');
    sameBits(work, [x, scale, row], 'scale of x');
    sameBits(work, [x, row, bias], 'bias of x');
  });
  it('TopK with its indices, along either axis', () => {
    const x = operand('float32', [301, 411], 25);
    for (const axis of [0, 1]) {
      const few = (sc) => sc.tensor('int64', BigInt64Array.of(7n), [1]);
      const work = (sc, a) => sc.run('TopK', [a, few(sc)], { attributes: { axis }, outputs: 2 });
      sameBits(work, [x], `along ${axis}`);
    }
  });
});

describe('movement', () => {
  for (const type of ['float32', 'int8', 'float64', 'int16'])
    it(type, () => {
      const x = operand(type, [31, 47, 90], 11);
      for (const perm of [
        [2, 1, 0],
        [0, 2, 1],
        [1, 0, 2],
        [2, 0, 1],
      ])
        sameBits((sc, a) => sc.transpose(a, perm), [x], `transpose ${perm} ${type}`);
      for (const axis of [0, 1, 2]) {
        sameBits((sc, a) => sc.concat([a, a], { axis }), [x], `concat ${axis}`);
        sameBits((sc, a) => sc.flip(a, [axis]), [x], `flip ${axis}`);
      }
      sameBits((sc, a) => sc.slice(a, [1, 2, 3], [30, 40, 80]), [x], 'slice');
      sameBits((sc, a) => sc.tile(a, [2, 1, 3]), [x], 'tile');
    });
});

describe('products', () => {
  const sizes = [
    [64, 64, 64],
    [200, 123, 77],
    [512, 40, 300],
    [1, 1000, 900],
    [1, 9000, 60],
    [900, 1, 1000],
    [700, 7, 300],
    [37, 700, 600],
    [300, 300, 1],
  ];
  ['float32', 'float64', 'float16', 'int32'].forEach((type, t) => {
    it(type, () => {
      for (const [m, n, k] of someOf(sizes, t)) {
        const [a, b] = [operand(type, [m, k], 1), operand(type, [k, n], 2)];
        sameBits((sc, x, y) => sc.matMul(x, y), [a, b], `${type} ${m} ${n} ${k}`);
        const c = operand(type, [n], 3);
        const [at, bt] = [operand(type, [k, m], 1), operand(type, [n, k], 2)];
        const options = { transA: 1, transB: 1, alpha: 2, beta: 3 };
        const work = (sc, x, y, z) => sc.run('Gemm', [x, y, z], { attributes: options });
        sameBits(work, [at, bt, c], `Gemm ${type} ${m} ${n} ${k}`);
      }
      const [a, b] = [operand(type, [6, 5, 70, 60], 1), operand(type, [5, 60, 50], 2)];
      sameBits((sc, x, y) => sc.matMul(x, y), [a, b], `batch of ${type}`);
    });
  });
});

describe('convolutions and pools', () => {
  const cases = [
    { x: [1, 3, 112, 112], w: [32, 3, 3, 3], strides: [2, 2], pads: [1, 1, 1, 1] },
    { x: [1, 64, 28, 28], w: [64, 64, 3, 3], pads: [1, 1, 1, 1] },
    { x: [1, 96, 14, 14], w: [130, 96, 1, 1] },
    { x: [1, 96, 12, 12], w: [130, 96, 1, 1] },
    { x: [1, 64, 7, 7], w: [256, 64, 3, 3], pads: [1, 1, 1, 1] },
    { x: [1, 64, 56, 56], w: [64, 1, 3, 3], pads: [1, 1, 1, 1], group: 64 },
    { x: [2, 64, 28, 28], w: [64, 32, 3, 3], pads: [1, 1, 1, 1], group: 2 },
    { x: [5, 3, 40, 40], w: [2, 3, 5, 5] },
    { x: [1, 8, 3000], w: [16, 8, 5], pads: [2, 2], dilations: [1] },
  ];
  ['float32', 'float64'].forEach((type, t) => {
    it(type, () => {
      for (const { x, w, ...attributes } of someOf(cases, t)) {
        const operands = [operand(type, x, 1), operand(type, w, 2), operand(type, [w[0]], 3)];
        const work = (sc, ...given) => sc.run('Conv', given, { attributes });
        sameBits(work, operands, `Conv [${x}] [${w}]`);
        if (x.length !== 4) continue;
        const pool = { kernel_shape: [3, 3], strides: [2, 2] };
        for (const op of ['MaxPool', 'AveragePool'])
          sameBits((sc, a) => sc.run(op, [a], { attributes: pool }), operands.slice(0, 1), op);
      }
    });
  });
});
