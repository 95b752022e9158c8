import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  catch2Counts,
  ctestCounts,
  finalLine,
  judge,
  requireFloor,
  skip,
  sumCounts,
} from '../../tools/lib/counts.mjs';
import { run } from '../../tools/lib/run.mjs';
import { temporaryFolder } from './support.mjs';

// In the form of ctest 3.25.
const ctestReport = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)" tests="5" failures="1" disabled="1" skipped="2" hostname="" time="0">
  <testcase name="ok" classname="ok" time="0.001" status="run">
    <system-out>&lt;failure&gt; in the output</system-out>
  </testcase>
  <testcase name="bad" classname="bad" time="0.001" status="fail">
    <failure message=""/>
  </testcase>
  <testcase name="skip" classname="skip" time="0.001" status="notrun">
    <skipped message="SKIP_RETURN_CODE=4"/>
  </testcase>
  <testcase name="gone_NOT_BUILT" classname="gone" time="0" status="notrun">
    <skipped message="Unable to find executable"/>
  </testcase>
  <testcase name="off" classname="off" time="0" status="disabled"/>
</testsuite>`;

test('a report of ctest: a program that is not there has failed', () => {
  assert.deepEqual(ctestCounts(ctestReport), { passed: 1, failed: 2, skipped: 2 });
  assert.deepEqual(ctestCounts(''), { passed: 0, failed: 0, skipped: 0 });
});

// In the form of Catch2 3.7.
const catch2Report = `<?xml version="1.0" encoding="UTF-8"?>
<Catch2TestRun name="simdcast_tests" rng-seed="20" xml-format-version="3" catch2-version="3.7.1">
  <TestCase name="one"><OverallResult success="true" skips="0"/></TestCase>
  <OverallResults successes="9" failures="1" expectedFailures="0" skips="0"/>
  <OverallResultsCases successes="5" failures="1" expectedFailures="0" skips="2"/>
</Catch2TestRun>`;

test('a report of Catch2 counts test cases, and one that broke off has none', () => {
  assert.deepEqual(catch2Counts(catch2Report), { passed: 5, failed: 1, skipped: 2 });
  const broken = catch2Report.slice(0, catch2Report.indexOf('<OverallResultsCases'));
  assert.deepEqual(catch2Counts(broken), { passed: 0, failed: 0, skipped: 0 });
});

test('a suite that lost tests has failed', () => {
  const counts = (passed, failed) => ({ passed, failed, skipped: 0 });
  const fewest = { part: 9, whole: 20 };
  assert.deepEqual(requireFloor(counts(9, 0), fewest, 'part'), counts(9, 0));
  assert.equal(requireFloor(counts(8, 0), fewest, 'part').failed, 1);
  const { problem } = requireFloor(counts(19, 0), fewest, 'whole');
  assert.equal(problem, '19 tests were executed, of at least 20');
  assert.deepEqual(requireFloor(counts(3, 2), fewest, 'whole'), counts(3, 2));
  // The part is the whole suite.
  assert.equal(requireFloor(counts(19, 0), { whole: 20 }, 'part').failed, 1);
});

const tests = `import { describe, it, test } from 'node:test';
test('ok', () => {});
test('bad', () => { throw new Error('x'); });
test('alone', { skip: 'no relaxed SIMD' }, () => {});
describe('group', { skip: 'no browser' }, () => { it('never', () => {}); });
describe('other', () => { it('child', () => {}); it.skip('why'); });
`;

test('node --test: groups and files without tests do not count, and skips say why', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'a.test.mjs'), tests);
  writeFileSync(join(folder, 'empty.test.mjs'), '');
  const reporter = new URL('../../tools/lib/counting-reporter.mjs', import.meta.url).pathname;
  const report = join(folder, 'report');
  const options = [`--test-reporter=${reporter}`, `--test-reporter-destination=${report}`];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const files = ['a.test.mjs', 'empty.test.mjs'];
  const args = ['--test', ...options, ...files];
  assert.equal((await run(process.execPath, args, { cwd: folder, env, check: false })).code, 1);
  assert.deepEqual(JSON.parse(readFileSync(report, 'utf8')), {
    counts: { passed: 2, failed: 1, skipped: 3 },
    skips: [
      { name: 'alone', reason: 'no relaxed SIMD' },
      { name: 'group', reason: 'no browser' },
      { name: 'why', reason: 'no reason given' },
    ],
  });
});

const judgements = [
  { name: 'all passed', counts: [2, 0, 1], exitCode: 0, failed: 0 },
  { name: 'some failed', counts: [2, 3, 0], exitCode: 1, failed: 3 },
  { name: 'no test at all', counts: [0, 0, 0], exitCode: 0, failed: 1 },
  { name: 'every test skipped', counts: [0, 0, 4], exitCode: 0, failed: 1 },
  { name: 'a bad end with no failed test', counts: [5, 0, 0], exitCode: 1, failed: 1 },
];

for (const { name, counts, exitCode, failed } of judgements) {
  test(`a suite is judged: ${name}`, () => {
    const [passed, bad, skipped] = counts;
    const verdict = judge({ passed, failed: bad, skipped }, exitCode);
    assert.equal(verdict.failed, failed);
    assert.equal(verdict.passed, passed);
    assert.equal(verdict.problem !== undefined, failed > bad);
  });
}

test('the final line sums the suites, and names skips only when there are some', () => {
  const one = { passed: 3, failed: 0, skipped: 0 };
  const two = { passed: 4, failed: 1, skipped: 2 };
  assert.equal(finalLine(sumCounts([one, one])), '6 passed, 0 failed');
  assert.equal(finalLine(sumCounts([one, two])), '7 passed, 1 failed, 2 skipped');
});

test('a skip is counted as skipped, and as failed where CI=true', () => {
  assert.deepEqual(skip('Browser', 'no Chromium', {}), { passed: 0, failed: 0, skipped: 1 });
  const ci = skip('Browser', 'no Chromium', { CI: 'true' });
  assert.deepEqual(ci, { passed: 0, failed: 1, skipped: 0 });
});
