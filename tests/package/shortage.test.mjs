/**
 * Work on thousands of values or nodes, at any fill of a small memory: it returns, or throws an OutOfMemoryError, and
 * whatever it allocated is free afterwards. LIMITS=all tries more sizes and fills.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load, OutOfMemoryError } from 'simdcast';
import { checkModel, InferenceSession } from 'simdcast/onnx';
import { encodeModel, floats, node } from '../onnx/models.mjs';

const PAGE = 2 ** 16;
const all = process.env.LIMITS === 'all';
/** Sizes of a memory, and the bytes that are free in it, about. */
const FILLS = all
  ? [2 ** 20, 2 ** 22, 2 ** 24].flatMap((room) =>
      [0, 2e5, 3e5, 4e5, 6e5, 9e5, 1.5e6, 3e6, 8e6]
        .filter((free) => free < room)
        .map((free) => [room, free]),
    )
  : [
      [2 ** 20, 0],
      [2 ** 20, 4e5],
      [2 ** 20, 7e5],
      [2 ** 22, 1.2e6],
      [2 ** 22, 2.5e6],
    ];

let pages = 0;
/** A new engine, and tensors that fill its memory up to some bytes. */
async function filled(room, free) {
  pages += 1;
  const sc = await load({ maximumMemory: room + pages * PAGE });
  const { used, limit } = sc.memory();
  const kept = [];
  for (let size = limit - used - free; size > 1000; ) {
    try {
      kept.push(sc.zeros([Math.floor(size)], 'uint8'));
      break;
    } catch {
      size *= 0.97;
    }
  }
  return { sc, kept, used };
}

const range = (count) => Array.from({ length: count }, (_, i) => i);
const x = { name: 'x', type: 'float32', dims: ['n'] };
const y = { name: 'y', type: 'float32' };
const fed = { type: 'float32', dims: [4], data: new Float32Array(4) };

const running =
  (model, feeds = { x: fed }) =>
  async (sc) => {
    const session = await InferenceSession.create(model, { engine: sc });
    try {
      session.runSync(feeds);
    } finally {
      await session.release();
    }
  };

const several = (count, of) => range(count).map(of);
const chain = (count, op) => [
  ...several(count, (i) => node(op(i), [i ? `c${i}` : 'first'], `c${i + 1}`)),
  node('Add', ['x', `c${count}`], 'y'),
];
const one = (nodes, constants = {}) => encodeModel({ inputs: [x], outputs: [y], constants, nodes });
const first = { type: 'float32', dims: [4], data: new Float32Array(4) };
const computed = (count) =>
  one([node('Identity', ['x'], 'first'), ...chain(count, (i) => (i % 3 ? 'Relu' : 'Softmax'))]);
const folded = (count) =>
  one(
    chain(count, () => 'Neg'),
    { first },
  );
const manyOperators = [
  ...['Abs', 'Exp', 'Floor', 'Sign', 'Sin', 'Tanh', 'Elu', 'HardSwish', 'Celu'],
  ...['Softsign', 'Selu', 'Erf', 'Log', 'Round', 'Reciprocal', 'Sqrt', 'Neg', 'Atan', 'Softplus'],
];

const cases = (count) => ({
  concat: (sc) => sc.concat(several(count, () => [1, 2])),
  stack: (sc) => sc.stack(several(count, () => [1, 2])),
  split: (sc) => sc.split(new Float32Array(count), count),
  einsum: (sc) => sc.einsum(`${Array(count).fill('i')}->i`, ...several(count, () => [1, 2])),
  fuse: (sc) => sc.fuse((of) => range(count).reduce((sum, i) => sum.add(i % 7), of))([1]),
  texts: (sc) => sc.run('StringConcat', [several(count, (i) => `${i}`.padStart(60)), 'x']),
  'an equation': (sc) => sc.einsum(' '.repeat(100 * count).concat('i->i'), [1]),
  'a model of many nodes': running(computed(count)),
  'a model of constant nodes': running(folded(count)),
  'a check of many nodes': (sc) => checkModel(computed(count), { engine: sc }),
  'a check of constant nodes': (sc) => checkModel(folded(count), { engine: sc }),
  'many inputs': running(
    encodeModel({
      inputs: several(count, (i) => ({ ...x, name: `x${i}` })),
      outputs: [y],
      nodes: [
        node(
          'Concat',
          several(count, (i) => `x${i}`),
          'y',
          { axis: 0 },
        ),
      ],
    }),
    Object.fromEntries(several(count, (i) => [`x${i}`, fed])),
  ),
  'many outputs': running(
    encodeModel({
      opset: 13,
      inputs: [{ ...x, dims: [count] }],
      outputs: several(count, (i) => ({ ...y, name: `y${i}` })),
      nodes: [{ op: 'Split', inputs: ['x'], outputs: several(count, (i) => `y${i}`) }],
    }),
    { x: { ...fed, dims: [count], data: new Float32Array(count) } },
  ),
  'a sequence': running(
    one([
      node('SequenceConstruct', Array(count).fill('x'), 's'),
      node('ConcatFromSequence', ['s'], 'y', { axis: 0 }),
    ]),
  ),
  'many constants': running(
    one(
      [node('Sum', ['x', ...several(Math.min(count, 900), (i) => `c${i}`)], 'y')],
      Object.fromEntries(several(count, (i) => [`c${i}`, floats([], i)])),
    ),
  ),
  'long attributes': running(
    one([
      {
        op: 'Constant',
        outputs: ['c'],
        attributes: { value_floats: { floats: several(40 * count, (i) => i + 0.5) } },
      },
      { op: 'Constant', outputs: ['t'], attributes: { value_string: 'x'.repeat(200 * count) } },
      node('Add', ['x', 'c'], 'y'),
    ]),
    { x: { ...fed, dims: [1], data: new Float32Array(1) } },
  ),
  'long names': running(
    one([node('Neg', ['x'], 'n'.repeat(200 * count)), node('Neg', ['n'.repeat(200 * count)], 'y')]),
  ),
});

/** Returns the failures of a case, which were neither results nor errors of memory. */
async function failuresOf(work) {
  const failures = [];
  for (const [room, free] of FILLS) {
    const { sc, kept, used } = await filled(room, free);
    try {
      for (const result of [await work(sc)].flat()) result?.dispose?.();
    } catch (error) {
      if (!(error instanceof OutOfMemoryError)) failures.push(`${free} of ${room}: ${error}`);
    }
    for (const tensor of kept) tensor.dispose();
    try {
      // What the engine keeps, such as the versions of operators, may lie anywhere.
      sc.zeros([Math.floor((sc.memory().limit - used) / 4)], 'uint8').dispose();
      assert.deepEqual([...sc.add([1], 1).data], [2]);
    } catch (error) {
      failures.push(`${free} of ${room}, afterwards: ${error}`);
    }
    sc.close();
  }
  return failures;
}

describe('memory that runs out', () => {
  for (const count of all ? [100, 2500] : [1000])
    for (const [name, work] of Object.entries(cases(count)))
      it(`in ${name}, ${count} times`, async () => assert.deepEqual(await failuresOf(work), []));

  it('in the first models of an engine, and in later ones', async () => {
    const work = async (sc) => {
      for (const op of manyOperators) await running(one([node(op, ['x'], 'y')]))(sc);
    };
    assert.deepEqual(await failuresOf(work), []);
  });
});
