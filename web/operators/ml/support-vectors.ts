/** SVMClassifier and SVMRegressor: kernels of rows and support vectors, in float64. */
import type { Value } from '../../graph/values.js';
import type { Call, Operator } from '../operator.js';
import { Coupling } from './coupling.js';
import { mlFault } from './messages.js';
import { indexOfHighest, labelsOf, ofTwoClasses, transformed, transformOf } from './scores.js';
import { checkLength, computedHere, FEATURES, rowsOf } from './values.js';

const KERNELS = ['LINEAR', 'POLY', 'RBF', 'SIGMOID'] as const;

const attributes = {
  coefficients: 'floats',
  kernel_params: 'floats',
  kernel_type: 'string',
  post_transform: 'string',
  rho: 'floats',
  support_vectors: 'floats',
} as const;

/** The kernel of each pair of a row and a support vector. */
function kernels(call: Call, rows: Value, vectors: readonly number[], count: number): Value {
  const [, features = 0] = rows.dims;
  if (vectors.length !== count * features) throw mlFault(call, 'vectors', count, vectors.length);
  const { compute } = call;
  const number = (value: number) => call.number(rows.type, value);
  const [gamma = 0, offset = 0, degree = 0] = call.attribute('kernel_params', 'floats') ?? [];
  const matrix = call.floats('float64', [count, features], vectors);
  const dots = call.gemm(rows, matrix);
  const kind = call.word('kernel_type', KERNELS);
  if (kind === 'LINEAR') return dots;
  if (kind === 'RBF') {
    // |x - v|² is |x|² - 2 x·v + |v|².
    const { lowering } = call;
    const squares = (value: Value) => call.reduce('sum', value, [1], true);
    const lengths = lowering.alias(squares(compute('Mul', matrix, matrix)), [1, count]);
    const sums = compute('Add', squares(compute('Mul', rows, rows)), lengths);
    const apart = compute('Sub', sums, compute('Mul', dots, number(2)));
    return compute('Exp', compute('Mul', apart, number(-gamma)));
  }
  const affine = compute('Add', compute('Mul', dots, number(gamma)), number(offset));
  if (kind === 'SIGMOID') return compute('Tanh', affine);
  return power(call, affine, Math.trunc(degree));
}

/** Degrees up to this are computed by squaring, as in libsvm: fewer steps than a logarithm and a power. */
const MOST_SQUARED = 8;

function power(call: Call, base: Value, degree: number): Value {
  const { compute } = call;
  if (degree < 1 || degree > MOST_SQUARED)
    return compute('Pow', base, call.number(base.type, degree));
  if (degree === 1) return base;
  const half = power(call, base, Math.floor(degree / 2));
  const square = compute('Mul', half, half);
  return degree % 2 === 1 ? compute('Mul', square, base) : square;
}

/** A required number of a node. */
function firstOf(call: Call, name: string): number {
  const [first] = call.needs(name, 'floats');
  if (first === undefined) throw mlFault(call, 'lengths', name, 0, 1);
  return first;
}

/** The pairs of classes, each with one score. */
const pairsOf = (classes: number): (readonly [number, number])[] =>
  Array.from({ length: classes }, (_, first) => first).flatMap((first) =>
    Array.from({ length: classes - first - 1 }, (_, i) => [first, first + 1 + i] as const),
  );

interface Machine {
  readonly classes: number;
  readonly pairs: readonly (readonly [number, number])[];
  /** The vectors of each class. */
  readonly counts: readonly number[];
  readonly vectors: number;
}

/**
 * A score for each pair: the kernels times a matrix of a column for each. For a pair (i,j), class i's vectors
 * have the coefficients of row j-1, and class j's those of row i.
 */
function pairScores(call: Call, rows: Value, { pairs, counts, vectors }: Machine): Value {
  const coefficients = call.needs('coefficients', 'floats');
  checkLength(call, 'coefficients', coefficients.length, (counts.length - 1) * vectors);
  const rho = call.needs('rho', 'floats');
  checkLength(call, 'rho', rho.length, pairs.length);
  const starts = counts.map((_, at) => counts.slice(0, at).reduce((sum, n) => sum + n, 0));
  const matrix = new Float64Array(vectors * pairs.length);
  pairs.forEach(([i, j], pair) => {
    const put = (of: number, row: number) => {
      const start = starts[of] as number;
      for (let v = start; v < start + (counts[of] as number); v++)
        matrix[v * pairs.length + pair] = coefficients[row * vectors + v] as number;
    };
    put(i, j - 1);
    put(j, i);
  });
  const support = kernels(call, rows, call.needs('support_vectors', 'floats'), vectors);
  const sums = call.matMul(support, call.floats('float64', [vectors, pairs.length], matrix));
  return call.compute('Add', sums, call.floats('float64', [pairs.length], rho));
}

/** The class that wins most pairs, the first if several do: a score above 0 is a win for the first of its pair. */
function winners(call: Call, scores: Value, { classes, pairs }: Machine): Value {
  const gains = new Float64Array(pairs.length * classes);
  const others = new Float64Array(classes);
  pairs.forEach(([i, j], pair) => {
    gains[pair * classes + i] = 1;
    gains[pair * classes + j] = -1;
    others[j] = (others[j] as number) + 1;
  });
  const { compute } = call;
  const isFirst = call.cast(compute('Greater', scores, call.number(scores.type, 0)), 'float64');
  const won = call.matMul(isFirst, call.floats('float64', [pairs.length, classes], gains));
  return indexOfHighest(call, compute('Add', won, call.floats('float64', [classes], others)));
}

