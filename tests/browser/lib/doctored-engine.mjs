/**
 * An engine that reports nonsense. It treats any two shapes as (2,5) and (3), aligns them from the left, adds
 * and stretches axes against every rule, and reports an impossible result. A page with a rule of its own
 * would contradict it.
 */
const rows = 3;
const columns = 5;

const operands = [
  {
    name: 'A',
    shape: [2, 5],
    aligned: [2, 5],
    added: [],
    stretched: [0],
    placement: 'left',
    strides: [0, 1],
    elements: 10,
    bytes: 40,
  },
  {
    name: 'B',
    shape: [3],
    aligned: [3, 7],
    added: [1],
    stretched: [1],
    placement: 'left',
    strides: [1, 0],
    elements: 3,
    bytes: 12,
  },
];

const axes = [
  {
    axis: 0,
    fromEnd: -2,
    sizes: [2, 3],
    added: [false, false],
    size: rows,
    outcome: 'stretched',
    stretched: [0],
    text: 'Axis 0: a false sentence about two and three.',
  },
  {
    axis: 1,
    fromEnd: -1,
    sizes: [5, 7],
    added: [false, true],
    size: columns,
    outcome: 'stretched',
    stretched: [1],
    text: 'Axis 1: a false sentence about five and seven.',
  },
];

const goes = {
  rule: 'multidirectional',
  order: 'outermostFirst',
  ok: true,
  outputShape: [rows, columns],
  outputElements: rows * columns,
  operands,
  axes,
  conflicts: [],
  warnings: [
    { code: 'square_trap', axes: [0], operands: [0], sizes: [], text: 'A warning of nothing.' },
  ],
  fixes: [],
  sentences: [
    { kind: 'operand', text: 'The first false sentence.', operand: 0 },
    { kind: 'axis', text: axes[1].text, axis: 1 },
    { kind: 'axis', text: axes[0].text, axis: 0 },
  ],
  memory: { stored: 1, ifCopied: 2, output: 3 },
  text: 'A false verdict: all is well.',
};

/** Of all shapes, it rejects equal ones. */
const fails = (shape) => ({
  ...goes,
  ok: false,
  outputShape: undefined,
  outputElements: 0,
  operands: operands.map((operand) => ({ ...operand, shape, added: [], strides: [] })),
  axes: shape.map((size, axis) => ({
    axis,
    fromEnd: axis - shape.length,
    sizes: [size, size],
    added: [false, false],
    outcome: 'conflict',
    stretched: [],
    text: 'They differ, it is said.',
  })),
  error: { code: 'size_conflict', axis: 0, operands: [0, 1], sizes: shape, text: 'They differ.' },
  fixes: [
    {
      kind: 'reshape',
      operand: 1,
      argument: [],
      shape: [9, 9, 9],
      outputShape: [1],
      grows: false,
      text: 'Reshape B to (9,9,9), which gives (1,), it is said.',
    },
  ],
  warnings: [],
  text: 'A false verdict: equal shapes will not do.',
});

function align([a, b]) {
  const trace = a.join() === b.join() ? fails(a) : goes;
  return {
    ...trace,
    // Every element of the result has the same two sources.
    source: () => [[1, 4], [2]],
    fanout: () => ({ count: 42, first: [[2, 4]] }),
  };
}

const run = () => ({
  type: 'float32',
  dims: [rows, columns],
  data: Float32Array.from({ length: rows * columns }, (_, i) => 900 + i),
});

export const load = async () => ({ align, run });
