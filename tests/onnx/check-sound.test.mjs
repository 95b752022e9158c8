/** The checker reports no error in a model that a session runs, and one in a model that no sizes fit. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { checkModel, InferenceSession } from 'simdcast/onnx';
import { encodeModel, floats, int64s } from './models.mjs';

const engine = await load();
const check = (graph) => checkModel(encodeModel(graph), { engine });

const scalar = (value) => ({ type: 'int64', dims: [], data: BigInt64Array.of(BigInt(value)) });
const bools = (...values) => ({
  type: 'bool',
  dims: [values.length],
  data: Uint8Array.from(values, Number),
});
const ramp = (...dims) => {
  const size = dims.reduce((product, one) => product * one, 1);
  return floats(dims, ...Array.from({ length: size }, (_, i) => i));
};

/** Nodes whose output shapes depend on elements of inputs: each with inputs that a session runs. */
const dependent = [
  ['Reshape', [ramp(2, 6), int64s(3, 4)]],
  ['Reshape', [ramp(2, 6), int64s(0, -1, 2)]],
  ['Expand', [ramp(1, 1, 8), int64s(1, 3, 8)]],
  ['Expand', [ramp(3), int64s(2, 3)]],
  ['Slice', [ramp(6), int64s(2), int64s(9)]],
  ['Slice', [ramp(4, 6), int64s(-3), int64s(-1), int64s(1), int64s(1)]],
  ['Tile', [ramp(2, 3), int64s(2, 1)]],
  ['Pad', [ramp(2, 3), int64s(0, 1, 0, -1)]],
  ['ConstantOfShape', [int64s(2, 3)]],
  ['Range', [scalar(1), scalar(7), scalar(2)]],
  ['TopK', [ramp(5), int64s(3)], { outputs: 2 }],
  ['OneHot', [int64s(1, 2), scalar(4), floats([2], 0, 1)]],
  ['Split', [ramp(6), int64s(2, 4)], { outputs: 2 }],
  ['Squeeze', [ramp(1, 3, 1), int64s(0)]],
  ['Unsqueeze', [ramp(3), int64s(0, 2)]],
  ['ReduceSum', [ramp(2, 3), int64s(1)], { opset: 13 }],
  ['ReduceMax', [ramp(2, 3), int64s(-1)], { opset: 18 }],
  ['Resize', [ramp(1, 1, 2, 2), undefined, floats([4], 1, 1, 2, 2)]],
  ['Resize', [ramp(1, 1, 2, 2), undefined, undefined, int64s(1, 1, 3, 5)]],
  ['Upsample', [ramp(1, 1, 2, 2), floats([4], 1, 1, 2, 3)], { opset: 9 }],
  ['NonZero', [ramp(3, 2)]],
  ['Compress', [ramp(3, 2), bools(true, false, true)], { attributes: { axis: 0 } }],
  ['Unique', [ramp(4)]],
  [
    'NonMaxSuppression',
    [ramp(1, 2, 4), ramp(1, 1, 2), scalar(3), floats([1], 0.5), floats([1], 0)],
  ],
  ['CenterCropPad', [ramp(4, 6), int64s(2, 8)], { opset: 18 }],
  ['HannWindow', [scalar(6)]],
  ['MelWeightMatrix', [scalar(4), scalar(16), scalar(8000), floats([], 0), floats([], 4000)]],
  [
    'MaxUnpool',
    [ramp(1, 1, 1, 1), scalarBox(), int64s(1, 1, 2, 2)],
    { attributes: { kernel_shape: [2, 2], strides: [2, 2] } },
  ],
  ['AffineGrid', [ramp(1, 2, 3), int64s(1, 1, 2, 2)], { opset: 20 }],
  ['Col2Im', [ramp(1, 4, 4), int64s(3, 3), int64s(2, 2)], { opset: 18 }],
  ['DFT', [ramp(1, 4, 1), scalar(6)]],
  ['STFT', [ramp(1, 8, 1), scalar(2), floats([4], 1, 1, 1, 1)]],
  ['ReduceMean', [ramp(2, 3, 4), int64s(0, 2)], { opset: 18 }],
];

function scalarBox() {
  return { type: 'int64', dims: [1, 1, 1, 1], data: BigInt64Array.of(3n) };
}

