/**
 * Nodes of ONNX's own operators whose results depend on their attributes. For each operator: nodes with
 * `inputs`, the required `attributes`, the opsets `from` and `to` that accept them, and `vary`: values of each
 * attribute; `undefined` omits it. The last `hidden` inputs are not inputs of the node: its subgraphs use them,
 * or the operator `after` it. The operator `before` combines all inputs into one, and `gives` is the kind of an
 * output that is not a tensor.
 */
import { range, t } from '../one-node.mjs';

/** Numbers of both signs, without symmetries. */
export const f = (...dims) =>
  t(
    dims,
    range(dims.reduce((a, b) => a * b, 1)).map((i) => 2 * Math.sin(1.7 * i + 0.3)),
  );
export const positive = (...dims) => {
  const { data } = f(...dims);
  return t(
    dims,
    [...data].map((x) => Math.abs(x) + 0.1),
  );
};
export const ints = (type, ...data) => t([data.length], data, type);
export const i64 = (...data) => ints('int64', ...data);
export const bools = (...data) => ints('bool', ...data);
export const texts = (...data) => t([data.length], data, 'string');
/** A tensor of a type that is given by its bytes. */
export const raw = (type, ...bytes) => ({
  type,
  dims: [bytes.length],
  data: Uint8Array.of(...bytes),
});

export const ON_OFF = [0, 1];
export const SMALL = [1e-5, 0.5];

const legacy = (a, b) => [
  {
    to: 6,
    inputs: [a, b],
    attributes: { axis: 0, broadcast: 1 },
    vary: { axis: [0, 1], broadcast: ON_OFF },
  },
];
const cube = f(3, 3, 2);
const arithmetic = legacy(cube, f(3));
const wide = legacy(positive(3, 3, 2), positive(3));
const flags = (...dims) =>
  t(
    dims,
    range(dims.reduce((a, b) => a * b)).map((i) => (i * i) % 3 === 1),
    'bool',
  );
const logic = legacy(flags(3, 3, 2), bools(1, 0, 1));
const count = (...dims) =>
  t(
    dims,
    range(dims.reduce((a, b) => a * b)).map((i) => i % 3),
    'int32',
  );

export const of = (inputs, vary, attributes = {}, more = {}) => [
  { inputs, vary, attributes, ...more },
];
const activation = (...names) =>
  of([f(2, 5)], Object.fromEntries(names.map((name) => [name, [0.5, 0.75]])));

const square = [
  { to: 17, inputs: [f(2, 3, 2)], vary: { axes: [[0], [1]], keepdims: ON_OFF } },
  { from: 13, inputs: [f(2, 3, 2)], vary: { keepdims: ON_OFF, noop_with_empty_axes: ON_OFF } },
];
const reduction = square;
const arg = of(
  [t([2, 3], [1, 5, 5, 5, 0, 0])],
  { axis: [0, 1], keepdims: ON_OFF, select_last_index: ON_OFF },
  { axis: 1 },
);

export const windows = {
  auto_pad: ['VALID', 'SAME_UPPER'],
  kernel_shape: [
    [2, 2],
    [3, 3],
  ],
  pads: [
    [0, 0, 0, 0],
    [1, 0, 1, 1],
  ],
  strides: [
    [1, 1],
    [2, 1],
  ],
};
export const sliding = {
  ...windows,
  dilations: [
    [1, 1],
    [1, 2],
  ],
};
export const image = f(1, 2, 6, 6);
const pool = (more) =>
  of(
    [image],
    { ...sliding, ceil_mode: ON_OFF, ...more },
    { kernel_shape: [3, 2], strides: [2, 2] },
  );
export const kernels = {
  auto_pad: windows.auto_pad,
  pads: windows.pads,
  strides: windows.strides,
  dilations: sliding.dilations,
};
const grouped = {
  ...kernels,
  group: [1, 2],
  kernel_shape: [
    [2, 2],
    [3, 3],
  ],
};
export const bytes = (type, dims) =>
  t(
    dims,
    range(dims.reduce((a, b) => a * b)).map((i) => (i * 37) % 100),
    type,
  );

