/** Random nodes of `ai.onnx.ml`, as models with one node, within the range in which onnxruntime follows ONNX. */
import { encodeModel } from '../onnx/models.mjs';
import { arrays, Draw } from './draw.mjs';

const MODES = ['BRANCH_LEQ', 'BRANCH_LT', 'BRANCH_GTE', 'BRANCH_GT', 'BRANCH_EQ', 'BRANCH_NEQ'];

/** Trees as arrays of nodes with ids; `leaf` is called for every leaf. */
function forest(draw, { features, modes, leaf }) {
  const nodes = [];
  const trees = draw.whole(1, 9);
  for (let tree = 0; tree < trees; tree++) {
    let ids = 0;
    const grow = (depth) => {
      const id = ids++;
      const node = { tree, id, feature: 0, mode: 'LEAF', value: 0, yes: 0, no: 0, missing: 0 };
      nodes.push(node);
      if (depth === 0 || draw.chance(0.15)) {
        leaf(tree, id);
        return id;
      }
      node.mode = draw.choose(modes);
      node.feature = draw.whole(0, features - 1);
      // Multiples of one half; features are integers.
      node.value = draw.whole(-4, 4) / 2;
      node.missing = draw.whole(0, 1);
      node.yes = grow(depth - 1);
      node.no = grow(depth - 1);
      return id;
    };
    grow(draw.whole(0, 5));
  }
  return nodes;
}

const doubles = (list) => ({
  type: 'float64',
  dims: [list.length],
  data: Float64Array.from(list),
});

const asFloats = (name, list, isDouble) =>
  isDouble ? { [`${name}_as_tensor`]: doubles(list) } : { [name]: { floats: list } };

function forestAttributes(nodes, { missing, isDouble }) {
  const of = (field) => nodes.map((node) => node[field]);
  return {
    nodes_treeids: of('tree'),
    nodes_nodeids: of('id'),
    nodes_featureids: of('feature'),
    ...asFloats('nodes_values', of('value'), isDouble),
    nodes_modes: of('mode'),
    nodes_truenodeids: of('yes'),
    nodes_falsenodeids: of('no'),
    ...(missing && { nodes_missing_value_tracks_true: of('missing') }),
  };
}

const voteAttributes = (prefix, votes, isDouble) => ({
  [`${prefix}_treeids`]: votes.map(({ tree }) => tree),
  [`${prefix}_nodeids`]: votes.map(({ id }) => id),
  [`${prefix}_ids`]: votes.map(({ target }) => target),
  ...asFloats(
    `${prefix}_weights`,
    votes.map(({ weight }) => weight),
    isDouble,
  ),
});

/** The features, and the thresholds of their nodes. */
function featuresFor(draw, isDouble, types = ['float32', 'float32', 'int64', 'int32']) {
  const features = draw.whole(1, 6);
  const type = isDouble ? 'float64' : draw.choose(types);
  const missing = type.startsWith('float') && draw.chance(0.5);
  // NaN is unequal to everything in onnxruntime; in ONNX, nodes_missing_value_tracks_true determines the
  // branch.
  const known = missing ? MODES.filter((mode) => mode !== 'BRANCH_NEQ') : MODES;
  const modes = draw.chance(0.5) ? [draw.choose(known)] : known;
  const rows = draw.choose([1, 2, 3, 9, 40, 300]);
  const x = draw.tensor(type, [rows, features], {
    nan: missing ? 0.2 : 0,
    whole: draw.chance(0.5),
  });
  return { features, modes, missing, x };
}

function regressor(draw) {
  const isDouble = draw.chance(0.3);
  // It has no kernel for integers here.
  const { x, ...about } = featuresFor(draw, isDouble, ['float32']);
  const targets = draw.choose([1, 1, 2, 3]);
  const hasBase = draw.chance(0.5);
  const votes = [];
  const leaf = (tree, id) => {
    const vote = (target) => votes.push({ tree, id, target, weight: draw.real() });
    // A leaf with one target has one vote in onnxruntime, and targets without votes have no base there.
    if (targets === 1 || hasBase) draw.list(targets, vote);
    else draw.list(draw.whole(1, 3), () => vote(draw.whole(0, targets - 1)));
  };
  const nodes = forest(draw, { ...about, leaf });
  const attributes = {
    ...forestAttributes(nodes, { ...about, isDouble }),
    ...voteAttributes('target', votes, isDouble),
    n_targets: targets,
    aggregate_function: draw.choose(['SUM', 'AVERAGE', 'MIN', 'MAX']),
    // It ignores the transform for one target.
    post_transform: targets === 1 ? 'NONE' : draw.choose(['NONE', 'SOFTMAX', 'LOGISTIC']),
  };
  if (hasBase)
    Object.assign(
      attributes,
      asFloats(
        'base_values',
        draw.list(targets, () => draw.real()),
        isDouble,
      ),
    );
  return { op: 'TreeEnsembleRegressor', opset: 3, attributes, x, outputs: ['float32'] };
}

