/** Operators that look up elements: LabelEncoder, CategoryMapper and OneHotEncoder. */
import { sizeOf } from '../../base/dims.js';
import { arrayOf, type DType } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { Value } from '../../graph/values.js';
import type { AttributeKind } from '../attributes.js';
import { type Call, history, type Operator, type Version } from '../operator.js';
import { mlFault } from './messages.js';
import { computedHere, FEATURES, wrongType } from './values.js';

type Item = number | bigint | string;

/** An array with elements of one type. */
interface Items {
  readonly type: DType;
  readonly items: readonly Item[];
}

/** Replaces each element by the value of its key, or by `absent`. */
function looked(call: Call, type: DType, map: ReadonlyMap<Item, Item>, absent: Item): Value {
  const input = call.input(0);
  const size = sizeOf(input.dims);
  return computedHere(call, [input], type, input.dims, (elements) => {
    const found = (at: number): Item => map.get(elements[at] as Item) ?? absent;
    if (type === 'string') return Array.from({ length: size }, (_, at) => found(at) as string);
    const data = call.lowering.memory.newArray(arrayOf(type), size);
    for (let at = 0; at < size; at++) data[at] = found(at) as never;
    return data;
  });
}

const BY_KIND = [
  ['strings', 'string', 'strings'],
  ['int64s', 'int64', 'longs'],
  ['floats', 'float32', 'floats'],
] as const satisfies readonly (readonly [string, DType, AttributeKind])[];

const tensorItems = (data: TypedArray | readonly string[]): Item[] =>
  Array.from(data as ArrayLike<Item>);

/** The attribute `keys_*` or `values_*` that a node has. */
function itemsOf(call: Call, prefix: 'keys' | 'values'): Items {
  const given: Items[] = [];
  for (const [suffix, type, kind] of BY_KIND) {
    const items = call.attribute(`${prefix}_${suffix}`, kind);
    if (items && items.length > 0) given.push({ type, items });
  }
  const tensor = call.attribute(`${prefix}_tensor`, 'tensor');
  if (tensor) {
    if (!ENCODED.includes(tensor.type)) {
      throw mlFault(call, 'tensor', `${prefix}_tensor`, tensor.type, ENCODED);
    }
    given.push({ type: tensor.type, items: tensorItems(tensor.data) });
  }
  const [only] = given;
  if (only && given.length === 1) return only;
  const names = ['strings', 'int64s', 'floats', 'tensor'].map((suffix) => `${prefix}_${suffix}`);
  throw mlFault(call, 'oneOf', names);
}

/** The default for elements that are not a key. */
function defaultOf(call: Call, type: DType): Item {
  const tensor = call.attribute('default_tensor', 'tensor');
  if (tensor) {
    const [item] = tensorItems(tensor.data);
    if (tensor.type === type && item !== undefined) return item;
    throw mlFault(call, 'tensor', 'default_tensor', tensor.type, [type]);
  }
  if (type === 'string') return call.attribute('default_string', 'string') ?? '_Unused';
  if (type === 'int64') return call.attribute('default_int64', 'long') ?? -1n;
  if (type === 'int32' || type === 'int16')
    return Number(call.attribute('default_int64', 'long') ?? -1n);
  return call.float('default_float', -0);
}

const ENCODED: readonly DType[] = ['string', 'int64', 'float32', 'float64', 'int32', 'int16'];
const ENCODED_BEFORE: readonly DType[] = ['string', 'int64', 'float32'];

const encoderAttributes = {
  keys_strings: 'strings',
  keys_int64s: 'ints',
  keys_floats: 'floats',
  values_strings: 'strings',
  values_int64s: 'ints',
  values_floats: 'floats',
  default_string: 'string',
  default_int64: 'int',
  default_float: 'float',
} as const;

/** Strings to integers, or integers to strings, depending on the input. */
function mapped(call: Call, texts: readonly string[], wholes: readonly bigint[]): Value {
  if (call.input(0).type === 'string') {
    const map = new Map<Item, Item>(texts.map((text, at) => [text, wholes[at] as bigint]));
    return looked(call, 'int64', map, call.attribute('default_int64', 'long') ?? -1n);
  }
  const map = new Map<Item, Item>(wholes.map((whole, at) => [whole, texts[at] as string]));
  return looked(call, 'string', map, call.attribute('default_string', 'string') ?? '_Unused');
}

