/** Operators on sequences: ONNX's definition of each, at constant positions and at positions from inputs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { create, plain, refused, run, scalar, sequence, vector } from './containers.mjs';
import { encodeModel, floats, int64s, node } from './models.mjs';

const three = { a: vector(1), b: vector(2, 3), c: vector(4, 5, 6) };
const construct = node('SequenceConstruct', ['a', 'b', 'c'], 's');

/** The results of nodes for a sequence of three tensors. */
const ofThree = (nodes, outputs, constants = {}, rest = {}) => ({
  constants: { ...three, ...constants },
  nodes: [construct, ...nodes],
  outputs,
  ...rest,
});

describe('SequenceAt', () => {
  it('counts from the start, and from the end where the position is negative', async () => {
    const at = async (position, type) =>
      (
        await run(
          ofThree([node('SequenceAt', ['s', 'p'], 'y')], [{ name: 'y' }], {
            p: scalar(position, type),
          }),
        )
      ).y;
    for (const type of ['int64', 'int32']) {
      assert.deepEqual(await at(0, type), [1]);
      assert.deepEqual(await at(2, type), [4, 5, 6]);
      assert.deepEqual(await at(-1, type), [4, 5, 6]);
      assert.deepEqual(await at(-3, type), [1]);
    }
  });

  it('refuses positions that the sequence does not have', async () => {
    for (const position of [3, -4, 2 ** 40])
      await refused(
        ofThree([node('SequenceAt', ['s', 'p'], 'y')], [{ name: 'y' }], { p: scalar(position) }),
        {},
        'invalid_node',
        new RegExp(`Position ${position} of .* for a sequence of 3`),
      );
  });

  it('prepares anew for each position that is fed, also where it is computed', async () => {
    const session = await create(
      encodeModel(
        ofThree(
          [node('Add', ['p', 'one'], 'q'), node('SequenceAt', ['s', 'q'], 'y')],
          [{ name: 'y' }],
          { one: scalar(1) },
          { inputs: [{ name: 'p', type: 'int64', dims: [] }] },
        ),
      ),
    );
    for (const [p, expected] of [
      [0, [2, 3]],
      [1, [4, 5, 6]],
      [-1, [1]],
      [0, [2, 3]],
    ])
      assert.deepEqual(plain((await session.run({ p: scalar(p) })).y), expected);
    await assert.rejects(session.run({ p: scalar(2) }), { code: 'invalid_node' });
    await session.release();
  });
});

describe('SequenceInsert and SequenceErase', () => {
  const after = async (op, inputs, position) => {
    const given = position === undefined ? inputs : [...inputs, 'p'];
    const model = ofThree([node(op, given, 't')], [sequence('t')], {
      new: vector(9),
      ...(position !== undefined && { p: scalar(position) }),
    });
    return (await run(model)).t.map(([first]) => first);
  };

  it('insert before a position, and at the end without one', async () => {
    const insert = (position) => after('SequenceInsert', ['s', 'new'], position);
    assert.deepEqual(await insert(), [1, 2, 4, 9]);
    assert.deepEqual(await insert(0), [9, 1, 2, 4]);
    assert.deepEqual(await insert(2), [1, 2, 9, 4]);
    assert.deepEqual(await insert(3), [1, 2, 4, 9]);
    assert.deepEqual(await insert(-1), [1, 2, 9, 4]);
    assert.deepEqual(await insert(-3), [9, 1, 2, 4]);
    await assert.rejects(insert(4), /Position 4 of .* for a sequence of 3/);
    await assert.rejects(insert(-4), /Position -4 of .* for a sequence of 3/);
  });

  it('erase at a position, and the last without one', async () => {
    const erase = (position) => after('SequenceErase', ['s'], position);
    assert.deepEqual(await erase(), [1, 2]);
    assert.deepEqual(await erase(0), [2, 4]);
    assert.deepEqual(await erase(-1), [1, 2]);
    assert.deepEqual(await erase(-3), [2, 4]);
    await assert.rejects(erase(3), /Position 3 of .* for a sequence of 3/);
    await assert.rejects(erase(-4), /Position -4 of .* for a sequence of 3/);
  });

  it('leave the sequence that they are given as it is', async () => {
    const model = ofThree(
      [
        node('SequenceErase', ['s'], 't'),
        node('SequenceInsert', ['t', 'b'], 'u'),
        node('SequenceLength', ['s'], 'n'),
        node('SequenceLength', ['t'], 'm'),
      ],
      [
        sequence('s'),
        sequence('t'),
        sequence('u'),
        { name: 'n', type: 'int64' },
        { name: 'm', type: 'int64' },
      ],
    );
    assert.deepEqual(await run(model), {
      s: [[1], [2, 3], [4, 5, 6]],
      t: [[1], [2, 3]],
      u: [[1], [2, 3], [2, 3]],
      n: [3],
      m: [2],
    });
  });
});

