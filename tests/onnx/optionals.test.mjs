/** Optional values, and other inputs and outputs of sessions that are not tensors. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkModel, InferenceSession } from 'simdcast/onnx';
import {
  create,
  engine,
  optional,
  plain,
  refused,
  run,
  scalar,
  sequence,
  vector,
} from './containers.mjs';
import { encodeModel, floats, int64s, node } from './models.mjs';

const has = { name: 'has', type: 'bool' };

describe('optional values', () => {
  const made = (inputs, attributes, opset = 18) => ({
    opset,
    constants: { x: vector(1, 2) },
    nodes: [
      node('SequenceConstruct', ['x', 'x'], 's'),
      node('Optional', inputs, 'o', attributes),
      node('OptionalHasElement', ['o'], 'has'),
    ],
    outputs: [has, optional('o')],
  });

  it('hold a tensor, a sequence, or nothing', async () => {
    const ofSequence = (model) => ({
      ...model,
      outputs: [has, optional('o', { sequence: true })],
    });
    for (const opset of [15, 18]) {
      assert.deepEqual(await run(made(['x'], {}, opset)), { has: [1], o: [1, 2] });
      assert.deepEqual(await run(ofSequence(made(['s'], {}, opset))), {
        has: [1],
        o: [
          [1, 2],
          [1, 2],
        ],
      });
      for (const inputs of [[], ['']])
        assert.deepEqual(await run(made(inputs, { type: { valueType: {} } }, opset)), {
          has: [0],
          o: null,
        });
    }
    await refused(made([], {}), {}, 'invalid_attribute', /'type'/);
  });

  it('give what they hold, and refuse where that is nothing', async () => {
    const model = (inputs, attributes, output) => ({
      ...made(inputs, attributes),
      nodes: [...made(inputs, attributes).nodes, node('OptionalGetElement', ['o'], 'y')],
      outputs: [output],
    });
    assert.deepEqual(await run(model(['x'], {}, { name: 'y' })), { y: [1, 2] });
    assert.deepEqual(await run(model(['s'], {}, sequence('y'))), {
      y: [
        [1, 2],
        [1, 2],
      ],
    });
    const nothing = model([], { type: { valueType: {} } }, { name: 'y' });
    await refused(nothing, {}, 'invalid_node', /it is empty/);
  });

  it('are asked for what they hold; others from opset 18 on', async () => {
    const model = (opset, op, output) => ({
      opset,
      constants: { x: vector(1) },
      nodes: [node('SequenceConstruct', ['x'], 's'), node(op, ['s'], 'y')],
      outputs: [output],
    });
    const boolean = { name: 'y', type: 'bool' };
    assert.deepEqual(await run(model(18, 'OptionalHasElement', boolean)), { y: [1] });
    assert.deepEqual(await run(model(18, 'OptionalGetElement', sequence('y'))), { y: [[1]] });
    await refused(
      model(17, 'OptionalHasElement', boolean),
      {},
      'invalid_node',
      /must be an optional value, but is .*\. Opset 18 accepts it/,
    );
  });

  it('are no tensors: no operator computes with one, and Identity passes it on from opset 16', async () => {
    const model = (opset, op) => ({
      opset,
      constants: { x: vector(1) },
      nodes: [node('Optional', ['x'], 'o'), node(op, ['o'], 'y')],
      outputs: [optional('y')],
    });
    assert.deepEqual(await run(model(16, 'Identity')), { y: [1] });
    await refused(model(15, 'Identity'), {}, 'invalid_node', /Opset 16 accepts it/);
    await refused(
      model(18, 'Neg'),
      {},
      'invalid_node',
      /must be a tensor, but is an optional value of float32/,
    );
    await refused(model(18, 'Optional'), {}, 'invalid_node', /must be a tensor or a sequence/);
  });
});

describe('optional inputs', () => {
  /** y = x if it is present, otherwise -1; and whether it is present. */
  const model = encodeModel({
    opset: 18,
    inputs: [optional('x', { dims: ['N'] }), { name: 'k', dims: ['N'] }],
    constants: { none: vector(-1) },
    nodes: [
      node('OptionalHasElement', ['x'], 'has'),
      node('If', ['has'], 'y', {
        then_branch: {
          graph: {
            nodes: [node('OptionalGetElement', ['x'], 'g'), node('Add', ['g', 'k'], 'a')],
            outputs: [{ name: 'a' }],
          },
        },
        else_branch: {
          graph: { nodes: [node('Identity', ['none'], 'b')], outputs: [{ name: 'b' }] },
        },
      }),
    ],
    outputs: [has, { name: 'y' }],
  });

  it('may be null, undefined or left out, and be given the next time', async () => {
    const session = await create(model);
    assert.deepEqual(session.inputMetadata, [
      { name: 'x', type: 'float32', shape: ['N'], optional: true },
      { name: 'k', type: 'float32', shape: ['N'] },
    ]);
    const k = vector(10, 20);
    for (const feeds of [{ k }, { k, x: null }, { k, x: undefined }]) {
      const { has: given, y } = await session.run(feeds);
      assert.deepEqual([plain(given), plain(y)], [[0], [-1]]);
      const { y: sum } = await session.run({ k, x: vector(1, 2) });
      assert.deepEqual(plain(sum), [11, 22]);
    }
    session.prepare({ x: null, k: [2] });
    session.prepare({ x: [2], k: [2] });
    await session.release();
  });

  it('are checked like others where they are given', async () => {
    const session = await create(model);
    const k = vector(1, 2);
    const fails = async (feeds, message) =>
      assert.rejects(session.run(feeds), (error) => message.test(error.message));
    await fails({ k, x: vector(1, 2, 3) }, /N is 3 in the input 'x' and 2 in 'k'/);
    await fails({ k, x: int64s(1, 2) }, /The input 'x' must be float32, but is int64/);
    await fails({ k, x: floats([1, 2], 1, 2) }, /must have shape/);
    await fails({ x: vector(1) }, /The input 'k' is missing/);
    await fails({ x: vector(1), k: null }, /./);
    await session.release();
  });
});