/** How a model declares the shapes of its inputs. */
const declarations = {
  'sizes declared': ({ dims }) => [...dims],
  'sizes symbolic': ({ dims }, name) => dims.map((_, axis) => `${name}${axis}`),
  'sizes of one name': ({ dims }) => dims.map(() => 'N'),
  'ranks dropped': () => undefined,
};

describe('models whose shapes depend on unknown elements have no errors', () => {
  for (const [op, inputs, { outputs = 1, opset = 17, attributes } = {}] of dependent) {
    const names = inputs.map((value, i) => (value ? `in${i}` : ''));
    const made = Array.from({ length: outputs }, (_, i) => ({ name: `out${i}`, type: null }));
    const title = `${op} of ${inputs.map((one) => (one ? `(${one.dims})` : '-')).join(' ')}`;
    for (const [how, declare] of Object.entries(declarations))
      it(`${title}, ${how}`, async () => {
        const given = inputs.flatMap((value, i) => (value ? [{ value, name: names[i] }] : []));
        const node = { op, inputs: names, outputs: made.map(({ name }) => name), attributes };
        const graph = {
          nodes: [node],
          opset,
          outputs: made,
          inputs: given.map(({ value, name }) => ({
            ...{ name, type: value.type },
            dims: declare(value, name),
          })),
        };
        const session = await InferenceSession.create(encodeModel(graph), { engine });
        await session.run(Object.fromEntries(given.map(({ value, name }) => [name, value])));
        await session.release();
        const report = await check(graph);
        assert.equal(report.errors, 0, JSON.stringify(report));
        // A node is listed if its shapes could not be inferred.
        for (const { code } of report.uncertain)
          assert.ok(['data_dependent', 'unknown_input', 'size_dependent'].includes(code), code);
      });
  }

  it('names the input, and goes on behind the node with what the model declares', async () => {
    const report = await check({
      inputs: [
        { name: 'x', dims: [2, 6] },
        { name: 'to', type: 'int64', dims: [2] },
      ],
      outputs: [{ name: 'z' }],
      values: [{ name: 'y', dims: ['a', 4] }],
      constants: { row: floats([4], 1, 2, 3, 4) },
      nodes: [
        { op: 'Reshape', name: 'fold', inputs: ['x', 'to'], outputs: ['y'] },
        { op: 'Add', name: 'bias', inputs: ['y', 'row'], outputs: ['z'] },
      ],
    });
    const [{ node, code, text }] = report.uncertain;
    assert.deepEqual([node, code, report.uncertain.length], ['fold', 'data_dependent', 1]);
    assert.match(text, /depends on the values of its input 1/);
    assert.deepEqual(report.broadcasts[0].outputShape, ['a', 4]);
  });
});

describe('shapes that the graph computes', () => {
  it('are the target of an Expand, as of the state of a recurrent layer of PyTorch', async () => {
    const report = await check({
      inputs: [{ name: 'x', dims: ['batch', 5] }],
      outputs: [{ name: 'y' }],
      constants: { h: ramp(1, 1, 8), at: int64s(0), one: int64s(1), eight: int64s(8) },
      nodes: [
        { op: 'Shape', inputs: ['x'], outputs: ['dims'] },
        { op: 'Gather', inputs: ['dims', 'at'], outputs: ['n'] },
        { op: 'Concat', inputs: ['one', 'n', 'eight'], outputs: ['to'], attributes: { axis: 0 } },
        { op: 'Expand', name: 'state', inputs: ['h', 'to'], outputs: ['y'] },
      ],
    });
    assert.deepEqual([report.errors, report.uncertain], [0, []]);
    const [{ outputShape, ok, text }] = report.broadcasts;
    assert.deepEqual([ok, outputShape], [true, [1, 'batch', 8]]);
    assert.doesNotMatch(text, /\d{3}/);
  });

  it('give the positions of an arange of older exporters', async () => {
    const report = await check({
      inputs: [{ name: 'x', dims: ['n', 3] }],
      outputs: [{ name: 'y' }],
      constants: { at: int64s(0), column: ramp(4, 1) },
      nodes: [
        { op: 'Shape', inputs: ['x'], outputs: ['dims'] },
        { op: 'Gather', inputs: ['dims', 'at'], outputs: ['n'] },
        {
          ...{ op: 'ConstantOfShape', inputs: ['n'], outputs: ['ones'] },
          attributes: { value: floats([1], 1) },
        },
        { op: 'NonZero', inputs: ['ones'], outputs: ['positions'] },
        { op: 'Cast', inputs: ['positions'], outputs: ['row'], attributes: { to: 1 } },
        { op: 'Add', inputs: ['row', 'column'], outputs: ['y'] },
      ],
    });
    assert.deepEqual(report.broadcasts[0]?.outputShape, [4, 'n']);
    assert.equal(report.errors, 0);
  });
});