describe('SequenceEmpty', () => {
  it('has a type, which what is inserted must have', async () => {
    const model = (dtype, added) => ({
      constants: { added },
      nodes: [
        node('SequenceEmpty', [], 'e', dtype === undefined ? {} : { dtype }),
        node('SequenceLength', ['e'], 'n'),
        node('SequenceInsert', ['e', 'added'], 's'),
      ],
      outputs: [sequence('e', { type: 'int64' }), { name: 'n', type: 'int64' }, sequence('s')],
    });
    assert.deepEqual(await run(model(7, int64s(5))), { e: [], n: [0], s: [[5]] });
    assert.deepEqual(await run(model(undefined, vector(5))), { e: [], n: [0], s: [[5]] });
    await refused(model(undefined, int64s(5)), {}, 'invalid_node', /float32 and int64/);
    await refused(model(99, vector(5)), {}, 'unsupported_type', /element type 99/);
    await refused(model(16, vector(5)), {}, 'invalid_attribute', /bfloat16/);
  });

  it('has no element to give, to lose or to join', async () => {
    for (const [op, inputs, attributes, message] of [
      ['SequenceAt', ['e', 'p'], {}, /Position 0 of .* for a sequence of 0/],
      ['SequenceErase', ['e', 'p'], {}, /Position 0 of .* for a sequence of 0/],
      ['SequenceErase', ['e'], {}, /Position -1 of .* for a sequence of 0/],
      ['ConcatFromSequence', ['e'], { axis: 0 }, /empty sequence/],
    ])
      await refused(
        {
          constants: { p: scalar(0) },
          nodes: [node('SequenceEmpty', [], 'e'), node(op, inputs, 'y', attributes)],
          outputs: [op === 'SequenceErase' ? sequence('y') : { name: 'y' }],
        },
        {},
        'invalid_node',
        message,
      );
  });
});

