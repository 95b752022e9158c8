/**
 * Random graphs of elementwise operators, with reshapes between them and several outputs: sessions are
 * bit-identical to the separate operators, however they run.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InferenceSession } from 'simdcast/onnx';
import { seeded } from '../operators/support/values.mjs';
import { pick } from '../rules/support.mjs';
import { loadFlavours } from '../support/flavours.mjs';
import { encodeModel, int64s } from './models.mjs';

const engines = await loadFlavours();
const { random, seed } = seeded(4711);
const GRAPHS = 200;
const OPSET = 21;

const below = (count) => Math.floor(random() * count);
const sizeOf = (dims) => dims.reduce((product, n) => product * n, 1);

const arrays = { float32: Float32Array, int32: Int32Array, bool: Uint8Array };

function tensor(type, dims) {
  const data = arrays[type].from({ length: sizeOf(dims) }, () =>
    type === 'bool' ? below(2) : type === 'int32' ? below(41) - 20 : random() * 8 - 4,
  );
  return { type, dims, data };
}

/** By input type: operators that return the same type, and comparisons. */
const operators = {
  float32: {
    unary: [
      'Neg',
      'Abs',
      'Sqrt',
      'Exp',
      'Sigmoid',
      'Tanh',
      'Relu',
      'Floor',
      'Erf',
      'Reciprocal',
      'Atan',
      'Sinh',
    ],
    binary: ['Add', 'Sub', 'Mul', 'Div', 'Max', 'Min', 'PRelu'],
  },
  int32: {
    unary: ['Neg', 'Abs'],
    binary: ['Add', 'Sub', 'Mul', 'Max', 'Min', 'Div', 'BitwiseAnd'],
  },
  bool: { unary: ['Not'], binary: ['And', 'Or', 'Xor'] },
};
const comparisons = ['Less', 'Greater', 'Equal', 'GreaterOrEqual'];
const TO = { float32: 1, int32: 6, bool: 9 };

class Graph {
  nodes = [];
  constants = {};
  values = new Map();

  add(op, inputs, attributes = {}) {
    const name = `v${this.nodes.length}`;
    this.nodes.push({ op, inputs, outputs: [name], attributes });
    return name;
  }

  constant(made) {
    const name = `k${Object.keys(this.constants).length}`;
    this.constants[name] = made;
    return name;
  }
}

const stretchable = (dims) => {
  const shape = dims.map((n) => (random() < 0.4 ? 1 : n));
  return random() < 0.5 ? shape : shape.slice(below(dims.length + 1));
};

const toggled = (dims, at) => dims.map((n, axis) => (axis === at ? 1 : n));

/** Adds a node to the graph, and returns its output. */
function grow(graph, known) {
  const [name, { type, dims }] = pick(random, [...known]);
  const note = (made, like) => known.set(made, like);
  const kind = below(10);
  if (kind < 2) note(graph.add(pick(random, operators[type].unary), [name]), { type, dims });
  else if (kind < 6) {
    const op = pick(random, operators[type].binary);
    const same = [...known].filter(
      ([, one]) => one.type === type && one.dims.join() === dims.join(),
    );
    const other =
      random() < 0.5 ? pick(random, same)[0] : graph.constant(tensor(type, stretchable(dims)));
    note(graph.add(op, [name, other]), { type, dims });
  } else if (kind === 6 && type !== 'bool') {
    const other = graph.constant(tensor(type, stretchable(dims)));
    note(graph.add(pick(random, comparisons), [name, other]), { type: 'bool', dims });
  } else if (kind === 7 && type === 'bool') {
    const [a, b] = [0, 1].map(() => graph.constant(tensor('float32', stretchable(dims))));
    note(graph.add('Where', [name, a, b]), { type: 'float32', dims });
  } else if (kind === 8 && type !== 'float32') {
    note(graph.add('Cast', [name], { to: TO.float32 }), { type: 'float32', dims });
  } else if (kind === 9 && sizeOf(dims) > 0) {
    // The same elements with another shape, or a part with a shape that is stretched later.
    const flat = graph.add('Reshape', [name, graph.constant(int64s(-1, 1))]);
    note(flat, { type, dims: [sizeOf(dims), 1] });
    if (dims.length > 1) {
      const back = graph.add('Reshape', [flat, graph.constant(int64s(...dims))]);
      note(back, { type, dims });
    }
  } else if (kind === 7 && dims.length > 0) {
    // A shape of its own, which is stretched when it is combined with others.
    const axis = below(dims.length);
    const part = graph.add('Slice', [name, ...[0, 1, axis].map((n) => graph.constant(int64s(n)))]);
    note(part, { type, dims: toggled(dims, axis) });
    if (random() < 0.7) note(graph.add(operators[type].binary[0], [name, part]), { type, dims });
  }
}

