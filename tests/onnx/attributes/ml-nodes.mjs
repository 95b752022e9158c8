/** Nodes of `ai.onnx.ml` and of `ai.onnx.preview.training`, as in nodes.mjs. */
import { t } from '../one-node.mjs';
import { f, i64, ON_OFF, of, positive, texts } from './nodes.mjs';

const transforms = { post_transform: ['NONE', 'LOGISTIC'] };

/** One tree that asks whether feature 0 is at most 0, and its two leaves. */
const tree = {
  nodes_treeids: [0, 0, 0],
  nodes_nodeids: [0, 1, 2],
  nodes_featureids: [0, 0, 0],
  nodes_values: [0, 0, 0],
  nodes_modes: ['BRANCH_LEQ', 'LEAF', 'LEAF'],
  nodes_truenodeids: [1, 0, 0],
  nodes_falsenodeids: [2, 0, 0],
};
const treeVary = {
  nodes_treeids: [
    [0, 0, 0],
    [0, 0, 1],
  ],
  nodes_nodeids: [
    [0, 1, 2],
    [0, 1, 3],
  ],
  nodes_featureids: [
    [0, 0, 0],
    [1, 0, 0],
  ],
  nodes_values: [
    [0, 0, 0],
    [-9, 0, 0],
  ],
  nodes_modes: [
    ['BRANCH_LEQ', 'LEAF', 'LEAF'],
    ['BRANCH_GT', 'LEAF', 'LEAF'],
  ],
  nodes_truenodeids: [
    [1, 0, 0],
    [2, 0, 0],
  ],
  nodes_falsenodeids: [
    [2, 0, 0],
    [1, 0, 0],
  ],
};
const rows = t([3, 2], [1, -1, -1, 1, 2, 2]);
const missing = t([1, 2], [Number.NaN, 0]);
const tracks = {
  nodes_missing_value_tracks_true: [
    [0, 0, 0],
    [1, 0, 0],
  ],
};
const asTensor = (name, ...lists) => ({
  [`${name}_as_tensor`]: lists.map((list) => t([list.length], list, 'float64')),
});
const without = (attributes, ...names) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));

const target = {
  target_treeids: [0, 0],
  target_nodeids: [1, 2],
  target_ids: [0, 0],
  target_weights: [1, 2],
};
const classes = {
  class_treeids: [0, 0, 0],
  class_nodeids: [1, 2, 2],
  class_ids: [0, 1, 2],
  class_weights: [1, 2, 0.5],
  classlabels_int64s: [5, 6, 7],
};
const voters = (name, own) => ({
  [`${name}_treeids`]: [own[`${name}_treeids`], own[`${name}_treeids`].map(() => 1)],
  [`${name}_nodeids`]: [own[`${name}_nodeids`], [...own[`${name}_nodeids`]].reverse()],
  [`${name}_ids`]: [own[`${name}_ids`], own[`${name}_ids`].map((id) => (id + 1) % 2)],
  [`${name}_weights`]: [own[`${name}_weights`], own[`${name}_weights`].map((weight) => 3 * weight)],
});
const regressor = { ...tree, ...target, n_targets: 2 };
const classifier = { ...tree, ...classes };
const labelled = { outputs: 2 };

const five = {
  tree_roots: [0],
  nodes_featureids: [0],
  nodes_splits: t([1], [0]),
  nodes_modes: t([1], [0], 'uint8'),
  nodes_truenodeids: [0],
  nodes_trueleafs: [1],
  nodes_falsenodeids: [1],
  nodes_falseleafs: [1],
  leaf_targetids: [0, 1],
  leaf_weights: t([2], [1, 2]),
  n_targets: 2,
};
const twoTrees = {
  ...five,
  tree_roots: [0, 1],
  nodes_featureids: [0, 1],
  nodes_splits: t([2], [0, 0]),
  nodes_modes: t([2], [0, 0], 'uint8'),
  nodes_truenodeids: [0, 2],
  nodes_trueleafs: [1, 1],
  nodes_falsenodeids: [1, 3],
  nodes_falseleafs: [1, 1],
  leaf_targetids: [0, 0, 0, 0],
  leaf_weights: t([4], [1, 2, 3, 4]),
};

