/**
 * A whole tree of tests, each with its outcome: passed | failed | wrong (failed as the ledger lists it) | foreign
 * (with operators of other packages).
 */
import { findTests, readTest, runTest } from './folder.mjs';
import { LEDGER } from './ledger.mjs';
import { besideRepository, withPacked } from './tests-folder.mjs';

// A test of a function expanded into nodes is named for the function.
function operatorOf({ nodes }) {
  return nodes.length === 1 ? nodes[0].operator : `${nodes.length} nodes`;
}

/** The operators of a test, each with its domain and the opset that the model imports. */
function usesOf({ nodes, opsets }) {
  const uses = nodes.map(({ domain, operator }) => ({ domain, operator, opset: opsets[domain] }));
  return [...new Map(uses.map((use) => [`${use.domain}.${use.operator}`, use])).values()];
}

async function judgeTest(sc, test) {
  try {
    const problems = await runTest(sc, test);
    if (problems.length === 0) return { outcome: 'passed', problems };
    return { outcome: LEDGER.has(test.name) ? 'wrong' : 'failed', problems };
  } catch (error) {
    const outcome = error.code === 'unsupported_operator' ? 'foreign' : 'failed';
    return { outcome, problems: [error.message] };
  }
}

async function outcomeOf(sc, folder) {
  try {
    const test = readTest(folder);
    const { opset, nodes } = test.model;
    const about = { name: test.name, operator: operatorOf(test.model), opset, nodes: nodes.length };
    return { ...about, uses: usesOf(test.model), ...(await judgeTest(sc, test)) };
  } catch (error) {
    const about = { name: folder, operator: 'unreadable', opset: 0, nodes: 0, uses: [] };
    return { ...about, outcome: 'failed', problems: [error.message] };
  }
}

/** @param {import('simdcast').Simdcast} sc */
export async function runTree(sc, path) {
  const outcomes = [];
  for (const folder of findTests(path)) outcomes.push(await outcomeOf(sc, folder));
  return outcomes;
}

/** All tests beside the repository. */
export const runAll = async (sc) => [
  ...(await runTree(sc, besideRepository)),
  ...(await withPacked((folder) => runTree(sc, folder))),
];

export const isFailure = ({ outcome }) => outcome === 'failed';
