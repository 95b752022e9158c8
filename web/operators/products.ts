/** Products of rows by constant matrices, which are packed once for a session. */
import { sizeOf } from '../base/dims.js';
import { widthOf } from '../base/dtypes.js';
import type { Attributes } from '../base/function-options.js';
import type { TensorType } from '../engine/task.js';
import type { Value } from '../graph/values.js';
import { Maker, OPSET } from './maker.js';

/** With fewer rows, the matrix stays unpacked, and each row is multiplied separately. */
const LEAST_ROWS = 3;
/** A matrix below this size stays in L1 without packing: `kFewBytes` of src/matrix/blocks.cpp. */
const LEAST_BYTES = 16 * 1024;

interface Factors {
  readonly rows: Value;
  readonly matrix: Value;
  /** Added to each row. */
  readonly bias?: Value | undefined;
  /** Whether the matrix is stored column by column. */
  readonly transposed: boolean;
}

/** Whether packing the matrix is faster than reading it in place. */
function isPackable(maker: Maker, { rows, matrix, bias, transposed }: Factors): boolean {
  const { type, dims } = matrix;
  if (type !== 'float32' && type !== 'float64') return false;
  if (dims.length !== 2 || rows.dims.length < 2 || !maker.lowering.outlasts(matrix)) return false;
  const columns = dims[transposed ? 0 : 1] as number;
  const isBias = !bias || (sizeOf(bias.dims) === columns && bias.dims.at(-1) === columns);
  const count = sizeOf(rows.dims.slice(0, -1));
  return isBias && count >= LEAST_ROWS && columns > 1 && widthOf(type) * sizeOf(dims) > LEAST_BYTES;
}

/** The product with a packed matrix; `undefined` if the matrix is used unpacked. */
function byPacked(maker: Maker, made: TensorType, factors: Factors): Value | undefined {
  if (!isPackable(maker, factors)) return undefined;
  const { lowering } = maker;
  const { rows, matrix, bias, transposed } = factors;
  const { type, dims } = rows;
  const make = () => lowering.tasks.packedProduct({ type, dims }, made.dims, transposed);
  const task = make();
  const panels = maker.packed(task, matrix, transposed ? 'by columns' : 'by rows', make);
  return maker.result(task, [rows, panels, bias]);
}

/** Adds matrix products to the operations that build values. */
export class Multiplier extends Maker {
  matMul(a: Value, b: Value): Value {
    return this.product('MatMul', [a, b], {}, OPSET);
  }

  /** Rows times a matrix or its transpose, plus a bias. */
  gemm(rows: Value, matrix: Value, bias?: Value, transB: 0 | 1 = 1): Value {
    return this.product('Gemm', [rows, matrix, bias], { transB }, OPSET);
  }

  /** MatMul or Gemm. A constant that rows are multiplied by is packed once. */
  product(
    operator: 'MatMul' | 'Gemm',
    inputs: readonly (Value | undefined)[],
    attributes: Attributes,
    opset: number,
  ): Value {
    const task = this.lowering.tasks.operator(operator, inputs, attributes, opset);
    const [rows, matrix, bias] = inputs as readonly [Value, Value, Value | undefined];
    const { transA = 0, transB = 0, alpha = 1, beta = 1 } = attributes;
    const isPlain = !transA && alpha === 1 && (!bias || beta === 1);
    const [made] = task.outputs as [TensorType];
    const factors = { rows, matrix, bias, transposed: Boolean(transB) };
    const packed = isPlain ? byPacked(this, made, factors) : undefined;
    if (!packed) return this.result(task, inputs);
    task.dispose();
    return packed;
  }
}
