/**
 * `ai.onnx.ml` against ONNX's document: ensembles against a traversal written from it, the other operators by
 * worked examples, and invalid nodes.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { load } from 'simdcast';
import { checkModel, InferenceSession, ModelError } from 'simdcast/onnx';
import { seeded } from '../operators/support/values.mjs';
import { pick } from '../rules/support.mjs';
import { gamma, ROUNDINGS_OF_FUNCTION, softmaxBounds } from '../support/bounds.mjs';
import { encodeModel } from './models.mjs';

const engine = await load();
const { random, seed } = seeded(319);
const whole = (low, high) => low + Math.floor(random() * (high - low + 1));

const modelOf = ({ op, opset = 1, attributes = {}, inputs, outputs = ['float32'] }) =>
  encodeModel({
    inputs: inputs.map(({ type, dims }, at) => ({
      name: `x${at}`,
      type,
      dims: dims.map(() => null),
    })),
    outputs: outputs.map((type, at) => ({ name: `y${at}`, type })),
    nodes: [
      {
        op,
        domain: 'ai.onnx.ml',
        inputs: inputs.map((_, at) => `x${at}`),
        outputs: outputs.map((_, at) => `y${at}`),
        attributes,
      },
    ],
    domains: [[opset, 'ai.onnx.ml']],
  });

async function run(node) {
  const session = await InferenceSession.create(modelOf(node), { engine });
  const feeds = Object.fromEntries(node.inputs.map((input, at) => [`x${at}`, input]));
  const results = await session.run(feeds);
  await session.release();
  return session.outputNames.map((name) => results[name]);
}

const floats = (dims, ...values) => ({ type: 'float32', dims, data: Float32Array.from(values) });
const doubles = (dims, ...values) => ({ type: 'float64', dims, data: Float64Array.from(values) });
const int64s = (dims, ...values) => ({
  type: 'int64',
  dims,
  data: BigInt64Array.from(values, BigInt),
});
const texts = (dims, ...values) => ({ type: 'string', dims, data: values });
const listOf = ({ data }) =>
  [...data].map((value) => (typeof value === 'bigint' ? Number(value) : value));

/** The conditions of nodes, by ONNX's names; NaN follows the node's own flag. */
const COMPARISONS = {
  BRANCH_LEQ: (x, value) => x <= value,
  BRANCH_LT: (x, value) => x < value,
  BRANCH_GTE: (x, value) => x >= value,
  BRANCH_GT: (x, value) => x > value,
  BRANCH_EQ: (x, value) => x === value,
  BRANCH_NEQ: (x, value) => x !== value,
  BRANCH_MEMBER: (x, members) => members.includes(x),
};
const MODES = Object.keys(COMPARISONS);

/** A random tree: a leaf of votes, or a comparison of a feature with two trees. */
function growTree(depth, { features, targets, modes, votes }) {
  const about = { features, targets, modes, votes };
  if (depth === 0 || random() < 0.15)
    return {
      votes: Array.from({ length: votes() }, () => ({
        target: whole(0, targets - 1),
        weight: whole(-8, 8) / 4,
      })),
    };
  const mode = pick(random, modes);
  // Zero among them, and numbers that features do not reach.
  const members = Array.from({ length: whole(0, 9) }, () => whole(-6, 6) / 2);
  return {
    mode,
    feature: whole(0, features - 1),
    value: mode === 'BRANCH_MEMBER' ? members : pick(random, [-1, -0.5, 0, -0, 0.5, 1, Infinity]),
    nanIsYes: random() < 0.5,
    yes: growTree(depth - 1, about),
    no: growTree(depth - 1, about),
  };
}

function leafOf(tree, row) {
  if (tree.votes) return tree.votes;
  const x = row[tree.feature];
  const isYes = Number.isNaN(x) ? tree.nanIsYes : COMPARISONS[tree.mode](x, tree.value);
  return leafOf(isYes ? tree.yes : tree.no, row);
}

const FOLDS = {
  SUM: (a, b) => a + b,
  AVERAGE: (a, b) => a + b,
  MIN: Math.min,
  MAX: Math.max,
};

function expectedRow(trees, row, { targets, fold, base }) {
  const results = new Array(targets).fill(undefined);
  for (const tree of trees)
    for (const { target, weight } of leafOf(tree, row))
      results[target] =
        results[target] === undefined ? weight : FOLDS[fold](results[target], weight);
  return results.map((result = 0, at) => {
    const folded = fold === 'AVERAGE' ? result / trees.length : result;
    return folded + (base?.[at] ?? 0);
  });
}

