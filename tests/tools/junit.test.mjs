import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTests, finalLine, judge, sumCounts } from '../../tools/lib/junit.mjs';
import { skip } from '../../tools/lib/skips.mjs';

// As ctest 3.25 writes it.
const ctestReport = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="(empty)" tests="5" failures="1" disabled="1" skipped="2">
  <testcase name="ok" classname="ok" time="0.001" status="run">
    <system-out>&lt;failure&gt; in the output</system-out>
  </testcase>
  <testcase name="bad" classname="bad" time="0.001" status="fail">
    <failure message=""/>
    <system-out></system-out>
  </testcase>
  <testcase name="skip" classname="skip" time="0.001" status="notrun">
    <skipped message="SKIP_RETURN_CODE=4"/>
    <system-out></system-out>
  </testcase>
  <testcase name="gone_NOT_BUILT" classname="gone" time="0" status="notrun">
    <skipped message="Unable to find executable"/>
    <system-out>Unable to find executable: /nonexistent</system-out>
  </testcase>
  <testcase name="off" classname="off" time="0" status="disabled">
    <system-out>Disabled</system-out>
  </testcase>
</testsuite>`;

// As Node 20 writes it.
const nodeReport = `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
  <testcase name="/somewhere/empty.test.mjs" time="0.05" classname="test"/>
  <testcase name="ok" time="0.0006" classname="test"/>
  <testcase name="bad &lt;x>" time="0.0001" classname="test" failure="a &lt;testcase b">
    <failure type="testCodeFailure" message="a &lt;testcase b">
[Error: a &lt;testcase b]
    </failure>
  </testcase>
  <testsuite name="parent" time="0.001" disabled="0" errors="0" tests="2" failures="0" skipped="1">
    <testcase name="child" time="0.0001" classname="test"/>
    <testcase name="other" time="0.00007" classname="test">
      <skipped type="skipped" message="no browser"/>
    </testcase>
  </testsuite>
  <!-- tests 4 -->
</testsuites>`;

test('a report of ctest: a program that is not there has failed', () => {
  assert.deepEqual(countTests(ctestReport), { passed: 1, failed: 2, skipped: 2 });
});

test('a report of node --test: nested cases count, files without tests do not', () => {
  const isTest = (name) => !name.startsWith('/');
  assert.deepEqual(countTests(nodeReport, isTest), { passed: 2, failed: 1, skipped: 1 });
});

test('no report has no counts', () => {
  assert.deepEqual(countTests(''), { passed: 0, failed: 0, skipped: 0 });
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
  assert.equal(
    finalLine(sumCounts([one, { ...one, unchanged: 3 }])),
    '6 passed, 0 failed (3 of them earlier, with nothing changed since)',
  );
});

test('a skip is counted as skipped, and as failed where CI=true', () => {
  assert.deepEqual(skip('Browser', 'no Chromium', {}), { passed: 0, failed: 0, skipped: 1 });
  const ci = skip('Browser', 'no Chromium', { CI: 'true' });
  assert.deepEqual(ci, { passed: 0, failed: 1, skipped: 0 });
});
