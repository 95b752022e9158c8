/** Attention as onnxruntime's optimiser fuses it: including the projection of the input, or on projected inputs. */
import { denseStrides, sameDims, sizeOf } from '../../base/dims.js';
import type { DType } from '../../base/dtypes.js';
import type { Value } from '../../graph/values.js';
import { type Heads, merged, mixedOf, ofSeeing, scoresOf, softmax } from '../attending.js';
import { boxOf, joined, partOf, viewOf } from '../movement.js';
import type { Call, Operator } from '../operator.js';
import { masked } from './masks.js';

export const ATTENDED: readonly DType[] = ['float32', 'float16', 'bfloat16'];
const INT32: readonly DType[] = ['int32'];

/** The attribute that counts heads. */
export function countOf(call: Call, name: string): number {
  const count = call.needs(name, 'int');
  if (count < 1) throw call.fault('allowed', name, count, '1 or more');
  return count;
}

/** `heads` heads of a value [batch, sequence, hidden], starting at element `first` of the last axis. */
export function headsFrom(
  call: Call,
  value: Value,
  { first, heads, size }: { first: number; heads: number; size: number },
): Value {
  const [batch = 0, length = 0] = value.dims;
  const [ofBatch = 0, ofRow = 0] = denseStrides(value.dims);
  const dims = [batch, heads, length, size];
  const offset = sizeOf(dims) === 0 ? 0 : first;
  return boxOf(call, value, dims, { offset, strides: [ofBatch, size, ofRow, 1] });
}

/** Like `headsFrom`, for an input whose last axis consists of all heads. */
function splitHeads(call: Call, at: number, value: Value, heads: number): Value {
  const hidden = value.dims[2] as number;
  if (value.dims.length !== 3 || hidden % heads !== 0 || hidden === 0)
    throw call.wrongShape(at, ['batch', 'sequence', `a multiple of ${heads}`]);
  return headsFrom(call, value, { first: 0, heads, size: hidden / heads });
}

/** The past before a value: [batch, heads, past + sequence, size]. */
function withPast(call: Call, value: Value, at: number, past = call.inputs[at]): Value {
  if (!past) return value;
  const [batch, heads, , size] = value.dims;
  const [pastBatch, pastHeads, length, pastSize] = past.dims;
  const fits =
    past.dims.length === 4 &&
    sameDims([pastBatch, pastHeads, pastSize] as number[], [batch, heads, size] as number[]);
  if (!fits) throw call.wrongShape(at, [batch, heads, 'past', size]);
  if (past.type !== value.type) throw call.fault('typesDiffer', past.type, value.type);
  return length === 0 ? value : joined(call, [past, value], 2);
}

interface Inputs {
  readonly maskAt: number;
  readonly biasAt: number;
  readonly past: number;
}

/** Casts the output to the type of the first input, and the scores before the softmax. */
function attended(call: Call, heads: Heads, { maskAt, biasAt, past }: Inputs): [Value, Value] {
  const [batch = 0, count = 0, length = 0, size = 0] = heads.queries.dims;
  const total = heads.keys.dims[2] as number;
  const asked = call.float('scale', 0);
  const scale = asked === 0 ? 1 / Math.sqrt(size) : asked;
  const [scores, sees] = masked(
    call,
    scoresOf(call, heads, 'float32', scale),
    { batch, length, total, past },
    { maskAt, biasAt, heads: count, unidirectional: call.flag('unidirectional') },
  );
  const mixed = ofSeeing(call, mixedOf(call, heads, softmax(call, scores)), sees);
  const { type } = call.input(0);
  return [call.cast(merged(call, mixed), type), call.cast(scores, type)];
}

/** An input with its part of the bias, [hidden of queries + of keys + of values]. */
function biasedInput(call: Call, at: number, first: number): Value {
  const value = call.input(at);
  const bias = call.inputs[3];
  if (!bias) return value;
  const size = value.dims.at(-1) as number;
  return call.compute('Add', value, partOf(call, bias, 0, first, size));
}