/** TreeEnsembleRegressor's nodes; the ids of a tree are shuffled, and skip some. */
function asNodes(trees, isDouble) {
  const nodes = [];
  const votes = [];
  trees.forEach((tree, treeid) => {
    let next = 0;
    const add = (one) => {
      const id = next;
      next += whole(1, 3);
      const node = { treeid, id, mode: 'LEAF', feature: 0, value: 0, yes: 0, no: 0, nan: 0 };
      nodes.push(node);
      if (one.votes) {
        for (const { target, weight } of one.votes) votes.push({ treeid, id, target, weight });
        return id;
      }
      Object.assign(node, { mode: one.mode, feature: one.feature, value: one.value });
      node.nan = one.nanIsYes ? 1 : 0;
      node.yes = add(one.yes);
      node.no = add(one.no);
      return id;
    };
    add(tree);
  });
  const of = (list, field) => list.map((one) => one[field]);
  const reals = (name, list) =>
    isDouble
      ? { [`${name}_as_tensor`]: doubles([list.length], ...list) }
      : { [name]: { floats: list } };
  return {
    nodes_treeids: of(nodes, 'treeid'),
    nodes_nodeids: of(nodes, 'id'),
    nodes_featureids: of(nodes, 'feature'),
    ...reals('nodes_values', of(nodes, 'value')),
    nodes_modes: of(nodes, 'mode'),
    nodes_truenodeids: of(nodes, 'yes'),
    nodes_falsenodeids: of(nodes, 'no'),
    nodes_missing_value_tracks_true: of(nodes, 'nan'),
    target_treeids: of(votes, 'treeid'),
    target_nodeids: of(votes, 'id'),
    target_ids: of(votes, 'target'),
    ...reals('target_weights', of(votes, 'weight')),
  };
}

/** TreeEnsemble's branches and leaves; the trees are stored in reverse order. */
function asLinks(trees, type) {
  const [branches, leaves, members, roots] = [[], [], [], []];
  const add = (tree) => {
    if (tree.votes) return { leaf: 1, at: leaves.push(tree.votes[0]) - 1 };
    const branch = { tree };
    const at = branches.push(branch) - 1;
    if (tree.mode === 'BRANCH_MEMBER') members.push(...tree.value, Number.NaN);
    branch.yes = add(tree.yes);
    branch.no = add(tree.no);
    return { leaf: 0, at };
  };
  for (const tree of [...trees].reverse()) {
    const root = add(tree);
    roots.unshift(root.leaf ? branches.length : root.at);
    if (root.leaf) branches.push({ yes: root, no: root });
  }
  const tensor = (list) => (type === 'float64' ? doubles : floats)([list.length], ...list);
  const of = (read) => branches.map(read);
  return {
    nodes_featureids: of(({ tree }) => tree?.feature ?? 99),
    nodes_splits: tensor(of(({ tree }) => (typeof tree?.value === 'number' ? tree.value : 0))),
    nodes_modes: {
      type: 'uint8',
      dims: [branches.length],
      data: Uint8Array.from(of(({ tree }) => (tree ? MODES.indexOf(tree.mode) : 0))),
    },
    nodes_truenodeids: of(({ yes }) => yes.at),
    nodes_falsenodeids: of(({ no }) => no.at),
    nodes_trueleafs: of(({ yes }) => yes.leaf),
    nodes_falseleafs: of(({ no }) => no.leaf),
    nodes_missing_value_tracks_true: of(({ tree }) => (tree?.nanIsYes ? 1 : 0)),
    leaf_targetids: leaves.map(({ target }) => target),
    leaf_weights: tensor(leaves.map(({ weight }) => weight)),
    tree_roots: roots,
    ...(members.length > 0 && { membership_values: tensor(members) }),
  };
}

const randomRows = (type, rows, features) => {
  const values = Array.from({ length: rows * features }, () =>
    random() < 0.15 ? Number.NaN : whole(-6, 6) / 2,
  );
  return (type === 'float64' ? doubles : floats)([rows, features], ...values);
};

const rowsIn = ({ data, dims: [count, features] }) =>
  Array.from({ length: count }, (_, at) => [...data.subarray(at * features, (at + 1) * features)]);

