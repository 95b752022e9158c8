/**
 * The versions of operators that sessions have in addition to the engine's, from ONNX 1.17's
 * docs/Changelog.md, up to opset 22: the first opset, the minimum and maximum number of inputs, the types of
 * each input that exist here, and the names of the attributes.
 */
const BF = 'bfloat16';
/** The tensor types that opsets 19 and 21 added. */
const F8 = ['float8e4m3fn', 'float8e4m3fnuz', 'float8e5m2', 'float8e5m2fnuz'];
const F8_I4 = [...F8, 'int4', 'uint4'];
const FLOATS = ['float16', 'float32', 'float64'];
const WIDE = [...FLOATS, 'int32', 'int64', 'uint32', 'uint64'];
const BYTES = ['int8', 'uint8'];
const NUMBERS = [...WIDE, ...BYTES, 'int16', 'uint16'];
const ALL = [...NUMBERS, 'bool', 'string', 'complex64', 'complex128'];

export const newestListed = 22;

/** @type {Record<string, [number, [number, number], string[][], string][]>} */
export const changelog = {
  Cast: [
    [1, [1, 1], [[...NUMBERS, 'bool']], 'to'],
    [6, [1, 1], [[...NUMBERS, 'bool']], 'to'],
    [9, [1, 1], [[...NUMBERS, 'bool', 'string']], 'to'],
    [13, [1, 1], [[...NUMBERS, 'bool', 'string', BF]], 'to'],
    [19, [1, 1], [[...NUMBERS, 'bool', 'string', BF, ...F8]], 'saturate to'],
    [21, [1, 1], [[...NUMBERS, 'bool', 'string', BF, ...F8_I4]], 'saturate to'],
  ],
  Concat: [
    [1, [1, Infinity], [FLOATS], 'axis'],
    [4, [1, Infinity], [ALL], 'axis'],
    [11, [1, Infinity], [ALL], 'axis'],
    [13, [1, Infinity], [[...ALL, BF]], 'axis'],
  ],
  Constant: [
    [1, [0, 0], [], 'value'],
    [9, [0, 0], [], 'value'],
    [11, [0, 0], [], 'sparse_value value'],
    [
      12,
      [0, 0],
      [],
      'sparse_value value value_float value_floats value_int value_ints value_string value_strings',
    ],
    [
      13,
      [0, 0],
      [],
      'sparse_value value value_float value_floats value_int value_ints value_string value_strings',
    ],
    [
      19,
      [0, 0],
      [],
      'sparse_value value value_float value_floats value_int value_ints value_string value_strings',
    ],
    [
      21,
      [0, 0],
      [],
      'sparse_value value value_float value_floats value_int value_ints value_string value_strings',
    ],
  ],
  ConstantOfShape: [
    [9, [1, 1], [['int64']], 'value'],
    [20, [1, 1], [['int64']], 'value'],
    [21, [1, 1], [['int64']], 'value'],
  ],
  Dropout: [
    [1, [1, 1], [FLOATS], 'consumed_inputs is_test ratio'],
    [6, [1, 1], [FLOATS], 'is_test ratio'],
    [7, [1, 1], [FLOATS], 'ratio'],
    [10, [1, 1], [FLOATS], 'ratio'],
    [12, [1, 3], [FLOATS, FLOATS, ['bool']], 'seed'],
    [13, [1, 3], [[...FLOATS, BF], FLOATS, ['bool']], 'seed'],
    [22, [1, 3], [[...FLOATS, BF], [...FLOATS, BF], ['bool']], 'seed'],
  ],
  Flatten: [
    [1, [1, 1], [FLOATS], 'axis'],
    [9, [1, 1], [ALL], 'axis'],
    [11, [1, 1], [ALL], 'axis'],
    [13, [1, 1], [[...ALL, BF]], 'axis'],
    [21, [1, 1], [[...ALL, BF, ...F8_I4]], 'axis'],
  ],
  Gather: [
    [1, [2, 2], [ALL, ['int32', 'int64']], 'axis'],
    [11, [2, 2], [ALL, ['int32', 'int64']], 'axis'],
    [
      13,
      [2, 2],
      [
        [...ALL, BF],
        ['int32', 'int64'],
      ],
      'axis',
    ],
  ],
  Identity: [
    [1, [1, 1], [ALL], ''],
    [13, [1, 1], [[...ALL, BF]], ''],
    [14, [1, 1], [[...ALL, BF]], ''],
    [16, [1, 1], [[...ALL, BF]], ''],
    [19, [1, 1], [[...ALL, BF, ...F8]], ''],
    [21, [1, 1], [[...ALL, BF, ...F8_I4]], ''],
  ],
  LayerNormalization: [
    [
      17,
      [2, 3],
      [
        [...FLOATS, BF],
        [...FLOATS, BF],
        [...FLOATS, BF],
      ],
      'axis epsilon stash_type',
    ],
  ],
  LogSoftmax: [
    [1, [1, 1], [FLOATS], 'axis'],
    [11, [1, 1], [FLOATS], 'axis'],
    [13, [1, 1], [[...FLOATS, BF]], 'axis'],
  ],
  Range: [
    [
      11,
      [3, 3],
      [
        ['float32', 'float64', 'int16', 'int32', 'int64'],
        ['float32', 'float64', 'int16', 'int32', 'int64'],
        ['float32', 'float64', 'int16', 'int32', 'int64'],
      ],
      '',
    ],
  ],
  ReduceMax: [
    [1, [1, 1], [WIDE], 'axes keepdims'],
    [11, [1, 1], [WIDE], 'axes keepdims'],
    [12, [1, 1], [[...WIDE, ...BYTES]], 'axes keepdims'],
    [13, [1, 1], [[...WIDE, ...BYTES, BF]], 'axes keepdims'],
    [18, [1, 2], [[...WIDE, ...BYTES, BF], ['int64']], 'keepdims noop_with_empty_axes'],
    [20, [1, 2], [[...WIDE, ...BYTES, BF, 'bool'], ['int64']], 'keepdims noop_with_empty_axes'],
  ],
  ReduceMean: [
    [1, [1, 1], [WIDE], 'axes keepdims'],
    [11, [1, 1], [WIDE], 'axes keepdims'],
    [13, [1, 1], [[...WIDE, BF]], 'axes keepdims'],
    [18, [1, 2], [[...WIDE, BF], ['int64']], 'keepdims noop_with_empty_axes'],
  ],
  ReduceSum: [
    [1, [1, 1], [WIDE], 'axes keepdims'],
    [11, [1, 1], [WIDE], 'axes keepdims'],
    [13, [1, 2], [[...WIDE, BF], ['int64']], 'keepdims noop_with_empty_axes'],
  ],
  Reshape: [
    [1, [1, 1], [FLOATS], 'consumed_inputs shape'],
    [5, [2, 2], [ALL, ['int64']], ''],
    [13, [2, 2], [[...ALL, BF], ['int64']], ''],
    [14, [2, 2], [[...ALL, BF], ['int64']], 'allowzero'],
    [19, [2, 2], [[...ALL, BF, ...F8], ['int64']], 'allowzero'],
    [21, [2, 2], [[...ALL, BF, ...F8_I4], ['int64']], 'allowzero'],
  ],
  Shape: [
    [1, [1, 1], [ALL], ''],
    [13, [1, 1], [[...ALL, BF]], ''],
    [15, [1, 1], [[...ALL, BF]], 'end start'],
    [19, [1, 1], [[...ALL, BF, ...F8]], 'end start'],
    [21, [1, 1], [[...ALL, BF, ...F8_I4]], 'end start'],
  ],
  Slice: [
    [1, [1, 1], [ALL], 'axes ends starts'],
    [
      10,
      [3, 5],
      [ALL, ['int32', 'int64'], ['int32', 'int64'], ['int32', 'int64'], ['int32', 'int64']],
      '',
    ],
    [
      11,
      [3, 5],
      [ALL, ['int32', 'int64'], ['int32', 'int64'], ['int32', 'int64'], ['int32', 'int64']],
      '',
    ],
    [
      13,
      [3, 5],
      [
        [...ALL, BF],
        ['int32', 'int64'],
        ['int32', 'int64'],
        ['int32', 'int64'],
        ['int32', 'int64'],
      ],
      '',
    ],
  ],
  Softmax: [
    [1, [1, 1], [FLOATS], 'axis'],
    [11, [1, 1], [FLOATS], 'axis'],
    [13, [1, 1], [[...FLOATS, BF]], 'axis'],
  ],
  Split: [
    [1, [1, 2], [FLOATS, FLOATS], 'axis split'],
    [2, [1, 1], [ALL], 'axis split'],
    [11, [1, 1], [ALL], 'axis split'],
    [13, [1, 2], [[...ALL, BF], ['int64']], 'axis'],
    [18, [1, 2], [[...ALL, BF], ['int64']], 'axis num_outputs'],
  ],
  Squeeze: [
    [1, [1, 1], [ALL], 'axes'],
    [11, [1, 1], [ALL], 'axes'],
    [13, [1, 2], [[...ALL, BF], ['int64']], ''],
    [21, [1, 2], [[...ALL, BF, ...F8_I4], ['int64']], ''],
  ],
  Transpose: [
    [1, [1, 1], [ALL], 'perm'],
    [13, [1, 1], [[...ALL, BF]], 'perm'],
    [21, [1, 1], [[...ALL, BF, ...F8_I4]], 'perm'],
  ],
  Unsqueeze: [
    [1, [1, 1], [ALL], 'axes'],
    [11, [1, 1], [ALL], 'axes'],
    [13, [2, 2], [[...ALL, BF], ['int64']], ''],
    [21, [2, 2], [[...ALL, BF, ...F8_I4], ['int64']], ''],
  ],
  ArgMax: [
    [1, [1, 1], [NUMBERS], 'axis keepdims'],
    [11, [1, 1], [NUMBERS], 'axis keepdims'],
    [12, [1, 1], [NUMBERS], 'axis keepdims select_last_index'],
    [13, [1, 1], [[...NUMBERS, BF]], 'axis keepdims select_last_index'],
  ],
  ReduceMin: [
    [1, [1, 1], [WIDE], 'axes keepdims'],
    [11, [1, 1], [WIDE], 'axes keepdims'],
    [12, [1, 1], [[...WIDE, ...BYTES]], 'axes keepdims'],
    [13, [1, 1], [[...WIDE, ...BYTES, BF]], 'axes keepdims'],
    [18, [1, 2], [[...WIDE, ...BYTES, BF], ['int64']], 'keepdims noop_with_empty_axes'],
    [20, [1, 2], [[...WIDE, ...BYTES, BF, 'bool'], ['int64']], 'keepdims noop_with_empty_axes'],
  ],
  ReduceProd: [
    [1, [1, 1], [WIDE], 'axes keepdims'],
    [11, [1, 1], [WIDE], 'axes keepdims'],
    [13, [1, 1], [[...WIDE, BF]], 'axes keepdims'],
    [18, [1, 2], [[...WIDE, BF], ['int64']], 'keepdims noop_with_empty_axes'],
  ],
  ArgMin: [
    [1, [1, 1], [NUMBERS], 'axis keepdims'],
    [11, [1, 1], [NUMBERS], 'axis keepdims'],
    [12, [1, 1], [NUMBERS], 'axis keepdims select_last_index'],
    [13, [1, 1], [[...NUMBERS, BF]], 'axis keepdims select_last_index'],
  ],
  Tile: [
    [1, [3, 3], [FLOATS], ''],
    [6, [2, 2], [ALL, ['int64']], ''],
    [13, [2, 2], [[...ALL, BF], ['int64']], ''],
  ],
  Pad: [
    [1, [1, 1], [FLOATS], 'mode paddings value'],
    [2, [1, 1], [FLOATS], 'mode pads value'],
    [11, [2, 3], [[...NUMBERS], ['int64'], [...NUMBERS]], 'mode'],
    [13, [2, 3], [[...ALL, BF], ['int64'], [...ALL, BF]], 'mode'],
    [18, [2, 4], [[...ALL, BF], ['int64'], [...ALL, BF], ['int32', 'int64']], 'mode'],
    [19, [2, 4], [[...ALL, BF], ['int64'], [...ALL, BF], ['int32', 'int64']], 'mode'],
    [
      21,
      [2, 4],
      [[...ALL, BF, ...F8_I4], ['int64'], [...ALL, BF, ...F8_I4], ['int32', 'int64']],
      'mode',
    ],
  ],
};
