/** The results of run() for every operator of docs/operators.md, in its newest version and in old ones. */
import { Tensor } from 'simdcast';
import { sc } from './oracle.mjs';
import { bool, f32, floats, given, i64, longs, texts, words } from './rows.mjs';

const V = [1, -2, 3, 4, 5, -6];
const x23 = () => floats([2, 3], V);
const half = (values, dims) => new Tensor('float16', values, dims);
/** The alpha and gamma of Selu-1: 1.6732 and 1.0507 in float32. */
const OLD_SELU = [1.6732, 1.0507].map(Math.fround);
const pos = () => floats([3], [1, 4, 9]);
const ints = () => new Tensor('int32', [6, 5, 3], [3]);
const bools = () => given(bool([3], [true, false, true]));
const map = (f, list = V, dims = [2, 3]) =>
  f32(
    dims,
    list.map((v) => Math.fround(f(v))),
  );

/** Operator, inputs, attributes, result; and the opset, if it is not the latest. */
export const nodes = [
  ['Add', [x23(), [1, 2, 3]], {}, f32([2, 3], [2, 0, 6, 5, 7, -3])],
  ['Sub', [x23(), 1], {}, map((v) => v - 1)],
  ['Mul', [x23(), 2], {}, map((v) => v * 2)],
  ['Div', [x23(), 2], {}, map((v) => v / 2)],
  ['Pow', [x23(), 2], {}, map((v) => v * v)],
  ['Mod', [ints(), [4, 4, 4]], {}, { type: 'int32', dims: [3], values: [2, 1, 3] }],
  ['Mod', [x23(), 4], { fmod: 1 }, map((v) => v % 4)],
  ['And', [bools(), true], {}, bool([3], [true, false, true])],
  ['Or', [bools(), true], {}, bool([3], [true, true, true])],
  ['Xor', [bools(), true], {}, bool([3], [false, true, false])],
  [
    'Equal',
    [x23(), 3],
    {},
    bool(
      [2, 3],
      V.map((v) => v === 3),
    ),
  ],
  [
    'Greater',
    [x23(), 3],
    {},
    bool(
      [2, 3],
      V.map((v) => v > 3),
    ),
  ],
  [
    'Less',
    [x23(), 3],
    {},
    bool(
      [2, 3],
      V.map((v) => v < 3),
    ),
  ],
  [
    'GreaterOrEqual',
    [x23(), 3],
    {},
    bool(
      [2, 3],
      V.map((v) => v >= 3),
    ),
  ],
  [
    'LessOrEqual',
    [x23(), 3],
    {},
    bool(
      [2, 3],
      V.map((v) => v <= 3),
    ),
  ],
  ['Max', [x23(), [0, 1, 2], 2.5], {}, f32([2, 3], [2.5, 2.5, 3, 4, 5, 2.5])],
  ['Min', [x23(), [0, 1, 2]], {}, f32([2, 3], [0, -2, 2, 0, 1, -6])],
  ['Sum', [x23(), [[1], [2]], 1], {}, f32([2, 3], [3, 0, 5, 7, 8, -3])],
  ['Mean', [x23(), [[1], [2]]], {}, f32([2, 3], [1, -0.5, 2, 3, 3.5, -2])],
  ['Sum', [x23()], {}, f32([2, 3], V)],
  ['Where', [[true, false, true], x23(), 0], {}, f32([2, 3], [1, 0, 3, 4, 0, -6])],
  [
    'BitShift',
    [new Tensor('uint8', [1, 255], [2]), [3, 3]],
    { direction: 'RIGHT' },
    { type: 'uint8', dims: [2], values: [0, 31] },
  ],
  ['BitwiseAnd', [ints(), 3], {}, { type: 'int32', dims: [3], values: [2, 1, 3] }],
  ['BitwiseOr', [ints(), 1], {}, { type: 'int32', dims: [3], values: [7, 5, 3] }],
  ['BitwiseXor', [ints(), 1], {}, { type: 'int32', dims: [3], values: [7, 4, 2] }],
  ['BitwiseNot', [ints()], {}, { type: 'int32', dims: [3], values: [-7, -6, -4] }],
  ['StringConcat', [['a', 'b'], ['c']], {}, texts([2], ['ac', 'bc'])],
  ['PRelu', [x23(), 0.5], {}, map((v) => (v < 0 ? v / 2 : v))],
  ['Gemm', [x23(), [[1], [0], [1]]], { alpha: 2 }, f32([2, 1], [8, -4])],
  ['Gemm', [x23(), x23(), 1], { transB: 1 }, f32([2, 2], [15, -23, -23, 78])],
  ['MatMul', [x23(), [1, 1, 1]], {}, f32([2], [2, 3])],
  ['Expand', [[1, 2, 3], i64([2, 1])], {}, f32([2, 3], [1, 2, 3, 1, 2, 3])],
  ['Clip', [x23(), 0, 4], {}, map((v) => Math.min(Math.max(v, 0), 4))],
  ['Clip', [x23(), undefined, 4], {}, map((v) => Math.min(v, 4))],
  ['Identity', [x23()], {}, f32([2, 3], V)],
  ['Identity', [['a']], {}, texts([1], ['a'])],
  ['Neg', [x23()], {}, map((v) => -v)],
  ['Abs', [x23()], {}, map(Math.abs)],
  ['Sqrt', [pos()], {}, f32([3], [1, 2, 3])],
  ['Reciprocal', [[1, 2, 4]], {}, f32([3], [1, 0.5, 0.25])],
  ['Exp', [[0]], {}, f32([1], [1])],
  ['Log', [[1]], {}, f32([1], [0])],
  ['Sigmoid', [[0]], {}, f32([1], [0.5])],
  ['Softplus', [[0]], {}, f32([1], [Math.fround(Math.LN2)])],
  ['Tanh', [[0]], {}, f32([1], [0])],
  ['Relu', [x23()], {}, map((v) => Math.max(v, 0))],
  ['LeakyRelu', [x23()], { alpha: 0.5 }, map((v) => (v < 0 ? v / 2 : v))],
  ['Erf', [[0]], {}, f32([1], [0])],
  ['Gelu', [[0]], { approximate: 'tanh' }, f32([1], [0])],
  ['Sin', [[0]], {}, f32([1], [0])],
  ['Cos', [[0]], {}, f32([1], [1])],
  ['Sign', [x23()], {}, map(Math.sign)],
  ['Floor', [[1.5, -1.5]], {}, f32([2], [1, -2])],
  ['Ceil', [[1.5, -1.5]], {}, f32([2], [2, -1])],
  ['Round', [[0.5, 1.5, 2.5]], {}, f32([3], [0, 2, 2])],
  ['Not', [bools()], {}, bool([3], [false, true, false])],
  ['IsNaN', [[1, Number.NaN]], {}, bool([2], [false, true])],
  ['IsInf', [[1, -Infinity]], { detect_negative: 0 }, bool([2], [false, false])],
  ['Cast', [x23()], { to: 6 }, { type: 'int32', dims: [2, 3], values: V }],
  ['ReduceSum', [x23(), i64([1])], { keepdims: 0 }, f32([2], [2, 3])],
  ['ReduceSum', [x23()], {}, f32([1, 1], [5])],
  ['ReduceSum', [x23()], { noop_with_empty_axes: 1 }, f32([2, 3], V)],
  ['ReduceSum', [x23(), i64([])], { noop_with_empty_axes: 1 }, f32([2, 3], V)],
  ['ReduceSum', [x23(), i64([])], {}, f32([1, 1], [5])],
  ['ReduceMean', [x23(), i64([0])], { keepdims: 0 }, f32([3], [2.5, 1.5, -1.5])],
  ['ReduceMax', [x23(), i64([-1])], {}, f32([2, 1], [3, 5])],
  ['ReduceMin', [x23(), i64([-1])], {}, f32([2, 1], [-2, -6])],
  ['ReduceProd', [x23(), i64([1])], {}, f32([2, 1], [-6, -120])],
  ['ArgMax', [x23()], {}, longs([1, 3], [1, 1, 0])],
  ['ArgMin', [x23()], { axis: 1, keepdims: 0 }, longs([2], [1, 2])],
  ['ArgMax', [[2, 1, 2]], { axis: 0, keepdims: 0, select_last_index: 1 }, longs([], [2])],
  [
    'Softmax',
    [
      [
        [0, 0],
        [0, 0],
      ],
    ],
    {},
    f32([2, 2], [0.5, 0.5, 0.5, 0.5]),
  ],
  ['LogSoftmax', [[[0]]], {}, f32([1, 1], [0])],
  ['LayerNormalization', [[[3, 3]], [1, 1], [5, 6]], {}, f32([1, 2], [5, 6])],
  ['Reshape', [x23(), i64([3, -1])], {}, f32([3, 2], V)],
  ['Reshape', [x23(), i64([0, 3, 1])], {}, f32([2, 3, 1], V)],
  ['Reshape', [sc.zeros([0, 3]), i64([3, 0])], { allowzero: 1 }, f32([3, 0], [])],
  ['Flatten', [x23()], { axis: 0 }, f32([1, 6], V)],
  ['Squeeze', [[[1, 2]], i64([0])], {}, f32([2], [1, 2])],
  ['Unsqueeze', [[1, 2], i64([0, -1])], {}, f32([1, 2, 1], [1, 2])],
  ['Transpose', [x23()], { perm: [1, 0] }, f32([3, 2], [1, 4, -2, 5, 3, -6])],
  ['Concat', [[1], [2, 3]], { axis: 0 }, f32([3], [1, 2, 3])],
  ['Slice', [x23(), i64([1]), i64([3]), i64([1]), i64([1])], {}, f32([2, 2], [-2, 3, 5, -6])],
  ['Slice', [x23(), i64([-1]), i64([-100]), i64([1]), i64([-2])], {}, f32([2, 2], [3, 1, -6, 4])],
  ['Gather', [x23(), i64([-1, 0])], { axis: 1 }, f32([2, 2], [3, 1, -6, 4])],
  ['Tile', [[1, 2], i64([2])], {}, f32([4], [1, 2, 1, 2])],
  ['Pad', [[1, 2], i64([1, 2]), 9], {}, f32([5], [9, 1, 2, 9, 9])],
  [
    'Pad',
    [x23(), i64([1, 1]), undefined, i64([1])],
    { mode: 'edge' },
    f32([2, 5], [1, 1, -2, 3, 3, 4, 4, 5, -6, -6]),
  ],
  ['Constant', [], { value_floats: [1, 2] }, f32([2], [1, 2])],
  ['Constant', [], { value_int: 5 }, longs([], [5])],
  ['ConstantOfShape', [i64([2])], {}, f32([2], [0, 0])],
  [
    'ConstantOfShape',
    [i64([2])],
    { value: new Tensor('int32', [7], [1]) },
    { type: 'int32', dims: [2], values: [7, 7] },
  ],
  ['Shape', [x23()], {}, longs([2], [2, 3])],
  ['Shape', [x23()], { start: -1 }, longs([1], [3])],
  ['Range', [1, 7, 2], {}, f32([3], [1, 3, 5])],
  ['OneHot', [i64([1, -1]), 3, [0, 5]], {}, f32([2, 3], [0, 5, 0, 0, 0, 5])],
  ['Dropout', [x23()], {}, f32([2, 3], V)],
  // Old versions, with axes and bounds as attributes.
  ['Add', [x23(), [1, 2]], { broadcast: 1, axis: 0 }, f32([2, 3], [2, -1, 4, 6, 7, -4]), 6],
  ['Add', [x23(), [1, 2, 3]], { broadcast: 1 }, f32([2, 3], [2, 0, 6, 5, 7, -3]), 1],
  [
    'Greater',
    [x23(), [3]],
    { broadcast: 1 },
    bool(
      [2, 3],
      V.map((v) => v > 3),
    ),
    1,
  ],
  ['ReduceSum', [x23()], { axes: [1], keepdims: 0 }, f32([2], [2, 3]), 11],
  ['ReduceSum', [x23()], { axes: [0] }, f32([1, 3], [5, 3, -3]), 1],
  ['ReduceMean', [x23()], { axes: [-1], keepdims: 0 }, f32([2], [Math.fround(2 / 3), 1]), 13],
  ['ReduceMax', [x23()], { axes: [1] }, f32([2, 1], [3, 5]), 17],
  ['ReduceMin', [x23()], { axes: [1] }, f32([2, 1], [-2, -6]), 12],
  ['ReduceProd', [x23()], { axes: [1] }, f32([2, 1], [-6, -120]), 1],
  [
    'Softmax',
    [
      [
        [
          [0, 0],
          [0, 0],
        ],
      ],
    ],
    {},
    f32([1, 2, 2], [0.25, 0.25, 0.25, 0.25]),
    12,
  ],
  [
    'Softmax',
    [
      [
        [
          [0, 0],
          [0, 0],
        ],
      ],
    ],
    { axis: 2 },
    f32([1, 2, 2], [0.5, 0.5, 0.5, 0.5]),
    1,
  ],
  ['Squeeze', [[[1, 2]]], { axes: [0] }, f32([2], [1, 2]), 11],
  ['Unsqueeze', [[1, 2]], { axes: [0] }, f32([1, 2], [1, 2]), 1],
  // Rounded to even, then moved by the zero point, then kept within the type.
  ...[
    ['int8', -128, 127],
    ['uint8', 0, 255],
    ['int16', -32768, 32767],
    ['uint16', 0, 65535],
  ].map(([type, low, high]) => [
    'QuantizeLinear',
    [floats([4], [-1e6, 1e6, 1, 3]), 2, new Tensor(type, [1], [])],
    {},
    { type, dims: [4], values: [low, high, 1, 3] },
  ]),
  ['Slice', [x23()], { starts: [1], ends: [9], axes: [1] }, f32([2, 2], [-2, 3, 5, -6]), 9],
  ['Clip', [x23()], { min: 0, max: 4 }, map((v) => Math.min(Math.max(v, 0), 4)), 6],
  ['Pad', [[1, 2]], { pads: [1, 0], value: 3 }, f32([3], [3, 1, 2]), 2],
  ['Reshape', [x23()], { shape: [3, 2] }, f32([3, 2], V), 1],
  ['Split', [[1, 2, 3]], { split: [1, 2] }, [f32([1], [1]), f32([2], [2, 3])], 2],
  ['Split', [[1, 2, 3], i64([1, 2])], {}, [f32([1], [1]), f32([2], [2, 3])]],
  ['Split', [[1, 2, 3]], { num_outputs: 2 }, [f32([2], [1, 2]), f32([1], [3])], 18],
  ['Cast', [x23()], { to: 6 }, { type: 'int32', dims: [2, 3], values: V }, 6],
  ['PRelu', [floats([1, 2, 2], [-1, -1, -1, -1]), [2, 3]], {}, f32([1, 2, 2], [-2, -2, -3, -3]), 6],
  ['Dropout', [x23()], { ratio: 0.3 }, f32([2, 3], V), 10],
  ['Tile', [[1, 2], i64([2])], {}, f32([4], [1, 2, 1, 2]), 6],
  ['Gemm', [x23(), [[1], [0], [1]], [5]], { broadcast: 1 }, f32([2, 1], [9, 3]), 6],
  ['Concat', [[[1]], [[2]]], {}, f32([1, 2], [1, 2]), 1],
  // Attributes are float32 in every compute type: 0.2 * 1 + 0.3.
  [
    'HardSigmoid',
    [new Tensor('float64', [1], [1])],
    { beta: 0.3 },
    { type: 'float64', dims: [1], values: [Math.fround(0.2) + Math.fround(0.3)] },
  ],
  [
    'RNN',
    [1, 1, 0].map((value) => new Tensor('float64', [value], [1, 1, 1])),
    { hidden_size: 1, activations: ['HardSigmoid'], activation_beta: [0.3] },
    { type: 'float64', dims: [1, 1, 1, 1], values: [Math.fround(0.2) + Math.fround(0.3)] },
  ],
  // Numbers as scales and zero points.
  ['Resize', [ints(), [2]], {}, { type: 'int32', dims: [6], values: [6, 6, 5, 5, 3, 3] }, 10],
  ['DequantizeLinear', [new Tensor('uint8', [3, 5], [2]), 0.5, 1], {}, f32([2], [1, 2])],
  ['QuantizeLinear', [[1, 2], 0.5, 3], {}, { type: 'uint8', dims: [2], values: [5, 7] }],
  // Without axes, the functions before and after the sum still apply.
  ['ReduceL1', [x23()], { noop_with_empty_axes: 1 }, map(Math.abs)],
  ['ReduceL2', [x23()], { noop_with_empty_axes: 1 }, map(Math.abs)],
  ['ReduceSumSquare', [x23(), i64([])], { noop_with_empty_axes: 1 }, map((v) => v * v)],
  ['ReduceLogSum', [[1, 1]], { noop_with_empty_axes: 1 }, f32([2], [0, 0])],
  ['ReduceLogSumExp', [x23()], { noop_with_empty_axes: 1 }, f32([2, 3], V)],
  // Integers above 2^53, and 16-bit floats that determine a shape.
  ['Constant', [], { value_int: 2n ** 62n + 1n }, longs([], [2n ** 62n + 1n])],
  ['Constant', [], { value_ints: [2n ** 62n + 1n] }, longs([1], [2n ** 62n + 1n])],
  ['OneHot', [i64([1, -1]), half([3.75], []), [0, 5]], {}, f32([2, 3], [0, 5, 0, 0, 0, 5])],
  [
    'Resize',
    [floats([4], [1, 2, 3, 4]), half([0.25, 0.75], [2]), undefined, i64([2])],
    { mode: 'linear', coordinate_transformation_mode: 'tf_crop_and_resize' },
    f32([2], [1.75, 3.25]),
  ],
  // More is cut from the one end than there is.
  ['Pad', [[1, 2, 3], i64([-5, 4])], {}, f32([2], [0, 0])],
  ['Hardmax', [sc.zeros([2, 0])], {}, f32([2, 0], [])],
  ['Hardmax', [5], {}, f32([], [1])],
  ['GatherND', [[1, 2], sc.zeros([2, 0], 'int64')], {}, f32([2, 2], [1, 2, 1, 2])],
  // 0 for 0 / 0, as ONNX specifies since onnx/onnx#7618.
  [
    'LpNormalization',
    [
      [
        [0, 0],
        [3, 4],
      ],
    ],
    {},
    f32([2, 2], [0, 0, 0.6, 0.8].map(Math.fround)),
  ],
  ['CastLike', [ints(), words('a')], {}, texts([3], ['6', '5', '3'])],
  ['CastLike', [words('7'), ints()], {}, { type: 'int32', dims: [1], values: [7] }],
  [
    'Selu',
    [new Tensor('float64', [-Infinity, 1], [2])],
    {},
    { type: 'float64', dims: [2], values: [-OLD_SELU[0] * OLD_SELU[1], OLD_SELU[1]] },
    1,
  ],
  // Counts, axes, indices, sizes and conditions as numbers and lists: their types are ONNX's.
  ['TopK', [x23(), [1]], {}, f32([2, 1], [3, 5])],
  ['CumSum', [x23(), 1], {}, f32([2, 3], [1, -1, 2, 4, 9, 3])],
  ['Trilu', [x23(), 1], {}, f32([2, 3], [0, -2, 3, 0, 0, -6])],
  ['Compress', [x23(), [true, false, true]], { axis: 1 }, f32([2, 2], [1, 3, 4, -6])],
  [
    'GatherElements',
    [
      x23(),
      [
        [2, 0, 1],
        [1, 1, 0],
      ],
    ],
    { axis: 1 },
    f32([2, 3], [3, 1, -2, 5, 5, 4]),
  ],
  ['GatherND', [x23(), [[1, 2]]], {}, f32([1], [-6])],
  ['ScatterND', [pos(), [[2]], [7]], {}, f32([3], [1, 4, 7])],
  ['ReduceL1', [x23(), [1]], { keepdims: 0 }, f32([2], [6, 15])],
  [
    'Resize',
    [x23(), undefined, undefined, [2, 6]],
    { mode: 'nearest', coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' },
    f32([2, 6], [1, 1, -2, -2, 3, 3, 4, 4, 5, 5, -6, -6]),
  ],
];