describe('SplitToSequence', () => {
  const x = floats([2, 5], 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
  const split = async (attributes, by, given = x) => {
    const session = await create(
      encodeModel({
        inputs: [{ name: 'x', dims: given.dims }],
        constants: by ? { by } : {},
        nodes: [node('SplitToSequence', by ? ['x', 'by'] : ['x'], 's', attributes)],
        outputs: [sequence('s')],
      }),
    );
    const { s } = await session.run({ x: given });
    await session.release();
    return s.map((tensor) => [tensor.dims, plain(tensor)]);
  };

  it('makes parts of one element, which keep the axis or lose it', async () => {
    assert.deepEqual(await split({}), [
      [
        [1, 5],
        [0, 1, 2, 3, 4],
      ],
      [
        [1, 5],
        [5, 6, 7, 8, 9],
      ],
    ]);
    assert.deepEqual(await split({ keepdims: 0 }), [
      [[5], [0, 1, 2, 3, 4]],
      [[5], [5, 6, 7, 8, 9]],
    ]);
    assert.deepEqual(
      (await split({ axis: -1, keepdims: 0 })).map(([dims]) => dims),
      [...new Array(5).fill([2])],
    );
  });

  it('makes parts of one size, of which the last may be smaller', async () => {
    const expected = [
      [
        [2, 2],
        [0, 1, 5, 6],
      ],
      [
        [2, 2],
        [2, 3, 7, 8],
      ],
      [
        [2, 1],
        [4, 9],
      ],
    ];
    assert.deepEqual(await split({ axis: 1 }, scalar(2)), expected);
    // keepdims does not change the effect of a split.
    assert.deepEqual(await split({ axis: 1, keepdims: 0 }, scalar(2, 'int32')), expected);
    assert.deepEqual(await split({ axis: 1 }, scalar(2 ** 50)), [[[2, 5], plain(x)]]);
  });

  it('drops the axis for a split of one, as the unbind of PyTorch is exported', async () => {
    const rows = [
      [[5], [0, 1, 2, 3, 4]],
      [[5], [5, 6, 7, 8, 9]],
    ];
    assert.deepEqual(await split({ keepdims: 0 }, scalar(1)), rows);
    const kept = rows.map(([, data]) => [[1, 5], data]);
    assert.deepEqual(await split({}, scalar(1)), kept);
    assert.deepEqual(await split({ keepdims: 0 }, int64s(1, 1)), kept);
  });

  it('makes parts of sizes that are listed', async () => {
    assert.deepEqual(await split({ axis: 1, keepdims: 0 }, int64s(1, 4)), [
      [
        [2, 1],
        [0, 5],
      ],
      [
        [2, 4],
        [1, 2, 3, 4, 6, 7, 8, 9],
      ],
    ]);
    assert.deepEqual(await split({ axis: 1 }, int64s(5)), [[[2, 5], plain(x)]]);
    for (const sizes of [[1, 3], [6], [7, -2], []])
      await assert.rejects(split({ axis: 1 }, int64s(...sizes)), { code: 'invalid_node' });
    for (const size of [0, -1]) await assert.rejects(split({}, scalar(size)), /parts of/);
    await assert.rejects(split({ axis: 2 }), /Axis 2/);
    await assert.rejects(split({}, floats([1, 1], 1)), { code: 'invalid_node' });
  });

  it('makes none of an axis of size 0', async () => {
    assert.deepEqual(await split({}, undefined, floats([0, 3])), []);
    assert.deepEqual(await split({}, scalar(2), floats([0, 3])), []);
  });

  it('takes bfloat16 from opset 24 on', async () => {
    const model = (opset) => ({
      opset,
      constants: { x: { type: 'bfloat16', dims: [2], data: Uint16Array.of(0x3f80, 0x4000) } },
      nodes: [node('SplitToSequence', ['x'], 's')],
      outputs: [sequence('s', { type: 'bfloat16' })],
    });
    assert.equal((await run(model(24))).s.length, 2);
    await refused(model(23), {}, 'invalid_node', /bfloat16.*Opset 24 accepts it/s);
  });
});

describe('ConcatFromSequence', () => {
  const concat = async (tensors, attributes) => {
    const names = tensors.map((_, i) => `t${i}`);
    const session = await create(
      encodeModel({
        inputs: tensors.map(({ dims }, i) => ({ name: `t${i}`, dims })),
        nodes: [
          node('SequenceConstruct', names, 's'),
          node('ConcatFromSequence', ['s'], 'y', attributes),
        ],
        outputs: [{ name: 'y' }],
      }),
    );
    const { y } = await session.run(Object.fromEntries(tensors.map((one, i) => [names[i], one])));
    await session.release();
    return [y.dims, plain(y)];
  };

  it('joins along an axis that is there', async () => {
    const [a, b] = [floats([2, 1], 1, 2), floats([2, 2], 3, 4, 5, 6)];
    for (const axis of [1, -1])
      assert.deepEqual(await concat([a, b], { axis }), [
        [2, 3],
        [1, 3, 4, 2, 5, 6],
      ]);
    assert.deepEqual(await concat([a], { axis: 0 }), [
      [2, 1],
      [1, 2],
    ]);
    await assert.rejects(concat([a, b], { axis: 0 }), /cannot join/);
    await assert.rejects(concat([a, b], { axis: 2 }), /Axis 2/);
    await assert.rejects(concat([a, b], {}), /axis/);
    await assert.rejects(concat([a, vector(1, 2)], { axis: 0 }), /cannot join/);
  });

  it('stacks along a new axis', async () => {
    const [a, b] = [vector(1, 2), vector(3, 4)];
    const stack = (axis) => concat([a, b], { axis, new_axis: 1 });
    assert.deepEqual(await stack(0), [
      [2, 2],
      [1, 2, 3, 4],
    ]);
    assert.deepEqual(await stack(1), [
      [2, 2],
      [1, 3, 2, 4],
    ]);
    assert.deepEqual(await stack(-1), [
      [2, 2],
      [1, 3, 2, 4],
    ]);
    assert.deepEqual(await stack(-2), [
      [2, 2],
      [1, 2, 3, 4],
    ]);
    await assert.rejects(stack(2), /Axis 2/);
    await assert.rejects(concat([a, vector(1)], { axis: 0, new_axis: 1 }), /cannot join/);
    assert.deepEqual(await concat([floats([], 1), floats([], 2)], { axis: 0, new_axis: 1 }), [
      [2],
      [1, 2],
    ]);
    await assert.rejects(concat([floats([], 1)], { axis: 0 }), /Axis 0/);
  });
});

describe('SequenceMap', () => {
  const body = (inputs, nodes, outputs, rest = {}) => ({
    graph: {
      inputs: inputs.map((name) => ({ name })),
      nodes,
      outputs: outputs.map((name) => ({ name })),
      ...rest,
    },
  });
  const mapped = (inputs, attributes, outputs = ['t'], constants = {}) =>
    ofThree(
      [node('SequenceMap', inputs, outputs, attributes)],
      outputs.map((name) => sequence(name)),
      constants,
    );

  it('gives a graph each element, of every sequence its own, and tensors as they are', async () => {
    const model = mapped(
      ['s', 's', 'k'],
      {
        body: body(
          ['e', 'f', 'by'],
          [node('Add', ['e', 'f'], 'd'), node('Mul', ['d', 'by'], 'm'), node('Neg', ['e'], 'n')],
          ['m', 'n'],
        ),
      },
      ['t', 'u'],
      { k: floats([], 10) },
    );
    assert.deepEqual(await run(model), {
      t: [[20], [40, 60], [80, 100, 120]],
      u: [[-1], [-2, -3], [-4, -5, -6]],
    });
  });

  it('sees what lies around it, and takes elements of a sequence that is fed', async () => {
    const session = await create(
      encodeModel({
        inputs: [sequence('s', { dims: [null] }), { name: 'k', dims: [] }],
        nodes: [
          node('Neg', ['k'], 'n'),
          node('SequenceMap', ['s'], 't', {
            body: body(['e'], [node('Mul', ['e', 'n'], 'm')], ['m']),
          }),
        ],
        outputs: [sequence('t')],
      }),
    );
    const t = async (s, k) => plain((await session.run({ s, k: floats([], k) })).t);
    assert.deepEqual(await t([vector(1), vector(2, 3)], 2), [[-2], [-4, -6]]);
    assert.deepEqual(await t([], 2), []);
    assert.deepEqual(await t([vector(5)], 1), [[-5]]);
    await session.release();
  });

  it('keeps the type of what there is none of', async () => {
    const model = (added) => ({
      constants: { added },
      nodes: [
        node('SequenceEmpty', [], 'e'),
        node('SequenceMap', ['e'], 't', {
          body: {
            graph: {
              inputs: [{ name: 'x' }],
              nodes: [node('Shape', ['x'], 'd')],
              outputs: [{ name: 'd', type: 'int64' }],
            },
          },
        }),
        node('SequenceInsert', ['t', 'added'], 'u'),
      ],
      outputs: [sequence('u', { type: 'int64' })],
    });
    assert.deepEqual(await run(model(int64s(3))), { u: [[3]] });
    await refused(model(vector(3)), {}, 'invalid_node', /int64 and float32/);
  });

  it('refuses what its graph does not fit, and sequences of other lengths', async () => {
    const neg = (inputs) => ({ body: body(inputs, [node('Neg', [inputs[0]], 'm')], ['m']) });
    await refused(mapped(['a'], neg(['e'])), {}, 'invalid_node', /must be a sequence/);
    await refused(mapped(['s'], neg(['e', 'f'])), {}, 'invalid_node', /those of its body/);
    await refused(mapped(['s'], neg(['e']), ['t', 'u']), {}, 'invalid_node', /those of its body/);
    await refused(mapped(['s', ''], neg(['e', 'f'])), {}, 'invalid_node', /Input 1 .* missing/);
    await refused(mapped(['s'], {}), {}, 'invalid_graph', /body/);
    await refused(
      { ...mapped(['s'], neg(['e'])), opset: 16 },
      {},
      'unsupported_operator',
      /SequenceMap/,
    );
    const shorter = ofThree(
      [
        node('SequenceErase', ['s'], 'r'),
        node('SequenceMap', ['s', 'r'], 't', {
          body: body(['e', 'f'], [node('Neg', ['e'], 'm')], ['m']),
        }),
      ],
      [sequence('t')],
    );
    await refused(shorter, {}, 'invalid_node', /3 and 2 elements/);
    const nested = mapped(['s'], {
      body: body(['e'], [node('SequenceConstruct', ['e'], 'm')], ['m']),
    });
    await refused(nested, {}, 'invalid_node', /returns a sequence of float32/);
  });
});

describe('sequences in models', () => {
  it('hold strings, and what is computed when the model runs', async () => {
    const texts = (...data) => ({ type: 'string', dims: [data.length], data });
    const model = {
      inputs: [{ name: 'x', type: 'string', dims: [3] }],
      constants: { a: texts('one', 'two'), p: scalar(1) },
      nodes: [
        node('SequenceConstruct', ['a', 'x'], 's'),
        node('SequenceAt', ['s', 'p'], 'y'),
        node('ConcatFromSequence', ['s'], 'z', { axis: 0 }),
        node('SplitToSequence', ['z'], 't', { keepdims: 0 }),
      ],
      outputs: [
        { name: 'y', type: 'string' },
        { name: 'z', type: 'string' },
        sequence('t', { type: 'string' }),
      ],
    };
    assert.deepEqual(await run(model, { x: texts('three', 'four', 'five') }), {
      y: ['three', 'four', 'five'],
      z: ['one', 'two', 'three', 'four', 'five'],
      t: [['one'], ['two'], ['three'], ['four'], ['five']],
    });
  });

  it('pass through Identity from opset 14 on', async () => {
    const model = (opset) => ({
      ...ofThree([node('Identity', ['s'], 't')], [sequence('t')]),
      opset,
    });
    assert.deepEqual((await run(model(14))).t, [[1], [2, 3], [4, 5, 6]]);
    await refused(model(13), {}, 'invalid_node', /must be a tensor, but is a sequence of float32/);
  });

  it('are refused where a tensor is asked, and tensors where a sequence is', async () => {
    await refused(
      ofThree([node('Add', ['s', 'a'], 'y')], [{ name: 'y' }]),
      {},
      'invalid_node',
      /Input 0 of Add.* must be a tensor, but is a sequence of float32/,
    );
    for (const [op, inputs, attributes] of [
      ['SequenceAt', ['a', 'p'], {}],
      ['SequenceInsert', ['a', 'b'], {}],
      ['SequenceErase', ['a'], {}],
      ['SequenceLength', ['a'], {}],
      ['ConcatFromSequence', ['a'], { axis: 0 }],
    ])
      await refused(
        ofThree([node(op, inputs, 'y', attributes)], [{ name: 'y' }], { p: scalar(0) }),
        {},
        'invalid_node',
        /Input 0 of .* must be a sequence.*, but is float32/,
      );
    for (const [op, inputs, at] of [
      ['SequenceConstruct', ['a', 's'], 1],
      ['SequenceInsert', ['s', 's'], 1],
      ['SequenceAt', ['s', 's'], 1],
      ['SplitToSequence', ['s'], 0],
    ])
      await refused(
        ofThree([node(op, inputs, 'y')], [{ name: 'y' }]),
        {},
        'invalid_node',
        new RegExp(`Input ${at} of .* must be a tensor, but is a sequence of float32`),
      );
  });

  it('hold one type, and one of those that ONNX lists', async () => {
    const model = (constants) => ({
      constants,
      nodes: [node('SequenceConstruct', Object.keys(constants), 's')],
      outputs: [sequence('s')],
    });
    await refused(model({ a: vector(1), b: int64s(1) }), {}, 'invalid_node', /float32 and int64/);
    const narrow = { type: 'bfloat16', dims: [1], data: Uint16Array.of(1) };
    await refused(model({ a: narrow }), {}, 'invalid_node', /must be .*, but is bfloat16/);
    await refused(
      { ...model({ a: vector(1) }), opset: 10 },
      {},
      'unsupported_operator',
      /SequenceConstruct/,
    );
  });

  it('lack an input that they need, and say so', async () => {
    await refused(
      ofThree([node('SequenceAt', ['s', ''], 'y')], [{ name: 'y' }]),
      {},
      'invalid_node',
      /Input 1 .* missing/,
    );
    await refused(
      ofThree([node('SequenceAt', ['s'], 'y')], [{ name: 'y' }]),
      {},
      'invalid_node',
      /was given 1 input/,
    );
    await refused(
      ofThree([node('SequenceInsert', ['', 'a'], 'y')], [sequence('y')]),
      {},
      'invalid_node',
      /Input 0 .* missing/,
    );
    await refused(
      ofThree([node('SequenceLength', ['s'], 'y', { axis: 1 })], [{ name: 'y' }]),
      {},
      'invalid_attribute',
      /no attribute 'axis'/,
    );
  });
});

describe('an output without a declared type', () => {
  it('may be a sequence', async () => {
    assert.deepEqual((await run(ofThree([], [{ name: 's', type: null }]))).s, [
      [1],
      [2, 3],
      [4, 5, 6],
    ]);
  });
});
