/** Models as bytes: every encoding of a tensor, functions, order, and invalid models. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { InferenceSession, ModelError } from 'simdcast/onnx';
import {
  bytes,
  float,
  inner,
  integer,
  message,
  packed,
  text,
  unsigned,
} from '../conformance/support.mjs';
import { elementTypes, encodeModel, floats, int64s } from './models.mjs';

const sc = await load();
const create = (model) => InferenceSession.create(model, { engine: sc });

const refusal = async (model) => {
  try {
    await create(model);
  } catch (error) {
    assert.ok(error instanceof ModelError, String(error.stack));
    return error;
  }
  return assert.fail('it was not refused');
};

/** A model whose output is an initializer, given as the fields of its TensorProto. */
const holding = (type, ...fields) =>
  message(
    integer(1, 8),
    inner(
      7,
      inner(5, ...fields, text(8, 'k')),
      inner(12, text(1, 'k'), inner(2, inner(1, integer(1, elementTypes[type] ?? 1)))),
    ),
    inner(8, integer(2, 17)),
  );

const held = async (type, ...fields) => {
  const session = await create(holding(type, ...fields));
  const { k } = session.runSync({});
  assert.equal(k.type, type);
  return [...k.data];
};

const head = (type, ...dims) => [packed(1, 'int64', dims), integer(2, elementTypes[type])];

describe('sparse tensors of a model', () => {
  const sparse = (dims, values, indices, shape = [values.length]) => ({
    dims,
    values: floats([values.length], ...values),
    indices: { ...int64s(...indices), dims: shape },
  });
  const initializer = (w) => encodeModel({ outputs: [{ name: 'w' }], nodes: [], constants: { w } });
  const constant = (sparse_value) =>
    encodeModel({
      outputs: [{ name: 'w' }],
      nodes: [{ op: 'Constant', outputs: ['w'], attributes: { sparse_value } }],
    });
  const forms = [initializer, constant];

  it('are dense once they are read', async () => {
    for (const modelOf of forms)
      for (const given of [
        sparse([2, 3], [5, -7], [1, 5]),
        sparse([2, 3], [5, -7], [0, 1, 1, 2], [2, 2]),
      ]) {
        const { w } = (await create(modelOf(given))).runSync({});
        assert.deepEqual([w.type, ...w.dims, ...w.data], ['float32', 2, 3, 0, 5, 0, 0, 0, -7]);
      }
    const { w } = (await create(initializer(sparse([2], [], [])))).runSync({});
    assert.deepEqual([...w.data], [0, 0]);
  });

  it('have their indices within their dims', async () => {
    for (const given of [
      sparse([2, 3], [5], [6]),
      sparse([2, 3], [5], [-1]),
      sparse([2, 3], [5], [0, 3], [1, 2]),
      sparse([2, 3], [5], [0, 0, 0], [1, 3]),
      sparse([2, 3], [5, 6], [0], [1]),
      { ...sparse([2, 3], [5], [1]), indices: floats([1], 1) },
    ]) {
      const { code, message } = await refusal(initializer(given));
      assert.equal(code, 'invalid_tensor');
      assert.match(message, /'w' \(2,3\) requires an int64 index within its shape for each/);
    }
  });

  it('have no more elements than memory, and no strings', async () => {
    const huge = await refusal(initializer(sparse([2 ** 30, 2 ** 20], [5], [1])));
    assert.equal(huge.code, 'invalid_tensor');
    const values = { type: 'string', dims: [1], data: ['a'] };
    const { code } = await refusal(initializer({ ...sparse([2], [5], [1]), values }));
    assert.equal(code, 'unsupported_type');
  });
});