describe(`ensembles of trees, ${seed}`, () => {
  it('TreeEnsembleRegressor gives what a walk from node to node does', async () => {
    for (let i = 0; i < 60; i++) {
      const isDouble = random() < 0.3;
      const about = { features: whole(1, 6), targets: whole(1, 4), modes: MODES.slice(0, 6) };
      const trees = Array.from({ length: whole(1, 8) }, () =>
        growTree(whole(0, 5), { ...about, votes: () => whole(0, 3) }),
      );
      const x = randomRows(isDouble ? 'float64' : 'float32', whole(1, 20), about.features);
      const fold = pick(random, Object.keys(FOLDS));
      const base =
        random() < 0.5 ? Array.from({ length: about.targets }, () => whole(-4, 4) / 4) : undefined;
      const attributes = {
        ...asNodes(trees, isDouble),
        n_targets: about.targets,
        aggregate_function: fold,
        ...(base && { base_values: { floats: base } }),
      };
      const [y] = await run({ op: 'TreeEnsembleRegressor', opset: 3, attributes, inputs: [x] });
      const expected = rowsIn(x).flatMap((row) =>
        expectedRow(trees, row, { targets: about.targets, fold, base }),
      );
      assert.deepEqual(y.dims, [x.dims[0], about.targets]);
      assert.deepEqual(listOf(y), [...Float32Array.from(expected, (value) => value + 0)], `${i}`);
    }
  });

  it('TreeEnsemble gives it too, with sets of members', async () => {
    for (let i = 0; i < 60; i++) {
      const type = pick(random, ['float32', 'float64']);
      const about = { features: whole(1, 6), targets: whole(1, 4), modes: MODES };
      const trees = Array.from({ length: whole(1, 6) }, () =>
        growTree(whole(0, 5), { ...about, votes: () => 1 }),
      );
      const x = randomRows(type, whole(1, 20), about.features);
      const folds = ['AVERAGE', 'SUM', 'MIN', 'MAX'];
      const fold = pick(random, folds);
      const attributes = {
        ...asLinks(trees, type),
        n_targets: about.targets,
        aggregate_function: folds.indexOf(fold),
      };
      const node = { op: 'TreeEnsemble', opset: 5, attributes, inputs: [x], outputs: [type] };
      const [y] = await run(node);
      const expected = rowsIn(x).flatMap((row) =>
        expectedRow(trees, row, { targets: about.targets, fold }),
      );
      assert.equal(y.type, type);
      const array = type === 'float64' ? Float64Array : Float32Array;
      assert.deepEqual(listOf(y), [...array.from(expected, (value) => value + 0)], `${i}`);
    }
  });

  it('float16 features are compared in float16', async () => {
    const half = (...bits) => ({
      type: 'float16',
      dims: [bits.length],
      data: Uint16Array.from(bits),
    });
    // 1, and the next number above it.
    const attributes = {
      nodes_featureids: [0],
      nodes_splits: half(0x3c01),
      nodes_modes: { type: 'uint8', dims: [1], data: Uint8Array.of(1) },
      nodes_truenodeids: [0],
      nodes_falsenodeids: [1],
      nodes_trueleafs: [1],
      nodes_falseleafs: [1],
      leaf_targetids: [0, 0],
      leaf_weights: half(0x4000, 0x4200),
      tree_roots: [0],
      n_targets: 1,
    };
    const x = { type: 'float16', dims: [2, 1], data: Uint16Array.of(0x3c00, 0x3c01) };
    const node = { op: 'TreeEnsemble', opset: 5, attributes, inputs: [x], outputs: ['float16'] };
    const [y] = await run(node);
    const bits = new Uint16Array(y.data.buffer, y.data.byteOffset, 2);
    assert.deepEqual([...bits], [0x4000, 0x4200]);
  });
});

/** x <= 0.5, and a leaf for each answer. */
const stump = {
  nodes_treeids: [0, 0, 0],
  nodes_nodeids: [0, 1, 2],
  nodes_featureids: [0, 0, 0],
  nodes_values: { floats: [0.5, 0, 0] },
  nodes_modes: ['BRANCH_LEQ', 'LEAF', 'LEAF'],
  nodes_truenodeids: [1, 0, 0],
  nodes_falsenodeids: [2, 0, 0],
};
/** Votes of the two leaves: [leaf, class, weight]. */
const votesOf = (prefix, ...votes) => ({
  [`${prefix}_treeids`]: votes.map(() => 0),
  [`${prefix}_nodeids`]: votes.map(([leaf]) => leaf),
  [`${prefix}_ids`]: votes.map(([, target]) => target),
  [`${prefix}_weights`]: { floats: votes.map(([, , weight]) => weight) },
});
const both = floats([2, 1], 0, 1);
const sigmoid = (x) => 1 / (1 + Math.exp(-x));
/** As float32, or within bounds. */
const close = (actual, expected, bounds = []) => {
  assert.equal(actual.length, expected.length);
  actual.forEach((value, at) => {
    const isSame = value === Math.fround(expected[at]);
    const isRight = isSame || Math.abs(value - expected[at]) <= bounds[at];
    assert.ok(isRight, `${actual} is not ${expected}`);
  });
};
const closeToSoftmax = (actual, row) => {
  const sum = row.reduce((total, x) => total + Math.exp(x), 0);
  const expected = row.map((x) => Math.exp(x) / sum);
  close(actual, expected, softmaxBounds(row, expected, 'float32', false));
};