const recurrent = (gates, more) => {
  const inputs = [f(3, 2, 2), f(1, gates * 2, 2), f(1, gates * 2, 2)];
  const vary = {
    activation_alpha: [
      [0.1, 0.2, 0.3],
      [0.5, 0.6, 0.7],
    ],
    activation_beta: [
      [0.1, 0.2, 0.3],
      [0.5, 0.6, 0.7],
    ],
    activations: [
      ['Sigmoid', 'Sigmoid', 'Sigmoid'],
      ['Tanh', 'Tanh', 'Tanh'],
    ].map((one) => one.slice(0, { 1: 1, 3: 2, 4: 3 }[gates])),
    clip: [undefined, 0.1],
    direction: ['forward', 'reverse'],
    hidden_size: [2, 3],
    layout: ON_OFF,
    ...more,
  };
  const names = ['HardSigmoid', 'HardSigmoid', 'HardSigmoid'].slice(0, { 1: 1, 3: 2, 4: 3 }[gates]);
  const { activation_alpha, activation_beta, ...rest } = vary;
  const cut = (lists) => lists.map((list) => list.slice(0, names.length));
  return [
    { inputs, attributes: { hidden_size: 2 }, outputs: 2, vary: rest },
    {
      inputs,
      attributes: { hidden_size: 2, activations: names },
      vary: { activation_alpha: cut(activation_alpha), activation_beta: cut(activation_beta) },
    },
  ];
};
const drawn = (vary) =>
  of([], { seed: [1, 2], dtype: [1, 11], shape: [[2], [3]], ...vary }, { shape: [4], seed: 1 });
const like = (vary) => of([f(4)], { seed: [1, 2], dtype: [1, 11], ...vary }, { seed: 1 });

const graph = (name, ...nodes) => ({ graph: { nodes, outputs: [{ name }] } });
const made = (op) => graph('z', { op, inputs: ['in1'], outputs: ['z'] });
const body = (op) => ({
  graph: {
    inputs: [
      { name: 'i', type: 'int64', dims: [] },
      { name: 'c', type: 'bool', dims: [] },
      { name: 'v', dims: [2] },
    ],
    outputs: [
      { name: 'd', type: 'bool', dims: [] },
      { name: 'w', dims: [2] },
    ],
    nodes: [
      { op: 'Identity', inputs: ['c'], outputs: ['d'] },
      { op, inputs: ['v'], outputs: ['w'] },
    ],
  },
});
const mapped = (op) => ({
  graph: {
    inputs: [{ name: 'e', dims: [2] }],
    outputs: [{ name: 'o', dims: [2] }],
    nodes: [{ op, inputs: ['e'], outputs: ['o'] }],
  },
});
/** A cumulative sum over the scanned values. */
const scanned = (op = 'Add') => ({
  graph: {
    inputs: [
      { name: 's', dims: [2] },
      { name: 'e', dims: [2] },
    ],
    outputs: [
      { name: 'n', dims: [2] },
      { name: 'o', dims: [2] },
    ],
    nodes: [
      { op, inputs: ['s', 'e'], outputs: ['n'] },
      { op: 'Identity', inputs: ['n'], outputs: ['o'] },
    ],
  },
});

const scaled = f(1, 1, 3, 3);
const resizes = {
  mode: ['nearest', 'linear'],
  coordinate_transformation_mode: ['half_pixel', 'asymmetric'],
  nearest_mode: ['floor', 'ceil'],
};

