/**
 * Parses the engine's English back into a trace.
 *
 * It has no rules: sizes, added 1s, outcomes and results come from the text alone, and an unknown sentence
 * throws.
 */
import * as notation from '../oracle/notation.mjs';
import { remembered } from './support.mjs';

// Many pairs have the same sentences, so parses are cached.
const shapeIn = remembered(notation.shapeIn);

const SHAPE = '[([][\\d,]*[)\\]]';
const NAME = '[A-Z]';

const forms = {
  operand: new RegExp(`^(${NAME}) has shape (${SHAPE}): ([\\d,]+) numbers?\\.$`),
  placement: new RegExp(`^(.*) counts as (${SHAPE})\\.$`),
  axis: /^Axis (\d+)(?: \([whdc]\))?: (.*)$/,
  result: new RegExp(`^Result: (${SHAPE})\\. ([\\d,]+) numbers?, computed from ([\\d,]+)\\.$`),
};

const endings = [
  { pattern: /^\. They differ, and .*$/, outcome: 'conflict' },
  { pattern: /^\. Not allowed: .*$/, outcome: 'refused' },
  { pattern: /^, so the result has 0\.$/, outcome: 'zero' },
  { pattern: /^, so (.*) (?:is|are) used (\d+) times\.$/, outcome: 'stretched' },
  { pattern: /^\.(?: They pair up\.)?$/, outcome: 'alike' },
];

const FACT = `(${NAME}) has (none and counts as )?(\\d+)`;
const FACTS = new RegExp(`^${FACT}(?:, ${FACT})*`);
const ALIKE = /^(\d+)(?:(?:, | and )\d+)+/;

/** `3,600,000,000`: the engine groups the digits of counts, but not of sizes. */
const counted = (digits) => {
  if (!/^\d{1,3}(,\d{3})*$/.test(digits)) throw new Error(`not grouped: ${digits}`);
  return Number(digits.replaceAll(',', ''));
};

const position = (name) => name.charCodeAt(0) - 'A'.charCodeAt(0);

/** `A, B and C` as positions. */
const positions = (list) =>
  [...list.matchAll(new RegExp(`\\b${NAME}\\b`, 'g'))].map(([name]) => position(name));

/** `A has 4, B has none and counts as 1`, in the order of the operands. */
function factsIn(text) {
  const facts = [...text.matchAll(new RegExp(FACT, 'g'))];
  facts.forEach(([, name], k) => {
    if (position(name) !== k) throw new Error(`operands out of order: ${text}`);
  });
  return {
    sizes: facts.map(([, , , size]) => Number(size)),
    added: facts.map(([, , added]) => added !== undefined),
  };
}

/** Splits a text into facts and the rest. If all `count` sizes are equal, they stand without their operands. */
function splitFacts(text, count) {
  const alike = ALIKE.exec(text);
  if (alike !== null) {
    const [said] = alike;
    const sizes = said.match(/\d+/g).map(Number);
    if (sizes.length !== count || new Set(sizes).size > 1) throw new Error(`not alike: ${text}`);
    return { facts: { sizes, added: sizes.map(() => false) }, ending: text.slice(said.length) };
  }
  const match = FACTS.exec(text);
  if (match === null) throw new Error(`no sizes: ${text}`);
  return { facts: factsIn(match[0]), ending: text.slice(match[0].length) };
}

function outcomeOf(facts, ending) {
  const form = endings.find(({ pattern }) => pattern.test(ending));
  if (form === undefined) throw new Error(`unknown ending: ${ending}`);
  const [, names = '', times] = form.pattern.exec(ending);
  if (form.outcome === 'stretched') {
    return { outcome: 'stretched', size: Number(times), reused: positions(names) };
  }
  if (form.outcome === 'zero') return { outcome: 'zero', size: 0 };
  if (form.outcome !== 'alike') return { outcome: form.outcome };
  const [size] = facts.sizes;
  return { outcome: size === 1 ? 'ones' : 'equal', size, reused: [] };
}