const labelsOf = (draw, count, suffix = '64s') =>
  draw.chance(0.5)
    ? { classlabels_strings: draw.list(count, (at) => `class ${at}`) }
    : { [`classlabels_int${suffix}`]: draw.list(count, (at) => at * 3 - 2) };

const labelType = (attributes) => (attributes.classlabels_strings ? 'string' : 'int64');

function classifier(draw) {
  const isDouble = draw.chance(0.3);
  const { x, ...about } = featuresFor(draw, isDouble);
  const classes = draw.choose([2, 2, 3, 5]);
  const isPositive = draw.chance(0.5);
  const weight = () => draw.real(isPositive ? 0 : -1, 1);
  const votes = [];
  const leaf = (tree, id) => {
    // With two classes, all votes are for the first: otherwise onnxruntime takes a positive score for the
    // second.
    if (classes === 2) votes.push({ tree, id, target: 0, weight: weight() });
    else
      for (let i = draw.whole(1, 3); i > 0; i--)
        votes.push({ tree, id, target: draw.whole(0, classes - 1), weight: weight() });
  };
  const nodes = forest(draw, { ...about, leaf });
  const all = votes.every((vote) => vote.weight >= 0);
  // It transforms a single score for two classes with LOGISTIC only, and only if a weight is negative.
  const transforms =
    classes > 2 ? ['NONE', 'SOFTMAX', 'LOGISTIC'] : all ? ['NONE'] : ['NONE', 'LOGISTIC'];
  const labels = labelsOf(draw, classes);
  const attributes = {
    ...forestAttributes(nodes, { ...about, isDouble }),
    ...voteAttributes('class', votes, isDouble),
    ...labels,
    post_transform: draw.choose(transforms),
  };
  if (draw.chance(0.4))
    Object.assign(
      attributes,
      asFloats(
        'base_values',
        draw.list(classes === 2 ? 1 : classes, () => draw.real()),
        isDouble,
      ),
    );
  return {
    op: 'TreeEnsembleClassifier',
    opset: 3,
    attributes,
    x,
    outputs: [labelType(labels), 'float32'],
  };
}

/** TreeEnsemble: branches and leaves by position. */
function ensemble(draw) {
  const type = draw.choose(['float32', 'float64']);
  const missing = draw.chance(0.4);
  const known = missing ? [0, 1, 2, 3, 4] : [0, 1, 2, 3, 4, 5, 6, 6];
  const features = draw.whole(1, 5);
  const targets = draw.whole(1, 3);
  const [branches, leaves, members, roots] = [[], [], [], []];
  const grow = (depth) => {
    if (depth === 0 || draw.chance(0.15)) {
      const leaf = { target: draw.whole(0, targets - 1), weight: draw.real() };
      return { leaf: 1, at: leaves.push(leaf) - 1 };
    }
    const branch = {
      mode: draw.choose(known),
      feature: draw.whole(0, features - 1),
      split: draw.whole(-4, 4) / 2,
      missing: draw.whole(0, 1),
    };
    const at = branches.push(branch) - 1;
    if (branch.mode === 6) {
      branch.split = 0;
      // Positive integers, as in onnxruntime's own tests.
      const some = draw.list(draw.whole(1, 4), () => draw.whole(1, 9));
      members.push(...new Set(some), Number.NaN);
    }
    branch.yes = grow(depth - 1);
    branch.no = grow(depth - 1);
    return { leaf: 0, at };
  };
  for (let tree = draw.whole(1, 6); tree > 0; tree--) {
    const depth = draw.whole(1, 5);
    const root = grow(depth);
    if (!root.leaf) {
      roots.push(root.at);
      continue;
    }
    // A tree with a single leaf.
    roots.push(branches.length);
    branches.push({ mode: 0, feature: 0, split: 0, missing: 0, yes: root, no: root });
  }
  const tensor = (list) => ({ type, dims: [list.length], data: arrays[type].from(list) });
  const of = (read) => branches.map(read);
  const attributes = {
    nodes_featureids: of(({ feature }) => feature),
    nodes_splits: tensor(of(({ split }) => split)),
    nodes_modes: {
      type: 'uint8',
      dims: [branches.length],
      data: Uint8Array.from(of(({ mode }) => mode)),
    },
    nodes_truenodeids: of(({ yes }) => yes.at),
    nodes_falsenodeids: of(({ no }) => no.at),
    nodes_trueleafs: of(({ yes }) => yes.leaf),
    nodes_falseleafs: of(({ no }) => no.leaf),
    ...(missing && { nodes_missing_value_tracks_true: of((branch) => branch.missing) }),
    leaf_targetids: leaves.map(({ target }) => target),
    leaf_weights: tensor(leaves.map(({ weight }) => weight)),
    tree_roots: roots,
    n_targets: targets,
    aggregate_function: draw.whole(0, 3),
    post_transform: 0,
    ...(members.length > 0 && { membership_values: tensor(members) }),
  };
  const x = draw.tensor(type, [draw.choose([1, 5, 60]), features], {
    nan: missing ? 0.2 : 0,
    whole: draw.chance(0.7),
    low: -2,
    high: 9,
  });
  return { op: 'TreeEnsemble', opset: 5, attributes, x, outputs: [type] };
}

