/** Normalisations of transformers: with residual connections, with embeddings, and without a mean. */
import { allAxes } from '../../base/dims.js';
import type { Value } from '../../graph/values.js';
import { gathered } from '../gather.js';
import { partOf } from '../movement.js';
import { rootMeanSquare } from '../normalization.js';
import type { Call, Operator, Version } from '../operator.js';
import { layerNormalization, STASHES } from '../reductions.js';
import { FLOATS_BF } from '../type-sets.js';

/** The scale or the bias along the last axis, in the compute type. */
function ofLastAxis(call: Call, at: number, size: number): Value | undefined {
  const value = call.inputs[at];
  call.checkShape(at, [size]);
  return value && call.widened(value);
}

interface Normalizing {
  readonly scale: Value;
  readonly bias: Value | undefined;
  readonly epsilon: number;
}

/** Rows of the last axis, each minus its mean and divided by its standard deviation. */
function normalized(call: Call, sum: Value, { scale, bias, epsilon }: Normalizing): Value {
  const axis = sum.dims.length - 1;
  const options = { axis, epsilon, scale, bias, stash: sum.type, outputs: 1 } as const;
  return call.result(call.lowering.tasks.layerNormalization(sum, options), [sum, scale, bias]);
}

/** Only training uses the mean and the standard deviation. */
function refuseStatistics(call: Call): void {
  if (call.wants(1) || call.wants(2)) throw call.fault('statistics');
}

/** The first input plus the residual connection and the bias. */
function skipped(call: Call, biasAt: number): Value {
  const input = call.input(0);
  const { dims } = input;
  if (dims.length !== 2 && dims.length !== 3)
    throw call.wrongShape(0, ['batch', 'sequence', 'hidden']);
  const [x, skip] = [call.widened(input), call.widened(call.input(1))];
  const sum = call.compute('Add', x, call.stretching(1, skip, dims));
  const bias = ofLastAxis(call, biasAt, dims.at(-1) as number);
  return bias ? call.compute('Add', sum, bias) : sum;
}

const skipVersion = (most: number): Version => ({
  since: 1,
  inputs: [3, most],
  outputs: 4,
  types: [FLOATS_BF],
  attributes: { epsilon: 'float' },
});

/** The outputs of a residual normalisation: the normalised sum, and as the fourth the sum itself. */
function skipOutputs(call: Call, made: Value, sum: Value): (Value | undefined)[] {
  const { type } = call.input(0);
  const shown = call.wants(3) ? call.cast(sum, type) : undefined;
  return [call.cast(made, type), undefined, undefined, shown];
}

const INT32 = ['int32'] as const;

/** A row of the table for each token, selected by an input of ids. */
function embedded(call: Call, idsAt: number, tableAt: number): Value {
  const [ids, table] = [call.input(idsAt), call.input(tableAt)];
  if (table.dims.length !== 2) throw call.wrongShape(tableAt, ['ids', 'hidden']);
  return call.widened(gathered(call, table, ids, 0));
}

/** Embeddings of positions: those that the node specifies, or the first ones. */
function positioned(call: Call, [batch, length]: readonly number[]): Value {
  const table = call.input(3);
  if (call.inputs[8]) {
    call.checkShape(8, [call.input(8).dims[0] === 1 ? 1 : (batch as number), length as number]);
    return embedded(call, 8, 3);
  }
  const [rows = 0, ...rest] = table.dims;
  if (rest.length !== 1 || rows < (length as number))
    throw call.wrongShape(3, [`${length} positions or more`, 'hidden']);
  return call.widened(partOf(call, table, 0, 0, length as number));
}

/** The number of 1s in each row of the mask; 0 without a mask. */
function maskIndex(call: Call, [batch = 0]: readonly number[]): Value {
  const { compute } = call;
  const mask = call.inputs[7];
  if (!mask) return call.expand(call.zero('int32'), [batch]);
  const one = call.lowering.constant('int32', [], Int32Array.of(1));
  return call.reduce('sum', call.cast(compute('Equal', mask, one), 'int32'), [1], false);
}

