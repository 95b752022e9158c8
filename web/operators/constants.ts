/** Operators whose results are known once the shapes are. */
import { type DType, formatOf, typeOfOnnx } from '../base/dtypes.js';
import type { TypedArray } from '../base/typed-arrays.js';
import { isConstant, type Value } from '../graph/values.js';
import type { TensorValue } from './attributes.js';
import { operatorMessages } from './messages.js';
import { type Call, type Operator, type Version, versionsSince } from './operator.js';
import { ALL, ALL_BF, INT64 } from './type-sets.js';

const ofTensor = { value: 'tensor', sparse_value: 'other' } as const;
const ofAnything = {
  ...ofTensor,
  value_float: 'float',
  value_floats: 'floats',
  value_int: 'int',
  value_ints: 'ints',
  value_string: 'string',
  value_strings: 'strings',
} as const;

const constantVersion = (since: number, attributes: Version['attributes']): Version => ({
  since,
  inputs: [0, 0],
  types: [],
  attributes,
});

/** The tensors that the attributes of Constant stand for. */
const FORMS: readonly ((call: Call) => TensorValue | undefined)[] = [
  (call) => call.attribute('value', 'tensor'),
  (call) => vector('float32', [call.attribute('value_float', 'float')], true),
  (call) => vector('float32', call.attribute('value_floats', 'floats')),
  (call) => vector('int64', [call.attribute('value_int', 'int')], true),
  (call) => vector('int64', call.attribute('value_ints', 'ints')),
  (call) => vector('string', [call.attribute('value_string', 'string')], true),
  (call) => vector('string', call.attribute('value_strings', 'strings')),
];

const ARRAYS: Readonly<
  Record<string, (values: readonly never[]) => TypedArray | readonly string[]>
> = {
  float32: (values) => Float32Array.from(values),
  int64: (values) => BigInt64Array.from(values, BigInt),
  string: (values) => values,
};

function vector(
  type: DType,
  values: readonly unknown[] | undefined,
  isScalar = false,
): TensorValue | undefined {
  if (!values || values[0] === undefined) return isScalar || !values ? undefined : empty(type);
  const data = (ARRAYS[type] as NonNullable<(typeof ARRAYS)[string]>)(values as readonly never[]);
  return { type, dims: isScalar ? [] : [values.length], data };
}

const empty = (type: DType): TensorValue => ({
  type,
  dims: [0],
  data: (ARRAYS[type] as NonNullable<(typeof ARRAYS)[string]>)([]),
});

export const constant: Operator = {
  name: 'Constant',
  versions: [
    constantVersion(1, { value: 'tensor' }),
    constantVersion(9, { value: 'tensor' }),
    constantVersion(11, ofTensor),
    ...[12, 13, 19, 21, 23, 24, 25].map((since) => constantVersion(since, ofAnything)),
  ],
  lower(call) {
    const forms = FORMS.map((form) => form(call)).filter((tensor) => tensor !== undefined);
    const [given] = forms;
    if (forms.length > 1)
      throw call.fault('invalid_attribute', operatorMessages.oneForm(call.label));
    if (!given)
      throw call.fault('attribute_missing', operatorMessages.attributeMissing(call.label, 'value'));
    call.checkDims(given.dims);
    return [call.lowering.constant(given.type, given.dims, given.data)];
  },
};

const ZERO: TensorValue = { type: 'float32', dims: [1], data: Float32Array.of(0) };

/** A value all of whose elements are one constant. */
function filled(call: Call, dims: readonly number[], { type, data }: TensorValue): Value {
  const { lowering, opset } = call;
  call.checkDims(dims);
  const one = lowering.constant(type, [], data);
  return lowering.expand(one, dims, opset);
}

export const constantOfShape: Operator = {
  name: 'ConstantOfShape',
  versions: versionsSince([9, 20, 21, 23, 24, 25], {
    inputs: [1, 1],
    types: [INT64],
    attributes: { value: 'tensor' },
  }),
  shapeInputs: [0],
  lower(call) {
    const value = call.attribute('value', 'tensor') ?? ZERO;
    if (value.data.length !== 1 || value.type === 'string')
      throw call.fault(
        'invalid_attribute',
        operatorMessages.attributeType(call.label, 'value', 'a tensor of one number'),
      );
    return [filled(call, call.numbers(0) ?? [], value)];
  },
};

export const shape: Operator = {
  name: 'Shape',
  versions: [
    { since: 1, inputs: [1, 1], types: [ALL] },
    { since: 13, inputs: [1, 1], types: [ALL_BF] },
    ...versionsSince([15, 19, 21, 23, 24, 25], {
      inputs: [1, 1],
      types: [ALL_BF],
      attributes: { start: 'int', end: 'int' },
    }),
  ],
  readsShapes: true,
  lower(call) {
    const { dims } = call.input(0);
    const part = dims.slice(call.attribute('start', 'int') ?? 0, call.attribute('end', 'int'));
    return [call.lowering.constant('int64', [part.length], BigInt64Array.from(part, BigInt))];
  },
};

