/** If, Loop and Scan with sequences and optional values: loop-carried, as inputs, and as outer values. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  create,
  optional,
  plain,
  refused,
  run,
  scalar,
  sequence,
  truth,
  vector,
} from './containers.mjs';
import { encodeModel, floats, int64s, node } from './models.mjs';

const counter = [
  { name: 'i', type: 'int64', dims: [] },
  { name: 'go', type: 'bool', dims: [] },
];
const goesOn = { name: 'goes_on', type: 'bool', dims: [] };
const untilDone = node('Identity', ['go'], 'goes_on');

/** A Loop's body with these states. */
const body = (states, nodes, outputs, constants = {}) => ({
  graph: { inputs: [...counter, ...states], nodes, outputs: [goesOn, ...outputs], constants },
});

/**
 * The form in which PyTorch exports a list that a loop appends to: y contains x · i for each iteration i, in
 * sequence.
 */
const appending = {
  inputs: [
    { name: 'x', dims: ['N'] },
    { name: 'times', type: 'int64', dims: [] },
  ],
  constants: { yes: truth(true) },
  nodes: [
    node('SequenceEmpty', [], 'none'),
    node('Loop', ['times', 'yes', 'none'], ['all'], {
      body: body(
        [sequence('list')],
        [
          untilDone,
          node('Cast', ['i'], 'f', { to: 1 }),
          node('Mul', ['x', 'f'], 'xi'),
          node('SequenceInsert', ['list', 'xi'], 'longer'),
        ],
        [sequence('longer')],
      ),
    }),
    node('SequenceLength', ['all'], 'n'),
  ],
  outputs: [sequence('all'), { name: 'n', type: 'int64' }],
};

