/**
 * Counts the test cases of a JUnit report, as ctest and `node --test` write it.
 * @typedef {{passed: number, failed: number, skipped: number, unchanged?: number}} Counts
 *   unchanged is how many of the passed were not run again.
 */

// ctest reports a test whose program is not there as skipped; it has failed.
const isFailed = (text) =>
  /<(failure|error)\b|<skipped message="Unable to find executable"/.test(text);
const isSkipped = (text) => /<skipped\b|^[^>]*\bstatus="disabled"/.test(text);

/** The test cases, each with its name and the text of its element. */
function testCases(xml) {
  const pieces = xml.replace(/<!--.*?-->/gs, '').split(/<testcase\b/);
  return pieces.slice(1).map((piece) => ({
    name: /\bname="([^"]*)"/.exec(piece)?.[1] ?? '',
    text: piece.split('</testcase>')[0],
  }));
}

/**
 * @param {string} xml
 * @param {(name: string) => boolean} [isTest] false for a case that passes without testing anything,
 *   such as a file in which Node finds no test
 * @returns {Counts}
 */
export function countTests(xml, isTest = () => true) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, text } of testCases(xml)) {
    if (isFailed(text)) counts.failed += 1;
    else if (isSkipped(text)) counts.skipped += 1;
    else if (isTest(name)) counts.passed += 1;
  }
  return counts;
}

/** @param {Counts[]} all */
export function sumCounts(all) {
  const sum = (key) => all.reduce((total, counts) => total + (counts[key] ?? 0), 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    unchanged: sum('unchanged'),
  };
}

/** The line that a test run ends with. */
export function finalLine({ passed, failed, skipped, unchanged = 0 }) {
  const skips = skipped > 0 ? `, ${skipped} skipped` : '';
  const earlier =
    unchanged > 0 ? ` (${unchanged} of them earlier, with nothing changed since)` : '';
  return `${passed} passed, ${failed} failed${skips}${earlier}`;
}

/**
 * The verdict on one suite: a run that ends badly without a failed case, or that executes no test, has
 * failed all the same.
 * @param {Counts} counts
 * @param {number} exitCode
 * @returns {Counts & {problem?: string}}
 */
export function judge(counts, exitCode) {
  const executed = counts.passed + counts.failed;
  const problem =
    executed === 0 ? 'no test was executed' : `it ended with status ${exitCode}, no test failed`;
  const isFine = executed > 0 && (exitCode === 0 || counts.failed > 0);
  return isFine ? counts : { ...counts, failed: counts.failed + 1, problem };
}