describe('tensors of a model', () => {
  it('in typed fields', async () => {
    const small = (type, ...values) => held(type, ...head(type, 2), packed(5, 'int32', values));
    assert.deepEqual(
      await held('float32', ...head('float32', 2), packed(4, 'float', [1.5, -2])),
      [1.5, -2],
    );
    for (const type of ['int8', 'int16', 'int32'])
      assert.deepEqual(await small(type, -7, 9), [-7, 9]);
    for (const type of ['uint8', 'uint16', 'bool'])
      assert.deepEqual(await small(type, 1, 0), [1, 0]);
    assert.deepEqual(await held('int64', ...head('int64', 1), packed(7, 'int64', [-(2n ** 60n)])), [
      -(2n ** 60n),
    ]);
    assert.deepEqual(
      await held('float64', ...head('float64', 1), packed(10, 'double', [0.1])),
      [0.1],
    );
    assert.deepEqual(
      await held('uint32', ...head('uint32', 1), packed(11, 'uint64', [2 ** 32 - 1])),
      [2 ** 32 - 1],
    );
    assert.deepEqual(await held('uint64', ...head('uint64', 1), unsigned(11, 2n ** 64n - 1n)), [
      2n ** 64n - 1n,
    ]);
    assert.deepEqual(
      await held('complex64', ...head('complex64', 1), packed(4, 'float', [1, 2])),
      [1, 2],
    );
    const half = await create(
      holding('float16', ...head('float16', 1), packed(5, 'int32', [0x3c00])),
    );
    const { data } = half.runSync({}).k;
    assert.equal(new Uint16Array(data.buffer, data.byteOffset, 1)[0], 0x3c00);
  });

  it('not packed, and as strings', async () => {
    assert.deepEqual(
      await held('float32', integer(1, 2), integer(2, 1), float(4, 1), float(4, 2)),
      [1, 2],
    );
    const utf8 = new TextEncoder();
    const strings = [bytes(6, utf8.encode('a')), bytes(6, utf8.encode('é'))];
    assert.deepEqual(await held('string', ...head('string', 2), ...strings), ['a', 'é']);
  });

  it('raw, at any offset', async () => {
    for (let padding = 0; padding < 4; padding++) {
      const raw = new Uint8Array(Float32Array.of(1, -2).buffer);
      const doc = text(12, 'x'.repeat(padding));
      assert.deepEqual(await held('float32', ...head('float32', 2), doc, bytes(9, raw)), [1, -2]);
    }
  });

  it('that are not whole are refused', async () => {
    const of = async (code, message, ...fields) => {
      const error = await refusal(holding('float32', ...fields));
      assert.equal(error.code, code);
      assert.match(error.message, message);
    };
    const raw = bytes(9, new Uint8Array(8));
    await of(
      'invalid_tensor',
      /'k' \(3,\) requires 3 elements of data, but has 2/,
      ...head('float32', 3),
      raw,
    );
    await of(
      'invalid_tensor',
      /requires 1 element of/,
      ...head('float32', 1),
      bytes(9, new Uint8Array(5)),
    );
    await of('invalid_tensor', /sizes: \(-1,\)/, packed(1, 'int64', [-1]), integer(2, 1), raw);
    await of('invalid_tensor', /invalid sizes/, packed(1, 'int64', [2 ** 31]), integer(2, 1));
    const big = packed(1, 'int64', new Array(4).fill(2 ** 30));
    await of('invalid_tensor', /invalid sizes/, big, integer(2, 1));
    await of('invalid_tensor', /segment/, ...head('float32', 2), inner(3, integer(1, 0)), raw);
    await of('unsupported_type', /element type 27/, packed(1, 'int64', [8]), integer(2, 27), raw);
    await of('unsupported_type', /element type 0/, packed(1, 'int64', [2]), raw);
    await of('invalid_tensor', /not UTF-8/, ...head('string', 1), bytes(6, Uint8Array.of(0xff)));
    const rank = packed(1, 'int64', new Array(99).fill(1));
    await of('invalid_tensor', /would have 99/, rank, integer(2, 1), bytes(9, new Uint8Array(4)));
  });

  it('in another file that is not given are refused, saying what to do', async () => {
    const location = inner(13, text(1, 'location'), text(2, '../secret.bin'));
    const error = await refusal(
      holding('float32', ...head('float32', 2), location, integer(14, 1)),
    );
    assert.equal(error.code, 'external_data');
    assert.match(error.message, /in the file '\.\.\/secret\.bin'\. Pass it as externalData/);
  });
});

const x = { data: Float32Array.of(1, 2), dims: [2] };
const input = { name: 'x', dims: [2] };

