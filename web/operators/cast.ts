/** Cast and CastLike: the engine casts numbers, and strings are cast here. */
import { bitsOf, type DType, formatOf, kindOf, typeOfOnnx } from '../base/dtypes.js';
import { choicesOf } from '../engine/attributes.js';
import { readableType, readNumbers, writeNumbers } from '../graph/strings.js';
import type { Value } from '../graph/values.js';
import type { CastChoices } from './maker.js';
import { type Call, history, type Operator, withAdded } from './operator.js';
import { addedBy, CASTABLE, NOT_TEXT_BF } from './type-sets.js';

function targetOf(call: Call): DType {
  const to = call.since < 6 ? call.needs('to', 'string') : call.needs('to', 'type');
  const type = typeOfOnnx(to);
  // Cast-1 names types by words, and supports these.
  if (type && (typeof to === 'number' || CASTABLE.includes(type))) return type;
  throw call.fault('elementType', to);
}

const WITH_STRINGS: readonly DType[] = [...CASTABLE, 'string'];
const WITH_BF: readonly DType[] = [...WITH_STRINGS, 'bfloat16'];

/** The first input, cast to another type. */
function casted(call: Call, to: DType): Value {
  const input = call.input(0);
  if (to === input.type) return input;
  const isLater = ADDED.includes(to) && !call.version.types[0]?.includes(to);
  if (kindOf(to) === 'complex' || isLater) throw call.fault('castTo', to);
  if (to === 'string') return toText(call, input);
  const numbers = input.type === 'string' ? fromText(call, input, to) : input;
  return call.cast(numbers, to, castChoices(call));
}

/** All types that later opsets have added to Cast's first ones. */
const ADDED = addedBy(Infinity);

const castChoices = (call: Call): CastChoices => ({
  ...(call.since >= 19 && { saturate: call.flag('saturate', true) ? 1 : 0 }),
  ...(call.since >= 24 && {
    round_mode: call.word('round_mode', choicesOf(call.parts.engine.catalogue, 'round_mode')),
  }),
});

/** Floats that are stored as bits are printed as the float32 that they equal. */
function toText(call: Call, given: Value): Value {
  const { lowering } = call;
  const input = formatOf(given.type) ? call.cast(given, 'float32') : given;
  const output = lowering.make('string', input.dims, lowering.allConstant([input]));
  lowering.text([input], [output], () => {
    output.storage.strings = writeNumbers(lowering.read(input));
  });
  return output;
}

function fromText(call: Call, input: Value, to: DType): Value {
  const { lowering } = call;
  const type = readableType(to);
  const output = lowering.make(type, input.dims, lowering.allConstant([input]));
  lowering.text([input], [output], () => {
    const data = readNumbers(input.storage.strings ?? [], to);
    if (typeof data === 'string') throw call.fault('castText', data, to);
    lowering.memory.write(output.storage.address, data, output.storage.bytes);
  });
  return output;
}

/** Reinterprets the bits of the first input as another type of the same width. */
function reinterpreted(call: Call, to: DType): Value {
  const input = call.input(0);
  const { type, dims } = input;
  const bits = bitsOf(type);
  if (to === 'string' || bitsOf(to) !== bits)
    throw call.fault('allowed', 'to', to, `a type of ${bits} bits, as ${type} is`);
  if (to === 'bool') return call.cast(call.lowering.alias(input, dims, 'uint8'), to);
  if (bits >= 8) return call.lowering.alias(input, dims, to);
  // A cast from integers keeps their low bits.
  const unsigned = bits === 4 ? 'uint4' : 'uint2';
  const bytes = call.lowering.alias(input, dims, 'uint8');
  const low = call.cast(bytes, kindOf(to) === 'signed' ? to : unsigned);
  return call.lowering.alias(low, dims, to);
}

export const castOperators: readonly Operator[] = [
  {
    name: 'Cast',
    versions: withAdded(
      history(
        { since: 1, inputs: [1, 1], types: [CASTABLE], attributes: { to: 'string' } },
        { since: 6, attributes: { to: 'type' } },
        { since: 9, types: [WITH_STRINGS] },
        { since: 13, types: [WITH_BF] },
        { since: [19, 21, 23], attributes: { to: 'type', saturate: 'int' } },
        { since: [24, 25], attributes: { to: 'type', saturate: 'int', round_mode: 'string' } },
      ),
      19,
    ),
    lower: (call) => [casted(call, targetOf(call))],
  },

  {
    name: 'CastLike',
    versions: withAdded(
      history(
        { since: 15, inputs: [2, 2], types: [WITH_BF, WITH_BF] },
        { since: [19, 21, 23], attributes: { saturate: 'int' } },
        { since: [24, 25], attributes: { saturate: 'int', round_mode: 'string' } },
      ),
      19,
      [0, 1],
    ),
    lower: (call) => [casted(call, call.input(1).type)],
  },

  {
    name: 'BitCast',
    versions: withAdded(
      history({ since: 26, inputs: [1, 1], types: [NOT_TEXT_BF], attributes: { to: 'type' } }),
      26,
    ),
    lower: (call) => [reinterpreted(call, targetOf(call))],
  },
];
