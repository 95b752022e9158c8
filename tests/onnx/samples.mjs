/** Models of all kinds with valid feeds: the starting points of the hostile tests. */
import { encodeModel, floats, int64s } from './models.mjs';

const ramp = (dims, scale = 0.1) =>
  floats(
    dims,
    ...Array.from(
      { length: dims.reduce((n, size) => n * size, 1) },
      (_, i) => ((i % 13) - 6) * scale,
    ),
  );

const perceptron = {
  graph: {
    inputs: [{ name: 'x', dims: ['N', 4] }],
    outputs: [{ name: 'odds', dims: ['N', 3] }],
    constants: {
      w: { dims: [4, 3], values: ramp([5]), indices: int64s(0, 2, 3, 7, 11) },
      b: ramp([3]),
      s: ramp([1]),
    },
    nodes: [
      { op: 'Gemm', inputs: ['x', 'w', 'b'], outputs: ['h'], attributes: { alpha: 0.5 } },
      { op: 'PRelu', inputs: ['h', 's'], outputs: ['a'] },
      { op: 'Softmax', inputs: ['a'], outputs: ['odds'], attributes: { axis: -1 } },
    ],
  },
  feeds: { x: ramp([2, 4]) },
};

/** One head of attention over a sequence, as exporters write it. */
const attention = {
  graph: {
    inputs: [{ name: 'x', dims: ['B', 'S', 8] }],
    outputs: [{ name: 'y', dims: ['B', 'S', 8] }],
    constants: {
      wq: ramp([8, 8]),
      wk: ramp([8, 8], 0.05),
      wv: ramp([8, 8], 0.2),
      root: floats([], 2),
      gain: ramp([8], 1),
      bias: ramp([8]),
      heads: int64s(0, 0, 2, 4),
      whole: int64s(0, 0, 8),
    },
    nodes: [
      ...['q', 'k', 'v'].flatMap((name) => [
        { op: 'MatMul', inputs: ['x', `w${name}`], outputs: [`${name}1`] },
        { op: 'Reshape', inputs: [`${name}1`, 'heads'], outputs: [`${name}2`] },
        {
          op: 'Transpose',
          inputs: [`${name}2`],
          outputs: [name],
          attributes: { perm: name === 'k' ? [0, 2, 3, 1] : [0, 2, 1, 3] },
        },
      ]),
      { op: 'MatMul', inputs: ['q', 'k'], outputs: ['scores'] },
      { op: 'Div', inputs: ['scores', 'root'], outputs: ['scaled'] },
      { op: 'Softmax', inputs: ['scaled'], outputs: ['odds'], attributes: { axis: -1 } },
      { op: 'MatMul', inputs: ['odds', 'v'], outputs: ['mixed'] },
      { op: 'Transpose', inputs: ['mixed'], outputs: ['t'], attributes: { perm: [0, 2, 1, 3] } },
      { op: 'Reshape', inputs: ['t', 'whole'], outputs: ['joined'] },
      { op: 'Add', inputs: ['joined', 'x'], outputs: ['sum'] },
      { op: 'LayerNormalization', inputs: ['sum', 'gain', 'bias'], outputs: ['y'] },
    ],
  },
  feeds: { x: ramp([2, 3, 8]) },
};

const shapes = {
  graph: {
    inputs: [
      { name: 'x', dims: ['N', 'M'] },
      { name: 'reps', type: 'int64', dims: [3] },
    ],
    outputs: [{ name: 'y' }, { name: 'parts' }, { name: 'at' }],
    constants: {
      zero: int64s(0),
      one: int64s(1),
      minus: int64s(-1),
      far: int64s(9e15),
      back: int64s(-9e15),
    },
    nodes: [
      { op: 'Shape', inputs: ['x'], outputs: ['dims'] },
      { op: 'Slice', inputs: ['dims', 'one', 'far', 'zero'], outputs: ['last'] },
      { op: 'Unsqueeze', inputs: ['x', 'zero'], outputs: ['u'] },
      { op: 'Expand', inputs: ['u', 'reps'], outputs: ['wide'] },
      {
        op: 'Slice',
        inputs: ['wide', 'minus', 'back', 'one', 'minus'],
        outputs: ['turned'],
      },
      { op: 'Split', inputs: ['turned'], outputs: ['first', 'second'], attributes: { axis: 0 } },
      { op: 'Concat', inputs: ['second', 'first'], outputs: ['y'], attributes: { axis: 2 } },
      { op: 'ConstantOfShape', inputs: ['last'], outputs: ['zeros'] },
      { op: 'ReduceSum', inputs: ['first', 'minus'], outputs: ['sums'] },
      { op: 'Squeeze', inputs: ['sums'], outputs: ['parts'] },
      { op: 'ArgMax', inputs: ['x'], outputs: ['at'], attributes: { axis: 1, keepdims: 0 } },
    ],
  },
  feeds: { x: ramp([3, 4]), reps: int64s(2, 3, 4) },
};