function randomGraph() {
  const graph = new Graph();
  const dims = Array.from({ length: 1 + below(3) }, () => 1 + below(9));
  const inputs = { x: tensor('float32', dims), y: tensor('int32', dims) };
  const known = new Map(Object.entries(inputs).map(([name, { type }]) => [name, { type, dims }]));
  const count = 3 + below(25);
  while (graph.nodes.length < count) grow(graph, known);
  const made = [...known.keys()].filter((name) => !(name in inputs));
  const outputs = [...new Set([made.at(-1), pick(random, made), pick(random, made)])];
  return { graph, inputs, outputs, known };
}

/** Computes node by node, with the package's functions, or copies. */
function oneByOne(engine, { graph, inputs }) {
  const values = new Map([...Object.entries(inputs), ...Object.entries(graph.constants)]);
  for (const { op, inputs: names, outputs, attributes } of graph.nodes) {
    const given = names.map((name) => values.get(name));
    values.set(outputs[0], moved(op, given) ?? engine.run(op, given, { opset: OPSET, attributes }));
  }
  return values;
}

function moved(op, [value, first, ends, axes]) {
  if (op === 'Reshape') {
    const asked = [...first.data].map(Number);
    const rest = value.data.length / sizeOf(asked.filter((n) => n !== -1));
    return { ...plain(value), dims: asked.map((n) => (n === -1 ? rest : n)) };
  }
  if (op !== 'Slice') return undefined;
  const axis = Number(axes.data[0]);
  const inner = sizeOf(value.dims.slice(axis + 1));
  const kept = [...value.data].filter(
    (_, i) => Math.floor(i / inner) % value.dims[axis] < Number(ends.data[0]),
  );
  return { type: value.type, dims: toggled(value.dims, axis), data: arrays[value.type].from(kept) };
}

const plain = ({ type, dims, data }) => ({ type, dims, data });

const bitsOf = ({ data }) =>
  data instanceof Float32Array
    ? Array.from(new Uint32Array(data.buffer, data.byteOffset, data.length), (word, i) =>
        // WebAssembly leaves the bits of a NaN open.
        Number.isNaN(data[i]) ? 'NaN' : word,
      )
    : [...data];

describe(`elementwise graphs, ${seed}`, () => {
  it(`give the bits of their operators, ${GRAPHS} times`, async () => {
    for (let i = 0; i < GRAPHS; i++) {
      const made = randomGraph();
      const { graph, inputs, outputs, known } = made;
      const model = encodeModel({
        opset: OPSET,
        inputs: Object.entries(inputs).map(([name, { type, dims }]) => ({ name, type, dims })),
        outputs: outputs.map((name) => ({ name, type: known.get(name).type })),
        constants: graph.constants,
        nodes: graph.nodes,
      });
      const about = `${seed}, graph ${i}: ${graph.nodes.map(({ op }) => op).join(' ')}`;
      for (const engine of engines) {
        const expected = oneByOne(engine, made);
        const session = await InferenceSession.create(model, { engine });
        for (let run = 0; run < 2; run++) {
          const results = session.runSync(inputs);
          for (const name of outputs) {
            assert.deepEqual([...results[name].dims], [...expected.get(name).dims], about);
            assert.deepEqual(
              bitsOf(results[name]),
              bitsOf(expected.get(name)),
              `${about}: ${name}`,
            );
          }
        }
        await session.release();
      }
    }
  });
});

describe('kernels of passes', () => {
  it('serve all shapes and sessions, until the last of them is gone', async () => {
    const [engine] = engines;
    const model = encodeModel({
      inputs: [{ name: 'x' }, { name: 'a' }],
      outputs: [{ name: 'y' }],
      nodes: [
        { op: 'Add', inputs: ['x', 'a'], outputs: ['sum'] },
        { op: 'Mul', inputs: ['sum', 'x'], outputs: ['product'] },
        { op: 'Sub', inputs: ['product', 'a'], outputs: ['y'] },
      ],
    });
    const { Instance } = WebAssembly;
    let instances = 0;
    WebAssembly.Instance = class extends Instance {
      constructor(...args) {
        super(...args);
        instances++;
      }
    };
    try {
      const create = () => InferenceSession.create(model, { engine });
      const run = (session, length) => {
        const x = Float32Array.from({ length }, (_, i) => i - 3);
        const dims = [length];
        const { y } = session.runSync({ x: { data: x, dims }, a: { data: x.fill(5, 0, 1), dims } });
        assert.deepEqual(
          [...y.data],
          Array.from(x, (value) => (value + value) * value - value),
        );
      };
      const [first, second] = [await create(), await create()];
      for (const length of [2, 5, 17, 64]) run(first, length);
      run(second, 9);
      assert.equal(instances, 1);
      await first.release();
      run(second, 9);
      run(second, 30);
      assert.equal(instances, 1);
      await second.release();
      const third = await create();
      run(third, 9);
      assert.equal(instances, 2);
      await third.release();
    } finally {
      WebAssembly.Instance = Instance;
    }
  });
});