describe('TreeEnsembleClassifier', () => {
  const classify = (attributes, type = 'int64') =>
    run({
      op: 'TreeEnsembleClassifier',
      opset: 3,
      attributes: { ...stump, ...attributes },
      inputs: [both],
      outputs: [type, 'float32'],
    });

  it('gives the class of the highest score', async () => {
    const votes = votesOf('class', [1, 0, 0.7], [1, 1, 0.3], [2, 0, 0.2], [2, 1, 0.8]);
    const [labels, scores] = await classify({ ...votes, classlabels_int64s: [5, 6] });
    assert.deepEqual(listOf(labels), [5, 6]);
    close(listOf(scores), [0.7, 0.3, 0.2, 0.8]);
    const three = votesOf('class', [1, 2, -0.5], [2, 0, 0.5], [2, 2, 0.75]);
    const [names] = await classify({ ...three, classlabels_strings: ['a', 'b', 'é'] }, 'string');
    // The classes that have votes.
    assert.deepEqual(names.data, ['é', 'é']);
  });

  it('takes one score of two for a probability where no vote is negative', async () => {
    const votes = votesOf('class', [1, 0, 0.25], [2, 0, 0.75]);
    const [labels, scores] = await classify({ ...votes, classlabels_int64s: [5, 6] });
    assert.deepEqual(listOf(labels), [5, 6]);
    close(listOf(scores), [0.75, 0.25, 0.25, 0.75]);
  });

  it('and else for how far it is from the boundary', async () => {
    const votes = votesOf('class', [1, 0, -0.25], [2, 0, 0.75]);
    const about = { ...votes, classlabels_int64s: [5, 6] };
    const [labels, scores] = await classify(about);
    assert.deepEqual(listOf(labels), [5, 6]);
    close(listOf(scores), [0.25, -0.25, -0.75, 0.75]);
    const [, odds] = await classify({ ...about, post_transform: 'LOGISTIC' });
    const expected = [0.25, -0.25, -0.75, 0.75].map(sigmoid);
    // Its power, the sum and the quotient.
    const bounds = expected.map((x) => gamma(ROUNDINGS_OF_FUNCTION + 2, 'float32') * x);
    close(listOf(odds), expected, bounds);
    const [moved, shifted] = await classify({ ...about, base_values: { floats: [1] } });
    assert.deepEqual(listOf(moved), [6, 6]);
    close(listOf(shifted), [-0.75, 0.75, -1.75, 1.75]);
  });

  it('transforms scores row by row', async () => {
    const votes = votesOf('class', [1, 0, 1], [1, 1, -1], [2, 1, 2], [2, 2, 1]);
    const about = { ...votes, classlabels_int64s: [0, 1, 2] };
    const [, softmax] = await classify({ ...about, post_transform: 'SOFTMAX' });
    closeToSoftmax(listOf(softmax).slice(0, 3), [1, -1, 0]);
    const [, some] = await classify({ ...about, post_transform: 'SOFTMAX_ZERO' });
    const [a, b, none, nil, c, d] = listOf(some);
    closeToSoftmax([a, b], [1, -1]);
    closeToSoftmax([c, d], [2, 1]);
    // Scores of 0 stay 0.
    assert.deepEqual([none, nil], [0, 0]);
  });

  it('PROBIT is the quantile of the normal distribution, within one part in a hundred', async () => {
    const votes = votesOf('target', [1, 0, 0.5], [2, 0, 0.975]);
    const attributes = { ...stump, ...votes, n_targets: 1, post_transform: 'PROBIT' };
    const [y] = await run({ op: 'TreeEnsembleRegressor', opset: 3, attributes, inputs: [both] });
    assert.equal(y.data[0], 0);
    assert.ok(Math.abs(y.data[1] / 1.959964 - 1) < 0.01, `${y.data[1]}`);
  });
});

