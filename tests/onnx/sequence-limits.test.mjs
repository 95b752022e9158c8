/** Sequences and optional values that are too long, nested too deep, or of unsupported types. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inner, integer, message, text } from '../conformance/support.mjs';
import {
  create,
  engine,
  plain,
  refused,
  run,
  scalar,
  sequence,
  truth,
  vector,
} from './containers.mjs';
import { encodeModel, floats, node } from './models.mjs';

/** The maximum number of elements of a sequence, from docs/onnx.md. */
const MOST = 4096;
const tooMany = (count) => new RegExp(`at most ${MOST} elements, but would have ${count}`);

describe('sequences of many elements', () => {
  const split = (count) => ({
    inputs: [{ name: 'x', dims: [count] }],
    nodes: [
      node('SplitToSequence', ['x'], 's'),
      node('ConcatFromSequence', ['s'], 'y', { axis: 0 }),
      node('SequenceLength', ['s'], 'n'),
    ],
    outputs: [{ name: 'y' }, { name: 'n', type: 'int64' }],
  });
  const ramp = (count) => floats([count], ...Array.from({ length: count }, (_, i) => i));

  it('may be as many as the documents say, and no more', async () => {
    const x = ramp(MOST);
    assert.deepEqual(await run(split(MOST), { x }), { y: plain(x), n: [MOST] });
    await refused(split(MOST + 1), { x: ramp(MOST + 1) }, 'invalid_node', tooMany(MOST + 1));
  });

  it('are refused before any is made', async () => {
    await refused(split(100_000), { x: ramp(100_000) }, 'invalid_node', tooMany(100_000));
    const empty = { ...split(2 ** 31 - 1), inputs: [{ name: 'x', dims: [2 ** 31 - 1, 0] }] };
    const x = floats([2 ** 31 - 1, 0]);
    await refused(empty, { x }, 'invalid_node', tooMany(2 ** 31 - 1));
    const names = new Array(MOST + 1).fill('x');
    await refused(
      {
        inputs: [{ name: 'x', dims: [1] }],
        nodes: [node('SequenceConstruct', names, 's')],
        outputs: [sequence('s')],
      },
      { x: vector(1) },
      'invalid_node',
      tooMany(MOST + 1),
    );
  });

  it('are refused where a loop appends without end', async () => {
    const counter = [
      { name: 'i', type: 'int64', dims: [] },
      { name: 'go', type: 'bool', dims: [] },
    ];
    const endless = (nodes, output) => ({
      inputs: [{ name: 'x', dims: [1] }],
      constants: { yes: truth(true) },
      nodes: [
        node('SequenceConstruct', ['x'], 's'),
        node('Loop', ['', 'yes', 's'], ['all'], {
          body: {
            graph: {
              inputs: [...counter, sequence('list')],
              nodes: [node('Identity', ['go'], 'on'), ...nodes],
              outputs: [{ name: 'on', type: 'bool', dims: [] }, sequence(output)],
            },
          },
        }),
      ],
      outputs: [sequence('all')],
    });
    const appends = node('SequenceInsert', ['list', 'x'], 'longer');
    await refused(
      endless([appends], 'longer'),
      { x: vector(1) },
      'invalid_node',
      tooMany(MOST + 1),
    );
    const keeps = [appends, node('SequenceErase', ['longer'], 'same')];
    await refused(endless(keeps, 'same'), { x: vector(1) }, 'invalid_node', /200000 nodes/);
  });

  it('leave no memory behind, whether they run or are refused', async () => {
    const before = engine.memory().used;
    const session = await create(
      encodeModel({ ...split(9), inputs: [{ name: 'x', dims: ['N'] }] }),
    );
    await session.run({ x: ramp(9) });
    await session.run({ x: ramp(3) });
    await assert.rejects(session.run({ x: ramp(MOST + 1) }));
    await session.release();
    assert.equal(engine.memory().used, before);
  });
});

describe('types of values that there are not', () => {
  const tensor = inner(1, integer(1, 1));
  /** ModelProto with an input of this TypeProto, and an unrelated output. */
  const withInput = (...type) =>
    message(
      inner(
        7,
        inner(1, text(1, 's'), text(2, 'y'), text(4, 'Identity')),
        inner(11, text(1, 's'), inner(2, ...type)),
        inner(12, text(1, 'y'), inner(2, ...type)),
      ),
      inner(8, integer(2, 18)),
    );
  const sequenceOf = (...type) => [inner(4, inner(1, ...type))];
  const optionalOf = (...type) => [inner(9, inner(1, ...type))];
  const isRefused = (type) =>
    assert.rejects(create(withInput(...type)), { name: 'ModelError', code: 'unsupported_type' });

  it('are refused: sequences of sequences, of maps, of optional values, and optional ones twice', async () => {
    const map = inner(5, integer(1, 7), inner(2, tensor));
    await create(withInput(...sequenceOf(tensor)));
    await create(withInput(...optionalOf(...sequenceOf(tensor))));
    await isRefused(sequenceOf(...sequenceOf(tensor)));
    await isRefused(sequenceOf(map));
    await isRefused(sequenceOf(...optionalOf(tensor)));
    await isRefused(optionalOf(...optionalOf(tensor)));
    await isRefused(optionalOf(map));
    await isRefused([map]);
    await isRefused([inner(4)]);
    await isRefused([inner(9)]);
    await isRefused(sequenceOf(inner(1, integer(1, 99))));
  });

  it('are refused at any depth', async () => {
    let deep = [tensor];
    for (let i = 0; i < 5000; i++) deep = sequenceOf(...deep);
    await isRefused(deep);
    await isRefused(optionalOf(...deep));
  });

  it('may be declared of values between the nodes, where they are of no use', async () => {
    const model = (value) => ({
      constants: { x: vector(1), p: scalar(0) },
      nodes: [node('SequenceConstruct', ['x'], 's'), node('SequenceAt', ['s', 'p'], 'y')],
      outputs: [{ name: 'y' }],
      values: [value],
    });
    assert.deepEqual(await run(model(sequence('s'))), { y: [1] });
    assert.deepEqual(await run(model({ name: 's', optional: true })), { y: [1] });
  });
});