/** One of the three parts of [batch, sequence, heads, parts, size]. */
function packedPart(call: Call, at: number, part: number, parts: number, heads: number): Value {
  const value = call.input(at);
  const [batch = 0, length = 0, count, packed, size = 0] = value.dims;
  if (value.dims.length !== 5 || count !== heads || packed !== parts)
    throw call.wrongShape(at, ['batch', 'sequence', heads, parts, 'size']);
  const dims = [batch, heads, length, size];
  const [ofBatch = 0, ofRow = 0, ofHead = 0, ofPart = 0] = denseStrides(value.dims);
  const offset = sizeOf(dims) === 0 ? 0 : part * ofPart;
  return boxOf(call, value, dims, { offset, strides: [ofBatch, ofHead, ofRow, 1] });
}

/** Keys and values that are already split into heads: those of an encoder, for all steps of its decoder. */
function crossHeads(call: Call, heads: number): [Value, Value] {
  const [keys, values] = [call.input(1), call.input(2)];
  if (values.dims.length !== 4) throw call.wrongShape(2, ['batch', heads, 'sequence', 'size']);
  refuseBeside(call, 1, [6, 7]);
  return [keys, values];
}

/** Queries, keys and values without their past, whichever way the node receives them. */
function givenHeads(call: Call, heads: number): Heads {
  const [query, key, value] = call.inputs;
  if (!key) {
    refuseBeside(call, 0, [2, 3]);
    const [queries, keys, values] = [0, 1, 2].map((part) => packedPart(call, 0, part, 3, heads));
    return { queries, keys, values } as unknown as Heads;
  }
  const hidden = query?.dims.at(-1) as number;
  if (key.dims.length === 5) {
    refuseBeside(call, 1, [2, 3]);
    const queries = splitHeads(call, 0, call.input(0), heads);
    const [keys, values] = [0, 1].map((part) => packedPart(call, 1, part, 2, heads));
    return { queries, keys, values } as unknown as Heads;
  }
  const isCross = key.dims.length === 4;
  const ofValues = isCross ? (value?.dims[3] ?? 0) * heads : (value?.dims.at(-1) ?? 0);
  call.checkShape(3, [2 * hidden + ofValues]);
  const queries = splitHeads(call, 0, biasedInput(call, 0, 0), heads);
  if (isCross) {
    const [keys, values] = crossHeads(call, heads);
    return { queries, keys, values };
  }
  if (key.dims.at(-1) !== hidden) throw call.wrongShape(1, ['batch', 'sequence', hidden]);
  const keys = splitHeads(call, 1, biasedInput(call, 1, hidden), heads);
  const values = splitHeads(call, 2, biasedInput(call, 2, 2 * hidden), heads);
  return { queries, keys, values };
}

/** Rejects inputs that exclude each other. */
function refuseBeside(call: Call, at: number, others: readonly number[]): void {
  const other = others.find((input) => call.inputs[input]);
  if (other !== undefined) throw call.fault('inputBeside', at, call.input(at).dims, other);
}

function checkHeads(call: Call, { queries, keys, values }: Heads): void {
  const [batch = 0, heads = 0, , size = 0] = queries.dims;
  const [, , length = 0] = keys.dims;
  if (!sameDims(keys.dims, [batch, heads, length, size]))
    throw call.fault('operandShape', 1, keys.dims, [batch, heads, 'sequence', size]);
  if (!sameDims(values.dims.slice(0, 3), [batch, heads, length]))
    throw call.fault('operandShape', 2, values.dims, [batch, heads, length, 'size']);
}

/** The hidden sizes of queries, keys and values in the columns of the weights. */
function hiddenSizes(call: Call, heads: number): [number, number, number] {
  const columns = call.input(1).dims[1] as number;
  const sizes = call.attribute('qkv_hidden_sizes', 'ints') ?? [];
  const third = columns / 3;
  const [q, k, v, ...more] = sizes.length > 0 ? sizes : [third, third, third];
  const fits =
    more.length === 0 &&
    q === k &&
    [q, k, v].every((size) => size !== undefined && size > 0 && size % heads === 0) &&
    (q as number) + (k as number) + (v as number) === columns;
  if (fits) return [q, k, v] as [number, number, number];
  if (sizes.length > 0)
    throw call.fault(
      'allowed',
      'qkv_hidden_sizes',
      sizes,
      `three multiples of ${heads} that make ${columns}`,
    );
  throw call.wrongShape(1, ['hidden', `a multiple of ${3 * heads}`]);
}