describe('linear models and support vectors', () => {
  it('LinearRegressor', async () => {
    const attributes = {
      coefficients: { floats: [1, 2, 3, 4] },
      intercepts: { floats: [10, 20] },
      targets: 2,
    };
    for (const x of [floats([2, 2], 1, 1, 0, -1), int64s([2, 2], 1, 1, 0, -1)]) {
      const [y] = await run({ op: 'LinearRegressor', attributes, inputs: [x] });
      assert.deepEqual(
        [y.dims, listOf(y)],
        [
          [2, 2],
          [13, 27, 8, 16],
        ],
      );
    }
    const one = await run({ op: 'LinearRegressor', attributes, inputs: [floats([2], 1, 1)] });
    assert.deepEqual(
      [one[0].dims, listOf(one[0])],
      [
        [1, 2],
        [13, 27],
      ],
    );
  });

  it('LinearClassifier', async () => {
    const attributes = {
      coefficients: { floats: [1, -1, 0.5] },
      intercepts: { floats: [0, 0, 0.25] },
      classlabels_strings: ['up', 'down', 'flat'],
    };
    const node = { op: 'LinearClassifier', attributes, outputs: ['string', 'float32'] };
    const [labels, scores] = await run({ ...node, inputs: [doubles([3, 1], 2, -2, 0)] });
    assert.deepEqual(labels.data, ['up', 'down', 'flat']);
    assert.deepEqual(
      listOf(scores),
      [2, -2, 1.25, -2, 2, -0.75, 0, 0, 0.25].map((x) => x + 0),
    );
  });

  it('linear models ignore coefficients and labels beyond those that are used', async () => {
    const rows = floats([2, 2], 1, 2, 3, -4);
    const attributes = {
      coefficients: { floats: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] },
      intercepts: { floats: [1, 2, 3] },
      classlabels_ints: [10, 20, 30, 40],
    };
    const node = { op: 'LinearClassifier', outputs: ['int64', 'float32'], inputs: [rows] };
    const [labels, scores] = await run({ ...node, attributes });
    assert.deepEqual(listOf(labels), [30, 10]);
    assert.deepEqual(listOf(scores), [6, 13, 20, -4, -5, -6]);
    const { coefficients, intercepts } = attributes;
    const regressor = { coefficients, intercepts, targets: 3 };
    const [y] = await run({ op: 'LinearRegressor', attributes: regressor, inputs: [rows] });
    assert.deepEqual(listOf(y), [6, 13, 20, -4, -5, -6]);
    for (const count of [5, 7]) {
      const odd = { floats: coefficients.floats.slice(0, count) };
      await refusal({ ...node, attributes: { ...attributes, coefficients: odd } });
    }
    await refusal({ ...node, attributes: { ...attributes, classlabels_ints: [10, 20] } });
  });

  it('SVMRegressor and its kernels', async () => {
    const kernels = {
      LINEAR: (dot) => dot,
      POLY: (dot) => (0.5 * dot + 1) ** 2,
      SIGMOID: (dot) => Math.tanh(0.5 * dot + 1),
      RBF: (_, apart) => Math.exp(-0.5 * apart),
    };
    for (const [kernel_type, kernel] of Object.entries(kernels)) {
      const attributes = {
        kernel_type,
        kernel_params: { floats: [0.5, 1, 2] },
        coefficients: { floats: [2, -1] },
        support_vectors: { floats: [1, 0, 0, 1] },
        n_supports: 2,
        rho: { floats: [0.125] },
      };
      const [y] = await run({ op: 'SVMRegressor', attributes, inputs: [floats([1, 2], 3, 1)] });
      const expected = 2 * kernel(3, 5) - kernel(1, 9) + 0.125;
      assert.deepEqual(y.dims, [1, 1]);
      close(listOf(y), [Math.fround(expected)]);
      const [side] = await run({
        op: 'SVMRegressor',
        attributes: { ...attributes, one_class: 1 },
        inputs: [floats([1, 2], 3, 1)],
      });
      assert.deepEqual(listOf(side), [expected > 0 ? 1 : -1]);
    }
  });

  it('takes polynomials of every degree', async () => {
    for (const degree of [-2, 0, 1, 3, 4, 5, 6, 7, 8, 9]) {
      const attributes = {
        kernel_type: 'POLY',
        kernel_params: { floats: [0.5, -1.25, degree] },
        coefficients: { floats: [1] },
        support_vectors: { floats: [1] },
        n_supports: 1,
        rho: { floats: [0] },
      };
      const [y] = await run({ op: 'SVMRegressor', attributes, inputs: [floats([2, 1], 5, -0.75)] });
      close(
        listOf(y),
        [5, -0.75].map((x) => Math.fround((0.5 * x - 1.25) ** degree)),
      );
    }
  });

  it('SVMClassifier lets each pair of classes vote', async () => {
    // One vector for each class at 0, 4 and 10: the nearest wins by the RBF kernel.
    const attributes = {
      kernel_type: 'RBF',
      kernel_params: { floats: [0.1, 0, 0] },
      coefficients: { floats: [1, -1, -1, 1, 1, -1] },
      support_vectors: { floats: [0, 4, 10] },
      vectors_per_class: [1, 1, 1],
      rho: { floats: [0, 0, 0] },
      classlabels_ints: [7, 8, 9],
    };
    const node = { op: 'SVMClassifier', attributes, outputs: ['int64', 'float32'] };
    const [labels, scores] = await run({ ...node, inputs: [floats([4, 1], 1, 5, 9, -3)] });
    assert.deepEqual(listOf(labels), [7, 8, 9, 7]);
    assert.deepEqual(scores.dims, [4, 3]);
    const k = (x, v) => Math.exp(-0.1 * (x - v) ** 2);
    close(listOf(scores).slice(0, 3), [k(1, 0) - k(1, 4), k(1, 0) - k(1, 10), k(1, 4) - k(1, 10)]);
    const pairs = { prob_a: { floats: [-2, -2, -2] }, prob_b: { floats: [0, 0, 0] } };
    const [, odds] = await run({
      ...node,
      attributes: { ...attributes, ...pairs },
      inputs: [floats([1, 1], 1)],
    });
    const list = listOf(odds);
    // Quotients by their sum; the sum of the three is 1, apart from rounding.
    const total = list.reduce((sum, value) => sum + value);
    close([total], [1], [gamma(3, 'float32')]);
    assert.ok(list[0] > list[1] && list[1] > list[2], `${list}`);
    // A row has the same probabilities as on its own.
    const inputs = [floats([3, 1], 9, 1, 5)];
    const [, all] = await run({ ...node, attributes: { ...attributes, ...pairs }, inputs });
    assert.deepEqual(listOf(all).slice(3, 6), list);
  });
});