export const normalizationOperators: readonly Operator[] = [
  {
    name: 'SkipLayerNormalization',
    versions: [skipVersion(5)],
    lower(call) {
      refuseStatistics(call);
      const sum = skipped(call, 4);
      const size = sum.dims.at(-1) as number;
      const scale = ofLastAxis(call, 2, size) ?? call.input(2);
      const bias = ofLastAxis(call, 3, size);
      const epsilon = call.float('epsilon', 1e-12);
      return skipOutputs(call, normalized(call, sum, { scale, bias, epsilon }), sum);
    },
  },

  {
    name: 'SkipSimplifiedLayerNormalization',
    versions: [skipVersion(4)],
    lower(call) {
      refuseStatistics(call);
      const sum = skipped(call, 3);
      const axis = sum.dims.length - 1;
      const scale = ofLastAxis(call, 2, sum.dims[axis] as number) ?? call.input(2);
      const rows = rootMeanSquare(call, sum, [axis], call.float('epsilon', 1e-12));
      return skipOutputs(call, call.compute('Mul', rows.normalized, scale), sum);
    },
  },

  {
    name: 'EmbedLayerNormalization',
    versions: [
      {
        since: 1,
        inputs: [7, 9],
        optional: [1, 4],
        outputs: 3,
        types: [INT32, INT32, FLOATS_BF, FLOATS_BF, FLOATS_BF, FLOATS_BF, FLOATS_BF, INT32, INT32],
        attributes: { epsilon: 'float', mask_index_type: 'int' },
      },
    ],
    lower(call) {
      const { compute } = call;
      const { dims } = call.input(0);
      if (dims.length !== 2) throw call.wrongShape(0, ['batch', 'sequence']);
      for (const at of [1, 7]) call.checkShape(at, dims);
      const words = embedded(call, 0, 2);
      const size = words.dims.at(-1) as number;
      const parts = [positioned(call, dims), ...(call.inputs[1] ? [embedded(call, 1, 4)] : [])];
      let sum = words;
      for (const [i, part] of parts.entries()) {
        if (part.dims.at(-1) !== size) throw call.wrongShape(3 + i, ['ids', size]);
        sum = compute('Add', sum, part);
      }
      const scale = ofLastAxis(call, 5, size) ?? call.input(5);
      const bias = ofLastAxis(call, 6, size) ?? call.input(6);
      const made = normalized(call, sum, { scale, bias, epsilon: call.float('epsilon', 1e-12) });
      const { type } = call.input(2);
      return [
        call.cast(made, type),
        call.wants(1) ? maskIndex(call, dims) : undefined,
        call.wants(2) ? call.cast(sum, type) : undefined,
      ];
    },
  },
];

/** onnxruntime's own operators in ONNX's domain, since opset 1. */
export const ownNormalizations: readonly Operator[] = [
  {
    ...layerNormalization,
    versions: layerNormalization.versions.map((version) => ({ ...version, since: 1 })),
  },

  {
    name: 'SimplifiedLayerNormalization',
    versions: [
      {
        since: 1,
        inputs: [2, 2],
        outputs: 2,
        types: [FLOATS_BF],
        attributes: { axis: 'int', epsilon: 'float', stash_type: 'type' },
      },
    ],
    lower(call) {
      const [input, scale] = [call.input(0), call.input(1)];
      const axis = call.ownAxis(-1, input.dims.length);
      call.checkStretch(1);
      const stash = call.elementType('stash_type', 'float32', STASHES);
      const axes = allAxes(input.dims).slice(axis);
      const epsilon = call.float('epsilon', 1e-5);
      const values = stash === 'bfloat16' ? call.cast(input, stash) : call.widened(input);
      const rows = rootMeanSquare(call, values, axes, epsilon);
      const made = call.compute('Mul', call.widened(rows.normalized), call.widened(scale));
      return [call.cast(made, input.type), rows.inverse];
    },
  },
];