describe('sequences that are fed and given', () => {
  const model = encodeModel({
    inputs: [sequence('s', { dims: [null, 2] }), { name: 'p', type: 'int64', dims: [] }],
    nodes: [
      node('SequenceAt', ['s', 'p'], 'y'),
      node('ConcatFromSequence', ['s'], 'z', { axis: 0 }),
      node('SequenceMap', ['s'], 't', {
        body: {
          graph: {
            inputs: [{ name: 'e' }],
            nodes: [node('Neg', ['e'], 'n')],
            outputs: [{ name: 'n' }],
          },
        },
      }),
    ],
    outputs: [{ name: 'y' }, { name: 'z' }, sequence('t', { dims: [null, 2] })],
  });
  const one = floats([1, 2], 1, 2);
  const two = floats([2, 2], 3, 4, 5, 6);

  it('are arrays of tensors, of any number and any sizes that the model leaves open', async () => {
    const session = await create(model);
    assert.deepEqual(session.inputMetadata[0], {
      name: 's',
      type: 'float32',
      shape: ['s_dim_0', 2],
      sequence: true,
    });
    assert.equal(session.outputMetadata[2].sequence, true);
    assert.equal('sequence' in session.outputMetadata[0], false);
    const { y, z, t } = await session.run({ s: [one, two], p: scalar(1) });
    assert.deepEqual(
      [y.dims, plain(y)],
      [
        [2, 2],
        [3, 4, 5, 6],
      ],
    );
    assert.deepEqual(
      [z.dims, plain(z)],
      [
        [3, 2],
        [1, 2, 3, 4, 5, 6],
      ],
    );
    assert.deepEqual(plain(t), [
      [-1, -2],
      [-3, -4, -5, -6],
    ]);
    const again = await session.run({ s: [two, one, two], p: scalar(-2) });
    assert.deepEqual(plain(again.y), [1, 2]);
    assert.deepEqual(
      again.t.map(({ dims }) => dims),
      [
        [2, 2],
        [1, 2],
        [2, 2],
      ],
    );
    // The first results belong to the caller.
    assert.deepEqual(plain(t), [
      [-1, -2],
      [-3, -4, -5, -6],
    ]);
    await session.release();
  });

  it('hold whatever feeds take: nested arrays, and tensors in wasm memory', async () => {
    const session = await create(model);
    const resident = engine.tensor(two.data, two.dims);
    const { z } = await session.run({
      s: [[[1, 2]], resident, { data: one.data, dims: [1, 2] }],
      p: scalar(0),
    });
    assert.deepEqual(plain(z), [1, 2, 3, 4, 5, 6, 1, 2]);
    // The same tensor may be several elements.
    const { z: thrice } = await session.run({ s: [resident, resident, resident], p: scalar(0) });
    assert.deepEqual(plain(thrice), [3, 4, 5, 6, 3, 4, 5, 6, 3, 4, 5, 6]);
    resident.dispose();
    await session.release();
  });

  it('are told apart by how many elements each of them has', async () => {
    const both = await create(
      encodeModel({
        inputs: [sequence('a', { dims: [1] }), sequence('b', { dims: [1] })],
        nodes: [node('SequenceLength', ['a'], 'm'), node('SequenceLength', ['b'], 'n')],
        outputs: [
          { name: 'm', type: 'int64' },
          { name: 'n', type: 'int64' },
        ],
      }),
    );
    const v = vector(1);
    for (const [a, b] of [
      [[v], [v, v]],
      [[v, v], [v]],
      [[], [v, v, v]],
      [[v, v, v], []],
    ]) {
      const { m, n } = await both.run({ a, b });
      assert.deepEqual([plain(m), plain(n)], [[a.length], [b.length]]);
    }
    await both.release();
    const maybe = await create(
      encodeModel({
        opset: 18,
        inputs: [optional('o', { sequence: true, dims: [1] })],
        nodes: [node('OptionalHasElement', ['o'], 'has')],
        outputs: [has],
      }),
    );
    for (const [feeds, expected] of [
      [{ o: [] }, 1],
      [{}, 0],
      [{ o: [v] }, 1],
      [{ o: null }, 0],
    ])
      assert.deepEqual(plain((await maybe.run(feeds)).has), [expected]);
    await maybe.release();
  });

  it('stay in wasm memory where results do', async () => {
    const session = await InferenceSession.create(model, {
      engine,
      preferredOutputLocation: 'wasm',
    });
    const { t } = await session.run({ s: [one, two], p: scalar(0) });
    assert.ok(
      t.every(({ location }) => location === 'wasm'),
      String(t.map(({ location }) => location)),
    );
    assert.deepEqual(
      t.map((tensor) => Array.from(tensor.toArray())),
      [
        [-1, -2],
        [-3, -4, -5, -6],
      ],
    );
    for (const tensor of t) tensor.dispose();
    await session.release();
  });

  it('are prepared for by the shapes of their elements', async () => {
    const session = await create(model);
    session.prepare({
      s: [
        [1, 2],
        [3, 2],
      ],
      p: scalar(1),
    });
    assert.throws(() => session.prepare({ s: [1, 2], p: scalar(1) }), { name: 'ModelError' });
    assert.throws(
      () => session.prepare({ s: [[1, 3]], p: scalar(0) }),
      /Element 0 of the input 's'/,
    );
    assert.throws(
      () => session.prepare({ s: [[1, 2]], p: scalar(1) }),
      /Position 1 of .* for a sequence of 1/,
    );
    await session.release();
  });

  it('are refused where they do not fit, by the element', async () => {
    const session = await create(model);
    const p = scalar(0);
    const fails = async (feeds, code, message) =>
      assert.rejects(session.run(feeds), (error) => {
        assert.equal(error.name, 'ModelError', String(error.stack));
        assert.equal(error.code, code);
        assert.match(error.message, message);
        return true;
      });
    for (const s of [one, one.data, null, 'one', { length: 1, 0: one }])
      await fails({ s, p }, 'invalid_feeds', /'s' is a sequence\. Pass an array of tensors/);
    await fails({ p }, 'invalid_feeds', /'s' is missing/);
    await fails(
      { s: [one, int64s(1)], p },
      'invalid_feeds',
      /Element 1 of the input 's' must be float32/,
    );
    await fails(
      { s: [one, vector(1)], p },
      'invalid_feeds',
      /Element 1 of the input 's' must have shape/,
    );
    await fails({ s: [], p }, 'invalid_node', /Position 0 of .* for a sequence of 0/);
    await fails(
      { s: new Array(100_000).fill(one), p },
      'invalid_feeds',
      /at most \d+ elements, but has 100000/,
    );
    for (const [feeds, element] of [
      [{ s: [one, null], p }, /Element 1 of the input 's' must be .*, but is null/],
      [{ s: new Array(2), p }, /Element 0 of the input 's' must be .*, but is undefined/],
      [{ s: [[[one]]], p }, /Element 0 of element 0 of the input 's'/],
      [{ s: [one], p: [scalar(0)] }, /Element 0 of the input 'p'/],
    ])
      await assert.rejects(session.run(feeds), (error) => {
        assert.equal(error.name, 'DTypeError', String(error.stack));
        assert.match(error.message, element);
        return true;
      });
    await session.release();
  });

  it('may be left out of the fetches, and are not written into tensors', async () => {
    const session = await create(model);
    const feeds = { s: [one, two], p: scalar(0) };
    assert.deepEqual(Object.keys(await session.run(feeds, ['y'])), ['y']);
    assert.deepEqual(plain((await session.run(feeds, { t: null })).t).length, 2);
    await assert.rejects(session.run(feeds, { t: floats([1, 2], 0, 0) }), {
      code: 'invalid_fetches',
    });
    await session.release();
  });

  it('are what the model declares, or the model is refused', async () => {
    const given = (output) => ({
      constants: { x: vector(1) },
      nodes: [node('SequenceConstruct', ['x'], 's')],
      outputs: [output],
    });
    await refused(given({ name: 's' }), {}, 'invalid_graph', /declares 's' as float32/);
    await refused(
      { constants: { x: vector(1) }, nodes: [node('Neg', ['x'], 'y')], outputs: [sequence('y')] },
      {},
      'invalid_graph',
      /declares 'y' as sequence of float32/,
    );
  });

  it('show in what a session prints', async () => {
    const session = await create(model);
    const text = session[Symbol.for('nodejs.util.inspect.custom')]();
    assert.match(text, /s: sequence of float32 \(s_dim_0,2\)/);
    await session.release();
  });
});