describe('symbolic sizes', () => {
  const joined = (a, b, axis, more = {}) => ({
    inputs: [
      { name: 'a', dims: a },
      { name: 'b', dims: b },
    ],
    outputs: [{ name: 'c' }],
    nodes: [
      { op: 'Concat', name: 'join', inputs: ['a', 'b'], outputs: ['c'], attributes: { axis } },
    ],
    ...more,
  });

  it('that differ in name may be one: the node is followed, and listed', async () => {
    const report = await check(joined(['batch', 3], ['batch_size', 4], 1));
    assert.equal(report.errors, 0);
    assert.deepEqual(
      report.uncertain.map(({ node, code }) => [node, code]),
      [['join', 'size_dependent']],
    );
    assert.match(report.uncertain[0].text, /^The shapes are compatible if batch_size is batch\./);
    assert.doesNotMatch(report.uncertain[0].text, /\d{3}/);
    const added = joined(['batch', 3], ['batch_size', 4], 1, {
      constants: { row: ramp(7) },
      outputs: [{ name: 'd' }],
    });
    added.nodes.push({ op: 'Add', inputs: ['c', 'row'], outputs: ['d'] });
    assert.deepEqual((await check(added)).broadcasts[0].outputShape, ['batch', 7]);
  });

  for (const size of [0, 2 ** 31 - 1])
    it(`may have to be ${size}, the size of a tensor without elements`, async () => {
      const dims = size === 0 ? [0, 4] : [size, 0];
      const report = await check({
        inputs: [{ name: 'a', dims: ['rows', 'columns'] }],
        outputs: [{ name: 'c' }],
        constants: { b: { type: 'float32', dims, data: new Float32Array(0) } },
        nodes: [{ op: 'Gemm', inputs: ['a', 'b'], outputs: ['c'] }],
      });
      assert.deepEqual([report.errors, report.uncertain[0].code], [0, 'size_dependent']);
    });

  it('may have to be one number', async () => {
    const report = await check({
      inputs: [{ name: 'x', dims: ['N', 4] }],
      outputs: [{ name: 'y' }],
      constants: { to: int64s(2, 10) },
      nodes: [{ op: 'Reshape', inputs: ['x', 'to'], outputs: ['y'] }],
    });
    assert.equal(report.errors, 0);
    assert.match(
      report.uncertain[0].text,
      /^The shapes are compatible if N is 5\. Otherwise: .*\(N,4\)/,
    );
  });

  it('may have one name by accident', async () => {
    // Exporters name unrelated sizes 'None'.
    for (const [to, is] of [
      [int64s(-1, 6), 'reshaped'],
      [int64s(5, 6), 'fixed'],
    ]) {
      const report = await check({
        inputs: [{ name: 'x', dims: ['None', 'None', 3] }],
        outputs: [{ name: 'y' }],
        constants: { to },
        nodes: [{ op: 'Reshape', inputs: ['x', 'to'], outputs: ['y'] }],
      });
      assert.equal(report.errors, 0, is);
    }
    // The difference of two sizes with the same name need not be 0.
    const report = await check({
      inputs: [
        { name: 'a', dims: ['None'] },
        { name: 'b', dims: ['None'] },
      ],
      outputs: [{ name: 'y' }],
      constants: { to: int64s(7) },
      nodes: [
        { op: 'Shape', inputs: ['a'], outputs: ['m'] },
        { op: 'Shape', inputs: ['b'], outputs: ['n'] },
        { op: 'Sub', inputs: ['m', 'n'], outputs: ['k'] },
        { op: 'ConstantOfShape', inputs: ['k'], outputs: ['zeros'] },
        { op: 'Reshape', inputs: ['zeros', 'to'], outputs: ['y'] },
      ],
    });
    assert.equal(report.errors, 0, JSON.stringify(report.uncertain));
  });

  it('may have to be several numbers at once', async () => {
    const report = await check({
      inputs: [
        { name: 'x', dims: [1, 'N', 2] },
        { name: 'w', dims: [1, 'N', 2] },
        { name: 'r', dims: [1, 'N', 3] },
        { name: 'b', dims: [1, 'N'] },
      ],
      outputs: [{ name: 'y' }],
      nodes: [
        {
          ...{ op: 'GRU', inputs: ['x', 'w', 'r', 'b'], outputs: ['y'] },
          attributes: { hidden_size: 3 },
        },
      ],
    });
    assert.equal(report.errors, 0, JSON.stringify(report.uncertain));
  });

  it('that any number of groups divides', async () => {
    for (const blocksize of [2, 7, 11]) {
      const report = await check({
        inputs: [{ name: 'x', dims: ['n', 'c', 'h', 'w'] }],
        outputs: [{ name: 'y' }],
        nodes: [{ op: 'DepthToSpace', inputs: ['x'], outputs: ['y'], attributes: { blocksize } }],
      });
      assert.equal(report.errors, 0, `${blocksize}`);
    }
  });
});

