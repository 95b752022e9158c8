/** Operators that prepare features: Scaler, Normalizer, Binarizer, Imputer and others. */
import { sizeOf } from '../../base/dims.js';
import { arrayOf, type DType, holdsBigInts } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { Value } from '../../graph/values.js';
import { gathered } from '../gather.js';
import { joined } from '../movement.js';
import type { Call, Operator } from '../operator.js';
import { padded } from '../padding.js';
import { INT64 } from '../type-sets.js';
import { mlFault } from './messages.js';
import { checkLength, FEATURES, rowsOf } from './values.js';

/** One number for all features of an input, or one per feature: it broadcasts with the last axis. */
function perFeature(call: Call, name: string, numbers: readonly number[]): Value {
  const { dims } = call.input(0);
  if (numbers.length !== 1) checkLength(call, name, numbers.length, dims.at(-1) ?? 1);
  return call.lowering.constant('float32', [numbers.length], Float32Array.from(numbers));
}

function arrayWith(type: DType, values: readonly (number | bigint)[]): TypedArray {
  const convert = holdsBigInts(type) ? BigInt : Number;
  const data = new (arrayOf(type))(values.length);
  values.forEach((value, at) => {
    data[at] = convert(value) as never;
  });
  return data;
}

/** An input as rows of float32 along its first axis; an input with a single axis is one row. */
function featureRows(call: Call, at: number): Value {
  const input = call.input(at);
  const { dims } = input;
  if (dims.length === 0) throw call.wrongShape(at, ['N', 'C']);
  const [first = 1, ...rest] = dims.length === 1 ? [1, ...dims] : dims;
  return call.cast(call.lowering.alias(input, [first, sizeOf(rest)]), 'float32');
}

const SELECTABLE: readonly DType[] = [...FEATURES, 'string'];

export const featureOperators: readonly Operator[] = [
  {
    name: 'Scaler',
    versions: [
      {
        since: 1,
        inputs: [1, 1],
        types: [FEATURES],
        attributes: { offset: 'floats', scale: 'floats' },
      },
    ],
    lower(call) {
      const { compute } = call;
      const x = call.cast(call.input(0), 'float32');
      const offset = perFeature(call, 'offset', call.attribute('offset', 'floats') ?? [0]);
      const scale = perFeature(call, 'scale', call.attribute('scale', 'floats') ?? [1]);
      return [compute('Mul', compute('Sub', x, offset), scale)];
    },
  },

  {
    name: 'Normalizer',
    versions: [{ since: 1, inputs: [1, 1], types: [FEATURES], attributes: { norm: 'string' } }],
    lower(call) {
      const { lowering, compute } = call;
      const norm = call.word('norm', ['MAX', 'L1', 'L2']);
      const { dims } = call.input(0);
      const x = call.cast(rowsOf(call), 'float32');
      const fold = (operation: 'max' | 'sum', value: Value) =>
        call.reduce(operation, value, [1], true);
      const size = {
        MAX: () => fold('max', x),
        L1: () => fold('sum', compute('Abs', x)),
        L2: () => compute('Sqrt', fold('sum', compute('Mul', x, x))),
      }[norm]();
      return [lowering.alias(compute('Div', x, call.divisor(size)), dims)];
    },
  },

  {
    name: 'Binarizer',
    versions: [{ since: 1, inputs: [1, 1], types: [FEATURES], attributes: { threshold: 'float' } }],
    lower(call) {
      const input = call.input(0);
      const threshold = call.float('threshold', 0);
      const isFloat = input.type === 'float32';
      const x = isFloat ? input : call.cast(input, 'float64');
      const isAbove = call.compute('Greater', x, call.number(x.type, threshold));
      return [call.cast(isAbove, input.type)];
    },
  },

  {
    name: 'Imputer',
    versions: [
      {
        since: 1,
        inputs: [1, 1],
        types: [FEATURES],
        attributes: {
          imputed_value_floats: 'floats',
          imputed_value_int64s: 'ints',
          replaced_value_float: 'float',
          replaced_value_int64: 'int',
        },
      },
    ],
    lower(call) {
      const { lowering, compute } = call;
      const input = call.input(0);
      const isWhole = input.type === 'int64' || input.type === 'int32';
      const name = isWhole ? 'imputed_value_int64s' : 'imputed_value_floats';
      const imputed = isWhole ? call.needs(name, 'longs') : call.needs(name, 'floats');
      const replaced = isWhole
        ? (call.attribute('replaced_value_int64', 'long') ?? 0n)
        : call.float('replaced_value_float', 0);
      if (imputed.length !== 1) checkLength(call, name, imputed.length, input.dims.at(-1) ?? 1);
      const constant = (dims: readonly number[], values: readonly (number | bigint)[]) =>
        lowering.constant(input.type, dims, arrayWith(input.type, values));
      const values = constant([imputed.length], imputed);
      // NaN as the value to replace stands for every NaN.
      const isMissing = Number.isNaN(replaced)
        ? compute('IsNaN', input)
        : compute('Equal', input, constant([], [replaced]));
      return [compute('Where', isMissing, values, input)];
    },
  },

  {
    name: 'ArrayFeatureExtractor',
    versions: [{ since: 1, inputs: [2, 2], types: [SELECTABLE, INT64] }],
    lower(call) {
      const [input, indices] = [call.input(0), call.input(1)];
      const { dims } = input;
      if (dims.length === 0) throw call.fault('axis', -1, 0);
      const count = sizeOf(indices.dims);
      const flat = call.lowering.alias(indices, [count]);
      const made = gathered(call, input, flat, dims.length - 1);
      // A single row results in a matrix with one row.
      return [call.lowering.alias(made, dims.length === 1 ? [1, count] : made.dims)];
    },
  },

  /**
   * Rows side by side. As in onnxruntime, the rows of an input are cut or padded with 0 to the length listed
   * for it.
   */
  {
    name: 'FeatureVectorizer',
    versions: [
      {
        since: 1,
        inputs: [1, Infinity],
        types: [FEATURES],
        attributes: { inputdimensions: 'ints' },
      },
    ],
    lower(call) {
      const inputs = call.inputs.map((_, at) => featureRows(call, at));
      const widths = inputs.map(({ dims }) => dims[1] as number);
      const asked = call.attribute('inputdimensions', 'ints') ?? widths;
      checkLength(call, 'inputdimensions', asked.length, inputs.length);
      const rows = inputs[0]?.dims[0] as number;
      call.checkDims([rows, ...asked]);
      const parts = inputs.map((input, at) => {
        if (input.dims[0] !== rows) throw call.wrongShape(at, [rows, asked[at]]);
        const missing = (asked[at] as number) - (widths[at] as number);
        if (missing === 0) return input;
        return padded(call, input, { begins: [0, 0], ends: [0, missing] }, call.zero('float32'));
      });
      call.checkDims([rows, asked.reduce((sum, width) => sum + width, 0)]);
      return [joined(call, parts, 1)];
    },
  },

  /** Returns the scores themselves, a column for each class label, because a tensor cannot hold maps. */
  {
    name: 'ZipMap',
    versions: [
      {
        since: 1,
        inputs: [1, 1],
        types: [['float32']],
        attributes: { classlabels_int64s: 'ints', classlabels_strings: 'strings' },
      },
    ],
    lower(call) {
      const scores = rowsOf(call);
      const count =
        (call.attribute('classlabels_int64s', 'ints') ?? []).length +
        (call.attribute('classlabels_strings', 'strings') ?? []).length;
      if (scores.dims[1] !== count) throw mlFault(call, 'labels', count, scores.dims[1] as number);
      return [scores];
    },
  },
];
