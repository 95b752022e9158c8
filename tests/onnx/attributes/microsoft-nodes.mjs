/** Nodes of `com.microsoft`, as in nodes.mjs. */
import { t } from '../one-node.mjs';
import { bytes, f, i64, kernels, ON_OFF, of, SMALL, windows } from './nodes.mjs';

const one = (value) => t([], [value]);
const point = (value) => t([], [value], 'uint8');
const i32 = (...data) => t([data.length], data, 'int32');
const heads = { num_heads: [1, 2], scale: [0.5, 1] };
const attended = [f(1, 3, 8), f(1, 3, 8), f(1, 3, 8)];
const hidden = [...attended, undefined, t([1, 3], [1, 0, 1], 'int32')];
const grouped = [
  ...[f(1, 2, 32), f(1, 2, 16), f(1, 2, 16), undefined, undefined],
  ...[i32(1), t([], [2], 'int32'), f(4, 4), f(4, 4)],
];
const codes = bytes('uint8', [2, 1, 8]);
const pooled = bytes('uint8', [1, 5, 5, 2]);
const averaged = [bytes('uint8', [1, 2, 5, 5]), one(0.1), point(3), one(0.2), point(5)];
const convolved = [
  ...[bytes('uint8', [1, 2, 6, 6]), one(0.1), point(3), bytes('uint8', [4, 1, 2, 2])],
  ...[one(0.1), point(5), one(0.5), point(7)],
];
const rotated = { interleaved: ON_OFF };
const rotary = (dims) => [f(...dims), t([1], [1], 'int64'), f(6, 2), f(6, 2)];