describe('Squeeze of every axis of size 1', () => {
  const squeezing = (dims, declared) => ({
    inputs: [{ name: 'x', dims }],
    outputs: [{ name: 'y' }],
    values: [{ name: 'squeezed', dims: declared }],
    constants: { by: floats([5, 2], 1, 2, 3, 4, 5, 6, 7, 8, 9, 10) },
    nodes: [
      { op: 'Squeeze', inputs: ['x'], outputs: ['squeezed'] },
      { op: 'MatMul', inputs: ['squeezed', 'by'], outputs: ['y'] },
    ],
  });

  it('has any rank if sizes are symbolic', async () => {
    const model = squeezing(['a', 'b', 'c', 'd'], ['n', 4, 5]);
    const session = await InferenceSession.create(encodeModel(model), { engine });
    assert.deepEqual((await session.run({ x: ramp(1, 3, 4, 5) })).y.dims, [3, 4, 2]);
    assert.equal((await check(model)).errors, 0);
  });

  it('has one rank if they are not', async () => {
    assert.equal((await check(squeezing([1, 3, 4, 5], ['n', 5]))).errors, 1);
    assert.equal((await check(squeezing([1, 3, 4, 6], ['n', 4, 6]))).errors, 1);
  });
});

describe('a model that no sizes fit is an error', () => {
  const one = (op, inputs, more = {}) => ({
    inputs: inputs.map((dims, i) => ({ name: `x${i}`, dims })),
    outputs: [{ name: 'y' }],
    nodes: [
      {
        ...{ op, inputs: inputs.map((_, i) => `x${i}`).concat(Object.keys(more.constants ?? {})) },
        ...{ outputs: ['y'], attributes: more.attributes },
      },
    ],
    ...more,
  });
  const impossible = {
    'Add of 4 and 3': one('Add', [
      ['N', 4],
      ['M', 3],
    ]),
    'Concat of 3 and 4': one(
      'Concat',
      [
        ['N', 3],
        ['N', 4],
      ],
      { attributes: { axis: 0 } },
    ),
    'Concat of ranks 2 and 3': one(
      'Concat',
      [
        ['N', 3],
        ['N', 'M', 3],
      ],
      { attributes: { axis: 0 } },
    ),
    'MatMul of 4 and 5': one('MatMul', [
      ['N', 4],
      [5, 'M'],
    ]),
    'Reshape of 12 to 7': one('Reshape', [[2, 6]], { constants: { to: int64s(7) } }),
    'Expand of 8 to 3': one('Expand', [[1, 8]], { constants: { to: int64s(2, 3) } }),
    'Conv of 3 channels with 4': one('Conv', [
      ['N', 3, 'h', 'w'],
      [8, 4, 3, 3],
    ]),
    'Gemm of wrong rank': one('Gemm', [
      ['N', 3, 4],
      [4, 5],
    ]),
    'Transpose of wrong rank': one('Transpose', [['N', 3, 4]], { attributes: { perm: [1, 0] } }),
    'an attribute that does not exist': one('Relu', [['N', 3]], { attributes: { slope: 1 } }),
  };
  for (const [title, graph] of Object.entries(impossible))
    it(title, async () => {
      const report = await check(graph);
      assert.equal(report.errors, 1, JSON.stringify(report));
      assert.doesNotMatch(JSON.stringify(report), /\d{4}/);
    });
});