describe('graphs', () => {
  it('may have their nodes in any order', async () => {
    const nodes = [
      { op: 'Add', inputs: ['b', 'x'], outputs: ['c'] },
      { op: 'Add', inputs: ['a', 'x'], outputs: ['b'] },
      { op: 'Add', inputs: ['x', 'x'], outputs: ['a'] },
    ];
    const session = await create(encodeModel({ inputs: [input], outputs: [{ name: 'c' }], nodes }));
    assert.deepEqual([...session.runSync({ x }).c.data], [4, 8]);
  });

  it('of many nodes are no deep recursion', async () => {
    const count = 20000;
    const nodes = Array.from({ length: count }, (_, i) => ({
      op: 'Identity',
      inputs: [i === 0 ? 'x' : `v${i}`],
      outputs: [`v${i + 1}`],
    })).reverse();
    const outputs = [{ name: `v${count}` }];
    const session = await create(encodeModel({ inputs: [input], outputs, nodes }));
    assert.deepEqual([...session.runSync({ x })[`v${count}`].data], [1, 2]);
  });

  it('that go in circles are refused, naming the nodes', async () => {
    const nodes = [
      { op: 'Add', name: 'p', inputs: ['x', 'b'], outputs: ['a'] },
      { op: 'Add', name: 'q', inputs: ['a', 'x'], outputs: ['b'] },
    ];
    const error = await refusal(encodeModel({ inputs: [input], outputs: [{ name: 'b' }], nodes }));
    assert.equal(error.code, 'cyclic_graph');
    assert.deepEqual([...error.nodes].sort(), ['p', 'q']);
    const self = [{ op: 'Add', name: 's', inputs: ['x', 'a'], outputs: ['a'] }];
    const other = await refusal(
      encodeModel({ inputs: [input], outputs: [{ name: 'a' }], nodes: self }),
    );
    assert.equal(other.code, 'cyclic_graph');
  });

  it('whose names do not fit are refused', async () => {
    const add = { op: 'Add', inputs: ['x', 'x'], outputs: ['y'] };
    const y = [{ name: 'y' }];
    const cases = [
      [{ inputs: [input], outputs: y, nodes: [add, add] }, /two values of the graph are named 'y'/],
      [{ inputs: [input, input], outputs: y, nodes: [add] }, /named 'x'/],
      [{ inputs: [input], outputs: [...y, ...y], nodes: [add] }, /named 'y'/],
      [{ inputs: [input], outputs: y, nodes: [{ ...add, outputs: ['x'] }] }, /named 'x'/],
      [
        { inputs: [input], outputs: [{ name: 'z' }], nodes: [add] },
        /No node produces the graph output 'z'/,
      ],
      [
        { inputs: [input], outputs: y, nodes: [{ ...add, inputs: ['x', 'q'] }] },
        /reads 'q', which no node produces/,
      ],
      [{ inputs: [input], outputs: [], nodes: [add] }, /at least one output/],
      [{ inputs: [{ name: '' }], outputs: y, nodes: [add] }, /has no name/],
    ];
    for (const [graph, pattern] of cases) {
      const error = await refusal(encodeModel(graph));
      assert.equal(error.code, 'invalid_graph');
      assert.match(error.message, pattern);
    }
  });

  it('with values that are no tensors are refused', async () => {
    const sequence = inner(7, inner(11, text(1, 'x'), inner(2, inner(4))), inner(12, text(1, 'x')));
    const error = await refusal(message(sequence, inner(8, integer(2, 17))));
    assert.equal(error.code, 'unsupported_type');
  });

  it('with a size past 2^31 are refused', async () => {
    const nodes = [{ op: 'Identity', inputs: ['x'], outputs: ['y'] }];
    const inputs = [{ name: 'x', dims: [2 ** 31] }];
    const error = await refusal(encodeModel({ inputs, outputs: [{ name: 'y' }], nodes }));
    assert.equal(error.code, 'invalid_model');
  });
});

const body = {
  name: 'Scaled',
  domain: 'own',
  inputs: ['a', 'b'],
  outputs: ['c'],
  attributes: ['slope'],
  opset: 16,
  nodes: [
    { op: 'LeakyRelu', inputs: ['a'], outputs: ['t'], attributes: { alpha: { ref: 'slope' } } },
    { op: 'Add', inputs: ['t', 'b'], outputs: ['c'] },
  ],
};

const call = (inputs, output, attributes) => ({
  op: 'Scaled',
  domain: 'own',
  inputs,
  outputs: [output],
  attributes,
});

const calling = (functions, nodes, outputs = [{ name: 'y' }]) =>
  encodeModel({
    inputs: [input],
    outputs,
    constants: { one: floats([], 1) },
    nodes,
    functions,
    domains: ['own'],
  });

