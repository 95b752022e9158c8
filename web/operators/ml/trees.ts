/** Ensembles of decision trees: packed once per node, and run on rows of features. */
import type { DType } from '../../base/dtypes.js';
import type { Reduction } from '../../engine/task.js';
import type { Value } from '../../graph/values.js';
import type { Call } from '../operator.js';
import { mlFault } from './messages.js';
import { type PackedTrees, packTrees, type Trees, type TreeType } from './tree-table.js';
import { rowsOf } from './values.js';

/** Trees that are ready for evaluation. */
export interface Ensemble extends PackedTrees {
  readonly type: TreeType;
}

export type FoldOfVotes = Exclude<Reduction, 'product'>;

/** Aggregations of votes, by ONNX's names. */
export const FOLDS: Readonly<Record<'AVERAGE' | 'SUM' | 'MIN' | 'MAX', FoldOfVotes>> = {
  AVERAGE: 'mean',
  SUM: 'sum',
  MIN: 'min',
  MAX: 'max',
};

/** The ensembles of each node, by type: reading one takes longer than most runs. */
const packed = new WeakMap<object, Map<TreeType, Ensemble>>();

/** The ensemble of a node, packed once even if the node is lowered repeatedly. */
export function ensembleOf(call: Call, type: TreeType, read: () => Trees): Ensemble {
  const known = packed.get(call.attributes) ?? new Map<TreeType, Ensemble>();
  packed.set(call.attributes, known);
  let ensemble = known.get(type);
  if (!ensemble) {
    const reached = () => mlFault(call, 'reached');
    ensemble = { type, ...packTrees(read(), reached) };
    known.set(type, ensemble);
  }
  const [, features = 0] = rowsOf(call).dims;
  if (ensemble.highest >= features) throw mlFault(call, 'feature', ensemble.highest, features);
  return ensemble;
}

export interface Folding {
  readonly targets: number;
  readonly fold: FoldOfVotes;
  /** Added to each result, one for each target. */
  readonly base?: readonly number[] | undefined;
  readonly top?: boolean;
}

/**
 * The results of the rows, in the ensemble's type, and optionally the target with the highest result for each
 * row.
 */
export function runTrees(
  call: Call,
  { type, table }: Ensemble,
  { targets, fold, base, top = false }: Folding,
): [Value, Value | undefined] {
  const { lowering } = call;
  const rows = call.cast(rowsOf(call), type);
  call.checkDims([rows.dims[0] as number, targets]);
  const { storage } = lowering.constant('uint8', [table.bytes.length], table.bytes);
  const array = type === 'float64' ? Float64Array : Float32Array;
  const added = base && lowering.constant(type, [targets], array.from(base));
  const options = { reduction: fold, targets, table, address: storage.address };
  const task = lowering.tasks.trees(rows, options);
  return lowering.work(task, [rows, added], [true, top]) as [Value, Value | undefined];
}

/** float64 if either the features or the node's numbers are. */
export const treeTypeOf = (features: DType, isDouble: boolean): TreeType =>
  features === 'float64' || isDouble ? 'float64' : 'float32';