const legacy = {
  graph: {
    opset: 6,
    inputs: [{ name: 'x', dims: [2, 3, 4, 5] }],
    outputs: [{ name: 'y' }],
    constants: { b: ramp([3, 4]), row: ramp([5]) },
    nodes: [
      {
        op: 'Add',
        inputs: ['x', 'b'],
        outputs: ['t'],
        attributes: { axis: 1, broadcast: 1 },
      },
      { op: 'Mul', inputs: ['t', 'row'], outputs: ['y'], attributes: { broadcast: 1 } },
    ],
  },
  feeds: { x: ramp([2, 3, 4, 5]) },
};

const texts = {
  graph: {
    opset: 20,
    inputs: [{ name: 's', type: 'string', dims: ['N'] }],
    outputs: [
      { name: 'joined', type: 'string' },
      { name: 'same', type: 'bool' },
    ],
    constants: {
      suffix: { type: 'string', dims: [2, 1], data: ['!', '?'] },
      index: int64s(1, 0),
    },
    nodes: [
      { op: 'StringConcat', inputs: ['s', 'suffix'], outputs: ['all'] },
      { op: 'Gather', inputs: ['all', 'index'], outputs: ['joined'], attributes: { axis: 0 } },
      { op: 'Equal', inputs: ['all', 'joined'], outputs: ['same'] },
    ],
  },
  feeds: { s: { type: 'string', data: ['a', 'bc'], dims: [2] } },
};

const functions = {
  graph: {
    inputs: [{ name: 'x', dims: ['N'] }],
    outputs: [{ name: 'y' }],
    nodes: [
      { op: 'Twice', domain: 'own', inputs: ['x'], outputs: ['t'] },
      { op: 'Twice', domain: 'own', inputs: ['t'], outputs: ['y'] },
    ],
    functions: [
      {
        name: 'Twice',
        domain: 'own',
        inputs: ['a'],
        outputs: ['b'],
        opset: 17,
        nodes: [{ op: 'Add', inputs: ['a', 'a'], outputs: ['b'] }],
      },
    ],
    domains: ['own'],
  },
  feeds: { x: ramp([5]) },
};

/** A loop that stacks, a scan with a branch in it, and a loop whose shapes grow. */
const loops = {
  graph: {
    inputs: [
      { name: 'x', dims: ['N', 3] },
      { name: 'times', type: 'int64', dims: [1] },
    ],
    outputs: [{ name: 'each' }, { name: 'sums' }, { name: 'long' }],
    constants: {
      yes: { type: 'bool', dims: [], data: Uint8Array.of(1) },
      start: ramp([3]),
      six: int64s(6),
      bound: floats([], 0.5),
    },
    nodes: [
      {
        op: 'Loop',
        inputs: ['times', 'yes', 'start'],
        outputs: ['last', 'each'],
        attributes: { body: repeated('Add', [{ op: 'Tanh', inputs: ['w'], outputs: ['shown'] }]) },
      },
      {
        op: 'Loop',
        inputs: ['six', '', 'start'],
        outputs: ['long'],
        attributes: { body: repeated('Concat', [], { axis: 0 }) },
      },
      {
        op: 'Scan',
        inputs: ['last', 'x'],
        outputs: ['sum', 'sums'],
        attributes: {
          num_scan_inputs: 1,
          body: {
            graph: {
              inputs: [{ name: 's' }, { name: 'row' }],
              nodes: [
                { op: 'ReduceMax', inputs: ['row'], outputs: ['top'], attributes: { keepdims: 0 } },
                { op: 'Less', inputs: ['top', 'bound'], outputs: ['low'] },
                {
                  op: 'If',
                  inputs: ['low'],
                  outputs: ['t'],
                  attributes: {
                    then_branch: branchOf('Add', ['s', 'row']),
                    else_branch: branchOf('Sub', ['s', 'last']),
                  },
                },
                { op: 'Identity', inputs: ['t'], outputs: ['shown2'] },
              ],
              outputs: [{ name: 't' }, { name: 'shown2' }],
            },
          },
        },
      },
    ],
  },
  feeds: { x: ramp([7, 3]), times: int64s(5) },
};

