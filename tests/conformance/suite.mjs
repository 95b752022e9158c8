/**
 * A whole tree of tests, each with its outcome: passed | failed | foreign (with operators that are
 * not the package's).
 */
import { findTests, readTest, runTest } from './folder.mjs';

// A test of a function expanded into nodes is named for the function.
function operatorOf({ nodes }) {
  return nodes.length === 1 ? nodes[0].operator : `${nodes.length} nodes`;
}

async function judgeTest(sc, test) {
  try {
    const problems = await runTest(sc, test);
    return { outcome: problems.length === 0 ? 'passed' : 'failed', problems };
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
    return { ...about, ...(await judgeTest(sc, test)) };
  } catch (error) {
    const about = { name: folder, operator: 'unreadable', opset: 0, nodes: 0 };
    return { ...about, outcome: 'failed', problems: [error.message] };
  }
}

/** @param {import('simdcast').Simdcast} sc */
export async function runTree(sc, path) {
  const outcomes = [];
  for (const folder of findTests(path)) outcomes.push(await outcomeOf(sc, folder));
  return outcomes;
}

export const isFailure = ({ outcome }) => outcome === 'failed';
