/** Operators whose results depend only on shapes. */
import { type DType, formatOf, widthOf } from '../base/dtypes.js';
import type { Value } from '../graph/values.js';
import type { TensorValue } from './attributes.js';
import { type Call, history, type Operator, withAdded } from './operator.js';
import { ALL, ALL_BF, CASTABLE, CASTABLE_BF, INT64 } from './type-sets.js';

const ofTensor = { value: 'tensor', sparse_value: 'sparse' } as const;
const ofAnything = {
  ...ofTensor,
  value_float: 'float',
  value_floats: 'floats',
  value_int: 'long',
  value_ints: 'longs',
  value_string: 'string',
  value_strings: 'strings',
} as const;

/** The tensors that the attributes of Constant describe. */
function formsOf(call: Call): TensorValue[] {
  const form = <Item>(
    type: DType,
    one: Item | undefined,
    list: readonly Item[] | undefined,
    dataOf: (items: readonly Item[]) => TensorValue['data'],
  ): (TensorValue | undefined)[] => [
    one === undefined ? undefined : { type, dims: [], data: dataOf([one]) },
    list && { type, dims: [list.length], data: dataOf(list) },
  ];
  return [
    call.attribute('value', 'tensor'),
    call.attribute('sparse_value', 'sparse'),
    ...form(
      'float32',
      call.attribute('value_float', 'float'),
      call.attribute('value_floats', 'floats'),
      (items) => Float32Array.from(items),
    ),
    ...form(
      'int64',
      call.attribute('value_int', 'long'),
      call.attribute('value_ints', 'longs'),
      (items) => BigInt64Array.from(items),
    ),
    ...form(
      'string',
      call.attribute('value_string', 'string'),
      call.attribute('value_strings', 'strings'),
      (items) => items,
    ),
  ].filter((tensor) => tensor !== undefined);
}

const ZERO: TensorValue = { type: 'float32', dims: [1], data: Float32Array.of(0) };

/** A value filled with one constant. */
function filled(call: Call, dims: readonly number[], { type, data }: TensorValue): Value {
  call.checkDims(dims);
  const { lowering } = call;
  // Expand does not accept every 1-byte type, so these are stretched as uint8.
  const stretched = widthOf(type) === 1 ? 'uint8' : type;
  const one = lowering.alias(lowering.constant(type, [], data), [], stretched);
  return lowering.alias(call.expand(one, dims), dims, type);
}

const RANGE_TYPES: readonly DType[] = ['float32', 'float64', 'int16', 'int32', 'int64'];
const HALVES: readonly DType[] = ['float16', 'bfloat16'];
const RANGE_INPUTS = [0, 1, 2];

/** Types in which ranges of 16-bit floats may be computed. */
const RANGE_STASHES: readonly DType[] = ['float32', 'float64'];

/** The type in which a range is computed. */
function rangeType(call: Call): DType {
  const { type } = call.input(0);
  return formatOf(type) ? call.elementType('stash_type', 'float32', RANGE_STASHES) : type;
}

type Item = number | bigint;

/** Number of steps of `delta` from `start` to `limit`, including a partial last step; exact for int64. */
function steps(start: Item, limit: Item, delta: Item): number {
  if (typeof delta !== 'bigint') return Math.ceil((Number(limit) - Number(start)) / Number(delta));
  const span = BigInt(limit) - BigInt(start);
  const isCut = span % delta !== 0n && span > 0n === delta > 0n;
  return Number(span / delta) + (isCut ? 1 : 0);
}

export const constantOperators: readonly Operator[] = [
  {
    name: 'Constant',
    versions: history(
      { since: [1, 9], inputs: [0, 0], types: [], makes: ALL, attributes: { value: 'tensor' } },
      { since: 11, attributes: ofTensor },
      { since: 12, attributes: ofAnything },
      { since: [13, 19, 21, 23, 24, 25], makes: ALL_BF },
    ),
    lower(call) {
      const [given, another] = formsOf(call);
      if (another) throw call.fault('oneForm');
      if (!given) throw call.fault('attributeMissing', 'value');
      call.checkMade(given.type);
      call.checkDims(given.dims);
      return [call.lowering.constant(given.type, given.dims, given.data)];
    },
  },

  {
    name: 'ConstantOfShape',
    versions: history(
      {
        since: 9,
        inputs: [1, 1],
        types: [INT64],
        makes: CASTABLE,
        attributes: { value: 'tensor' },
      },
      { since: [20, 21, 23, 24, 25], makes: CASTABLE_BF },
    ),
    shapeInputs: [0],
    lower(call) {
      const value = call.attribute('value', 'tensor') ?? ZERO;
      call.checkMade(value.type);
      if (value.data.length !== 1)
        throw call.fault('attributeType', 'value', 'a tensor of one number');
      return [filled(call, call.numbers(0) ?? [], value)];
    },
  },

  {
    name: 'Shape',
    versions: withAdded(
      history(
        { since: 1, inputs: [1, 1], types: [ALL] },
        { since: 13, types: [ALL_BF] },
        { since: [15, 19, 21, 23, 24, 25], attributes: { start: 'int', end: 'int' } },
      ),
      19,
    ),
    readsShapes: true,
    lower(call) {
      const { dims } = call.input(0);
      const part = dims.slice(call.int('start', 0), call.attribute('end', 'int'));
      return [call.int64s([part.length], part)];
    },
  },

  {
    name: 'Range',
    versions: history(
      { since: 11, inputs: [3, 3], types: [RANGE_TYPES] },
      { since: 27, types: [[...RANGE_TYPES, ...HALVES]], attributes: { stash_type: 'type' } },
    ),
    shapeInputs: RANGE_INPUTS,
    lower(call) {
      const { lowering } = call;
      const type = rangeType(call);
      const values = RANGE_INPUTS.map((at) => call.cast(call.input(at), type));
      const [start, limit, delta] = values.map((value, at) => call.item(at, value)) as [
        Item,
        Item,
        Item,
      ];
      if (Number(delta) === 0) throw call.fault('step');
      const count = Math.max(0, steps(start, limit, delta));
      call.checkDims([count]);
      const inputs = [values[0], values[2]];
      const [made] = lowering.work(lowering.tasks.range(type, count), inputs) as [Value];
      return [call.cast(made, call.input(0).type)];
    },
  },
];
