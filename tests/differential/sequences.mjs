/**
 * Random graphs of sequences: one is built from a matrix, changed at positions from inputs and constants, and
 * joined again. Inputs and outputs are tensors, because onnxruntime-web supports no others.
 */
import { encodeModel } from '../onnx/models.mjs';
import { pick } from '../rules/support.mjs';

const scalar = (value) => ({ type: 'int64', dims: [], data: BigInt64Array.of(BigInt(value)) });
const vector = (values) => ({
  type: 'int64',
  dims: [values.length],
  data: BigInt64Array.from(values, BigInt),
});

class Sequences {
  nodes = [];
  constants = { yes: { type: 'bool', dims: [], data: Uint8Array.of(1) } };
  inputs = [];
  feeds = {};
  #random;
  #names = 0;

  constructor(random) {
    this.#random = random;
  }

  whole(low, high) {
    return low + Math.floor(this.#random() * (high - low + 1));
  }

  choose(list) {
    return pick(this.#random, list);
  }

  name() {
    return `v${this.#names++}`;
  }

  constant(tensor) {
    const name = this.name();
    this.constants[name] = tensor;
    return name;
  }

  feed(tensor, dims = tensor.dims) {
    const name = this.name();
    this.inputs.push({ name, type: tensor.type, dims });
    this.feeds[name] = tensor;
    return name;
  }

  /** An integer that determines something: a constant or an input. */
  number(value) {
    return this.choose([() => this.constant(scalar(value)), () => this.feed(scalar(value))])();
  }

  /** A position among `count`, from either end. */
  place(count, beyond = 0) {
    return this.number(this.whole(-count, count - 1 + beyond));
  }

  matrix() {
    const dims = [this.whole(1, 5), this.whole(1, 5)];
    const data = Float32Array.from({ length: dims[0] * dims[1] }, () => this.#random() * 2 - 1);
    return { name: this.feed({ type: 'float32', dims, data }, ['N', 'M']), dims };
  }

  add(op, inputs, attributes = {}) {
    const output = this.name();
    this.nodes.push({ op, inputs, outputs: [output], attributes });
    return output;
  }
}

/** Sizes that add up to `size`. */
function partition(graph, size) {
  const sizes = [];
  for (let left = size; left > 0; left -= sizes.at(-1)) sizes.push(graph.whole(1, left));
  return sizes;
}

/** Each builds a sequence from a matrix: its name, its length, and how it is joined. */
const makers = {
  ones(graph, { name, dims }) {
    const axis = graph.whole(0, 1);
    const s = graph.add('SplitToSequence', [name], { axis: graph.choose([axis, axis - 2]) });
    return { s, count: dims[axis], join: { axis } };
  },
  rows(graph, { name, dims }) {
    const axis = graph.whole(0, 1);
    const s = graph.add('SplitToSequence', [name], { axis, keepdims: 0 });
    return { s, count: dims[axis], join: { axis: graph.whole(-2, 1), new_axis: 1 } };
  },
  chunks(graph, { name, dims }) {
    const axis = graph.whole(0, 1);
    const size = graph.whole(1, dims[axis] + 1);
    const s = graph.add('SplitToSequence', [name, graph.number(size)], { axis });
    return { s, count: Math.ceil(dims[axis] / size), join: { axis } };
  },
  parts(graph, { name, dims }) {
    const axis = graph.whole(0, 1);
    const sizes = partition(graph, dims[axis]);
    const s = graph.add('SplitToSequence', [name, graph.constant(vector(sizes))], { axis });
    return { s, count: sizes.length, join: { axis } };
  },
  whole(graph, { name }) {
    const s = graph.add('SequenceConstruct', [name, graph.add('Neg', [name]), name]);
    return {
      s,
      count: 3,
      join: graph.choose([{ axis: 0 }, { axis: -1 }, { axis: 1, new_axis: 1 }]),
    };
  },
};

const counter = [
  { name: 'i', type: 'int64', dims: [] },
  { name: 'go', type: 'bool', dims: [] },
];

/** Appends or prepends the elements of an outer sequence to the state. */
function loop(graph, { s, count, join }) {
  const none = graph.add('SequenceEmpty', [], { dtype: 1 });
  const length = graph.add('SequenceLength', [s]);
  const front = graph.choose([[], [graph.constant(scalar(0))]]);
  const body = {
    inputs: [...counter, { name: 'list', sequence: true }],
    nodes: [
      { op: 'Identity', inputs: ['go'], outputs: ['on'] },
      { op: 'SequenceAt', inputs: [s, 'i'], outputs: ['e'] },
      { op: graph.choose(['Tanh', 'Neg', 'Identity']), inputs: ['e'], outputs: ['f'] },
      { op: 'SequenceInsert', inputs: ['list', 'f', ...front], outputs: ['longer'] },
    ],
    outputs: [
      { name: 'on', type: 'bool', dims: [] },
      { name: 'longer', sequence: true },
    ],
  };
  const made = graph.add('Loop', [length, 'yes', none], { body: { graph: body } });
  return { s: made, count, join };
}

/** Each derives another sequence. */
const steps = {
  insert(graph, { s, count, join }) {
    const element = graph.add('SequenceAt', [s, graph.place(count)]);
    const added = graph.add('Neg', [element]);
    const where = graph.choose([[], [graph.place(count, 1)]]);
    return { s: graph.add('SequenceInsert', [s, added, ...where]), count: count + 1, join };
  },
  erase(graph, { s, count, join }) {
    if (count < 2) return undefined;
    const where = graph.choose([[], [graph.place(count)]]);
    return { s: graph.add('SequenceErase', [s, ...where]), count: count - 1, join };
  },
  map(graph, { s, count, join }) {
    const by = graph.constant({
      type: 'float32',
      dims: [],
      data: Float32Array.of(graph.whole(2, 5)),
    });
    const body = {
      inputs: [{ name: 'e' }, { name: 'k' }],
      nodes: [{ op: graph.choose(['Mul', 'Sub']), inputs: ['e', 'k'], outputs: ['m'] }],
      outputs: [{ name: 'm' }],
    };
    return { s: graph.add('SequenceMap', [s, by], { body: { graph: body } }), count, join };
  },
  choice(graph, { s, count, join }) {
    const branch = (op, inputs, name) => ({
      graph: { nodes: [{ op, inputs, outputs: [name] }], outputs: [{ name, sequence: true }] },
    });
    const most = graph.whole(0, count + 1);
    const length = graph.add('SequenceLength', [s]);
    const isLong = graph.add('Greater', [length, graph.number(most)]);
    const [first, added] = [graph.name(), graph.name()];
    const attributes = {
      then_branch: branch('Identity', [s], first),
      else_branch: branch(
        'SequenceInsert',
        [s, graph.add('SequenceAt', [s, graph.place(count)])],
        added,
      ),
    };
    const made = graph.add('If', [isLong], attributes);
    return { s: made, count: count > most ? count : count + 1, join };
  },
  loop,
};

/** @returns {{ model: Uint8Array, feeds: object, ops: string[] }} */
export function randomSequences(random) {
  const graph = new Sequences(random);
  let made = graph.choose(Object.values(makers))(graph, graph.matrix());
  const wanted = graph.whole(1, 5);
  for (let i = 0; i < wanted; i++) made = graph.choose(Object.values(steps))(graph, made) ?? made;
  const { s, count, join } = made;
  const outputs = [
    { name: graph.add('ConcatFromSequence', [s], join) },
    { name: graph.add('SequenceAt', [s, graph.place(count)]) },
    { name: graph.add('SequenceLength', [s]), type: 'int64' },
  ];
  const { nodes, constants, inputs, feeds } = graph;
  return {
    model: encodeModel({ opset: 17, nodes, constants, inputs, outputs }),
    feeds,
    ops: nodes.map(({ op }) => op),
  };
}