function branchOf(op, inputs) {
  return { graph: { nodes: [{ op, inputs, outputs: [op] }], outputs: [{ name: op }] } };
}

/** A body that applies an operator to its state and the outer vector. */
function repeated(op, more, attributes = {}) {
  const shown = more.flatMap(({ outputs }) => outputs.map((name) => ({ name })));
  return {
    graph: {
      inputs: [
        { name: 'i', type: 'int64', dims: [] },
        { name: 'go', type: 'bool', dims: [] },
        { name: 'v' },
      ],
      nodes: [
        { op: 'Identity', inputs: ['go'], outputs: ['on'] },
        { op, inputs: ['v', 'start'], outputs: ['w'], attributes },
        ...more,
      ],
      outputs: [{ name: 'on', type: 'bool', dims: [] }, { name: 'w' }, ...shown],
    },
  };
}

/** Sequences and optional values: fed, made, carried, mapped, chosen and given. */
const sequences = {
  graph: {
    opset: 18,
    inputs: [
      { name: 's', dims: [null, 2], sequence: true },
      { name: 'o', dims: [2], optional: true },
      { name: 'x', dims: ['N', 2] },
    ],
    outputs: [
      { name: 'y', dims: ['N', 2] },
      { name: 'all', sequence: true },
      { name: 'held', optional: true },
      { name: 'n', type: 'int64' },
    ],
    constants: {
      yes: { type: 'bool', dims: [], data: Uint8Array.of(1) },
      p: int64s(-1),
      two: int64s(2),
      ones: int64s(1, 1),
      bias: floats([2], 10, 20),
    },
    nodes: [
      { op: 'SplitToSequence', inputs: ['x', 'ones'], outputs: ['rows'], attributes: { axis: 0 } },
      { op: 'SequenceEmpty', outputs: ['none'] },
      {
        op: 'Loop',
        inputs: ['two', 'yes', 'none'],
        outputs: ['all'],
        attributes: {
          body: {
            graph: {
              inputs: [
                { name: 'i', type: 'int64', dims: [] },
                { name: 'go', type: 'bool', dims: [] },
                { name: 'list', sequence: true },
              ],
              nodes: [
                { op: 'Identity', inputs: ['go'], outputs: ['on'] },
                { op: 'SequenceAt', inputs: ['rows', 'i'], outputs: ['row'] },
                { op: 'SequenceInsert', inputs: ['list', 'row'], outputs: ['longer'] },
              ],
              outputs: [
                { name: 'on', type: 'bool', dims: [] },
                { name: 'longer', sequence: true },
              ],
            },
          },
        },
      },
      {
        op: 'SequenceMap',
        inputs: ['all', 'bias'],
        outputs: ['mapped'],
        attributes: {
          body: {
            graph: {
              inputs: [{ name: 'e' }, { name: 'b' }],
              nodes: [{ op: 'Add', inputs: ['e', 'b'], outputs: ['sum'] }],
              outputs: [{ name: 'sum' }],
            },
          },
        },
      },
      { op: 'SequenceErase', inputs: ['mapped', 'p'], outputs: ['fewer'] },
      { op: 'SequenceAt', inputs: ['s', 'p'], outputs: ['last'] },
      { op: 'SequenceInsert', inputs: ['fewer', 'last'], outputs: ['more'] },
      { op: 'ConcatFromSequence', inputs: ['more'], outputs: ['y'], attributes: { axis: 0 } },
      { op: 'SequenceLength', inputs: ['more'], outputs: ['n'] },
      { op: 'OptionalHasElement', inputs: ['o'], outputs: ['has'] },
      {
        op: 'If',
        inputs: ['has'],
        outputs: ['got'],
        attributes: {
          then_branch: branchOf('OptionalGetElement', ['o']),
          else_branch: branchOf('Identity', ['bias']),
        },
      },
      { op: 'Optional', inputs: ['got'], outputs: ['held'] },
    ],
  },
  feeds: { s: [ramp([1, 2]), ramp([2, 2])], o: ramp([2]), x: ramp([2, 2]) },
};
const graphs = { perceptron, attention, shapes, legacy, texts, functions, loops, sequences };

/** Each with its graph, as `encodeModel` takes it. */
export const samples = Object.fromEntries(
  Object.entries(graphs).map(([name, { graph, feeds }]) => [
    name,
    { graph, feeds, model: encodeModel(graph) },
  ]),
);