const oneHotVersion: Version = {
  since: 1,
  inputs: [1, 1],
  types: [[...FEATURES, 'string']],
  attributes: { cats_int64s: 'ints', cats_strings: 'strings', zeros: 'int' },
};

export const encoderOperators: readonly Operator[] = [
  {
    name: 'LabelEncoder',
    versions: history(
      {
        since: 1,
        inputs: [1, 1],
        types: [['string', 'int64']],
        attributes: { classes_strings: 'strings', default_int64: 'int', default_string: 'string' },
      },
      { since: 2, types: [ENCODED_BEFORE], attributes: encoderAttributes },
      {
        since: 4,
        types: [ENCODED],
        attributes: {
          ...encoderAttributes,
          keys_tensor: 'tensor',
          values_tensor: 'tensor',
          default_tensor: 'tensor',
        },
      },
    ),
    lower(call) {
      if (call.since < 2) {
        const classes = call.needs('classes_strings', 'strings');
        return [
          mapped(
            call,
            classes,
            classes.map((_, at) => BigInt(at)),
          ),
        ];
      }
      const [keys, values] = [itemsOf(call, 'keys'), itemsOf(call, 'values')];
      if (keys.items.length !== values.items.length)
        throw mlFault(call, 'lengths', 'values_*', values.items.length, keys.items.length);
      const { type } = call.input(0);
      if (type !== keys.type) throw mlFault(call, 'keyType', type, keys.type);
      // A Map treats all NaNs as equal, and keeps the last value of a repeated key, as ONNX specifies.
      const map = new Map(keys.items.map((key, at) => [key, values.items[at] as Item]));
      return [looked(call, values.type, map, defaultOf(call, values.type))];
    },
  },

  {
    name: 'CategoryMapper',
    versions: [
      {
        since: 1,
        inputs: [1, 1],
        types: [['string', 'int64']],
        attributes: {
          cats_int64s: 'ints',
          cats_strings: 'strings',
          default_int64: 'int',
          default_string: 'string',
        },
      },
    ],
    lower(call) {
      const texts = call.needs('cats_strings', 'strings');
      const wholes = call.needs('cats_int64s', 'longs');
      if (texts.length !== wholes.length)
        throw mlFault(call, 'lengths', 'cats_int64s', wholes.length, texts.length);
      return [mapped(call, texts, wholes)];
    },
  },

  {
    name: 'OneHotEncoder',
    versions: [oneHotVersion],
    lower(call) {
      const input = call.input(0);
      const wholes = call.attribute('cats_int64s', 'longs') ?? [];
      const texts = call.attribute('cats_strings', 'strings') ?? [];
      if (wholes.length > 0 === texts.length > 0)
        throw mlFault(call, 'oneOf', ['cats_int64s', 'cats_strings']);
      const isText = texts.length > 0;
      if (isText !== (input.type === 'string'))
        throw wrongType(call, isText ? ['string'] : FEATURES);
      const categories = isText ? texts : wholes;
      const places = new Map<Item, bigint>();
      categories.forEach((category, at) => {
        if (!places.has(category)) places.set(category, BigInt(at));
      });
      const takesAny = call.flag('zeros', true);
      const elements = isText ? input : call.cast(input, 'int64');
      const made = [...input.dims, categories.length];
      call.checkDims(made);
      const indices = computedHere(call, [elements], 'int64', input.dims, (items) =>
        BigInt64Array.from(Array.from(items as ArrayLike<Item>), (item) => {
          const place = places.get(item);
          if (place === undefined && !takesAny) throw mlFault(call, 'noCategory', String(item));
          return place ?? -1n;
        }),
      );
      const { lowering } = call;
      const column = lowering.alias(indices, [...input.dims, 1]);
      const all = BigInt64Array.from({ length: categories.length }, (_, at) => BigInt(at));
      const counted = lowering.constant('int64', [categories.length], all);
      return [call.cast(call.compute('Equal', column, counted), 'float32')];
    },
  },
];
