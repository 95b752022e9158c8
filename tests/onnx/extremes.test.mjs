/** Models with names that JavaScript's objects inherit, and with sizes, ranks and inputs above the limits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { checkModel, InferenceSession, ModelError } from 'simdcast/onnx';
import { encodeModel, floats, int64s } from './models.mjs';

const engine = await load();

/** Names that objects inherit. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

const one = { data: Float32Array.of(1), dims: [1] };

async function refused(work, code) {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof ModelError, error?.stack);
    assert.equal(error.code, code, error.message);
    return true;
  });
}

describe('names that objects have by themselves', () => {
  for (const name of inherited) {
    it(`an operator ${name} is none`, async () => {
      const model = encodeModel({
        inputs: [{ name: 'x', dims: [1] }],
        outputs: [{ name: 'y' }],
        nodes: [{ op: name, inputs: ['x'], outputs: ['y'] }],
      });
      await refused(InferenceSession.create(model, { engine }), 'unsupported_operator');
      const report = await checkModel(model, { engine });
      assert.deepEqual(
        report.uncertain.map(({ operator, code }) => [operator, code]),
        [[name, 'unsupported_operator']],
      );
    });

    it(`a value may be named ${name}`, async () => {
      const model = encodeModel({
        inputs: [{ name: 'x', dims: [1] }],
        outputs: [{ name }],
        nodes: [{ op: 'Add', inputs: ['x', 'x'], outputs: [name] }],
      });
      const session = await InferenceSession.create(model, { engine });
      const entries = Object.entries(session.runSync({ x: one }));
      assert.deepEqual(
        entries.map(([output, { data }]) => [output, ...data]),
        [[name, 2]],
      );
    });

    it(`the text ${name} is no number`, async () => {
      const model = encodeModel({
        inputs: [{ name: 'x', type: 'string', dims: [1] }],
        outputs: [{ name: 'y' }],
        nodes: [{ op: 'Cast', inputs: ['x'], outputs: ['y'], attributes: { to: 1 } }],
      });
      const session = await InferenceSession.create(model, { engine });
      await refused(session.run({ x: { data: [name], dims: [1] } }), 'invalid_node');
    });

    it(`the word ${name} is no type`, async () => {
      const model = encodeModel({
        inputs: [{ name: 'x', dims: [1] }],
        outputs: [{ name: 'y' }],
        nodes: [{ op: 'Cast', inputs: ['x'], outputs: ['y'], attributes: { to: name } }],
        opset: 5,
      });
      await refused(InferenceSession.create(model, { engine }), 'unsupported_type');
    });
  }
});

describe('sizes past 32 bits', () => {
  // In 32 bits these would be 0, 3, 3, -2147483648 and -1.
  const sizes = [2n ** 32n, 2n ** 32n + 3n, 3n - 2n ** 32n, 2n ** 31n, 2n ** 63n - 1n];
  for (const size of sizes) {
    const graph = {
      outputs: [{ name: 'y' }],
      nodes: [{ op: 'Expand', inputs: ['x', 'shape'], outputs: ['y'] }],
    };

    it(`Expand refuses a constant shape of ${size}`, async () => {
      const constants = { x: floats([1], 5), shape: int64s(size) };
      await refused(
        InferenceSession.create(encodeModel({ ...graph, constants }), { engine }),
        'invalid_node',
      );
    });

    it(`Expand refuses a fed shape of ${size}`, async () => {
      const inputs = [
        { name: 'x', dims: [1] },
        { name: 'shape', type: 'int64', dims: [1] },
      ];
      const session = await InferenceSession.create(encodeModel({ ...graph, inputs }), { engine });
      await refused(session.run({ x: one, shape: int64s(size) }), 'invalid_node');
    });
  }
});

describe('more inputs than the engine takes', () => {
  const modelOf = (count) =>
    encodeModel({
      inputs: [{ name: 'x', dims: [1] }],
      outputs: [{ name: 'y' }],
      nodes: [{ op: 'Sum', inputs: Array(count).fill('x'), outputs: ['y'] }],
    });

  for (const count of [33, 64, 5000])
    it(`${count} of them are joined`, async () => {
      const model = modelOf(count);
      assert.equal((await checkModel(model, { engine })).errors, 0);
      const session = await InferenceSession.create(model, { engine });
      assert.deepEqual([...session.runSync({ x: one }).y.data], [count]);
      await session.release();
    });
});

describe('a rank that the engine does not have', () => {
  const ranks = [17, 100, 5000];
  const shapes = { open: (rank) => Array(rank).fill('N'), fixed: (rank) => Array(rank).fill(1) };
  for (const [kind, shapeOf] of Object.entries(shapes))
    for (const rank of ranks)
      it(`${rank} axes of ${kind} size are refused where they are declared`, async () => {
        const [small, large] = [
          { name: 'x', dims: [1] },
          { name: 'x', dims: shapeOf(rank) },
        ];
        const relu = { op: 'Relu', inputs: ['x'], outputs: ['y'] };
        const unknown = { ...relu, op: 'Unknown' };
        const again = { op: 'Add', inputs: ['y', 'y'], outputs: ['z'] };
        const models = [
          { inputs: [large], outputs: [{ name: 'y' }], nodes: [relu] },
          { inputs: [small], outputs: [{ ...large, name: 'y' }], nodes: [relu] },
          {
            inputs: [small],
            outputs: [{ name: 'z' }],
            values: [{ ...large, name: 'y' }],
            nodes: [unknown, again],
          },
        ].map(encodeModel);
        for (const model of models) {
          await refused(InferenceSession.create(model, { engine }), 'invalid_model');
          await refused(checkModel(model, { engine }), 'invalid_model');
        }
      });

  for (const rank of ranks)
    it(`Expand to ${rank} axes is refused`, async () => {
      const model = encodeModel({
        outputs: [{ name: 'y' }],
        constants: { x: floats([1], 5), shape: int64s(...Array(rank).fill(1)) },
        nodes: [{ op: 'Expand', inputs: ['x', 'shape'], outputs: ['y'] }],
      });
      await refused(InferenceSession.create(model, { engine }), 'invalid_node');
      assert.equal((await checkModel(model, { engine })).errors, 1);
    });
});

describe('more strings than an array may hold', () => {
  const large = Array(2 ** 20).fill(0);
  const graphs = {
    Concat: { op: 'Concat', inputs: Array(128).fill('x'), attributes: { axis: 0 } },
    Gather: { op: 'Gather', inputs: ['x', 'positions'], attributes: { axis: 1 } },
  };
  for (const [op, node] of Object.entries(graphs))
    it(`${op} refuses them`, async () => {
      const model = encodeModel({
        inputs: [{ name: 'x', type: 'string', dims: [large.length, 1] }],
        outputs: [{ name: 'y', type: 'string' }],
        constants: { positions: int64s(...Array(128).fill(0)) },
        nodes: [{ ...node, outputs: ['y'] }],
      });
      const x = { data: large.map(() => 'a'), dims: [large.length, 1] };
      const run = async () => (await InferenceSession.create(model, { engine })).run({ x });
      await assert.rejects(run, { name: 'OutOfMemoryError' });
    });
});

describe('values that decide a shape', () => {
  it('are told apart by every character', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', type: 'string', dims: [2] }],
      outputs: [{ name: 'y' }],
      constants: { wanted: { type: 'string', dims: [2], data: ['a,b', 'c'] }, one: floats([1], 1) },
      nodes: [
        { op: 'Equal', inputs: ['x', 'wanted'], outputs: ['same'] },
        { op: 'Cast', inputs: ['same'], outputs: ['shape'], attributes: { to: 7 } },
        { op: 'Expand', inputs: ['one', 'shape'], outputs: ['y'] },
      ],
      opset: 19,
    });
    const session = await InferenceSession.create(model, { engine });
    const dims = (...data) => session.runSync({ x: { data, dims: [2] } }).y.dims;
    assert.deepEqual(dims('a,b', 'c'), [1, 1]);
    assert.deepEqual(dims('a', 'b,c'), [0, 0]);
  });

  it('are told apart by the sign of zero', async () => {
    const model = encodeModel({
      inputs: [{ name: 'x', dims: [1] }],
      outputs: [{ name: 'y' }],
      constants: { zero: floats([1], 0), one: floats([1], 1) },
      nodes: [
        { op: 'Reciprocal', inputs: ['x'], outputs: ['infinite'] },
        { op: 'Greater', inputs: ['infinite', 'zero'], outputs: ['positive'] },
        { op: 'Cast', inputs: ['positive'], outputs: ['shape'], attributes: { to: 7 } },
        { op: 'Expand', inputs: ['one', 'shape'], outputs: ['y'] },
      ],
    });
    const session = await InferenceSession.create(model, { engine });
    const dims = (value) => session.runSync({ x: floats([1], value) }).y.dims;
    assert.deepEqual([dims(0), dims(-0), dims(0)], [[1], [0], [1]]);
  });
});

describe('a model whose buffer is gone', () => {
  const transferred = () => {
    const bytes = encodeModel({
      inputs: [{ name: 'x' }],
      outputs: [{ name: 'y' }],
      nodes: [{ op: 'Relu', inputs: ['x'], outputs: ['y'] }],
    }).slice();
    structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    return bytes;
  };

  it('is no source', async () => {
    await refused(InferenceSession.create(transferred(), { engine }), 'invalid_source');
    await refused(checkModel(transferred().buffer, { engine }), 'invalid_source');
  });
});