describe('features', () => {
  it('Scaler, Normalizer, Binarizer and Imputer', async () => {
    const x = floats([2, 2], 1, 2, 0, -4);
    const scaling = { offset: { floats: [1, 0] }, scale: { floats: [2, 0.5] } };
    const [scaled] = await run({ op: 'Scaler', attributes: scaling, inputs: [x] });
    assert.deepEqual(listOf(scaled), [0, 1, -2, -2]);
    const norms = {
      MAX: [0.5, 1, 0, -4],
      L1: [1 / 3, 2 / 3, 0, -1],
      L2: [0.2 ** 0.5, 0.8 ** 0.5, 0, -1],
    };
    for (const [norm, expected] of Object.entries(norms)) {
      const [y] = await run({ op: 'Normalizer', attributes: { norm }, inputs: [x] });
      close(listOf(y), expected);
    }
    const over = { threshold: { float: 0.5 } };
    const binary = await run({ op: 'Binarizer', attributes: over, inputs: [x] });
    assert.deepEqual(listOf(binary[0]), [1, 1, 0, 0]);
    const large = int64s([3], 0, 1, -9);
    const ones = await run({
      op: 'Binarizer',
      attributes: over,
      inputs: [large],
      outputs: ['int64'],
    });
    assert.deepEqual(listOf(ones[0]), [0, 1, 0]);
    const gaps = {
      imputed_value_floats: { floats: [7, 8] },
      replaced_value_float: { float: Number.NaN },
    };
    const holes = floats([2, 2], Number.NaN, 1, 2, Number.NaN);
    const [filled] = await run({ op: 'Imputer', attributes: gaps, inputs: [holes] });
    assert.deepEqual(listOf(filled), [7, 1, 2, 8]);
  });

  it('ArrayFeatureExtractor, FeatureVectorizer and ZipMap', async () => {
    const texted = [texts([2, 3], 'a', 'b', 'c', 'd', 'e', 'f'), int64s([2], 2, 0)];
    const [picked] = await run({
      op: 'ArrayFeatureExtractor',
      inputs: texted,
      outputs: ['string'],
    });
    assert.deepEqual(
      [picked.dims, picked.data],
      [
        [2, 2],
        ['c', 'a', 'f', 'd'],
      ],
    );
    const vector = [floats([3], 1, 2, 3), int64s([1], 1)];
    const [one] = await run({ op: 'ArrayFeatureExtractor', inputs: vector });
    assert.deepEqual([one.dims, listOf(one)], [[1, 1], [2]]);
    const columns = [floats([2, 1], 1, 4), floats([2, 2], 2, 3, 5, 6)];
    const attributes = { inputdimensions: [1, 2] };
    const [joined] = await run({ op: 'FeatureVectorizer', attributes, inputs: columns });
    assert.deepEqual(
      [joined.dims, listOf(joined)],
      [
        [2, 3],
        [1, 2, 3, 4, 5, 6],
      ],
    );
    // Rows begin along the first axis, and are cut or padded to the length that is listed.
    const vectorized = async (inputdimensions, ...inputs) => {
      const [y] = await run({ op: 'FeatureVectorizer', attributes: { inputdimensions }, inputs });
      return [y.dims, listOf(y)];
    };
    const deep = floats([2, 2, 3], 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    const whole = [1, 2, 3, 4, 5, 6, 20, 7, 8, 9, 10, 11, 12, 30];
    const column = floats([2, 1], 20, 30);
    assert.deepEqual(await vectorized([6, 1], deep, column), [[2, 7], whole]);
    const cut = [1, 2, 20, 0, 7, 8, 30, 0];
    assert.deepEqual(await vectorized([2, 2], deep, column), [[2, 4], cut]);
    const line = [1, 2, 3, 4, 5, 6, 7, 8];
    assert.deepEqual(await vectorized([8], floats([8], ...line)), [[1, 8], line]);
    const block = [
      [2, 3],
      [1, 2, 3, 7, 8, 9],
    ];
    assert.deepEqual(await vectorized([3], floats([2, 1, 2, 3], ...deep.data)), block);
    for (const inputs of [
      [deep, floats([3, 1], 1, 2, 3)],
      [deep, floats([], 1)],
    ])
      await refusal({ op: 'FeatureVectorizer', attributes: { inputdimensions: [6, 1] }, inputs });
    await refusal({
      op: 'FeatureVectorizer',
      attributes: { inputdimensions: [-1] },
      inputs: [deep],
    });
    const keys = { classlabels_strings: ['no', 'yes'] };
    const scores = floats([2, 2], 0.25, 0.75, 1, 0);
    const [map] = await run({ op: 'ZipMap', attributes: keys, inputs: [scores] });
    assert.deepEqual(
      [map.dims, listOf(map)],
      [
        [2, 2],
        [0.25, 0.75, 1, 0],
      ],
    );
  });
});

describe('encoders', () => {
  it('LabelEncoder maps every type to every other', async () => {
    const keys = {
      string: ['keys_strings', ['a', 'b', 'a'], texts([3], 'a', 'b', 'x')],
      int64: [
        'keys_int64s',
        [2n ** 60n + 1n, 2n, 2n ** 60n + 1n],
        int64s([3], 2n ** 60n + 1n, 2, 2n ** 60n),
      ],
      float32: [
        'keys_floats',
        { floats: [Number.NaN, 2, Number.NaN] },
        floats([3], Number.NaN, 2, 9),
      ],
    };
    const values = {
      string: [
        ['values_strings', ['p', 'q', 'r']],
        ['r', 'q', '_Unused'],
      ],
      int64: [
        ['values_int64s', [5, 6, 7]],
        [7, 6, -1],
      ],
      float32: [
        ['values_floats', { floats: [0.5, 1.5, 2.5] }],
        [2.5, 1.5, -0],
      ],
    };
    for (const [keyName, list, x] of Object.values(keys))
      for (const [type, [[valueName, to], expected]] of Object.entries(values)) {
        const attributes = { [keyName]: list, [valueName]: to };
        const [y] = await run({
          op: 'LabelEncoder',
          opset: 2,
          attributes,
          inputs: [x],
          outputs: [type],
        });
        // The last value of a repeated key counts.
        assert.deepEqual(listOf(y), expected, `${keyName} to ${type}`);
      }
  });

  it('LabelEncoder with tensors', async () => {
    const small = (...items) => ({
      type: 'int16',
      dims: [items.length],
      data: Int16Array.from(items),
    });
    const attributes = {
      keys_tensor: doubles([2], 0.1, 0.2),
      values_tensor: small(4, 5),
      default_tensor: small(42),
    };
    const x = doubles([3], 0.2, 0.3, 0.1);
    const [y] = await run({
      op: 'LabelEncoder',
      opset: 4,
      attributes,
      inputs: [x],
      outputs: ['int16'],
    });
    assert.deepEqual([y.type, listOf(y)], ['int16', [5, 42, 4]]);
  });

  it('LabelEncoder of the first opset, and CategoryMapper', async () => {
    const attributes = { classes_strings: ['a', 'b'], default_int64: 9 };
    const x = texts([3], 'b', 'z', 'a');
    const old = await run({ op: 'LabelEncoder', attributes, inputs: [x], outputs: ['int64'] });
    assert.deepEqual(listOf(old[0]), [1, 9, 0]);
    const mapping = { cats_int64s: [10, 20], cats_strings: ['a', 'b'] };
    const node = { op: 'CategoryMapper', attributes: mapping };
    const [wholes] = await run({ ...node, inputs: [x], outputs: ['int64'] });
    assert.deepEqual(listOf(wholes), [20, -1, 10]);
    const [words] = await run({ ...node, inputs: [int64s([2], 20, 30)], outputs: ['string'] });
    assert.deepEqual(words.data, ['b', '_Unused']);
  });

  it('OneHotEncoder', async () => {
    const attributes = { cats_int64s: [3, 1], zeros: 1 };
    for (const x of [floats([1, 3], 1, 3, 2), int64s([1, 3], 1, 3, 2)]) {
      const [y] = await run({ op: 'OneHotEncoder', attributes, inputs: [x] });
      assert.deepEqual(
        [y.dims, listOf(y)],
        [
          [1, 3, 2],
          [0, 1, 1, 0, 0, 0],
        ],
      );
    }
    const named = { cats_strings: ['a', 'b'], zeros: 0 };
    const [y] = await run({
      op: 'OneHotEncoder',
      attributes: named,
      inputs: [texts([2], 'b', 'a')],
    });
    assert.deepEqual(listOf(y), [0, 1, 1, 0]);
    const odd = { op: 'OneHotEncoder', attributes: named, inputs: [texts([1], 'c')] };
    await assert.rejects(run(odd), /no category 'c'/);
  });
});

async function refusal(node) {
  const found = await run(node).then(
    () => undefined,
    (error) => error,
  );
  assert.ok(found instanceof ModelError, `${node.op}: ${found?.stack ?? 'was taken'}`);
  assert.match(found.message, new RegExp(node.op));
  return found;
}

describe('nodes that make no sense', () => {
  const votes = { ...votesOf('target', [1, 0, 0.25], [2, 0, 0.75]), n_targets: 1 };
  const cases = {
    'a node that leads to itself': { nodes_truenodeids: [0, 0, 0] },
    'a circle': {
      nodes_modes: ['BRANCH_LEQ', 'BRANCH_LEQ', 'LEAF'],
      nodes_truenodeids: [1, 0, 0],
      nodes_falsenodeids: [2, 2, 0],
    },
    'a child that is missing': { nodes_falsenodeids: [7, 0, 0] },
    'a child of another tree': { nodes_treeids: [0, 0, 1] },
    'ids twice': { nodes_nodeids: [0, 1, 1] },
    'lists of other lengths': { nodes_featureids: [0, 0] },
    'thresholds twice': { nodes_values_as_tensor: doubles([3], 0, 0, 0) },
    'thresholds of whole numbers': {
      nodes_values: { floats: [] },
      nodes_values_as_tensor: int64s([3], 0, 0, 0),
    },
    'an unknown mode': { nodes_modes: ['BRANCH_ABOUT', 'LEAF', 'LEAF'] },
    'a feature that is not there': { nodes_featureids: [1, 0, 0] },
    'a negative feature': { nodes_featureids: [-1, 0, 0] },
    'a target that is not there': { target_ids: [0, 1] },
    'a negative target': { target_ids: [0, -1] },
    'a vote for no node': { target_nodeids: [1, 9] },
    'weights that are missing': { target_weights: { floats: [1] } },
    'no targets': { n_targets: 0 },
    'more targets than sizes go': { n_targets: 2 ** 31 },
    'bases of another number': { base_values: { floats: [1, 2] } },
    'an unknown fold': { aggregate_function: 'MEDIAN' },
    'an unknown transform': { post_transform: 'TANH' },
    'no nodes': {
      nodes_treeids: [],
      nodes_nodeids: [],
      nodes_featureids: [],
      nodes_values: { floats: [] },
      nodes_modes: [],
      nodes_truenodeids: [],
      nodes_falsenodeids: [],
    },
  };
  for (const [title, wrong] of Object.entries(cases))
    it(`TreeEnsembleRegressor refuses ${title}`, async () => {
      const attributes = { ...stump, ...votes, ...wrong };
      await refusal({ op: 'TreeEnsembleRegressor', opset: 3, attributes, inputs: [both] });
    });

  it('a chain of twenty thousand nodes is walked, not recursed into', async () => {
    const count = 20_000;
    const ids = Array.from({ length: 2 * count + 1 }, (_, at) => at);
    const isLeaf = (at) => at % 2 === 1 || at === 2 * count;
    const attributes = {
      nodes_treeids: ids.map(() => 0),
      nodes_nodeids: ids,
      nodes_featureids: ids.map(() => 0),
      nodes_values: { floats: ids.map((at) => at) },
      nodes_modes: ids.map((at) => (isLeaf(at) ? 'LEAF' : 'BRANCH_LEQ')),
      nodes_truenodeids: ids.map((at) => (isLeaf(at) ? 0 : at + 1)),
      nodes_falsenodeids: ids.map((at) => (isLeaf(at) ? 0 : at + 2)),
      target_treeids: [0, 0],
      target_nodeids: [1, 2 * count],
      target_ids: [0, 0],
      target_weights: { floats: [3, 4] },
      n_targets: 1,
    };
    const x = floats([2, 1], 0, Infinity);
    const [y] = await run({ op: 'TreeEnsembleRegressor', opset: 3, attributes, inputs: [x] });
    assert.deepEqual(listOf(y), [3, 4]);
  });

  it('TreeEnsemble refuses positions, sets and types that do not fit', async () => {
    const about = { features: 1, targets: 1, modes: ['BRANCH_MEMBER'], votes: () => 1 };
    const leaf = { votes: [{ target: 0, weight: 1 }] };
    const tree = {
      mode: 'BRANCH_MEMBER',
      feature: 0,
      value: [1],
      nanIsYes: false,
      yes: leaf,
      no: leaf,
    };
    const sound = { ...asLinks([tree], 'float32'), n_targets: about.targets };
    const node = { op: 'TreeEnsemble', opset: 5, inputs: [both] };
    await run({ ...node, attributes: sound });
    for (const wrong of [
      { nodes_truenodeids: [9] },
      { nodes_truenodeids: [-1] },
      { nodes_truenodeids: [0], nodes_trueleafs: [0] },
      { tree_roots: [1] },
      { tree_roots: [0, 0] },
      { tree_roots: [] },
      { leaf_targetids: [0, 1] },
      { leaf_weights: doubles([2], 1, 1) },
      { nodes_splits: floats([2], 0, 0) },
      { nodes_modes: { type: 'uint8', dims: [1], data: Uint8Array.of(7) } },
      { membership_values: floats([4], 1, Number.NaN, 2, Number.NaN) },
      { aggregate_function: 4 },
      { post_transform: -1 },
    ])
      await refusal({ ...node, attributes: { ...sound, ...wrong } });
    const { membership_values: _, ...without } = sound;
    await refusal({ ...node, attributes: without });
  });

  it('the others refuse attributes that do not fit', async () => {
    const x = floats([2, 2], 1, 2, 3, 4);
    const labelled = ['int64', 'float32'];
    await refusal({ op: 'Scaler', attributes: { offset: { floats: [1, 2, 3] } }, inputs: [x] });
    await refusal({ op: 'Normalizer', attributes: { norm: 'L3' }, inputs: [x] });
    await refusal({
      op: 'LinearRegressor',
      attributes: { coefficients: { floats: [1, 2, 3] } },
      inputs: [x],
    });
    const linear = { coefficients: { floats: [1, 2] }, intercepts: { floats: [0] } };
    await refusal({ op: 'LinearClassifier', attributes: linear, inputs: [x], outputs: labelled });
    const vectors = { coefficients: { floats: [1] }, n_supports: 2 ** 40, rho: { floats: [1] } };
    await refusal({ op: 'SVMRegressor', attributes: vectors, inputs: [x] });
    const machine = {
      classlabels_ints: [1, 2],
      vectors_per_class: [2, -1],
      coefficients: { floats: [1] },
      support_vectors: { floats: [1, 1] },
      rho: { floats: [0] },
    };
    await refusal({ op: 'SVMClassifier', attributes: machine, inputs: [x], outputs: labelled });
    await refusal({ op: 'LabelEncoder', opset: 2, attributes: { keys_int64s: [1] }, inputs: [x] });
    const keys = { keys_int64s: [1], values_floats: { floats: [1.5] } };
    await refusal({ op: 'LabelEncoder', opset: 2, attributes: keys, inputs: [x] });
    await refusal({ op: 'ArrayFeatureExtractor', inputs: [x, int64s([1], 2)] });
    await refusal({ op: 'ZipMap', attributes: { classlabels_int64s: [1] }, inputs: [x] });
  });

  it('maps, and operators that are none, are unsupported', async () => {
    const x = floats([1], 1);
    for (const op of ['DictVectorizer', 'CastMap', 'Trees']) {
      const error = await refusal({ op, inputs: [x] });
      assert.equal(error.code, 'unsupported_operator');
    }
    const early = await refusal({ op: 'TreeEnsemble', opset: 3, inputs: [x] });
    assert.equal(early.code, 'unsupported_operator');
  });
});

it('the checker follows shapes through the domain', async () => {
  const attributes = { ...stump, ...votesOf('target', [1, 0, 1], [2, 1, 1]), n_targets: 2 };
  const report = await checkModel(
    modelOf({ op: 'TreeEnsembleRegressor', opset: 3, attributes, inputs: [both] }),
  );
  assert.deepEqual([report.errors, report.uncertain], [0, []]);
});
