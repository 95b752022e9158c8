/**
 * Judges of the alignment of a pair. A judge returns a sentence that describes a fault, nothing if there is
 * none, and `notAsked` if it does not apply.
 *
 * @typedef {{sc: import('simdcast').Simdcast, pair: number[][], options: {rule: string},
 *   trace: import('simdcast').Alignment, answer: object, random: () => number}} Question
 *   answer is the oracle's
 */
import { compare, compareSourceCall } from './compare.mjs';
import { checkExplicit } from './explicit-checks.mjs';
import { checkBest, checkFixes } from './repair-checks.mjs';
import { checkTruth, checkWords } from './sentence-checks.mjs';
import { checkTrace } from './trace-checks.mjs';
import { checkUnchecked, checkWarnings } from './warnings.mjs';

export const notAsked = Symbol('notAsked');

export const agreesWithOracle = ({ pair, options, trace, answer }) =>
  compare(trace, answer, pair, options.rule);

/** `source()` of one element, for every other pair. */
export function namesSource({ trace, answer, random }) {
  const axes = answer.axes ?? answer.shape;
  if (!answer.ok || !trace.ok || axes.includes(0) || random() > 0.5) return notAsked;
  const index = axes.map((size) => Math.floor(random() * size));
  return compareSourceCall(trace, answer, index);
}

export const agreesWithItself = ({ pair, options, trace }) => checkTrace(trace, pair, options.rule);

export const warnsAsDefined = ({ pair, trace }) => checkWarnings(trace, pair);

export const warnsOfNcnn = ({ trace, answer }) => checkUnchecked(trace, answer);

export const repairsHold = ({ pair, options, trace }) =>
  trace.ok ? notAsked : checkFixes(pair, options, trace.fixes);

/** For 15 % of the conflicting pairs, because each has many candidates. */
export const firstRepairIsBest = ({ pair, options, trace, answer, random }) =>
  answer.ok || random() > 0.15 ? notAsked : checkBest(pair, options, trace.fixes);

export const wordsSayAll = ({ pair, options, trace, answer }) =>
  checkWords(trace, pair, answer, options);

export const wordsOfATenthSayAll = (question) =>
  question.random() < 0.1 ? wordsSayAll(question) : notAsked;

/** No axis with a 1 is described as having none. */
export const wordsAreTrue = ({ trace }) => checkTruth(trace);

export const explicitAlignsAlike = ({ sc, pair, options, answer }) =>
  answer.ok ? checkExplicit(sc.toExplicit(pair, options), pair, answer, options.rule) : notAsked;