const anyFeatures = (draw, dims) =>
  draw.tensor(draw.choose(['float32', 'float64', 'int64', 'int32']), dims);

function linearRegressor(draw) {
  const [rows, features, targets] = [draw.whole(1, 9), draw.whole(1, 7), draw.whole(1, 4)];
  const attributes = {
    coefficients: { floats: draw.list(targets * features, () => draw.real()) },
    ...(draw.chance(0.7) && { intercepts: { floats: draw.list(targets, () => draw.real()) } }),
    targets,
    post_transform: targets === 1 ? 'NONE' : draw.choose(['NONE', 'SOFTMAX', 'LOGISTIC']),
  };
  const x = draw.tensor('float32', [rows, features]);
  return { op: 'LinearRegressor', opset: 1, attributes, x, outputs: ['float32'] };
}

function linearClassifier(draw) {
  const [rows, features] = [draw.whole(1, 9), draw.whole(1, 7)];
  const classes = draw.choose([2, 2, 3, 5]);
  const count = classes === 2 && draw.chance(0.5) ? 1 : classes;
  const labels = labelsOf(draw, classes, 's');
  const attributes = {
    ...labels,
    coefficients: { floats: draw.list(count * features, () => draw.real()) },
    intercepts: { floats: draw.list(count, () => draw.real()) },
    post_transform: count === 1 ? 'NONE' : draw.choose(['NONE', 'SOFTMAX', 'LOGISTIC']),
  };
  return {
    op: 'LinearClassifier',
    opset: 1,
    attributes,
    x: anyFeatures(draw, [rows, features]),
    outputs: [labelType(labels), 'float32'],
  };
}

const kernel = (draw) => {
  const kind = draw.choose(['LINEAR', 'POLY', 'RBF', 'SIGMOID']);
  const params = [draw.real(0.1, 0.6), draw.real(-0.5, 0.5), draw.whole(2, 3)];
  return { kernel_type: kind, kernel_params: { floats: params } };
};

function svmRegressor(draw) {
  const [rows, features, vectors] = [draw.whole(1, 9), draw.whole(1, 5), draw.whole(1, 6)];
  const isOneClass = draw.chance(0.3);
  const attributes = {
    ...kernel(draw),
    coefficients: { floats: draw.list(vectors, () => draw.real()) },
    support_vectors: { floats: draw.list(vectors * features, () => draw.real()) },
    n_supports: vectors,
    rho: { floats: [draw.real()] },
    one_class: isOneClass ? 1 : 0,
  };
  const x = draw.tensor('float32', [rows, features]);
  return { op: 'SVMRegressor', opset: 1, attributes, x, outputs: ['float32'] };
}

function svmClassifier(draw) {
  const [rows, features, classes] = [draw.whole(1, 9), draw.whole(1, 5), draw.whole(2, 4)];
  const counts = draw.list(classes, () => draw.whole(1, 4));
  const vectors = counts.reduce((sum, count) => sum + count);
  const pairs = (classes * (classes - 1)) / 2;
  const hasOdds = draw.chance(0.5);
  const labels = labelsOf(draw, classes, 's');
  const floats = (count, low, high) => ({ floats: draw.list(count, () => draw.real(low, high)) });
  const attributes = {
    ...kernel(draw),
    ...labels,
    coefficients: floats((classes - 1) * vectors),
    support_vectors: floats(vectors * features),
    vectors_per_class: counts,
    rho: floats(pairs),
    ...(hasOdds && { prob_a: floats(pairs, -2, -0.5), prob_b: floats(pairs, -0.3, 0.3) }),
  };
  return {
    op: 'SVMClassifier',
    opset: 1,
    attributes,
    x: anyFeatures(draw, [rows, features]),
    outputs: [labelType(labels), 'float32'],
  };
}

