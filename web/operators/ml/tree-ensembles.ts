/** TreeEnsembleClassifier, TreeEnsembleRegressor and TreeEnsemble. */
import type { Value } from '../../graph/values.js';
import { joined } from '../movement.js';
import { type Call, history, type Operator } from '../operator.js';
import { FLOATS } from '../type-sets.js';
import { readLinkedForest } from './linked-forest.js';
import { mlFault } from './messages.js';
import {
  indexAbove,
  type Labels,
  labelsOf,
  ofTwoClasses,
  TRANSFORMS,
  transformed,
  transformOf,
} from './scores.js';
import { ensembleOf, FOLDS, runTrees, treeTypeOf } from './trees.js';
import { checkLength, choiceAt, FEATURES } from './values.js';
import {
  DOUBLE_ATTRIBUTES,
  FOREST_ATTRIBUTES,
  floatsOf,
  hasDoubles,
  readForest,
  type VotePrefix,
} from './voted-forest.js';

/** The ensemble of TreeEnsembleClassifier or TreeEnsembleRegressor. */
function votedEnsemble(call: Call, prefix: VotePrefix, targets: number, only?: number) {
  const type = treeTypeOf(call.input(0).type, hasDoubles(call));
  return ensembleOf(call, type, () => readForest(call, type, { prefix, targets, only }));
}

/** The number of targets, which determines a shape. */
function targetCount(call: Call): number {
  const targets = call.int('n_targets', 1);
  if (targets >= 1 && targets < 2 ** 31) return targets;
  throw call.fault('sizes', [targets]);
}

const regressorAttributes = {
  ...FOREST_ATTRIBUTES,
  aggregate_function: 'string',
  n_targets: 'int',
  target_treeids: 'ints',
  target_nodeids: 'ints',
  target_ids: 'ints',
  target_weights: 'floats',
} as const;

const classifierAttributes = {
  ...FOREST_ATTRIBUTES,
  class_treeids: 'ints',
  class_nodeids: 'ints',
  class_ids: 'ints',
  class_weights: 'floats',
  classlabels_int64s: 'ints',
  classlabels_strings: 'strings',
} as const;

interface Classified {
  /** The label of each row. */
  readonly labels: Value;
  readonly scores: Value;
}

/** For three or more classes, or two that both get votes: the class with the highest score. */
function classified(call: Call, labels: Labels, base: readonly number[]): Classified {
  const { count } = labels;
  const voted = new Set(call.attribute('class_ids', 'ints'));
  const [only = 0] = voted;
  if (count === 1) return ofOneClass(call, base);
  if (count === 2 && voted.size === 1) return ofOneVoted(call, labels, only, base);
  const added = base.length === 1 ? [...base, 0] : base.length > 0 ? base : undefined;
  const ensemble = votedEnsemble(call, 'class', count);
  const folding = { targets: count, fold: 'sum', base: added, top: true } as const;
  const [scores, top] = runTrees(call, ensemble, folding);
  return {
    labels: labels.at(top as Value),
    scores: transformed(call, scores, transformOf(call)),
  };
}

/** As in onnxruntime, the label is 1 if the single score is above 0, otherwise 0. */
function ofOneClass(call: Call, base: readonly number[]): Classified {
  if (call.attribute('classlabels_strings', 'strings')?.length) throw mlFault(call, 'stringLabel');
  const added = base.length > 0 ? base : undefined;
  const ensemble = votedEnsemble(call, 'class', 1);
  const [score] = runTrees(call, ensemble, { targets: 1, fold: 'sum', base: added });
  return {
    labels: indexAbove(call, score, 0),
    scores: transformed(call, score, transformOf(call)),
  };
}

/**
 * All votes are for one of two classes, as exporters write binary classifiers. ONNX does not specify the
 * score of the other class. Like onnxruntime, votes for the first class count for the second: they are a
 * probability, which is final, if none is negative; otherwise the distance from the boundary.
 */