const RANGE_TYPES: readonly DType[] = ['float32', 'float64', 'int16', 'int32', 'int64'];
const HALVES: readonly DType[] = ['float16', 'bfloat16'];
const RANGE_INPUTS = [0, 1, 2];

/** The types in which ranges of 16-bit floats may be computed. */
const RANGE_STASHES: readonly DType[] = ['float32', 'float64'];

/** In which type a range is computed. */
function rangeType(call: Call): DType {
  const { type } = call.input(0);
  if (!formatOf(type)) return type;
  const stash = typeOfOnnx(call.attribute('stash_type', 'int') ?? 1);
  if (stash && RANGE_STASHES.includes(stash)) return stash;
  throw call.fault(
    'invalid_attribute',
    operatorMessages.attributeType(call.label, 'stash_type', '1 or 11'),
  );
}

const converted = ({ lowering, opset }: Call, value: Value, to: DType): Value =>
  value.type === to ? value : lowering.pointwise('Cast', [value], { to }, opset);

type Item = number | bigint;

/** How many steps of `delta` it is from `start` to `limit`, the last one cut short; exact for int64. */
function steps(start: Item, limit: Item, delta: Item): number {
  if (typeof delta !== 'bigint') return Math.ceil((Number(limit) - Number(start)) / Number(delta));
  const span = BigInt(limit) - BigInt(start);
  const isCut = span % delta !== 0n && span > 0n === delta > 0n;
  return Number(span / delta) + (isCut ? 1 : 0);
}

export const range: Operator = {
  name: 'Range',
  versions: [
    { since: 11, inputs: [3, 3], types: [RANGE_TYPES] },
    {
      since: 27,
      inputs: [3, 3],
      types: [[...RANGE_TYPES, ...HALVES]],
      attributes: { stash_type: 'int' },
    },
  ],
  shapeInputs: RANGE_INPUTS,
  lower(call) {
    const { lowering, label } = call;
    const type = rangeType(call);
    const values = RANGE_INPUTS.map((at) => converted(call, call.input(at), type));
    const [start, limit, delta] = values.map((value, at) => call.item(at, value)) as [
      Item,
      Item,
      Item,
    ];
    if (Number(delta) === 0) throw call.fault('invalid_attribute', operatorMessages.step(label));
    const count = Math.max(0, steps(start, limit, delta));
    call.checkDims([count]);
    const inputs = [values[0], values[2]];
    const [made] = lowering.work(lowering.tasks.range(type, count), inputs) as [Value];
    return [converted(call, made, call.input(0).type)];
  },
};

const dropoutVersion = (since: number, attributes: Version['attributes']): Version => ({
  since,
  inputs: [1, 1],
  outputs: 2,
  types: [['float16', 'float32', 'float64']],
  attributes,
});

const DROPOUT_INPUTS: Version = {
  since: 12,
  inputs: [1, 3],
  outputs: 2,
  types: [['float16', 'float32', 'float64'], ['float16', 'float32', 'float64'], ['bool']],
  attributes: { seed: 'int' },
};

const WITH_BF: readonly DType[] = ['float16', 'float32', 'float64', 'bfloat16'];

/** Whether the node would leave elements out. */
function isTraining(call: Call): boolean {
  if (call.since < 7) return !call.flag('is_test');
  const mode = call.inputs[2];
  if (!mode) return false;
  if (!isConstant(mode)) return true;
  // A ratio of 0 leaves nothing out.
  const ratio = call.inputs[1];
  const leavesAll = ratio !== undefined && isConstant(ratio) && call.scalar(1) === 0;
  return call.scalar(2) !== 0 && !leavesAll;
}

export const dropout: Operator = {
  name: 'Dropout',
  versions: [
    dropoutVersion(1, { ratio: 'float', is_test: 'int', consumed_inputs: 'ints' }),
    dropoutVersion(6, { ratio: 'float', is_test: 'int' }),
    dropoutVersion(7, { ratio: 'float' }),
    dropoutVersion(10, { ratio: 'float' }),
    DROPOUT_INPUTS,
    { ...DROPOUT_INPUTS, since: 13, types: [WITH_BF, ['float16', 'float32', 'float64'], ['bool']] },
    { ...DROPOUT_INPUTS, since: 22, types: [WITH_BF, WITH_BF, ['bool']] },
  ],
  shapeInputs: [1, 2],
  lower(call) {
    if (isTraining(call))
      throw call.fault('unsupported_training', operatorMessages.training(call.label));
    const input = call.input(0);
    if (!call.wants(1)) return [input];
    return [input, keptAll(call, input)];
  },
};

/** The mask of what was kept: everything. Below opset 10 it is of the input's type. */
function keptAll(call: Call, { type, dims }: Value): Value {
  const { lowering, opset } = call;
  const truth: TensorValue = { type: 'bool', dims: [], data: Uint8Array.of(1) };
  if (call.since >= 10) return filled(call, dims, truth);
  const one = lowering.constant('bool', [], truth.data);
  const cast = lowering.pointwise('Cast', [one], { to: type }, Math.max(opset, 6));
  return lowering.expand(cast, dims, 8);
}
