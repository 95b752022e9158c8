/** GatherBlockQuantized: gathers quantised values and dequantises them. */
import { withSize } from '../../base/dims.js';
import type { DType } from '../../base/dtypes.js';
import type { Value } from '../../graph/values.js';
import { gathered } from '../gather.js';
import type { Call, Operator } from '../operator.js';
import { INDICES } from '../type-sets.js';
import {
  bytesOfCodes,
  type Coding,
  codingOf,
  dequantized,
  middleOf,
  ofBlocks,
  unpacked,
} from './codes.js';

const CODES: readonly DType[] = ['uint8', 'int4', 'uint4'];
const FLOATS: readonly DType[] = ['float32', 'float16'];

/** Quantised values, with scales and zero points along the axis that has blocks. */
interface Coded extends Coding {
  readonly parts: readonly [codes: Value, scales: Value, zeros: Value | undefined];
  readonly axis: number;
  /** Number of quantised values along the axis. */
  readonly size: number;
}

/** The inputs, after checks. */
function codedOf(call: Call): Coded {
  const data = call.input(0);
  const rank = data.dims.length;
  const coding = codingOf(call, 128);
  const isPacked = data.type === 'uint8';
  if (!isPacked && coding.bits !== 4)
    throw call.fault('allowed', 'bits', coding.bits, `4, as the data is ${data.type}`);
  const axis = call.axis(call.int('quantize_axis', 1), rank);
  if (isPacked && axis !== rank - 1)
    throw call.fault(
      'allowed',
      'quantize_axis',
      axis,
      `the last axis, as the data is ${data.type}`,
    );
  const width = data.dims[axis] as number;
  const size = isPacked ? (width * 8) / coding.bits : width;
  const blocks = Math.ceil(size / coding.block);
  call.checkShape(2, withSize(data.dims, axis, blocks));
  const zeros = call.inputs[3];
  if (zeros && zeros.type !== data.type) throw call.fault('typesDiffer', data.type, zeros.type);
  call.checkShape(3, withSize(data.dims, axis, isPacked ? bytesOfCodes(blocks, coding) : blocks));
  return { ...coding, parts: [data, call.input(2), zeros], axis, size };
}

function valuesOf(call: Call, coded: Coded): Value {
  const { axis, size } = coded;
  const [data, scales, zeros] = coded.parts;
  const isPacked = data.type === 'uint8';
  const blocks = scales.dims[axis] as number;
  const codes = isPacked ? unpacked(call, data, coded, size) : data;
  const absent = isPacked ? middleOf(call, coded) : call.number('float32', 0);
  const points = zeros && isPacked ? unpacked(call, zeros, coded, blocks) : zeros;
  const stretched = (value: Value) => ofBlocks(call, value, axis, size, coded);
  return dequantized(call, codes, stretched(scales), points ? stretched(points) : absent);
}

export const blockGatherOperators: readonly Operator[] = [
  {
    name: 'GatherBlockQuantized',
    versions: [
      {
        since: 1,
        inputs: [3, 4],
        types: [CODES, INDICES, FLOATS, CODES],
        attributes: { bits: 'int', block_size: 'int', gather_axis: 'int', quantize_axis: 'int' },
      },
    ],
    lower(call) {
      const [data, indices, scales] = [call.input(0), call.input(1), call.input(2)];
      const gatherAxis = call.axis(call.int('gather_axis', 0), data.dims.length);
      const coded = codedOf(call);
      const made = [
        ...data.dims.slice(0, gatherAxis),
        ...indices.dims,
        ...data.dims.slice(gatherAxis + 1),
      ];
      call.checkDims(made);
      if (gatherAxis === coded.axis)
        return [call.cast(gathered(call, valuesOf(call, coded), indices, gatherAxis), scales.type)];
      // Only the gathered values are unpacked.
      const [codes, theirScales, zeros] = coded.parts;
      const taken = (value: Value) => gathered(call, value, indices, gatherAxis);
      const parts = [taken(codes), taken(theirScales), zeros && taken(zeros)] as const;
      const moved = coded.axis < gatherAxis ? 0 : indices.dims.length - 1;
      const values = valuesOf(call, { ...coded, parts, axis: coded.axis + moved });
      return [call.cast(values, scales.type)];
    },
  },
];