function ofOneVoted(
  call: Call,
  labels: Labels,
  voted: number,
  base: readonly number[],
): Classified {
  const transform = transformOf(call);
  const offset = base[voted] ?? base[0];
  const added = offset === undefined ? undefined : [offset];
  const ensemble = votedEnsemble(call, 'class', 2, voted);
  const [score] = runTrees(call, ensemble, { targets: 1, fold: 'sum', base: added });
  const isPositive = (floatsOf(call, 'class_weights') ?? []).every((weight) => weight >= 0);
  if (voted === 1) {
    const none = call.expand(call.number(score.type, 0), score.dims);
    return {
      labels: labels.at(indexAbove(call, score, isPositive ? 0.5 : 0)),
      scores: transformed(call, joined(call, [none, score], 1), transform),
    };
  }
  const isShare = transform === 'PROBIT' || (transform === 'NONE' && isPositive);
  return {
    labels: labels.at(indexAbove(call, score, isShare ? 0.5 : 0)),
    scores: transformed(call, ofTwoClasses(call, score, isShare), transform),
  };
}

const AGGREGATES = ['AVERAGE', 'SUM', 'MIN', 'MAX'] as const;

export const treeEnsembleOperators: readonly Operator[] = [
  {
    name: 'TreeEnsembleRegressor',
    versions: history(
      { since: 1, inputs: [1, 1], types: [FEATURES], attributes: regressorAttributes },
      {
        since: 3,
        attributes: {
          ...regressorAttributes,
          ...DOUBLE_ATTRIBUTES,
          target_weights_as_tensor: 'tensor',
        },
      },
    ),
    lower(call) {
      const targets = targetCount(call);
      const transform = transformOf(call);
      const fold = FOLDS[call.word('aggregate_function', ['SUM', 'AVERAGE', 'MIN', 'MAX'])];
      const base = floatsOf(call, 'base_values') ?? [];
      if (base.length > 0) checkLength(call, 'base_values', base.length, targets);
      const ensemble = votedEnsemble(call, 'target', targets);
      const added = base.length > 0 ? base : undefined;
      const [results] = runTrees(call, ensemble, { targets, fold, base: added });
      return [call.cast(transformed(call, results, transform), 'float32')];
    },
  },

  {
    name: 'TreeEnsembleClassifier',
    versions: history(
      { since: 1, inputs: [1, 1], outputs: 2, types: [FEATURES], attributes: classifierAttributes },
      {
        since: 3,
        attributes: {
          ...classifierAttributes,
          ...DOUBLE_ATTRIBUTES,
          class_weights_as_tensor: 'tensor',
        },
      },
    ),
    lower(call) {
      const labels = labelsOf(call, 'classlabels_int64s', 'classlabels_strings');
      const base = floatsOf(call, 'base_values') ?? [];
      const { count } = labels;
      // Exporters write a single base for two classes.
      if (base.length > 0 && !(base.length === 1 && count === 2))
        checkLength(call, 'base_values', base.length, count);
      const found = classified(call, labels, base);
      return [found.labels, call.cast(found.scores, 'float32')];
    },
  },

  {
    name: 'TreeEnsemble',
    versions: [
      {
        since: 5,
        inputs: [1, 1],
        types: [FLOATS],
        attributes: {
          aggregate_function: 'int',
          leaf_targetids: 'ints',
          leaf_weights: 'tensor',
          membership_values: 'tensor',
          n_targets: 'int',
          nodes_falseleafs: 'ints',
          nodes_falsenodeids: 'ints',
          nodes_featureids: 'ints',
          nodes_hitrates: 'tensor',
          nodes_missing_value_tracks_true: 'ints',
          nodes_modes: 'tensor',
          nodes_splits: 'tensor',
          nodes_trueleafs: 'ints',
          nodes_truenodeids: 'ints',
          post_transform: 'int',
          tree_roots: 'ints',
        },
      },
    ],
    lower(call) {
      const { type: given } = call.input(0);
      const targets = targetCount(call);
      const transform = choiceAt(call, 'post_transform', TRANSFORMS, 'NONE');
      const fold = FOLDS[choiceAt(call, 'aggregate_function', AGGREGATES, 'SUM')];
      const type = treeTypeOf(given, false);
      const ensemble = ensembleOf(call, type, () => readLinkedForest(call, type, targets));
      const [results] = runTrees(call, ensemble, { targets, fold });
      return [call.cast(transformed(call, results, transform), given)];
    },
  },
];