const machine = {
  kernel_type: 'POLY',
  kernel_params: [0.5, 1, 2],
  coefficients: [1, -2],
  support_vectors: [1, 0, 0, 1],
  rho: [0.1],
};
const machineVary = {
  kernel_type: ['POLY', 'RBF'],
  kernel_params: [
    [0.5, 1, 2],
    [0.25, 1, 3],
  ],
  coefficients: [
    [1, -2],
    [2, -1],
  ],
  support_vectors: [
    [1, 0, 0, 1],
    [1, 1, 0, 1],
  ],
  rho: [[0.1], [0.5]],
};
const linear = { coefficients: [1, 2, 3, 4], intercepts: [0.1, 0.2] };
const linearVary = {
  coefficients: [
    [1, 2, 3, 4],
    [2, 1, 3, 4],
  ],
  intercepts: [
    [0.1, 0.2],
    [0.2, 9],
  ],
  ...transforms,
};

const labels = (from, to, values, input) => {
  const attributes = { [from]: values[0], [to]: values[1] };
  return of(
    [input],
    { [from]: [values[0], [...values[0]].reverse()], [to]: [values[1], [...values[1]].reverse()] },
    attributes,
    { from: 2 },
  );
};

export const mlNodes = {
  LabelEncoder: [
    ...of(
      [i64(0, 1, 7)],
      {
        classes_strings: [
          ['a', 'b'],
          ['b', 'a'],
        ],
        default_string: ['x', 'y'],
      },
      { classes_strings: ['a', 'b'] },
      { to: 1 },
    ),
    ...of([texts('a', 'q')], { default_int64: [1, 2] }, { classes_strings: ['a', 'b'] }, { to: 1 }),
    ...labels(
      'keys_strings',
      'values_int64s',
      [
        ['a', 'b'],
        [1, 2],
      ],
      texts('a'),
    ),
    ...labels(
      'keys_int64s',
      'values_floats',
      [
        [1, 2],
        [0.5, 1.5],
      ],
      i64(1),
    ),
    ...labels(
      'keys_floats',
      'values_strings',
      [
        [1, 2],
        ['a', 'b'],
      ],
      f(1).dims && t([1], [1]),
    ),
    ...of(
      [texts('q')],
      { default_int64: [1, 2] },
      { keys_strings: ['a'], values_int64s: [1] },
      { from: 2 },
    ),
    ...of(
      [texts('q')],
      { default_float: [1, 2] },
      { keys_strings: ['a'], values_floats: [1] },
      { from: 2 },
    ),
    ...of(
      [i64(9)],
      { default_string: ['x', 'y'] },
      { keys_int64s: [1], values_strings: ['a'] },
      { from: 2 },
    ),
    ...of(
      [i64(1, 9)],
      {
        keys_tensor: [i64(1, 2), i64(2, 1)],
        values_tensor: [i64(5, 6), i64(6, 5)],
        default_tensor: [i64(7), i64(8)],
      },
      { keys_tensor: i64(1, 2), values_tensor: i64(5, 6) },
      { from: 4 },
    ),
  ],
  CategoryMapper: [
    ...of(
      [texts('a', 'q')],
      {
        cats_int64s: [
          [1, 2],
          [2, 1],
        ],
        cats_strings: [
          ['a', 'b'],
          ['b', 'a'],
        ],
        default_int64: [3, 4],
      },
      { cats_int64s: [1, 2], cats_strings: ['a', 'b'] },
    ),
    ...of(
      [i64(9)],
      { default_string: ['x', 'y'] },
      { cats_int64s: [1, 2], cats_strings: ['a', 'b'] },
    ),
  ],
  OneHotEncoder: [
    ...of(
      [i64(1, 9)],
      {
        cats_int64s: [
          [1, 2],
          [2, 1],
        ],
        zeros: [1, 0],
      },
      { cats_int64s: [1, 2] },
    ),
    ...of(
      [texts('a')],
      {
        cats_strings: [
          ['a', 'b'],
          ['b', 'a'],
        ],
      },
      { cats_strings: ['a', 'b'] },
    ),
  ],
  Scaler: of(
    [f(2, 2)],
    {
      offset: [
        [0, 1],
        [1, 0],
      ],
      scale: [
        [1, 2],
        [2, 1],
      ],
    },
    { offset: [0, 0], scale: [1, 1] },
  ),
  Normalizer: of([f(2, 2)], { norm: ['MAX', 'L2'] }),
  Binarizer: of([f(4)], { threshold: [-9, 0] }),
  Imputer: [
    ...of(
      [t([1, 2], [0, 5])],
      { imputed_value_floats: [[1], [2]], replaced_value_float: [0, 5] },
      { imputed_value_floats: [1] },
    ),
    ...of(
      [t([1, 2], [0, 5], 'int64')],
      { imputed_value_int64s: [[1], [2]], replaced_value_int64: [0, 5] },
      { imputed_value_int64s: [1] },
    ),
  ],
  FeatureVectorizer: of([f(2, 2)], { inputdimensions: [[2], [1]] }),
  ZipMap: of([f(1, 2)], {
    classlabels_int64s: [
      [1, 2],
      [1, 2, 3],
    ],
    classlabels_strings: [['a', 'b'], ['a']],
  }),
  LinearRegressor: of([f(2, 2)], { ...linearVary, targets: [1, 2] }, { ...linear, targets: 2 }),
  LinearClassifier: [
    ...of(
      [f(2, 2)],
      {
        ...linearVary,
        classlabels_ints: [
          [1, 2],
          [2, 1],
        ],
      },
      { ...linear, classlabels_ints: [1, 2] },
      labelled,
    ),
    ...of(
      [f(2, 2)],
      {
        classlabels_strings: [
          ['a', 'b'],
          ['b', 'a'],
        ],
      },
      { ...linear, classlabels_strings: ['a', 'b'] },
      labelled,
    ),
  ],
  SVMRegressor: of(
    [f(2, 2)],
    { ...machineVary, ...transforms, n_supports: [2, 1], one_class: ON_OFF },
    { ...machine, n_supports: 2 },
  ),
  SVMClassifier: [
    ...of(
      [f(3, 2)],
      {
        ...machineVary,
        ...transforms,
        classlabels_ints: [
          [1, 2],
          [2, 1],
        ],
        vectors_per_class: [
          [1, 1],
          [2, 1],
        ],
      },
      { ...machine, vectors_per_class: [1, 1], classlabels_ints: [1, 2] },
      labelled,
    ),
    ...of(
      [f(3, 2)],
      {
        classlabels_strings: [
          ['a', 'b'],
          ['b', 'a'],
        ],
      },
      { ...machine, vectors_per_class: [1, 1], classlabels_strings: ['a', 'b'] },
      labelled,
    ),
    ...of(
      [f(3, 2)],
      { prob_a: [[-1], [-2]], prob_b: [[0], [1]] },
      {
        ...machine,
        vectors_per_class: [1, 1],
        classlabels_ints: [1, 2],
        prob_a: [-1],
        prob_b: [0],
      },
      labelled,
    ),
  ],
  TreeEnsembleRegressor: [
    ...of(
      [rows],
      {
        ...treeVary,
        ...voters('target', target),
        n_targets: [1, 2],
        base_values: [undefined, [1, 2]],
        ...transforms,
      },
      regressor,
    ),
    ...of([missing], tracks, regressor),
    ...of(
      [rows],
      { aggregate_function: ['SUM', 'MAX'] },
      { ...regressor, target_nodeids: [1, 1], target_weights: [1, 2] },
    ),
    ...of(
      [rows],
      asTensor('nodes_values', [0, 0, 0], [-9, 0, 0]),
      without(regressor, 'nodes_values'),
    ),
    ...of([rows], asTensor('target_weights', [1, 2], [2, 1]), without(regressor, 'target_weights')),
    ...of([rows], asTensor('base_values', [1, 2], [2, 1]), regressor),
  ],
  TreeEnsembleClassifier: [
    ...of(
      [rows],
      {
        ...treeVary,
        ...voters('class', classes),
        base_values: [undefined, [1, 2, 3]],
        ...transforms,
        classlabels_int64s: [
          [5, 6, 7],
          [6, 5, 7],
        ],
      },
      classifier,
      labelled,
    ),
    ...of([missing], tracks, classifier, labelled),
    ...of(
      [rows],
      {
        classlabels_strings: [
          ['a', 'b', 'c'],
          ['b', 'a', 'c'],
        ],
      },
      { ...without(classifier, 'classlabels_int64s'), classlabels_strings: ['a', 'b', 'c'] },
      labelled,
    ),
    ...of(
      [rows],
      asTensor('nodes_values', [0, 0, 0], [-9, 0, 0]),
      without(classifier, 'nodes_values'),
      labelled,
    ),
    ...of(
      [rows],
      asTensor('class_weights', [1, 2, 3], [2, 1, 3]),
      without(classifier, 'class_weights'),
      labelled,
    ),
    ...of([rows], asTensor('base_values', [1, 2, 3], [2, 1, 3]), classifier, labelled),
  ],
  TreeEnsemble: [
    ...of(
      [rows],
      {
        leaf_targetids: [
          [0, 1],
          [1, 0],
        ],
        leaf_weights: [t([2], [1, 2]), t([2], [2, 1])],
        n_targets: [2, 3],
        nodes_falseleafs: [[1], [0]],
        nodes_falsenodeids: [[1], [0]],
        nodes_featureids: [[0], [1]],
        nodes_modes: [t([1], [0], 'uint8'), t([1], [4], 'uint8')],
        nodes_splits: [t([1], [0]), t([1], [-9])],
        nodes_trueleafs: [[1], [0]],
        nodes_truenodeids: [[0], [1]],
        post_transform: [0, 1],
        tree_roots: [[0], [1]],
      },
      five,
    ),
    ...of([missing], { nodes_missing_value_tracks_true: [[0], [1]] }, five),
    ...of([rows], { aggregate_function: [1, 3] }, twoTrees),
    ...of(
      [rows],
      { membership_values: [t([2], [1, Number.NaN]), t([2], [2, Number.NaN])] },
      { ...five, nodes_modes: t([1], [6], 'uint8') },
    ),
  ],
};

const step = [t([], [0.1]), t([], [3], 'int64'), f(3), positive(3), positive(3), positive(3)];
const decimals = (...names) => Object.fromEntries(names.map((name) => [name, [0.1, 0.5]]));
const momentum = { alpha: 0.9, beta: 0.8, mode: 'standard', norm_coefficient: 0.1 };

export const trainingNodes = {
  Adagrad: of(
    step.slice(0, 5),
    decimals('decay_factor', 'epsilon', 'norm_coefficient'),
    {},
    { outputs: 2 },
  ),
  Adam: of(
    step,
    decimals('alpha', 'beta', 'epsilon', 'norm_coefficient', 'norm_coefficient_post'),
    {},
    { outputs: 3 },
  ),
  Momentum: of(
    step.slice(0, 5),
    { ...decimals('alpha', 'norm_coefficient', 'beta'), mode: ['standard', 'nesterov'] },
    momentum,
    { outputs: 2 },
  ),
};
