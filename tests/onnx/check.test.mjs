/** The reports of the checker: each broadcast with its figures, and each warning with its fix. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { load } from 'simdcast';
import { checkModel } from 'simdcast/onnx';
import { encodeModel, int64s } from './models.mjs';
import { samples } from './samples.mjs';

const engine = await load();
const check = (graph) => checkModel(encodeModel(graph), { engine });

const zeros = (...dims) => ({
  type: 'float32',
  dims,
  data: new Float32Array(dims.reduce((n, size) => n * size, 1)),
});

/** The report of one node on an input and a constant. */
async function checkPair(op, a, b, more = {}) {
  const report = await check({
    inputs: [{ name: 'a', dims: a }],
    outputs: [{ name: 'c' }],
    constants: { b: zeros(...b) },
    nodes: [{ op, name: 'node', inputs: ['a', 'b'], outputs: ['c'], attributes: more.attributes }],
    opset: more.opset,
  });
  return { report, one: report.broadcasts[0] };
}

const codes = ({ warnings }) => warnings.map(({ code }) => code);

describe('the checker', () => {
  it('lists a broadcast with its ladder and figures', async () => {
    const { report, one } = await checkPair('Add', [2, 3, 4], [3, 1]);
    assert.equal(report.broadcasts.length, 1);
    assert.deepEqual(
      [one.node, one.operator, one.rule, one.stored, one.made],
      ['node', 'Add', 'multidirectional', 27, 24],
    );
    assert.deepEqual(one.outputShape, [2, 3, 4]);
    assert.deepEqual(
      one.axes.map(({ sizes, size, added }) => [sizes, size, added[1]]),
      [
        [[2, 1], 2, true],
        [[3, 3], 3, false],
        [[4, 1], 4, false],
      ],
    );
    // ncnn would align the two axes of B with the two outer axes of A.
    assert.deepEqual(codes(one), ['ncnn_differs']);
  });

  it('leaves out nodes whose operands have one shape', async () => {
    const { report } = await checkPair('Add', [2, 3], [2, 3]);
    assert.deepEqual([report.broadcasts.length, report.warnings, report.errors], [0, 0, 0]);
  });

  it('lists operands that differ in rank alone, as a 1 is added', async () => {
    const { report, one } = await checkPair('Add', [1, 3], [3]);
    assert.equal(report.broadcasts.length, 1);
    assert.deepEqual(
      one.axes.map(({ sizes, added, stretched }) => [sizes, added, stretched]),
      [
        [[1, 1], [false, true], []],
        [[3, 3], [false, false], []],
      ],
    );
  });

  it('lists operands of one rank that are stretched, and not the bounds of Clip', async () => {
    const { report, one } = await checkPair('Add', [2, 3], [2, 1]);
    assert.equal(report.broadcasts.length, 1);
    assert.deepEqual(
      one.axes.map(({ stretched }) => stretched),
      [[], [1]],
    );
    assert.equal((await checkPair('Clip', [2, 3], [])).report.broadcasts.length, 0);
  });

  it('counts what Expand stretches, and not the shape that it has', async () => {
    const report = await check({
      inputs: [{ name: 'a', dims: [3, 1] }],
      outputs: [{ name: 'c' }],
      constants: { shape: int64s(2, 3, 4) },
      nodes: [{ op: 'Expand', inputs: ['a', 'shape'], outputs: ['c'] }],
    });
    const [{ stored, made }] = report.broadcasts;
    assert.deepEqual([stored, made], [3, 24]);
  });

  it('keeps the names of open sizes, and computes with them', async () => {
    const report = await check({
      inputs: [{ name: 'x', dims: ['batch', 'seq', 768] }],
      outputs: [{ name: 'y' }, { name: 'z' }],
      constants: {
        heads: int64s(0, 0, 12, 64),
        one: int64s(1),
        bias: zeros(12, 1, 64),
        row: zeros(768),
        flat: int64s(-1, 768),
      },
      nodes: [
        { op: 'Reshape', inputs: ['x', 'heads'], outputs: ['h'] },
        { op: 'Transpose', inputs: ['h'], outputs: ['t'], attributes: { perm: [0, 2, 1, 3] } },
        { op: 'Add', name: 'bias', inputs: ['t', 'bias'], outputs: ['y'] },
        { op: 'Concat', inputs: ['x', 'x'], outputs: ['twice'], attributes: { axis: 1 } },
        { op: 'Reshape', inputs: ['twice', 'flat'], outputs: ['rows'] },
        { op: 'Mul', name: 'scale', inputs: ['rows', 'row'], outputs: ['z'] },
      ],
    });
    const [bias, scale] = report.broadcasts;
    assert.deepEqual(bias.outputShape, ['batch', 12, 'seq', 64]);
    assert.equal(bias.made, '768*batch*seq');
    assert.equal(bias.stored, '768*batch*seq + 768');
    assert.deepEqual(bias.axes[2].sizes, ['seq', 1]);
    assert.deepEqual(scale.outputShape, ['2*batch*seq', 768]);
    assert.deepEqual([report.uncertain.length, report.errors], [0, 0]);
  });

  it('follows shapes that the graph computes', async () => {
    const report = await check({
      inputs: [{ name: 'x', dims: ['N', 4, 6] }],
      outputs: [{ name: 'y' }],
      constants: { first: int64s(0), rest: int64s(-1), row: zeros(24) },
      nodes: [
        { op: 'Shape', inputs: ['x'], outputs: ['dims'] },
        { op: 'Gather', inputs: ['dims', 'first'], outputs: ['n'] },
        { op: 'Concat', inputs: ['n', 'rest'], outputs: ['shape'], attributes: { axis: 0 } },
        { op: 'Reshape', inputs: ['x', 'shape'], outputs: ['flat'] },
        { op: 'Add', inputs: ['flat', 'row'], outputs: ['y'] },
      ],
    });
    assert.deepEqual(report.broadcasts[0].outputShape, ['N', 24]);
  });

  it('lists the matrix product, Gemm, PRelu, Where, Expand and LayerNormalization', async () => {
    const { broadcasts } = await checkModel(samples.attention.model, { engine });
    assert.deepEqual(
      broadcasts.map(({ operator, rule }) => `${operator} ${rule}`),
      [
        ...new Array(3).fill('MatMul matMul'),
        'Div multidirectional',
        'LayerNormalization unidirectional',
        'LayerNormalization unidirectional',
      ],
    );
    const perceptron = await checkModel(samples.perceptron.model, { engine });
    assert.deepEqual(
      perceptron.broadcasts.map(({ operator, rule, operands }) => [
        operator,
        rule,
        operands[0].shape,
      ]),
      [
        ['Gemm', 'unidirectional', ['N', 3]],
        ['PRelu', 'unidirectional', ['N', 3]],
      ],
    );
    const shapes = await checkModel(samples.shapes.model, { engine });
    assert.equal(shapes.errors, 0);
  });

  it('warns of an accidental outer product', async () => {
    const { one } = await checkPair('Sub', ['N', 1], [5]);
    assert.deepEqual(codes(one), []);
    const report = await check({
      inputs: [{ name: 'x', dims: ['N'] }],
      outputs: [{ name: 'y' }],
      constants: { axis: int64s(1) },
      nodes: [
        { op: 'Unsqueeze', inputs: ['x', 'axis'], outputs: ['column'] },
        { op: 'Sub', inputs: ['x', 'column'], outputs: ['y'] },
      ],
    });
    const [warning] = report.broadcasts[0].warnings;
    assert.equal(warning.code, 'outer_product');
    assert.deepEqual(report.broadcasts[0].outputShape, ['N', 'N']);
    // The number that represents N must not appear.
    assert.doesNotMatch(JSON.stringify(report), /\d{3}/);
    assert.match(warning.text, /N × N = N\*N results, not N\./);
  });

  it('warns of a vector that meets a square', async () => {
    const { one } = await checkPair('Mul', [8, 8], [8]);
    assert.ok(codes(one).includes('square_trap'));
    const open = await checkPair('Mul', ['N', 8], [8]);
    assert.ok(!codes(open.one).includes('square_trap'));
  });

  it('says which reshape replaces the axis of an old node', async () => {
    const attributes = { axis: 1, broadcast: 1 };
    const { one } = await checkPair('Add', [2, 3, 4, 5], [3, 4], { opset: 6, attributes });
    const legacy = one.warnings.find(({ code }) => code === 'legacy_axis');
    assert.equal(one.rule, 'legacy');
    assert.deepEqual(legacy.reshapes, [{ name: 'b', from: [3, 4], to: [3, 4, 1] }]);
    const suffix = { axis: 2, broadcast: 1 };
    const idle = await checkPair('Add', [2, 3, 4, 5], [4, 5], { opset: 6, attributes: suffix });
    const [warning] = idle.one.warnings.filter(({ code }) => code === 'legacy_axis');
    assert.deepEqual(warning.reshapes, []);
    const none = await checkPair('Add', [2, 3, 4, 5], [4, 5], {
      opset: 6,
      attributes: { broadcast: 1 },
    });
    assert.ok(!codes(none.one).includes('legacy_axis'));
  });

  it('warns where ncnn would align otherwise, with the reshape that makes both agree', async () => {
    // ncnn aligns a vector with the channels if the sizes match, otherwise with the columns.
    const { one } = await checkPair('Add', ['N', 56, 8, 56], [56]);
    const warning = one.warnings.find(({ code }) => code === 'ncnn_differs');
    assert.deepEqual(warning.reshapes, [{ name: 'b', from: [56], to: [1, 1, 56] }]);
    assert.match(warning.text, /If you reshape 'b' \(56,\) to \(1,1,56\), both agree/);
    const even = await checkPair('Add', ['N', 2, 2, 2], [2]);
    assert.ok(codes(even.one).includes('ncnn_differs'));
    // ncnn aligns a matrix with the outer axes, ONNX with the inner ones.
    const rows = await checkPair('Add', [1, 3, 3, 5], [3, 5]);
    assert.ok(codes(rows.one).includes('ncnn_differs'));
  });

  it('warns of one element with more axes than the other operand', async () => {
    // ncnn aligns the matrix with the outer axes of a result that has the rank of the single element.
    const { one } = await checkPair('Sub', [1, 2], [1, 1, 1, 1]);
    assert.deepEqual(codes(one), ['ncnn_differs']);
    for (const [a, b] of [
      [
        [2, 3],
        [1, 1],
      ],
      [
        [1, 1, 1],
        [4, 2, 3],
      ],
      [[1], [1, 1, 1]],
    ]) {
      const same = await checkPair('Sub', a, b);
      assert.ok(!codes(same.one).includes('ncnn_differs'), `${a} with ${b}`);
    }
  });

  it('names one reshape where ncnn refuses, in the order of the model', async () => {
    const { one } = await checkPair('Sub', [2, 3, 4, 5], [4, 5]);
    const { text, reshapes } = one.warnings.find(({ code }) => code === 'ncnn_differs');
    assert.deepEqual(reshapes, [{ name: 'b', from: [4, 5], to: [1, 1, 4, 5] }]);
    assert.match(text, /by ncnn's rule\. Axis/);
    assert.equal(text.match(/[Rr]eshape/g).length, 1, text);
  });

  it('does not warn where ncnn agrees, or has no such operator', async () => {
    for (const [a, b] of [
      [
        ['N', 64, 56, 56],
        [64, 1, 1],
      ],
      [['N', 64, 56, 56], [1]],
      [['N', 10], [10]],
      [['N', 7, 10], [10]],
      [['N', 64, 56, 56], [56]],
      [['N', 64, 56, 56], []],
    ]) {
      const { one } = await checkPair('Add', a, b);
      assert.ok(!codes(one).includes('ncnn_differs'), `${a} with ${b}`);
    }
    const other = await checkPair('Greater', ['N', 56, 8, 56], [56]);
    assert.ok(!codes(other.one).includes('ncnn_differs'));
  });

  it('counts a conflict as an error, and goes on', async () => {
    const { report, one } = await checkPair('Add', [3, 4], [3]);
    assert.equal(report.errors, 1);
    assert.deepEqual([one.ok, one.outputShape], [false, undefined]);
    assert.match(
      one.text,
      /^Add cannot broadcast A \(3,4\) with B \(3,\)\. Last axis: A has 4, B has 3\./,
    );
    // Two symbolic sizes may be equal.
    const open = await check({
      inputs: [
        { name: 'a', dims: ['N', 3] },
        { name: 'b', dims: ['M', 3] },
      ],
      outputs: [{ name: 'c' }],
      nodes: [{ op: 'Add', inputs: ['a', 'b'], outputs: ['c'] }],
    });
    assert.equal(open.errors, 0);
  });

  it('goes on behind operators that it does not follow, where the model says what they make', async () => {
    const graph = (values) => ({
      inputs: [{ name: 'x', dims: ['N', 3, 8, 8] }],
      outputs: [{ name: 'y' }],
      constants: { w: zeros(4, 3, 1, 1), b: zeros(4, 1, 1) },
      values,
      nodes: [
        { op: 'Unheard', name: 'grid', inputs: ['x', 'w'], outputs: ['c'] },
        { op: 'Add', name: 'bias', inputs: ['c', 'b'], outputs: ['y'] },
      ],
    });
    const said = await check(graph([{ name: 'c', dims: ['N', 4, 8, 8] }]));
    assert.deepEqual(said.broadcasts[0].outputShape, ['N', 4, 8, 8]);
    assert.deepEqual(
      said.uncertain.map(({ node, code }) => [node, code]),
      [['grid', 'unsupported_operator']],
    );
    const silent = await check(graph([]));
    assert.deepEqual(
      silent.uncertain.map(({ node, code }) => [node, code]),
      [
        ['grid', 'unsupported_operator'],
        ['bias', 'unknown_input'],
      ],
    );
    assert.equal(silent.errors, 0);
    assert.equal(silent.unsupported, 1);
  });

  it('compares what the model declares with what its nodes give', async () => {
    const graph = (declared, output) => ({
      inputs: [{ name: 'x', dims: ['N', 3] }],
      outputs: [{ name: 'y', dims: output }],
      constants: { b: zeros(3), w: zeros(3, 5) },
      values: [{ name: 'sum', dims: declared }],
      nodes: [
        { op: 'Add', name: 'bias', inputs: ['x', 'b'], outputs: ['sum'] },
        { op: 'MatMul', name: 'project', inputs: ['sum', 'w'], outputs: ['y'] },
      ],
    });
    const found = async (declared, output) => {
      const { uncertain, errors } = await check(graph(declared, output));
      return [uncertain.map(({ node, code, text }) => `${node} ${code} ${text}`), errors];
    };
    // A symbolic size matches any, on either side.
    const fitting = [
      [
        ['N', 3],
        ['N', 5],
      ],
      [
        ['M', 'K'],
        [7, 5],
      ],
      [
        [2, 3],
        [null, null],
      ],
    ];
    for (const [declared, output] of fitting)
      assert.deepEqual(await found(declared, output), [[], 0], JSON.stringify([declared, output]));
    assert.deepEqual(await found(['N', 4], ['N', 5]), [
      ["bias declared_otherwise The model declares 'sum' as (N,4), but the node produces (N,3)."],
      1,
    ]);
    assert.deepEqual(await found(['N', 3], [null, 6]), [
      ["project declared_otherwise The model declares 'y' as (?,6), but the node produces (N,5)."],
      1,
    ]);
    assert.deepEqual(await found(['N', 3, 1], ['N']), [
      [
        "bias declared_otherwise The model declares 'sum' as (N,3,1), but the node produces (N,3).",
        "project declared_otherwise The model declares 'y' as (N,), but the node produces (N,5).",
      ],
      2,
    ]);
  });

  it('leaves no memory behind', async () => {
    const before = engine.memory();
    for (let i = 0; i < 20; i++) await checkModel(samples.attention.model, { engine });
    assert.deepEqual(engine.memory(), before);
  });
});

test('options that there are not', async () => {
  await assert.rejects(checkModel('nowhere.onnx', { engin: engine }), {
    name: 'AttributeError',
    code: 'option_unknown',
    message: /did you mean 'engine'\? Its only option is engine\.$/,
  });
});
