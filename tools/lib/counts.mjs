/**
 * Counts tests and checks.
 * @typedef {{passed: number, failed: number, skipped: number, earlier?: number}} Counts
 *   earlier is how many of the passed were not run again.
 */
import { print } from './log.mjs';

/** The counts of one thing that passed, failed or was skipped. */
export const one = (name) => ({ passed: 0, failed: 0, skipped: 0, [name]: 1 });

/**
 * Reports prominently that something was not run, and counts it: as skipped, or as failed if CI=true.
 * @returns {Counts}
 */
export function skip(title, reason, env = process.env) {
  const isFailure = env.CI === 'true';
  print(`${isFailure ? '✗' : '!'} ${title}: SKIPPED. ${reason}`);
  return one(isFailure ? 'failed' : 'skipped');
}

/** @param {Counts[]} all */
export function sumCounts(all) {
  const sum = (key) => all.reduce((total, counts) => total + (counts[key] ?? 0), 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    earlier: sum('earlier'),
  };
}

/** The last line of a test run. */
export function finalLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Counts from a JUnit report of ctest, whose first element has the totals. */
export function ctestCounts(xml) {
  const suite = /<testsuite\b[^>]*>/.exec(xml)?.[0] ?? '';
  const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  // A test whose program was not built is listed as skipped, but has failed.
  const absent = xml.split('<skipped message="Unable to find executable"').length - 1;
  const skipped = number('skipped') + number('disabled') - absent;
  const failed = number('failures') + absent;
  return { passed: number('tests') - failed - skipped, failed, skipped };
}

/** Counts the test cases in Catch2's XML report. Its end has the totals: an aborted run has none. */
export function catch2Counts(xml) {
  const sums = /<OverallResultsCases\b[^>]*>/.exec(xml)?.[0] ?? '';
  const number = (name) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(sums)?.[1] ?? 0);
  const [failed, skipped] = [number('failures'), number('skips')];
  return { passed: number('successes') + number('expectedFailures'), failed, skipped };
}

/**
 * The verdict on one suite: a run that fails without a failed test, or that executes none, has failed too.
 * @param {Counts} counts
 * @param {number} exitCode
 * @returns {Counts & {problem?: string}}
 */
export function judge(counts, exitCode) {
  const executed = counts.passed + counts.failed;
  if (executed > 0 && (exitCode === 0 || counts.failed > 0)) return counts;
  const problem =
    executed === 0 ? 'no test was executed' : `it ended with status ${exitCode}, no test failed`;
  return { ...counts, failed: counts.failed + 1, problem };
}

/**
 * A suite that executes fewer tests than it has must have lost some on the way: it has failed.
 * @param {Counts & {problem?: string}} counts
 * @param {{part?: number, whole: number}} fewest
 * @param {'part' | 'whole'} extent
 * @returns {Counts & {problem?: string}}
 */
export function requireFloor(counts, fewest, extent) {
  const executed = counts.passed + counts.failed;
  const floor = fewest[extent] ?? fewest.whole;
  if (executed >= floor || counts.failed > 0) return counts;
  const problem = `${executed} tests were executed, of at least ${floor}`;
  return { ...counts, failed: 1, problem };
}