export const nodes = {
  Add: arithmetic,
  Sub: arithmetic,
  Mul: arithmetic,
  Div: wide,
  Pow: wide,
  And: logic,
  Or: logic,
  Xor: logic,
  Equal: legacy(count(3, 3, 2), ints('int32', 0, 1, 2)),
  Greater: arithmetic,
  Less: arithmetic,
  Mod: of([t([3], [5, -5, 7], 'int32'), t([3], [3, 3, -3], 'int32')], { fmod: ON_OFF }),
  BitShift: of([ints('uint8', 4, 8), ints('uint8', 1, 2)], { direction: ['LEFT', 'RIGHT'] }),
  Gemm: [
    {
      inputs: [f(2, 2), f(2, 2), f(2, 2)],
      vary: { alpha: [1, 0.5], beta: [1, 0.5], transA: ON_OFF, transB: ON_OFF },
    },
    { to: 6, inputs: [f(2, 2), f(2, 2), f(2)], vary: { broadcast: ON_OFF } },
  ],
  Clip: of([f(5)], { min: [undefined, -0.5], max: [undefined, 0.5] }, {}, { to: 6 }),
  LeakyRelu: activation('alpha'),
  Gelu: of([f(5)], { approximate: ['none', 'tanh'] }),
  IsInf: of([t([3], [Infinity, -Infinity, 1])], {
    detect_negative: ON_OFF,
    detect_positive: ON_OFF,
  }),

  Elu: activation('alpha'),
  Selu: activation('alpha', 'gamma'),
  Celu: activation('alpha'),
  HardSigmoid: activation('alpha', 'beta'),
  ThresholdedRelu: activation('alpha').map((node) => ({ ...node, vary: { alpha: [0.5, 1.9] } })),
  Swish: activation('alpha'),
  SwiGLU: of([f(5), f(5)], { alpha: [0.5, 0.75] }),
  Shrink: of([f(5)], { bias: [0, 0.5], lambd: [0.5, 1.9] }),
  Affine: activation('alpha', 'beta'),
  ScaledTanh: of([f(5)], { alpha: SMALL, beta: SMALL }, { alpha: 1, beta: 1 }),
  ParametricSoftplus: of([f(5)], { alpha: SMALL, beta: SMALL }, { alpha: 1, beta: 1 }),
  ImageScaler: of(
    [f(1, 2, 2, 2)],
    {
      bias: [
        [1, 2],
        [2, 1],
      ],
      scale: [1, 2],
    },
    { bias: [1, 2] },
  ),
  Crop: of(
    [f(1, 1, 4, 4)],
    {
      border: [
        [0, 0, 1, 1],
        [1, 1, 0, 0],
      ],
      scale: [undefined, [2, 2]],
    },
    { border: [0, 0, 1, 1] },
  ),

  Attention: [
    {
      inputs: [f(1, 4, 8), f(1, 4, 8), f(1, 4, 8)],
      attributes: { q_num_heads: 2, kv_num_heads: 2 },
      outputs: 4,
      vary: {
        is_causal: ON_OFF,
        q_num_heads: [2, 4],
        kv_num_heads: [2, 1],
        qk_matmul_output_mode: [0, 3],
        scale: [1, 0.5],
        softcap: [0, 0.5],
        softmax_precision: [1, 11],
      },
    },
    {
      inputs: [f(1, 4, 8), f(1, 4, 8), f(1, 4, 8)],
      attributes: { q_num_heads: 2, kv_num_heads: 2 },
      from: 25,
      vary: { left_window_size: [-1, 1], right_window_size: [-1, 1] },
    },
  ],
  RotaryEmbedding: [
    {
      inputs: [f(1, 2, 3, 4), f(3, 2), f(3, 2), t([1, 3], [0, 2, 1], 'int64')],
      vary: { interleaved: ON_OFF, rotary_embedding_dim: [0, 2] },
    },
    {
      inputs: [f(1, 3, 8), f(3, 2), f(3, 2), t([1, 3], [0, 2, 1], 'int64')],
      vary: { num_heads: [2, 4] },
    },
  ],
  BatchNormalization: [
    {
      inputs: [f(2, 3, 2, 1), f(3), f(3), f(3), positive(3)],
      attributes: { is_test: 1 },
      to: 6,
      vary: { epsilon: SMALL, is_test: ON_OFF },
    },
    {
      inputs: [f(2, 3, 2, 1), ...[f, f, f, positive].map((make) => make(3, 2, 1))],
      to: 8,
      vary: { spatial: ON_OFF },
    },
    {
      inputs: [f(2, 3, 2, 1), f(3), f(3), f(3), positive(3)],
      from: 7,
      vary: { epsilon: SMALL },
    },
    {
      inputs: [f(2, 3, 2, 1), f(3), f(3), f(3), positive(3)],
      from: 14,
      vary: { training_mode: ON_OFF },
    },
    {
      inputs: [f(2, 3, 2, 1), f(3), f(3), f(3), positive(3)],
      attributes: { training_mode: 1 },
      outputs: 3,
      from: 14,
      vary: { momentum: [0.9, 0.5] },
    },
  ],
  If: [true, false].map((one) => ({
    inputs: [t([], [one], 'bool'), f(3)],
    // The branches use outer values.
    hidden: 1,
    attributes: { then_branch: made('Neg'), else_branch: made('Neg') },
    vary: { [one ? 'then_branch' : 'else_branch']: [made('Neg'), made('Abs')] },
  })),
  Loop: of([t([], [1], 'int64'), t([], [1], 'bool'), f(2)], { body: [body('Neg'), body('Abs')] }),
  Scan: [
    {
      to: 8,
      inputs: [undefined, f(1, 2), f(1, 2, 2)],
      attributes: { body: scanned(), num_scan_inputs: 1 },
      outputs: 2,
      vary: { body: [scanned(), scanned('Sub')], num_scan_inputs: [1, 2], directions: [[0], [1]] },
    },
    {
      from: 9,
      inputs: [f(2), f(2, 2)],
      attributes: { body: scanned(), num_scan_inputs: 1 },
      outputs: 2,
      vary: {
        body: [scanned(), scanned('Sub')],
        num_scan_inputs: [1, 2],
        scan_input_axes: [[0], [1]],
        scan_input_directions: [[0], [1]],
        scan_output_axes: [[0], [1]],
        scan_output_directions: [[0], [1]],
      },
    },
  ],
  Cast: [
    { to: 5, inputs: [f(3)], attributes: { to: 'INT32' }, vary: { to: ['INT32', 'INT64'] } },
    { from: 6, inputs: [f(3)], attributes: { to: 6 }, vary: { to: [6, 7] } },
    { from: 19, inputs: [t([1], [1e9])], attributes: { to: 17 }, vary: { saturate: ON_OFF } },
    {
      from: 24,
      inputs: [t([1], [2.5])],
      attributes: { to: 24 },
      vary: { round_mode: ['up', 'down'] },
    },
  ],
  CastLike: [
    { from: 19, inputs: [t([1], [1e9]), raw('float8e4m3fn', 0)], vary: { saturate: ON_OFF } },
    {
      from: 24,
      inputs: [t([1], [2.5]), raw('float8e8m0', 0)],
      vary: { round_mode: ['up', 'down'] },
    },
  ],
  Constant: of([], {
    value: [f(2), f(3)],
    sparse_value: [1, 2].map((value) => ({ values: t([1], [value]), indices: i64(0), dims: [2] })),
    value_float: [1, 2],
    value_floats: [
      [1, 2],
      [2, 1],
    ],
    value_int: [1, 2],
    value_ints: [
      [1, 2],
      [2, 1],
    ],
    value_string: ['a', 'b'],
    value_strings: [
      ['a', 'b'],
      ['b', 'a'],
    ],
  }),
  ConstantOfShape: of([i64(2)], { value: [t([1], [1]), t([1], [2])] }),
  Shape: of([f(2, 3, 4)], { start: [0, 1], end: [1, 2] }),
  Range: of(
    [0, 0xc640, 0x1400]
      .map((bits) => ({ type: 'float16', dims: [], data: Uint16Array.of(bits) }))
      .toSpliced(1, 1, { type: 'float16', dims: [], data: Uint16Array.of(0x4200) }),
    { stash_type: [1, 10] },
    {},
    { from: 27 },
  ),
  Conv: of([image, f(4, 1, 2, 2)], { ...grouped }, { group: 2 }),
  ConvInteger: of([bytes('uint8', [1, 2, 6, 6]), bytes('uint8', [4, 1, 2, 2])], grouped, {
    group: 2,
  }),
  QLinearConv: of(
    [
      ...[
        bytes('uint8', [1, 2, 6, 6]),
        t([], [0.1]),
        t([], [3], 'uint8'),
        bytes('uint8', [4, 1, 2, 2]),
      ],
      ...[t([], [0.1]), t([], [5], 'uint8'), t([], [0.5]), t([], [7], 'uint8')],
    ],
    grouped,
    { group: 2 },
  ),
  ConvTranspose: of(
    [f(1, 4, 3, 3), f(4, 1, 3, 3)],
    {
      ...grouped,
      output_padding: [
        [0, 0],
        [1, 1],
      ],
      output_shape: [undefined, [6, 6]],
    },
    { group: 2, strides: [2, 2] },
  ),
  DeformConv: of(
    [f(1, 4, 4, 4), f(2, 2, 2, 2), f(1, 16, 3, 3)],
    {
      dilations: [
        [1, 1],
        [2, 2],
      ],
      group: [2, 1],
      kernel_shape: [
        [2, 2],
        [3, 3],
      ],
      offset_group: [2, 1],
      pads: [
        [0, 0, 0, 0],
        [1, 1, 0, 0],
      ],
      strides: [
        [1, 1],
        [2, 2],
      ],
    },
    { group: 2, offset_group: 2 },
  ),
  Dropout: [
    {
      to: 6,
      inputs: [f(8, 8)],
      attributes: { ratio: 0.5, is_test: 0 },
      outputs: 2,
      vary: { is_test: ON_OFF, ratio: [0, 0.5] },
    },
    { from: 12, inputs: [f(64), t([], [0.5]), t([], [1], 'bool')], vary: { seed: [1, 2] } },
  ],
  Einsum: of([f(2, 2), f(2, 2)], { equation: ['ij,jk->ik', 'ij,jk->ki'] }),
  Gather: of([f(2, 2), i64(1)], { axis: [0, 1] }),
  GatherElements: of([f(2, 2), t([1, 2], [1, 0], 'int64')], { axis: [0, 1] }),
  GatherND: of([f(2, 2, 2), t([2, 1], [1, 0], 'int64')], { batch_dims: [0, 1] }),
  Scatter: of([f(2, 2), t([1, 2], [1, 0], 'int64'), f(1, 2)], { axis: [0, 1] }),
  ScatterElements: of([f(2, 2), t([1, 2], [1, 0], 'int64'), t([1, 2], [5, 6])], {
    axis: [0, 1],
    reduction: ['none', 'add'],
  }),
  ScatterND: of([f(3), t([1, 1], [1], 'int64'), t([1], [5])], { reduction: ['none', 'add'] }),
  Compress: of([f(2, 2), bools(0, 1)], { axis: [0, 1] }),
  OneHot: of([i64(0, 2), i64(3), t([2], [0, 1])], { axis: [0, 1] }),
  GridSample: [
    {
      inputs: [f(1, 1, 3, 3), t([1, 1, 3, 2], [0.4, -0.7, 1.4, 1.6, -0.3, 0.2])],
      to: 19,
      vary: {
        align_corners: ON_OFF,
        mode: ['bilinear', 'nearest'],
        padding_mode: ['zeros', 'border'],
      },
    },
    {
      inputs: [f(1, 1, 3, 3), t([1, 1, 3, 2], [0.4, -0.7, 1.4, 1.6, -0.3, 0.2])],
      from: 20,
      vary: {
        align_corners: ON_OFF,
        mode: ['linear', 'nearest'],
        padding_mode: ['zeros', 'border'],
      },
    },
  ],
  AffineGrid: of([f(1, 2, 3), i64(1, 1, 2, 2)], { align_corners: ON_OFF }),
  NegativeLogLikelihoodLoss: of([f(2, 3), i64(0, 2)], {
    ignore_index: [undefined, 0],
    reduction: ['sum', 'mean'],
  }),
  SoftmaxCrossEntropyLoss: of([f(2, 3), i64(0, 2)], {
    ignore_index: [undefined, 0],
    reduction: ['sum', 'mean'],
  }),
  Transpose: of([f(2, 3)], {
    perm: [
      [0, 1],
      [1, 0],
    ],
  }),
  Concat: of([f(2, 2), f(2, 2)], { axis: [0, 1] }),
  Split: [
    {
      to: 12,
      inputs: [f(4, 4)],
      outputs: 2,
      attributes: { axis: 0 },
      vary: {
        axis: [0, 1],
        split: [
          [1, 3],
          [2, 2],
        ],
      },
    },
    { from: 13, to: 17, inputs: [f(4, 4), i64(1, 3)], outputs: 2, vary: { axis: [0, 1] } },
    {
      from: 18,
      inputs: [f(4, 4)],
      outputs: 2,
      attributes: { num_outputs: 2 },
      vary: { axis: [0, 1], num_outputs: [2, 3] },
    },
  ],
  Slice: of(
    [f(4, 4)],
    { starts: [[0], [1]], ends: [[2], [3]], axes: [[0], [1]] },
    { starts: [0], ends: [2], axes: [0] },
    { to: 9 },
  ),
  InstanceNormalization: of([f(2, 3, 2), f(3), f(3)], { epsilon: SMALL }),
  GroupNormalization: [
    {
      to: 20,
      inputs: [f(2, 4, 2), f(2), f(2)],
      attributes: { num_groups: 2 },
      vary: { epsilon: SMALL, num_groups: [2, 4] },
    },
    {
      from: 21,
      inputs: [f(2, 4, 2), f(4), f(4)],
      attributes: { num_groups: 2 },
      vary: { epsilon: SMALL, num_groups: [2, 1], stash_type: [1, 16] },
    },
  ],
  LayerNormalization: of([f(2, 3), f(3)], { axis: [1, 0], epsilon: SMALL, stash_type: [1, 16] }),
  RMSNormalization: of([f(2, 3), f(3)], { axis: [1, 0], epsilon: SMALL, stash_type: [1, 16] }),
  LRN: of(
    [f(1, 4, 2)],
    { alpha: [0.5, 1], beta: [0.75, 0.5], bias: [1, 2], size: [3, 1] },
    { size: 3, alpha: 0.5 },
  ),
  MeanVarianceNormalization: [
    {
      to: 8,
      inputs: [f(2, 3, 2, 2)],
      vary: { across_channels: ON_OFF, normalize_variance: ON_OFF },
    },
    {
      from: 9,
      inputs: [f(2, 3, 2, 2)],
      vary: {
        axes: [
          [0, 2, 3],
          [1, 2],
        ],
      },
    },
  ],
  LpNormalization: of([f(2, 3)], { axis: [0, 1], p: [1, 2] }),
  ...Object.fromEntries(
    [
      ...['ReduceL1', 'ReduceL2', 'ReduceLogSumExp', 'ReduceSumSquare', 'ReduceSum', 'ReduceMean'],
      ...['ReduceMax', 'ReduceMin', 'ReduceProd'],
    ].map((name) => [name, reduction]),
  ),
  ReduceLogSum: reduction.map((node) => ({ ...node, inputs: [positive(2, 3, 2)] })),
  Pad: [
    {
      to: 1,
      inputs: [f(2, 3)],
      attributes: { paddings: [0, 1, 0, 1] },
      vary: {
        mode: ['constant', 'edge'],
        value: [0, 1],
        paddings: [
          [0, 1, 0, 1],
          [0, 1, 0, 0],
        ],
      },
    },
    {
      from: 2,
      to: 10,
      inputs: [f(2, 3)],
      attributes: { pads: [0, 1, 0, 1] },
      vary: {
        mode: ['constant', 'edge'],
        value: [0, 1],
        pads: [
          [0, 1, 0, 1],
          [0, 1, 0, 0],
        ],
      },
    },
    { from: 11, inputs: [f(2, 3), i64(0, 1, 0, 1)], vary: { mode: ['constant', 'edge'] } },
  ],
  CenterCropPad: of([f(3, 3), i64(2)], { axes: [[0], [1]] }),
  MaxPool: pool({ storage_order: ON_OFF })
    .map((node) => ({ ...node, outputs: 2 }))
    .flatMap((node) => [node, { ...node, outputs: 1 }]),
  AveragePool: pool({}).concat(
    of([image], { count_include_pad: ON_OFF }, { kernel_shape: [3, 3], pads: [1, 1, 1, 1] }),
  ),
  LpPool: pool({ p: [1, 2] }),
  GlobalLpPool: of([image], { p: [1, 2] }),
  QuantizeLinear: [
    { inputs: [f(2, 2), t([2], [0.1, 0.2]), ints('uint8', 5, 7)], vary: { axis: [0, 1] } },
    {
      from: 19,
      inputs: [t([1], [1e9]), t([], [1]), raw('float8e4m3fn', 0)].map((one, i) =>
        i === 2 ? { ...one, dims: [] } : one,
      ),
      vary: { saturate: ON_OFF },
    },
    {
      from: 21,
      inputs: [f(2, 4), t([2, 2], [0.1, 0.2, 0.3, 0.4])],
      attributes: { axis: 1, block_size: 2 },
      vary: { block_size: [2, 4] },
    },
    { from: 21, inputs: [f(2, 2), t([], [0.1])], vary: { output_dtype: [2, 3] } },
    { from: 23, inputs: [f(512), t([], [0.013])], vary: { precision: [1, 10] } },
  ],
  DequantizeLinear: [
    {
      inputs: [bytes('uint8', [2, 2]), t([2], [0.1, 0.2]), ints('uint8', 5, 7)],
      vary: { axis: [0, 1] },
    },
    {
      from: 21,
      inputs: [bytes('uint8', [2, 4]), t([2, 2], [0.1, 0.2, 0.3, 0.4])],
      attributes: { axis: 1, block_size: 2 },
      vary: { block_size: [2, 4] },
    },
    { from: 23, inputs: [bytes('uint8', [2, 2]), t([], [0.1])], vary: { output_dtype: [1, 10] } },
  ],
  RNN: recurrent(1, {}),
  GRU: recurrent(3, { linear_before_reset: ON_OFF }),
  LSTM: recurrent(4, { input_forget: ON_OFF }),
  RandomNormal: drawn({ mean: [0, 1], scale: [1, 2] }),
  RandomUniform: drawn({ low: [0, 0.5], high: [1, 2] }),
  RandomNormalLike: like({ mean: [0, 1], scale: [1, 2] }),
  RandomUniformLike: like({ low: [0, 0.5], high: [1, 2] }),
  Bernoulli: of([t([64], range(64).fill(0.5))], { dtype: [1, 9], seed: [1, 2] }, { seed: 1 }),
  Multinomial: of(
    [f(1, 8)],
    { dtype: [6, 7], sample_size: [32, 16], seed: [1, 2] },
    { seed: 1, sample_size: 32 },
  ),
  ArgMax: arg,
  ArgMin: arg,
  Softmax: of([f(2, 3, 2)], { axis: [0, 1] }),
  LogSoftmax: of([f(2, 3, 2)], { axis: [0, 1] }),
  Hardmax: of([f(2, 3, 2)], { axis: [0, 1] }),
  Flatten: of([f(2, 3, 2)], { axis: [1, 2] }),
  Reshape: [
    { to: 4, inputs: [f(2, 3)], attributes: { shape: [3, 2] }, vary: { shape: [[3, 2], [6]] } },
    { from: 14, inputs: [t([0, 3], []), i64(0, 3)], vary: {} },
    { from: 14, inputs: [t([2, 0], []), i64(0, 3)], vary: { allowzero: ON_OFF } },
  ],
  Squeeze: of([f(1, 2, 1)], { axes: [[0], [2]] }, {}, { to: 12 }),
  Unsqueeze: of([f(2, 3)], { axes: [[0], [2]] }, { axes: [0] }, { to: 12 }),
  Resize: [
    { to: 10, inputs: [scaled, t([4], [1, 1, 2, 2])], vary: { mode: resizes.mode } },
    {
      from: 11,
      inputs: [scaled, t([8], range(8).fill(0)), t([4], [1, 1, 1.7, 1.3])],
      to: 12,
      vary: resizes,
    },
    { from: 13, inputs: [scaled, undefined, t([4], [1, 1, 1.7, 1.3])], vary: resizes },
    {
      from: 11,
      to: 12,
      inputs: [scaled, t([8], range(8).fill(0)), t([4], [1, 1, 1.7, 1.3])],
      attributes: { mode: 'cubic' },
      vary: { cubic_coeff_a: [-0.75, -0.5], exclude_outside: ON_OFF },
    },
    {
      from: 13,
      inputs: [scaled, undefined, t([4], [1, 1, 1.7, 1.3])],
      attributes: { mode: 'cubic' },
      vary: { cubic_coeff_a: [-0.75, -0.5], exclude_outside: ON_OFF },
    },
    {
      from: 11,
      inputs: [scaled, t([8], [0, 0, -0.5, -0.5, 1, 1, 1.5, 1.5]), t([4], [1, 1, 2, 2])],
      attributes: { coordinate_transformation_mode: 'tf_crop_and_resize', mode: 'linear' },
      vary: { extrapolation_value: [0, 5] },
    },
    {
      from: 18,
      inputs: [f(1, 1, 6, 6), undefined, t([4], [1, 1, 0.5, 0.5])],
      attributes: { mode: 'linear' },
      vary: { antialias: ON_OFF },
    },
    {
      from: 18,
      inputs: [f(4, 4), undefined, t([1], [2])],
      attributes: { axes: [0] },
      vary: { axes: [[0], [1]] },
    },
    {
      from: 18,
      inputs: [f(2, 4), undefined, undefined, i64(4, 4)],
      vary: { keep_aspect_ratio_policy: ['stretch', 'not_larger'] },
    },
  ],
  Upsample: [
    {
      to: 1,
      inputs: [scaled],
      attributes: { height_scale: 2, width_scale: 2 },
      vary: { height_scale: [2, 3], width_scale: [2, 3], mode: ['nearest', 'bilinear'] },
    },
    {
      from: 7,
      to: 8,
      inputs: [scaled],
      attributes: { scales: [1, 1, 2, 2] },
      vary: {
        scales: [
          [1, 1, 2, 2],
          [1, 1, 2, 3],
        ],
        mode: ['nearest', 'linear'],
      },
    },
    { from: 9, inputs: [scaled, t([4], [1, 1, 2, 2])], vary: { mode: resizes.mode } },
  ],
  RoiAlign: of(
    [f(1, 1, 8, 8), t([1, 4], [1, 1, 6, 5]), i64(0)],
    {
      mode: ['avg', 'max'],
      output_height: [1, 2],
      output_width: [1, 2],
      sampling_ratio: [1, 2],
      spatial_scale: [1, 0.5],
      coordinate_transformation_mode: ['half_pixel', 'output_half_pixel'],
    },
    { output_height: 2, output_width: 2 },
  ),
  TopK: [
    { to: 9, inputs: [f(4, 4)], attributes: { k: 2 }, vary: { axis: [0, 1], k: [1, 2] } },
    { from: 10, inputs: [f(4, 4), i64(2)], outputs: 2, vary: { axis: [0, 1], largest: ON_OFF } },
  ].map((node) => ({ ...node, outputs: 2 })),
  CumSum: of([f(4), t([], [0], 'int32')], { exclusive: ON_OFF, reverse: ON_OFF }),
  CumProd: of([f(4), t([], [0], 'int32')], { exclusive: ON_OFF, reverse: ON_OFF }),
  BitCast: of([f(4)], { to: [6, 12] }),
  Trilu: of([f(3, 3)], { upper: ON_OFF }),
  EyeLike: of([f(3, 3)], { dtype: [1, 7], k: [0, 1] }),
  DepthToSpace: of([f(1, 16, 2, 2)], { blocksize: [2, 4], mode: ['DCR', 'CRD'] }, { blocksize: 2 }),
  SpaceToDepth: of([f(1, 1, 4, 4)], { blocksize: [2, 4] }),
  ReverseSequence: of(
    [f(3, 3), i64(1, 2, 3)],
    { batch_axis: [0, 1], time_axis: [0, 1] },
    { batch_axis: 1, time_axis: 0 },
  ),
  TensorScatter: of([f(2, 3, 3), f(2, 2, 3), i64(1, 0)], {
    axis: [-2, -1],
    mode: ['linear', 'circular'],
  }).concat(of([f(1, 3, 2), f(1, 2, 2), i64(2)], { mode: ['linear', 'circular'] })),
  DFT: [
    {
      to: 19,
      inputs: [f(2, 4, 1)],
      attributes: { axis: 1 },
      vary: { axis: [0, 1], inverse: ON_OFF, onesided: ON_OFF },
    },
    { from: 20, inputs: [f(1, 4, 1)], vary: { inverse: ON_OFF, onesided: ON_OFF } },
  ],
  STFT: of([f(1, 16, 1), t([], [4], 'int64'), undefined, t([], [8], 'int64')], {
    onesided: ON_OFF,
  }),
  ...Object.fromEntries(
    ['HannWindow', 'HammingWindow', 'BlackmanWindow'].map((name) => [
      name,
      of([t([], [5], 'int64')], { output_datatype: [1, 11], periodic: ON_OFF }),
    ]),
  ),
  MelWeightMatrix: of(
    [...[8, 16, 8192].map((one) => t([], [one], 'int64')), t([], [0]), t([], [4096])],
    { output_datatype: [1, 11] },
  ),
  NonMaxSuppression: of(
    [t([1, 2, 4], [0, 0, 1, 1, 0.5, 0.5, 1, 1]), t([1, 1, 2], [0.9, 0.8]), i64(2), t([1], [0.2])],
    { center_point_box: ON_OFF },
  ),
  StringNormalizer: [
    {
      inputs: [texts('i')],
      attributes: { case_change_action: 'UPPER' },
      vary: { locale: ['en_US', 'tr_TR'] },
    },
    { inputs: [texts('Ab', 'cD')], vary: { case_change_action: ['LOWER', 'UPPER'] } },
    {
      inputs: [texts('Ab', 'cD')],
      attributes: { stopwords: ['ab'] },
      vary: { is_case_sensitive: ON_OFF, stopwords: [['Ab'], ['cD']] },
    },
  ],
  StringSplit: of(
    [texts('a-b c', 'd e-f')],
    { delimiter: [' ', '-'], maxsplit: [undefined, 0] },
    {},
    { outputs: 2 },
  ),
  RegexFullMatch: of([texts('ab', 'cd')], { pattern: ['a.', 'c.'] }),
  TfIdfVectorizer: [
    {
      inputs: [i64(1, 2, 3)],
      attributes: {
        max_gram_length: 2,
        max_skip_count: 0,
        min_gram_length: 1,
        mode: 'TF',
        ngram_counts: [0, 3],
        ngram_indexes: [0, 1, 2, 3, 4],
        pool_int64s: [1, 2, 3, 2, 3, 1, 3],
        weights: [1, 2, 3, 4, 5],
      },
      vary: {
        max_gram_length: [2, 1],
        max_skip_count: [0, 1],
        min_gram_length: [1, 2],
        mode: ['TF', 'IDF'],
        ngram_counts: [
          [0, 3],
          [0, 1],
        ],
        ngram_indexes: [
          [0, 1, 2, 3, 4],
          [4, 1, 2, 3, 0],
        ],
        pool_int64s: [
          [1, 2, 3, 2, 3, 1, 3],
          [1, 2, 4, 2, 3, 1, 3],
        ],
      },
    },
    {
      inputs: [i64(1, 2, 1, 3)],
      attributes: {
        max_gram_length: 1,
        max_skip_count: 0,
        min_gram_length: 1,
        mode: 'IDF',
        ngram_counts: [0],
        ngram_indexes: [0, 1],
        pool_int64s: [1, 2],
      },
      vary: {
        weights: [
          [1, 2],
          [2, 1],
        ],
      },
    },
    {
      inputs: [texts('a', 'b')],
      attributes: {
        max_gram_length: 1,
        max_skip_count: 0,
        min_gram_length: 1,
        mode: 'TF',
        ngram_counts: [0],
        ngram_indexes: [0, 1],
        pool_strings: ['a', 'c'],
      },
      vary: {
        pool_strings: [
          ['a', 'c'],
          ['c', 'a'],
        ],
      },
    },
  ],
  Unique: of([t([2, 2], [3, 1, 3, 1])], { axis: [undefined, 0], sorted: ON_OFF }),
  MaxUnpool: of(
    [t([1, 1, 2, 2], [5, 6, 7, 8]), t([1, 1, 2, 2], [0, 1, 2, 3], 'int64')],
    {
      kernel_shape: [
        [2, 2],
        [3, 3],
      ],
      pads: [
        [0, 0, 0, 0],
        [1, 0, 0, 0],
      ],
      strides: [
        [2, 2],
        [3, 3],
      ],
    },
    { kernel_shape: [2, 2], strides: [2, 2] },
  ),
  Col2Im: of([f(1, 4, 9), i64(4, 4), i64(2, 2)], {
    dilations: [
      [1, 1],
      [2, 1],
    ],
    pads: [
      [0, 0, 0, 0],
      [1, 0, 0, 0],
    ],
    strides: [
      [1, 1],
      [2, 1],
    ],
  }),
  SimplifiedLayerNormalization: of([f(2, 3), f(3)], {
    axis: [1, 0],
    epsilon: SMALL,
    stash_type: [1, 16],
  }),
  // A sequence of float32 takes no others.
  SequenceEmpty: of(
    [f(2)],
    { dtype: [1, 7] },
    {},
    { hidden: 1, after: 'SequenceInsert', gives: 'sequence' },
  ),
  SequenceMap: of(
    [f(2), f(2)],
    { body: [mapped('Neg'), mapped('Abs')] },
    {},
    { before: 'SequenceConstruct', gives: 'sequence' },
  ),
  SplitToSequence: of([f(2, 2)], { axis: [0, 1], keepdims: ON_OFF }, {}, { gives: 'sequence' }),
  ConcatFromSequence: of(
    [f(2, 2), f(2, 2)],
    { axis: [0, 1], new_axis: ON_OFF },
    { axis: 0 },
    { before: 'SequenceConstruct' },
  ),
  Optional: of(
    [],
    { type: [undefined, { valueType: { type: 'float32', dims: [] } }] },
    {},
    { gives: 'optional' },
  ),
};
