/** Products with the transpositions and the factor that onnxruntime's optimiser fuses into them. */
import type { Value } from '../../graph/values.js';
import { permuted } from '../movement.js';
import type { Call, Operator } from '../operator.js';
import { FLOATS_BF } from '../type-sets.js';

/**
 * An input in the form that its product requires. `transBatch` moves the first axis before the last two,
 * which `trans` then swaps; vectors are unchanged.
 */
function turned(call: Call, at: 0 | 1, letter: 'A' | 'B'): Value {
  const value = call.input(at);
  const rank = value.dims.length;
  const batch = call.flag(`transBatch${letter}`);
  if (batch && rank < 3) throw call.wrongShape(at, ['rows', 'batch', 'columns']);
  const axes = value.dims.map((_, axis) => axis);
  const moved = batch ? [...axes.slice(1, -1), 0, rank - 1] : axes;
  const swaps = call.flag(`trans${letter}`) && rank > 1;
  const perm = swaps ? [...moved.slice(0, -2), moved.at(-1), moved.at(-2)] : moved;
  return permuted(call, value, perm as number[]);
}

const fused = (name: string, batches: boolean): Operator => ({
  name,
  versions: [
    {
      since: 1,
      inputs: [2, 2],
      types: [FLOATS_BF, FLOATS_BF],
      attributes: {
        alpha: 'float',
        transA: 'int',
        transB: 'int',
        ...(batches && { transBatchA: 'int', transBatchB: 'int' }),
      },
    },
  ],
  lower(call) {
    const [a, b] = [turned(call, 0, 'A'), turned(call, 1, 'B')];
    const alpha = call.float('alpha', 1);
    const product = call.matMul(a, b);
    if (alpha === 1) return [product];
    return [call.inFloats(product, (x) => call.compute('Mul', x, call.number(x.type, alpha)))];
  },
});

export const productOperators: readonly Operator[] = [
  fused('FusedMatMul', true),
  fused('TransposeMatMul', false),
];