/** The probability of the first class of each pair: 1 / (1 + exp(a · score + b)), as Platt scales scores. */
function odds(call: Call, scores: Value, a: readonly number[], b: readonly number[]): Value {
  const { compute } = call;
  const one = call.number('float64', 1);
  const factors = call.floats('float64', [a.length], a);
  const scaled = compute('Mul', call.cast(scores, 'float64'), factors);
  const moved = compute('Add', scaled, call.floats('float64', [b.length], b));
  return compute('Div', one, compute('Add', one, compute('Exp', moved)));
}

/** Class probabilities from pairwise ones, by libsvm's iteration, which ONNX's reference uses too. */
function probabilities(call: Call, scores: Value, { classes, pairs }: Machine): Value {
  const [a, b] = [call.needs('prob_a', 'floats'), call.needs('prob_b', 'floats')];
  checkLength(call, 'prob_a', a.length, pairs.length);
  checkLength(call, 'prob_b', b.length, pairs.length);
  const rows = scores.dims[0] as number;
  const coupling = new Coupling(classes);
  return computedHere(call, [odds(call, scores, a, b)], 'float64', [rows, classes], (elements) => {
    const all = elements as Float64Array;
    const made = new Float64Array(rows * classes);
    for (let row = 0; row < rows; row++) {
      for (let pair = 0; pair < pairs.length; pair++) {
        const [i, j] = pairs[pair] as readonly [number, number];
        const share = all[row * pairs.length + pair] as number;
        coupling.put(i, j, Math.min(Math.max(share, 1e-7), 1 - 1e-7));
      }
      made.set(coupling.solve(), row * classes);
    }
    return made;
  });
}

/** Without support vectors, a row of coefficients for each class. */
function linearScores(call: Call, rows: Value, classes: number): Value {
  const [, features = 0] = rows.dims;
  const coefficients = call.needs('coefficients', 'floats');
  checkLength(call, 'coefficients', coefficients.length, classes * features);
  const sums = call.gemm(rows, call.floats('float64', [classes, features], coefficients));
  return call.compute('Add', sums, call.number(sums.type, firstOf(call, 'rho')));
}

export const svmOperators: readonly Operator[] = [
  {
    name: 'SVMRegressor',
    versions: [
      {
        since: 1,
        inputs: [1, 1],
        types: [FEATURES],
        attributes: { ...attributes, n_supports: 'int', one_class: 'int' },
      },
    ],
    lower(call) {
      const { compute } = call;
      const rows = call.cast(rowsOf(call), 'float64');
      const [, features = 0] = rows.dims;
      const coefficients = call.needs('coefficients', 'floats');
      const count = call.int('n_supports', 0);
      const isLinear = count <= 0;
      checkLength(call, 'coefficients', coefficients.length, isLinear ? features : count);
      const x = isLinear
        ? rows
        : kernels(call, rows, call.needs('support_vectors', 'floats'), count);
      const weights = call.floats('float64', [coefficients.length, 1], coefficients);
      const rho = call.number(rows.type, firstOf(call, 'rho'));
      const score = compute('Add', call.matMul(x, weights), rho);
      if (!call.flag('one_class'))
        return [call.cast(transformed(call, score, transformOf(call)), 'float32')];
      const isInside = compute('Greater', score, call.number(score.type, 0));
      const [one, minusOne] = [1, -1].map((value) => call.number(score.type, value));
      const side = compute('Where', isInside, one as Value, minusOne as Value);
      return [call.cast(side, 'float32')];
    },
  },

  {
    name: 'SVMClassifier',
    versions: [
      {
        since: 1,
        inputs: [1, 1],
        outputs: 2,
        types: [FEATURES],
        attributes: {
          ...attributes,
          classlabels_ints: 'ints',
          classlabels_strings: 'strings',
          prob_a: 'floats',
          prob_b: 'floats',
          vectors_per_class: 'ints',
        },
      },
    ],
    lower(call) {
      const labels = labelsOf(call, 'classlabels_ints', 'classlabels_strings');
      const transform = transformOf(call);
      const rows = call.cast(rowsOf(call), 'float64');
      const finished = (scores: Value) =>
        call.cast(transformed(call, scores, transform), 'float32');
      const counts = call.attribute('vectors_per_class', 'ints') ?? [];
      const wrong = counts.find((count) => count < 0);
      if (wrong !== undefined) throw mlFault(call, 'negative', 'vectors_per_class', wrong);
      const vectors = counts.reduce((sum, count) => sum + count, 0);
      if (vectors === 0) {
        const scores = linearScores(call, rows, labels.count);
        return [labels.at(indexOfHighest(call, scores)), finished(scores)];
      }
      checkLength(call, 'vectors_per_class', counts.length, Math.max(2, labels.count));
      const machine = { classes: labels.count, pairs: pairsOf(labels.count), counts, vectors };
      const scores = pairScores(call, rows, machine);
      const winner = labels.at(winners(call, scores, machine));
      if ((call.attribute('prob_a', 'floats') ?? []).length > 0)
        return [winner, finished(probabilities(call, scores, machine))];
      // With two classes, their one score is written for both.
      return [winner, finished(labels.count === 2 ? ofTwoClasses(call, scores, false) : scores)];
    },
  },
];