describe('Loop', () => {
  it('appends to a sequence as often as is fed', async () => {
    const session = await create(encodeModel(appending));
    for (const times of [0, 1, 3, 40, 2]) {
      const { all, n } = await session.run({ x: vector(1, -2), times: scalar(times) });
      const expected = Array.from({ length: times }, (_, i) => [i, -2 * i]);
      assert.deepEqual(
        plain(all).map((one) => one.map((item) => item + 0)),
        expected.map((one) => one.map((item) => item + 0)),
      );
      assert.deepEqual(plain(n), [times]);
    }
    await session.release();
  });

  it('joins what it has appended, of as many rows as the input has', async () => {
    const model = {
      ...appending,
      inputs: [{ name: 'x', dims: ['N', 2] }],
      constants: { yes: truth(true), first: scalar(0) },
      nodes: [
        node('Shape', ['x'], 'shape'),
        node('Gather', ['shape', 'first'], 'times'),
        node('SequenceEmpty', [], 'none'),
        node('Loop', ['times', 'yes', 'none'], ['all'], {
          body: body(
            [sequence('list')],
            [
              untilDone,
              node('Gather', ['x', 'i'], 'row'),
              node('SequenceInsert', ['list', 'row', 'front'], 'longer'),
            ],
            [sequence('longer')],
            { front: scalar(0) },
          ),
        }),
        node('ConcatFromSequence', ['all'], 'y', { axis: 0, new_axis: 1 }),
      ],
      outputs: [{ name: 'y' }],
    };
    const session = await create(encodeModel(model));
    for (const rows of [1, 3, 7]) {
      const data = Array.from({ length: rows * 2 }, (_, at) => at);
      const { y } = await session.run({ x: floats([rows, 2], ...data) });
      const expected = Array.from({ length: rows }, (_, i) => data.slice(i * 2, i * 2 + 2));
      assert.deepEqual([y.dims, plain(y)], [[rows, 2], expected.reverse().flat()]);
    }
    await session.release();
  });

  it('takes the elements of a sequence around it by the number of the iteration', async () => {
    const model = (times) => ({
      inputs: [sequence('s', { dims: [2] })],
      constants: { yes: truth(true), times: scalar(times), zero: vector(0, 0) },
      nodes: [
        node('Loop', ['times', 'yes', 'zero'], ['sum', 'each'], {
          body: body(
            [{ name: 'so_far' }],
            [
              untilDone,
              node('SequenceAt', ['s', 'i'], 'e'),
              node('Add', ['so_far', 'e'], 'next'),
              node('Neg', ['e'], 'shown'),
            ],
            [{ name: 'next' }, { name: 'shown' }],
          ),
        }),
      ],
      outputs: [{ name: 'sum' }, { name: 'each' }],
    });
    const s = [1, 2, 3, 4, 5, 6, 7].map((k) => vector(k, 10 * k));
    assert.deepEqual(await run(model(7), { s }), {
      sum: [28, 280],
      each: [1, 2, 3, 4, 5, 6, 7].flatMap((k) => [-k, -10 * k]),
    });
    assert.deepEqual((await run(model(2), { s })).sum, [3, 30]);
    await refused(model(8), { s }, 'invalid_node', /Position 7 of .* for a sequence of 7/);
  });

  it('rolls around a sequence of which it takes a fixed element', async () => {
    const model = {
      inputs: [sequence('s', { dims: [1] }), { name: 'times', type: 'int64', dims: [] }],
      constants: { yes: truth(true), zero: vector(0), last: scalar(-1) },
      nodes: [
        node('Loop', ['times', 'yes', 'zero'], ['sum'], {
          body: body(
            [{ name: 'so_far' }],
            [
              untilDone,
              node('SequenceAt', ['s', 'last'], 'e'),
              node('Add', ['so_far', 'e'], 'next'),
            ],
            [{ name: 'next' }],
          ),
        }),
      ],
      outputs: [{ name: 'sum' }],
    };
    const session = await create(encodeModel(model));
    // The trip count determines no shape, so its value is not needed.
    session.prepare({ s: [[1], [1]], times: [] });
    for (const times of [0, 5, 1000]) {
      const { sum } = await session.run({ s: [vector(7), vector(3)], times: scalar(times) });
      assert.deepEqual(plain(sum), [3 * times]);
    }
    await session.release();
  });

  it('ends by its condition, and stacks beside a sequence', async () => {
    const model = (times) => ({
      inputs: [{ name: 'times', type: 'int64', dims: [] }],
      constants: { yes: truth(true), five: scalar(5), x: vector(1, 2) },
      nodes: [
        node('SequenceConstruct', ['x'], 'start'),
        node('Loop', [times, 'yes', 'start'], ['all', 'numbers', 'rows'], {
          body: body(
            [sequence('list')],
            [
              node('Less', ['i', 'five'], 'goes_on'),
              node('SequenceInsert', ['list', 'x'], 'longer'),
              node('SequenceLength', ['list'], 'n'),
              node('Neg', ['x'], 'row'),
            ],
            [sequence('longer'), { name: 'n', type: 'int64' }, { name: 'row' }],
          ),
        }),
      ],
      outputs: [sequence('all'), { name: 'numbers', type: 'int64' }, { name: 'rows' }],
    });
    const session = await create(encodeModel(model('times')));
    const { all, numbers, rows } = await session.run({ times: scalar(100) });
    assert.equal(all.length, 7);
    assert.deepEqual(plain(numbers), [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(rows.dims, [6, 2]);
    const none = await session.run({ times: scalar(0) });
    assert.equal(none.all.length, 1);
    assert.deepEqual([none.numbers.dims, none.rows.dims], [[0], [0, 2]]);
    await session.release();
  });

  it('stacks nothing beside strings, where it does not run', async () => {
    const texts = { name: 'text', type: 'string', dims: [1] };
    const model = {
      inputs: [texts, { name: 'times', type: 'int64', dims: [] }],
      constants: { yes: truth(true) },
      nodes: [
        node('Loop', ['times', 'yes', 'text'], ['last', 'each'], {
          body: body(
            [{ name: 't', type: 'string' }],
            [untilDone, node('Identity', ['t'], 'u'), node('Shape', ['t'], 'n')],
            [
              { name: 'u', type: 'string' },
              { name: 'n', type: 'int64' },
            ],
          ),
        }),
      ],
      outputs: [
        { name: 'last', type: 'string' },
        { name: 'each', type: 'int64' },
      ],
    };
    const text = { type: 'string', dims: [1], data: ['a'] };
    assert.deepEqual(await run(model, { text, times: scalar(0) }), { last: ['a'], each: [] });
    assert.deepEqual(await run(model, { text, times: scalar(2) }), { last: ['a'], each: [1, 1] });
  });

  it('carries an optional value, in the place of which an iteration gives what it may hold', async () => {
    const model = {
      // OptionalHasElement accepts only optional values up to opset 17.
      opset: 17,
      inputs: [optional('start', { sequence: true, dims: [1] })],
      constants: { yes: truth(true), times: scalar(3), x: vector(5) },
      nodes: [
        node('Loop', ['times', 'yes', 'start'], ['all'], {
          body: body(
            [optional('list', { sequence: true })],
            [
              untilDone,
              node('OptionalHasElement', ['list'], 'has'),
              node('If', ['has'], 'so_far', {
                then_branch: {
                  graph: {
                    nodes: [node('OptionalGetElement', ['list'], 'held')],
                    outputs: [sequence('held')],
                  },
                },
                else_branch: {
                  graph: { nodes: [node('SequenceEmpty', [], 'e')], outputs: [sequence('e')] },
                },
              }),
              node('SequenceInsert', ['so_far', 'x'], 'longer'),
            ],
            [sequence('longer')],
          ),
        }),
      ],
      outputs: [sequence('all')],
    };
    const session = await create(encodeModel(model));
    assert.deepEqual(plain((await session.run({})).all), [[5], [5], [5]]);
    assert.deepEqual(plain((await session.run({ start: [vector(1)] })).all), [[1], [5], [5], [5]]);
    await session.release();
  });

  it('refuses what it cannot carry or stack', async () => {
    const loop = (states, nodes, outputs, given, opset = 17) => ({
      opset,
      constants: { yes: truth(true), times: scalar(3), x: vector(1), n: int64s(1) },
      nodes: [
        node('SequenceConstruct', ['x'], 's'),
        node('Loop', ['times', 'yes', ...given], ['y'], { body: body(states, nodes, outputs) }),
      ],
      outputs: [sequence('y')],
    });
    const passed = [untilDone, node('Identity', ['t'], 'u')];
    await refused(
      loop([sequence('t')], [untilDone], [sequence('t')], ['s'], 12),
      {},
      'invalid_node',
      /Input 2 of Loop.* must be a tensor, but is a sequence of float32\. Opset 13 accepts it/,
    );
    await refused(
      loop(
        [{ name: 't' }],
        [untilDone, node('SequenceConstruct', ['t'], 'u')],
        [sequence('u')],
        ['x'],
      ),
      {},
      'invalid_node',
      /must be float32.* in each iteration, but its body returns a sequence of float32/,
    );
    await refused(
      loop(
        [sequence('t')],
        [untilDone, node('SequenceConstruct', ['n'], 'u')],
        [sequence('u')],
        ['s'],
      ),
      {},
      'invalid_node',
      /must be a sequence of float32 .*, but its body returns a sequence of int64/,
    );
    await refused(
      loop([], [untilDone, node('Identity', ['s'], 'u')], [sequence('u')], []),
      {},
      'invalid_node',
      /subgraph of .*Loop.* must return a tensor, but returns a sequence of float32/,
    );
    await refused(
      {
        ...loop([sequence('t')], passed, [sequence('u')], ['s']),
        nodes: [
          node('SequenceConstruct', ['x'], 's'),
          node('Loop', ['s', 'yes', 's'], ['y'], {
            body: body([sequence('t')], passed, [sequence('u')]),
          }),
        ],
      },
      {},
      'invalid_node',
      /Input 0 of Loop.* must be a tensor/,
    );
  });
});

describe('If', () => {
  const branch = (op, inputs, attributes = {}, output = sequence(`of_${op}`)) => ({
    graph: {
      nodes: [node(op, inputs, output.name, attributes)],
      outputs: [output],
    },
  });

  it('gives the sequence of the branch that a condition takes', async () => {
    const session = await create(
      encodeModel({
        inputs: [
          { name: 'x', dims: [4] },
          { name: 'apart', type: 'bool', dims: [] },
        ],
        nodes: [
          node('If', ['apart'], 's', {
            then_branch: branch('SplitToSequence', ['x']),
            else_branch: branch('SequenceConstruct', ['x']),
          }),
        ],
        outputs: [sequence('s')],
      }),
    );
    const x = vector(1, 2, 3, 4);
    assert.deepEqual(plain((await session.run({ x, apart: truth(true) })).s), [[1], [2], [3], [4]]);
    assert.deepEqual(plain((await session.run({ x, apart: truth(false) })).s), [[1, 2, 3, 4]]);
    await session.release();
  });

  /** In a loop that is one program, the iteration number is only available at run time. */
  const inLoop = (otherwise) => ({
    constants: {
      ...{ yes: truth(true), times: scalar(6), zero: vector(0) },
      ...{ three: scalar(3), a: vector(1), b: vector(10), last: scalar(-1) },
    },
    inputs: [{ name: 'c', dims: [1] }],
    nodes: [
      node('Loop', ['times', 'yes', 'zero'], ['sum'], {
        body: body(
          [{ name: 'so_far' }],
          [
            untilDone,
            node('Less', ['i', 'three'], 'early'),
            node('If', ['early'], 's', {
              then_branch: branch('SequenceConstruct', ['a', 'c']),
              else_branch: branch('SequenceConstruct', otherwise),
            }),
            node('SequenceAt', ['s', 'last'], 'e'),
            node('Add', ['so_far', 'e'], 'next'),
          ],
          [{ name: 'next' }],
        ),
      }),
    ],
    outputs: [{ name: 'sum' }],
  });

  it('chooses when it runs between sequences of the same tensors', async () => {
    assert.deepEqual(await run(inLoop(['c', 'b']), { c: vector(100) }), { sum: [330] });
  });

  it('chooses in each iteration between those of other lengths', async () => {
    assert.deepEqual(await run(inLoop(['b']), { c: vector(100) }), { sum: [330] });
    assert.deepEqual(await run(inLoop(['b', 'b', 'a']), { c: vector(100) }), { sum: [303] });
  });

  it('chooses before it runs where one branch has fewer outputs', async () => {
    const model = inLoop(['c', 'b']);
    const [, , choice] = model.nodes[0].attributes.body.graph.nodes;
    const { graph } = choice.attributes.else_branch;
    choice.outputs.push('t');
    graph.nodes.push(node('Neg', ['b'], 'n'));
    graph.outputs.push({ name: 'n' });
    // In the iterations with the shorter branch, nothing produces t, and nothing uses it.
    assert.deepEqual(await run(model, { c: vector(100) }), { sum: [330] });
  });

  it('gives sequences from opset 13, and optional values from 16', async () => {
    const model = (opset, op, output) => ({
      opset,
      constants: { x: vector(1), yes: truth(true) },
      nodes: [
        node('If', ['yes'], 'y', {
          then_branch: branch(op, ['x'], {}, output('t')),
          else_branch: branch(op, ['x'], {}, output('e')),
        }),
      ],
      outputs: [output('y')],
    });
    assert.deepEqual(await run(model(13, 'SequenceConstruct', sequence)), { y: [[1]] });
    assert.deepEqual(await run(model(16, 'Optional', optional)), { y: [1] });
    await refused(
      model(12, 'SequenceConstruct', sequence),
      {},
      'invalid_node',
      /Opset 13 accepts it/,
    );
    await refused(model(15, 'Optional', optional), {}, 'invalid_node', /Opset 16 accepts it/);
  });

  it('needs a tensor for its condition', async () => {
    await refused(
      {
        constants: { x: truth(true) },
        nodes: [
          node('SequenceConstruct', ['x'], 's'),
          node('If', ['s'], 'y', {
            then_branch: branch('SequenceConstruct', ['x']),
            else_branch: branch('SequenceConstruct', ['x']),
          }),
        ],
        outputs: [sequence('y', { type: 'bool' })],
      },
      {},
      'invalid_node',
      /Input 0 of If.* must be a tensor/,
    );
  });
});

describe('Scan', () => {
  it('carries and scans tensors alone', async () => {
    const model = (given, outputs) => ({
      constants: { x: vector(1, 2) },
      nodes: [
        node('SequenceConstruct', ['x'], 's'),
        node('Scan', given, outputs, {
          num_scan_inputs: 1,
          body: {
            graph: {
              inputs: given.map((_, i) => ({ name: `in${i}` })),
              nodes: outputs.map((_, i) => node('Identity', [`in${i}`], `out${i}`)),
              outputs: outputs.map((_, i) => ({ name: `out${i}` })),
            },
          },
        }),
      ],
      outputs: [{ name: outputs[0] }],
    });
    await refused(
      model(['s', 'x'], ['y', 'z']),
      {},
      'invalid_node',
      /Input 0 of Scan.* must be a tensor/,
    );
    await refused(model(['s'], ['y']), {}, 'invalid_node', /Input 0 of Scan.* must be a tensor/);
  });
});