function readAxis(text, count) {
  const match = forms.axis.exec(text);
  if (match === null) throw new Error(`not an axis: ${text}`);
  const [, axis, rest] = match;
  const { facts, ending } = splitFacts(rest, count);
  return {
    axis: Number(axis),
    ...facts,
    ...outcomeOf(facts, ending),
  };
}

const axesByCount = remembered((count) => remembered((text) => readAxis(text, count)));

/**
 * @param {string} text an axis's sentence
 * @param {number} count how many operands there are
 */
export const parseAxis = (text, count) => axesByCount(count)(text);

function parseOperand(match) {
  const [, name, shape, count] = match;
  return {
    position: position(name),
    shape: shapeIn(shape),
    elements: counted(count),
  };
}

const readers = [
  [forms.operand, (seen, match) => seen.operands.push(parseOperand(match))],
  [forms.axis, (seen, [text]) => seen.axes.push(parseAxis(text, seen.operands.length))],
  [
    forms.result,
    (seen, [, shape, count, stored]) => {
      seen.result = { shape: shapeIn(shape), elements: counted(count), stored: counted(stored) };
    },
  ],
  [
    forms.placement,
    (seen, [, , shape], { operand }) => {
      seen.aligned[operand] = shapeIn(shape);
    },
  ],
];

const formOf = remembered((text) => {
  for (const [form, read] of readers) {
    const match = form.exec(text);
    if (match !== null) return { read, match };
  }
  throw new Error(`unknown sentence: ${text}`);
});

/** The whole explanation. */
export function parseSentences(sentences) {
  const seen = { operands: [], aligned: {}, axes: [], failures: [], result: undefined };
  for (const sentence of sentences) {
    if (sentence.kind === 'failure') {
      seen.failures.push(sentence.text);
      continue;
    }
    const { read, match } = formOf(sentence.text);
    read(seen, match, sentence);
  }
  seen.axes.sort((a, b) => a.axis - b.axis);
  return seen;
}

const SHAPES = `${SHAPE}(?:(?:, | and )${SHAPE})*`;
const OPERANDS = `${NAME} ${SHAPE}(?:(?:, | and )${NAME} ${SHAPE})*`;
const BY = '(?: by ([^:.]+?))?';
const accepted = new RegExp(`^(${SHAPES}) fits?${BY}: the result is (${SHAPE})\\.$`);
const rejected = new RegExp(`^(${OPERANDS}) (?:don't|doesn't) fit${BY}\\. (.+)$`);
const atAxis = new RegExp(
  `^(Last axis|Axis \\d+)(?: \\([whdc]\\))?: (${NAME} has \\d+(?:, ${NAME} has \\d+)*)\\. `,
);

const operandShapes = (text) =>
  [...text.matchAll(new RegExp(SHAPE, 'g'))].map(([shape]) => shapeIn(shape));

/** `Axis 1: A has 4, B has 3.`, or undefined if the whole shape is at fault. */
function faultIn(text, rank) {
  const match = atAxis.exec(text);
  if (match === null) return undefined;
  const [, axis, sizes] = match;
  const facts = [...sizes.matchAll(new RegExp(`(${NAME}) has (\\d+)`, 'g'))];
  return {
    axis: axis === 'Last axis' ? rank - 1 : Number(axis.slice('Axis '.length)),
    sizes: facts.map(([, , size]) => Number(size)),
    operands: facts.map(([, name]) => position(name)),
  };
}

/** Without a name, the rule is NumPy's. */
const ruleIn = (named) => named ?? "NumPy's rule";

/** The verdict: { ok, shapes, rule, outputShape? , fault? }. */
export function parseVerdict(text) {
  const good = accepted.exec(text);
  if (good !== null) {
    const [, operands, named, shape] = good;
    const outputShape = shapeIn(shape);
    return { ok: true, shapes: operandShapes(operands), rule: ruleIn(named), outputShape };
  }
  const bad = rejected.exec(text);
  if (bad === null) throw new Error(`not a verdict: ${text}`);
  const [, operands, named, reason] = bad;
  const shapes = operandShapes(operands);
  const rank = Math.max(...shapes.map((shape) => shape.length));
  return { ok: false, shapes, rule: ruleIn(named), fault: faultIn(reason, rank) };
}