describe('functions', () => {
  it('are unfolded, with their attributes and names of their own', async () => {
    const nodes = [
      call(['x', 'one'], 't', { slope: 0.5 }),
      call(['t', 'one'], 'y', { slope: 0.25 }),
    ];
    const session = await create(calling([body], nodes));
    const negative = { data: Float32Array.of(-8, 2), dims: [2] };
    assert.deepEqual([...session.runSync({ x: negative }).y.data], [-3 * 0.25 + 1, 4]);
  });

  it('leave an attribute out that the call leaves out', async () => {
    const session = await create(calling([body], [call(['x', 'one'], 'y')]));
    const negative = { data: Float32Array.of(-100, 2), dims: [2] };
    // LeakyRelu's own alpha is 0.01.
    const expected = Math.fround(Math.fround(Math.fround(0.01) * -100) + 1);
    assert.deepEqual([...session.runSync({ x: negative }).y.data], [expected, 3]);
  });

  it('call others', async () => {
    const outer = {
      ...body,
      name: 'Outer',
      attributes: [],
      nodes: [
        call(['a', 'b'], 't', { slope: 2 }),
        { op: 'Add', inputs: ['t', 't'], outputs: ['c'] },
      ],
    };
    const nodes = [{ op: 'Outer', domain: 'own', inputs: ['x', 'one'], outputs: ['y'] }];
    const session = await create(calling([outer, body], nodes));
    assert.deepEqual([...session.runSync({ x }).y.data], [4, 6]);
  });

  it('are told apart by their overloads', async () => {
    const twice = {
      ...body,
      ...{ overload: 'twice', attributes: [] },
      nodes: [{ op: 'Add', inputs: ['a', 'a'], outputs: ['c'] }],
    };
    const nodes = [{ ...call(['x', 'one'], 'y'), overload: 'twice' }];
    const session = await create(calling([body, twice], nodes));
    assert.deepEqual([...session.runSync({ x }).y.data], [2, 4]);
  });

  it('are told apart where a domain ends and a name begins', async () => {
    const twice = {
      ...body,
      ...{ domain: 'own.part', name: 'Scaled', attributes: [] },
      nodes: [{ op: 'Add', inputs: ['a', 'a'], outputs: ['c'] }],
    };
    const nodes = [{ ...call(['x', 'one'], 'y'), domain: 'own.part' }];
    const other = { ...body, name: 'part.Scaled' };
    const session = await create(calling([other, twice], nodes));
    assert.deepEqual([...session.runSync({ x }).y.data], [2, 4]);
  });

  it('that cannot be unfolded are refused', async () => {
    const again = { ...body, nodes: [call(['a', 'b'], 'c')] };
    const other = { ...body, name: 'Other', nodes: [call(['a', 'b'], 'c')] };
    const circle = { ...body, nodes: [{ ...call(['a', 'b'], 'c'), op: 'Other' }] };
    const wide = (name, callee) => ({
      ...body,
      name,
      outputs: ['c0'],
      nodes: Array.from({ length: 60 }, (_, i) => ({ ...call(['a', 'b'], `c${i}`), op: callee })),
    });
    const bomb = [
      wide('Scaled', 'f1'),
      wide('f1', 'f2'),
      wide('f2', 'f3'),
      { ...body, name: 'f3', nodes: [{ op: 'Add', inputs: ['a', 'b'], outputs: ['c'] }] },
    ];
    const cases = [
      [[again], /calls itself/],
      [[circle, other], /calls itself/],
      [[body, body], /two functions of the model are named own\.Scaled\./],
      [[{ ...body, outputs: ['q'] }], /does not produce its output 'q'/],
      [[{ ...body, inputs: ['a'] }], /at most 1 inputs, those of its function, but has 2/],
      [bomb, /too many nodes/],
    ];
    for (const [functions, pattern] of cases) {
      const error = await refusal(calling(functions, [call(['x', 'one'], 'y')]));
      assert.match(error.message, pattern);
    }
    const loose = [
      { op: 'LeakyRelu', inputs: ['x'], outputs: ['y'], attributes: { alpha: { ref: 'slope' } } },
    ];
    assert.match((await refusal(calling([], loose))).message, /refers to the attribute 'alpha'/);
  });
});

describe('bytes', () => {
  it('that are no protobuf are refused', async () => {
    for (const model of [[0xff], [0x3a, 0x05, 0x00], [0x3a], [0x0b], new Array(5000).fill(0x0b)]) {
      const { code } = await refusal(Uint8Array.from(model));
      assert.equal(code, 'invalid_protobuf');
    }
  });

  it('with a field of another wire type are refused', async () => {
    const error = await refusal(message(bytes(1, Uint8Array.of(8))));
    assert.equal(error.code, 'invalid_protobuf');
    assert.match(error.message, /irVersion has wire type 2/);
  });

  it('with unknown fields are read', async () => {
    const model = message(integer(99, 5), text(98, 'new'), inner(97, integer(1, 1)));
    const whole = new Uint8Array([
      ...model,
      ...holding('float32', ...head('float32', 1), packed(4, 'float', [3])),
    ]);
    const session = await create(whole);
    assert.deepEqual([...session.runSync({}).k.data], [3]);
  });
});