describe('the checker', () => {
  it('lists sequences, follows those that the model makes, and says what a feed decides', async () => {
    const model = encodeModel({
      opset: 18,
      inputs: [
        sequence('s', { dims: [2] }),
        optional('o', { dims: [2] }),
        { name: 'x', dims: ['N', 2] },
      ],
      constants: { p: scalar(0), b: vector(1, 2) },
      nodes: [
        node('SequenceConstruct', ['x', 'x'], 'made'),
        node('SequenceAt', ['made', 'p'], 'first'),
        node('Add', ['first', 'b'], 'y'),
        node('SequenceAt', ['s', 'p'], 'fed'),
        node('OptionalGetElement', ['o'], 'got'),
      ],
      outputs: [{ name: 'y', dims: ['N', 2] }, { name: 'fed' }, { name: 'got' }],
    });
    const report = await checkModel(model, { engine });
    assert.deepEqual(report.inputs.slice(0, 2), [
      { name: 's', type: 'float32', shape: [2], sequence: true },
      { name: 'o', type: 'float32', shape: [2], optional: true },
    ]);
    assert.deepEqual(
      report.broadcasts.map(({ outputShape }) => outputShape),
      [['N', 2]],
    );
    assert.deepEqual(
      report.uncertain.map(({ operator, code, text }) => [operator, code, text]),
      [
        ['SequenceAt', 'unknown_input', "The contents of 's' are known only at run time."],
        ['OptionalGetElement', 'unknown_input', "The contents of 'o' are known only at run time."],
      ],
    );
    assert.equal(report.errors, 0);
  });

  it('finds a position that is out of range', async () => {
    const report = await checkModel(
      encodeModel({
        inputs: [{ name: 'x', dims: ['N'] }],
        constants: { p: scalar(2) },
        nodes: [node('SequenceConstruct', ['x', 'x'], 's'), node('SequenceAt', ['s', 'p'], 'y')],
        outputs: [{ name: 'y' }],
      }),
      { engine },
    );
    assert.equal(report.errors, 1);
    assert.match(report.uncertain[0].text, /Position 2 of .* for a sequence of 2/);
  });
});