function scaler(draw) {
  const [rows, features] = [draw.whole(1, 9), draw.whole(1, 7)];
  const count = draw.choose([1, features]);
  const floats = () => ({ floats: draw.list(count, () => draw.real()) });
  const attributes = { offset: floats(), scale: floats() };
  const x = anyFeatures(draw, [rows, features]);
  return { op: 'Scaler', opset: 1, attributes, x, outputs: ['float32'] };
}

function normalizer(draw) {
  const x = anyFeatures(draw, [draw.whole(1, 9), draw.whole(1, 7)]);
  const attributes = { norm: draw.choose(['MAX', 'L1', 'L2']) };
  return { op: 'Normalizer', opset: 1, attributes, x, outputs: ['float32'] };
}

function binarizer(draw) {
  const x = draw.tensor('float32', [draw.whole(1, 9), draw.whole(1, 7)]);
  const attributes = { threshold: { float: draw.real() } };
  return { op: 'Binarizer', opset: 1, attributes, x, outputs: ['float32'] };
}

function imputer(draw) {
  const [rows, features] = [draw.whole(1, 9), draw.whole(1, 7)];
  const count = draw.choose([1, features]);
  const isWhole = draw.chance(0.5);
  const type = isWhole ? 'int64' : 'float32';
  const forNaN = !isWhole && draw.chance(0.5);
  const attributes = isWhole
    ? { imputed_value_int64s: draw.list(count, () => draw.whole(5, 9)), replaced_value_int64: 1 }
    : {
        imputed_value_floats: { floats: draw.list(count, () => draw.real(5, 9)) },
        replaced_value_float: { float: forNaN ? Number.NaN : 1 },
      };
  const x = draw.tensor(type, [rows, features], { whole: true, nan: forNaN ? 0.3 : 0 });
  return { op: 'Imputer', opset: 1, attributes, x, outputs: [type] };
}

function oneHotEncoder(draw) {
  const x = draw.tensor(draw.choose(['float32', 'int64', 'float64']), [
    draw.whole(1, 5),
    draw.whole(1, 5),
  ]);
  const attributes = { cats_int64s: [-1, 2, 0, 1], zeros: 1 };
  return { op: 'OneHotEncoder', opset: 1, attributes, x, outputs: ['float32'] };
}

function labelEncoder(draw) {
  const keys = {
    int64: ['keys_int64s', [-2, -1, 0, 2]],
    // NaN is not a key in onnxruntime at opset 2.
    float32: ['keys_floats', { floats: [-2, -1, 0, 2] }],
  };
  const values = {
    int64: ['values_int64s', [7, 8, 9, 10]],
    float32: ['values_floats', { floats: [0.5, 1.5, 2.5, 3.5] }],
    string: ['values_strings', ['a', 'b', 'c', 'd']],
  };
  const from = draw.choose(Object.keys(keys));
  const to = draw.choose(Object.keys(values));
  const x = draw.tensor(from, [draw.whole(1, 5), draw.whole(1, 5)], { whole: true });
  const attributes = Object.fromEntries([keys[from], values[to]]);
  return { op: 'LabelEncoder', opset: 2, attributes, x, outputs: [to] };
}

export const operators = {
  regressor,
  classifier,
  ensemble,
  linearRegressor,
  linearClassifier,
  svmRegressor,
  svmClassifier,
  scaler,
  normalizer,
  binarizer,
  imputer,
  oneHotEncoder,
  labelEncoder,
};

/** A model with one random node, and its feeds. */
export function randomModel(make, random) {
  const { op, opset, attributes, x, outputs } = make(new Draw(random));
  const names = outputs.map((_, at) => `y${at}`);
  const model = encodeModel({
    inputs: [{ name: 'x', type: x.type, dims: x.dims.map(() => null) }],
    outputs: names.map((name, at) => ({ name, type: outputs[at] })),
    nodes: [{ op, domain: 'ai.onnx.ml', inputs: ['x'], outputs: names, attributes }],
    domains: [[opset, 'ai.onnx.ml']],
  });
  return { model, feeds: { x }, about: JSON.stringify(attributes) };
}