export const microsoftNodes = {
  QuickGelu: of([f(5)], { alpha: [1, 2] }),
  MultiHeadAttention: of(attended, { ...heads, unidirectional: ON_OFF }, { num_heads: 2 }).concat(
    of(hidden, { mask_filter_value: [-1, -10000] }, { num_heads: 2 }),
  ),
  Attention: of(
    [f(1, 3, 4), f(4, 24), f(24), t([1, 3], [1, 0, 1], 'int32')],
    {
      ...heads,
      unidirectional: ON_OFF,
      mask_filter_value: [-1, -10000],
      qkv_hidden_sizes: [undefined, [6, 6, 12]],
      do_rotary: ON_OFF,
      past_present_share_buffer: ON_OFF,
    },
    { num_heads: 2 },
  ),
  GatherBlockQuantized: of(
    [bytes('uint8', [3, 16]), i64(2, 1), f(3, 2)],
    { bits: [4, 8], block_size: [16, 32], gather_axis: [0, 1], quantize_axis: [1, 0] },
    { block_size: 16, bits: 4 },
  ),
  MatMulNBits: of(
    [f(2, 16), codes, f(2)],
    { K: [16, 15], N: [2, 3], bits: [4, 8], block_size: [16, 32] },
    { K: 16, N: 2, bits: 4, block_size: 16 },
  ).concat(of([f(2, 15), codes, f(2)], { K: [16, 15] }, { K: 15, N: 2, bits: 4, block_size: 16 })),
  GroupQueryAttention: of(
    grouped,
    {
      num_heads: [4, 2],
      kv_num_heads: [2, 1],
      do_rotary: ON_OFF,
      k_quant_type: ['NONE', 'PER_TENSOR'],
      v_quant_type: ['NONE', 'PER_TENSOR'],
      local_window_size: [-1, 1],
      scale: [0.5, 1],
      smooth_softmax: ON_OFF,
      softcap: [0, 0.5],
    },
    { num_heads: 4, kv_num_heads: 2 },
    { outputs: 3 },
  ).concat(
    of(
      grouped,
      { qk_output: [1, 2] },
      { num_heads: 4, kv_num_heads: 2, qk_output: 1 },
      { outputs: 4 },
    ),
    of(grouped, { rotary_interleaved: ON_OFF }, { num_heads: 4, kv_num_heads: 2, do_rotary: 1 }),
  ),
  QuantizeLinear: of([f(2, 2), t([2], [0.1, 0.2]), t([2], [5, 7], 'uint8')], { axis: [0, 1] }),
  DequantizeLinear: of([bytes('uint8', [2, 2]), t([2], [0.1, 0.2]), t([2], [5, 7], 'uint8')], {
    axis: [0, 1],
  }),
  SkipLayerNormalization: of([f(1, 2, 3), f(1, 2, 3), f(3)], { epsilon: SMALL }),
  SkipSimplifiedLayerNormalization: of([f(1, 2, 3), f(1, 2, 3), f(3)], { epsilon: SMALL }),
  EmbedLayerNormalization: of(
    [t([1, 2], [1, 0], 'int32'), undefined, f(2, 4), f(2, 4), undefined, f(4), f(4)],
    { epsilon: SMALL },
  ),
  FusedMatMul: of([f(2, 2, 2), f(2, 2, 2)], {
    alpha: [1, 2],
    ...{ transA: ON_OFF, transB: ON_OFF, transBatchA: ON_OFF, transBatchB: ON_OFF },
  }),
  TransposeMatMul: of([f(2, 2), f(2, 2)], { alpha: [1, 2], transA: ON_OFF, transB: ON_OFF }),
  NhwcMaxPool: of(
    [pooled],
    {
      ...windows,
      dilations: [
        [1, 1],
        [1, 2],
      ],
      ceil_mode: ON_OFF,
    },
    { kernel_shape: [2, 2], strides: [2, 2] },
  ),
  QLinearLeakyRelu: of([bytes('uint8', [8]), one(0.1), point(50), one(0.1), point(50)], {
    alpha: [0.1, 0.5],
  }),
  QLinearSoftmax: of(
    [bytes('uint8', [2, 3, 2]), one(0.05), point(50), one(1 / 256), point(0)],
    { axis: [0, 1], opset: [12, 13] },
    { axis: 1, opset: 13 },
  ),
  QLinearAveragePool: of(
    averaged,
    { ...windows, ceil_mode: ON_OFF, channels_last: ON_OFF },
    { kernel_shape: [2, 2], strides: [2, 2] },
  ).concat(
    of(averaged, { count_include_pad: ON_OFF }, { kernel_shape: [2, 2], pads: [1, 1, 1, 1] }),
  ),
  QLinearGlobalAveragePool: of(averaged, { channels_last: ON_OFF }),
  QLinearConcat: of(
    [
      one(0.1),
      point(3),
      bytes('uint8', [2, 2]),
      one(0.2),
      point(1),
      bytes('uint8', [2, 2]),
      one(0.2),
      point(1),
    ],
    {
      axis: [0, 1],
    },
  ),
  QGemm: of(
    [bytes('uint8', [2, 2]), one(0.1), point(3), bytes('uint8', [2, 2]), one(0.2), point(1)],
    { alpha: [1, 2], transA: ON_OFF, transB: ON_OFF },
  ),
  QLinearConv: of(
    convolved,
    {
      ...kernels,
      kernel_shape: [
        [2, 2],
        [3, 3],
      ],
      group: [1, 2],
    },
    { group: 2 },
  ).concat(
    of(
      [bytes('uint8', [1, 2, 2, 2]), ...convolved.slice(1)],
      { channels_last: ON_OFF },
      { group: 2 },
    ),
    of(
      [bytes('uint8', [1, 3, 3, 2]), ...convolved.slice(1)],
      { channels_last: ON_OFF },
      { group: 2 },
    ),
  ),
  RotaryEmbedding: of(rotary([1, 2, 3, 4]), rotated).concat(
    of(rotary([1, 3, 8]), { num_heads: [2, 4] }),
    of(
      [f(1, 2, 3, 8), ...rotary([1]).slice(1)],
      { rotary_embedding_dim: [0, 4] },
      { num_heads: 2 },
    ),
  ),
  FusedConv: of(
    [f(1, 2, 6, 6), f(4, 1, 2, 2)],
    {
      ...kernels,
      kernel_shape: [
        [2, 2],
        [3, 3],
      ],
      group: [1, 2],
      activation: ['Relu', 'Tanh'],
    },
    { group: 2 },
  ).concat(
    of(
      [f(1, 2, 6, 6), f(4, 1, 2, 2)],
      { activation_params: [[0.5], [0.25]] },
      { group: 2, activation: 'LeakyRelu' },
    ),
  ),
  FusedGemm: of(
    [f(2, 2), f(2, 2), f(2, 2)],
    {
      ...{ alpha: [1, 0.5], beta: [1, 0.5], transA: ON_OFF, transB: ON_OFF },
      activation: ['Relu', 'Tanh'],
    },
    {},
  ).concat(
    of(
      [f(2, 2), f(2, 2), f(2, 2)],
      { activation_alpha: [0.5, 0.25], activation_beta: [0.5, 0.25] },
      { activation: 'ScaledTanh' },
    ),
    of([f(2, 2), f(2, 2), f(2, 2)], { activation_gamma: [0.5, 0.25] }, { activation: 'Selu' }),
  ),
  CDist: of([f(2, 3), f(4, 3)], { metric: ['sqeuclidean', 'euclidean'] }),
  Tokenizer: of(
    [t([2], ['a b', 'cc'], 'string')],
    {
      mark: ON_OFF,
      mincharnum: [1, 2],
      pad_value: ['#', '-'],
      tokenexp: ['[a-z]+', 'a'],
    },
    { mark: 0, mincharnum: 1, pad_value: '#', tokenexp: '[a-z]+' },
  ).concat(
    of(
      [t([2], ['a b', 'cc'], 'string')],
      { separators: [['a'], ['c']] },
      { mark: 0, mincharnum: 1, pad_value: '#' },
    ),
  ),
  Trilu: of([f(3, 3)], { upper: ON_OFF }),
  GridSample: of([f(1, 1, 3, 3), t([1, 1, 3, 2], [0.4, -0.7, 1.4, 1.6, -0.3, 0.2])], {
    align_corners: ON_OFF,
    mode: ['bilinear', 'nearest'],
    padding_mode: ['zeros', 'border'],
  }),
};
