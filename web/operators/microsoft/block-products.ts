/** MatMulNBits: rows times a block-quantised matrix of 2, 4 or 8 bits. */
import { sameDims, sizeOf } from '../../base/dims.js';
import type { DType } from '../../base/dtypes.js';
import type { Value } from '../../graph/values.js';
import { gathered } from '../gather.js';
import { partOf } from '../movement.js';
import type { Call, Operator } from '../operator.js';
import { bytesOfCodes, type Coding, codingOf, dequantized, middleOf, unpacked } from './codes.js';

const FLOATS: readonly DType[] = ['float32', 'float16'];

/** The weights: a row of `depth` quantised values in blocks for each column of the result. */
interface Weights extends Coding {
  readonly depth: number;
  readonly columns: number;
  readonly blocks: number;
}

function weightsOf(call: Call): Weights {
  const coding = codingOf(call);
  const [depth, columns] = [call.needs('K', 'int'), call.needs('N', 'int')];
  const blocks = Math.ceil(depth / coding.block);
  call.checkShape(1, [columns, blocks, bytesOfCodes(coding.block, coding)]);
  return { ...coding, depth, columns, blocks };
}

/** An input with a row for each column of the result; the rows may be flattened into one axis. */
function inRows(call: Call, at: number, { columns }: Weights, width: number): Value {
  const value = call.input(at);
  const isFlat = value.dims.length === 1 && value.dims[0] === columns * width;
  if (!isFlat) call.checkShape(at, [columns, width]);
  return call.lowering.alias(value, [columns, width]);
}

/** The zero points: packed like the weights, or floats. In float32; computed once if constant. */
function zerosOf(call: Call, weights: Weights): Value | undefined {
  const { lowering } = call;
  const { bits, blocks } = weights;
  if (!call.inputs[3]) return undefined;
  if (call.inputs[3].type !== 'uint8') return inFloat32(call, inRows(call, 3, weights, blocks));
  const bytes = inRows(call, 3, weights, bytesOfCodes(blocks, weights));
  return lowering.derived(bytes, `codes of ${bits} bits as floats`, () =>
    call.cast(unpacked(call, bytes, weights, blocks), 'float32'),
  );
}

/** A value in float32; converted once if constant. */
function inFloat32(call: Call, value: Value): Value {
  if (value.type === 'float32') return value;
  return call.lowering.derived(value, 'float32', () => call.cast(value, 'float32'));
}

/** The product if an input assigns the blocks of each column explicitly: the weights are dequantised to floats. */
function productByBlocks(call: Call, rows: Value, weights: Weights): Value {
  const { depth, columns, blocks, block } = weights;
  const { dims } = call.input(4);
  if (!sameDims(dims, [blocks * block])) call.checkShape(4, [depth]);
  const indices = partOf(call, call.input(4), 0, 0, depth);
  const scales = inRows(call, 2, weights, blocks);
  const zeros = zerosOf(call, weights);
  const bytes = call.lowering.alias(call.input(1), [columns, sizeOf(call.input(1).dims.slice(1))]);
  const matrix = dequantized(
    call,
    unpacked(call, bytes, weights, depth),
    gathered(call, scales, indices, 1),
    zeros ? gathered(call, zeros, indices, 1) : middleOf(call, weights),
  );
  const flat = call.lowering.alias(rows, [sizeOf(rows.dims.slice(0, -1)), depth]);
  return call.lowering.alias(call.gemm(flat, matrix), [...rows.dims.slice(0, -1), columns]);
}

/** The product with one scale per block of a column: the engine reads the quantised values in place. */
function product(call: Call, rows: Value, weights: Weights): Value {
  const { lowering } = call;
  const { bits, block, depth, columns, blocks } = weights;
  const scales = inFloat32(call, inRows(call, 2, weights, blocks));
  const inputs = [rows, call.input(1), scales, zerosOf(call, weights)];
  return call.result(lowering.tasks.blockProduct(rows, { bits, block, depth, columns }), inputs);
}

export const blockProductOperators: readonly Operator[] = [
  {
    name: 'MatMulNBits',
    versions: [
      {
        since: 1,
        inputs: [3, 6],
        types: [FLOATS, ['uint8'], FLOATS, ['uint8', ...FLOATS], ['int32'], FLOATS],
        attributes: {
          ...{ K: 'int', N: 'int', bits: 'int', block_size: 'int' },
          // The required accuracy; all products are computed in float32.
          accuracy_level: 'int',
        },
      },
    ],
    lower(call) {
      const [input, bias] = [call.input(0), call.inputs[5]];
      const weights = weightsOf(call);
      const { depth, columns } = weights;
      const batch = input.dims.slice(0, -1);
      call.checkShape(0, [...batch, depth]);
      call.checkShape(5, [columns]);
      call.checkDims([...batch, columns]);
      const rows = call.cast(input, 'float32');
      const made = (call.inputs[4] ? productByBlocks : product)(call, rows, weights);
      const whole = bias ? call.compute('Add', made, call.cast(bias, 'float32')) : made;
      return [call.cast(whole, input.type)];
    },
  },
];