/** The input times the weights, with the bias. */
function projected(call: Call): Value {
  const [input, weights] = [call.input(0), call.input(1)];
  if (input.dims.length !== 3) throw call.wrongShape(0, ['batch', 'sequence', 'hidden']);
  if (weights.dims.length !== 2 || weights.dims[0] !== input.dims[2])
    throw call.wrongShape(1, [input.dims[2], 'hidden of queries, keys and values']);
  call.checkShape(2, weights.dims.slice(1));
  const product = call.matMul(call.widened(input), call.widened(weights));
  const bias = call.inputs[2];
  return bias ? call.compute('Add', product, call.widened(bias)) : product;
}

/** The keys or the values of a past, [2, batch, heads, past, size]. */
function pastPart(call: Call, part: number): Value | undefined {
  const past = call.inputs[4];
  if (!past) return undefined;
  if (past.dims.length !== 5 || past.dims[0] !== 2)
    throw call.wrongShape(4, [2, 'batch', 'heads', 'past', 'size']);
  return call.lowering.alias(viewOf(call, past, 0, part, 1), past.dims.slice(1));
}

/** Rejects attributes that onnxruntime's CPU kernels do not support either. */
function refuse(call: Call, attribute: string): void {
  if (call.flag(attribute)) throw call.fault('allowed', attribute, 1, '0');
}

export const attentionOperators: readonly Operator[] = [
  {
    name: 'MultiHeadAttention',
    versions: [
      {
        since: 1,
        inputs: [1, 8],
        outputs: 4,
        types: [ATTENDED, ATTENDED, ATTENDED, ATTENDED, INT32, ATTENDED, ATTENDED, ATTENDED],
        attributes: {
          num_heads: 'int',
          mask_filter_value: 'float',
          scale: 'float',
          unidirectional: 'int',
        },
      },
    ],
    lower(call) {
      const count = countOf(call, 'num_heads');
      const given = givenHeads(call, count);
      checkHeads(call, given);
      if (!call.inputs[6] !== !call.inputs[7])
        throw call.fault('inputMissing', call.inputs[6] ? 7 : 6);
      const keys = withPast(call, given.keys, 6);
      const values = withPast(call, given.values, 7);
      const heads = { queries: given.queries, keys, values };
      checkHeads(call, heads);
      const past = call.inputs[6]?.dims[2] ?? 0;
      const [output, scores] = attended(call, heads, { maskAt: 4, biasAt: 5, past });
      return [output, keys, values, scores];
    },
  },

  {
    name: 'Attention',
    versions: [
      {
        since: 1,
        inputs: [2, 6],
        outputs: 2,
        types: [ATTENDED, ATTENDED, ATTENDED, INT32, ATTENDED, ATTENDED],
        attributes: {
          num_heads: 'int',
          mask_filter_value: 'float',
          qkv_hidden_sizes: 'ints',
          scale: 'float',
          unidirectional: 'int',
          do_rotary: 'int',
          rotary_embedding_dim: 'int',
          past_present_share_buffer: 'int',
        },
      },
    ],
    lower(call) {
      for (const attribute of ['do_rotary', 'past_present_share_buffer']) refuse(call, attribute);
      const { type } = call.input(0);
      const count = countOf(call, 'num_heads');
      const columns = projected(call);
      const sizes = hiddenSizes(call, count);
      const part = (which: 0 | 1 | 2): Value => {
        const first = sizes.slice(0, which).reduce((sum, size) => sum + size, 0);
        return headsFrom(call, columns, { first, heads: count, size: sizes[which] / count });
      };
      const ofPast = (which: 1 | 2): Value => {
        const past = pastPart(call, which - 1);
        return withPast(call, part(which), 4, past && call.widened(past));
      };
      const [keys, values] = [ofPast(1), ofPast(2)];
      const heads = { queries: part(0), keys, values };
      const past = call.inputs[4]?.dims[3] ?? 0;
      const [output] = attended(call, heads, { maskAt: 3, biasAt: 5, past });
      if (!call.wants(1)) return [output, undefined];
      if (!sameDims(keys.dims, values.dims))
        throw call.fault(
          'allowed',
          'qkv_hidden_sizes',
          sizes,
          'three of one size, where there is a present',
        );
      const halves = [keys, values].map((value) =>
        call.cast(call.lowering.alias(value, [1, ...value.dims]), type),
      );
      return [output, joined(call, halves, 0)];
    },
  },
];
