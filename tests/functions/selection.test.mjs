/**
 * Unique, Size, Scatter, TensorScatter, optional values, and blockwise scales: examples from ONNX's
 * Operators.md, computed by hand.
 */
import { Tensor } from 'simdcast';
import { bool, f32, floats, given, i64, longs, testRows, texts, words } from './rows.mjs';

const row = (...values) => floats([values.length], values);
const bytes = (dims, values) => new Tensor('uint8', values, dims);
const short = (dims, values) => ({ type: 'uint8', dims, values });

testRows([
  // The values, the first index of each, the position of each element among them, and their counts.
  [
    'Unique',
    [row(2, 1, 1, 3, 4, 3)],
    { sorted: 0 },
    [
      f32([4], [2, 1, 3, 4]),
      longs([4], [0, 1, 3, 4]),
      longs([6], [0, 1, 1, 2, 3, 2]),
      longs([4], [1, 2, 2, 1]),
    ],
  ],
  [
    'Unique',
    [row(2, 1, 1, 3, 4, 3)],
    {},
    [
      f32([4], [1, 2, 3, 4]),
      longs([4], [1, 0, 3, 4]),
      longs([6], [1, 0, 0, 2, 3, 2]),
      longs([4], [2, 1, 2, 1]),
    ],
  ],
  // Rows, by their first elements and then by those that follow; the matrix as one list has no axis.
  [
    'Unique',
    [floats([3, 2], [5, 2, 1, 9, 5, 2])],
    { axis: 0 },
    [f32([2, 2], [1, 9, 5, 2]), longs([2], [1, 0]), longs([3], [1, 0, 1]), longs([2], [1, 2])],
  ],
  ['Unique', [floats([2, 2], [10, 9, -1, 10])], {}, f32([3], [-1, 9, 10])],
  ['Unique', [floats([2, 3], [2, 1, 2, 4, 0, 4])], { axis: -1 }, f32([2, 2], [1, 2, 0, 4])],
  ['Unique', [words('b', 'a', 'b')], {}, [texts([2], ['a', 'b']), longs([2], [1, 0])]],

  ['Size', [floats([2, 3], [1, 2, 3, 4, 5, 6])], {}, longs([], [6])],
  ['Size', [floats([2, 0], [])], {}, longs([], [0])],
  // ONNX's example: rows by the indices, columns by position.
  [
    'Scatter',
    [
      floats([3, 3], new Array(9).fill(0)),
      given(longs([2, 3], [1, 0, 2, 0, 2, 1])),
      floats([2, 3], [1, 1.5, 1.25, 2, 2.5, 2.25]),
    ],
    {},
    f32([3, 3], [2, 1.5, 0, 1, 0, 2.25, 0, 2.5, 1.25]),
    10,
  ],

  // A step of each of two sequences of a batch, written at 1 and at 2; without indices, at the start.
  [
    'TensorScatter',
    [floats([2, 3, 2], new Array(12).fill(0)), floats([2, 1, 2], [1, 2, 3, 4]), i64([1, 2])],
    { mode: 'linear' },
    f32([2, 3, 2], [0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 3, 4]),
  ],
  [
    'TensorScatter',
    [floats([1, 3, 1], [7, 8, 9]), floats([1, 2, 1], [1, 2])],
    {},
    f32([1, 3, 1], [1, 2, 9]),
  ],
  // Around the end, along another axis.
  [
    'TensorScatter',
    [floats([1, 2, 3], [1, 2, 3, 4, 5, 6]), floats([1, 2, 2], [-1, -2, -3, -4]), i64([2])],
    { axis: 2, mode: 'circular' },
    f32([1, 2, 3], [-2, 2, -1, -4, 5, -3]),
  ],

  ['OptionalHasElement', [row(1)], {}, bool([], [true])],
  ['OptionalHasElement', [], {}, bool([], [false])],
  ['OptionalHasElement', [row(1)], {}, bool([], [true]), 15],
  ['OptionalGetElement', [row(1, 2)], {}, f32([2], [1, 2])],
  ['OptionalGetElement', [words('a')], {}, texts([1], ['a'])],

  // A scale for each pair of elements; in an odd number the last scale is for one.
  [
    'DequantizeLinear',
    [bytes([1, 4], [1, 2, 3, 4]), floats([1, 2], [10, 100])],
    { axis: 1, block_size: 2 },
    f32([1, 4], [10, 20, 300, 400]),
  ],
  [
    'DequantizeLinear',
    [bytes([1, 5], [1, 2, 3, 4, 5]), floats([1, 2], [10, 100]), bytes([1, 2], [1, 2])],
    { axis: 1, block_size: 3 },
    f32([1, 5], [0, 10, 20, 200, 300]),
  ],
  [
    'DequantizeLinear',
    [bytes([4, 2], [1, 1, 1, 1, 1, 1, 1, 1]), floats([2, 2], [1, 2, 3, 4])],
    { axis: 0, block_size: 2 },
    f32([4, 2], [1, 2, 1, 2, 3, 4, 3, 4]),
  ],
  [
    'QuantizeLinear',
    [floats([1, 4], [10, 25, 300, 400]), floats([1, 2], [10, 100])],
    { axis: 1, block_size: 2 },
    short([1, 4], [1, 2, 3, 4]),
  ],
  [
    'QuantizeLinear',
    [floats([3, 1], [10, 20, 30]), floats([2, 1], [10, 5]), bytes([2, 1], [100, 7])],
    { axis: 0, block_size: 2 },
    short([3, 1], [101, 102, 13]),
  ],
  ['OptionalGetElement', [given(longs([1], [3]))], {}, longs([1], [3]), 15],
]);
