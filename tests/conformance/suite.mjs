/**
 * A whole tree of tests, each with its outcome:
 *   passed | failed | listed (skipped, with a reason in listed.json) | unlisted (skipped without
 *   one, which is a failure) | foreign (none of the package's operators).
 */
import { readFileSync } from 'node:fs';
import { findTests, readTest, runTest } from './folder.mjs';

const data = JSON.parse(readFileSync(new URL('listed.json', import.meta.url), 'utf8'));
const operators = new Set(data.operators);
const reasons = new Map(
  data.listed.flatMap(({ reason, folders }) => folders.map((name) => [name, reason])),
);

const isOurs = ({ operator, domain }) => domain === '' && operators.has(operator);

// A test of a function expanded into nodes is named for the function.
function operatorOf({ nodes }) {
  return nodes.length === 1 ? nodes[0].operator : `${nodes.length} nodes`;
}

function judgeTest(sc, test) {
  const { nodes } = test.model;
  const reason = reasons.get(test.name);
  if (nodes.length === 1 && isOurs(nodes[0])) {
    if (reason) return { outcome: 'failed', problems: ['it is listed, but has one node: run it'] };
    const problems = runTest(sc, test);
    return { outcome: problems.length === 0 ? 'passed' : 'failed', problems };
  }
  if (reason) return { outcome: 'listed', problems: [reason] };
  if (!nodes.some(isOurs)) return { outcome: 'foreign', problems: [] };
  return { outcome: 'unlisted', problems: ['it has several nodes, and is not in listed.json'] };
}

function outcomeOf(sc, folder) {
  try {
    const test = readTest(folder);
    const { opset, nodes } = test.model;
    const about = { name: test.name, operator: operatorOf(test.model), opset, nodes: nodes.length };
    return { ...about, ...judgeTest(sc, test) };
  } catch (error) {
    const about = { name: folder, operator: 'unreadable', opset: 0, nodes: 0 };
    return { ...about, outcome: 'failed', problems: [error.message] };
  }
}

/** @param {import('simdcast').Simdcast} sc */
export const runTree = (sc, path) => findTests(path).map((folder) => outcomeOf(sc, folder));

export const isFailure = ({ outcome }) => outcome === 'failed' || outcome === 'unlisted';
