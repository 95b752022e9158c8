/**
 * The outcomes as the files that ONNX's backend scoreboard reads from a backend's folder of results, like those
 * that its `test/conftest.py` writes (github.com/onnx/backend-scoreboard): report.json, ops.json and trend.json.
 */

/** The status of each outcome: operators that a backend lacks are skipped. */
const STATUS = { passed: 'passed', wrong: 'failed', failed: 'failed', foreign: 'skipped' };
const STATUSES = ['failed', 'passed', 'skipped'];

const nameOf = ({ name }) => `OnnxBackendNodeModelTest::${name}_cpu`;
const statusOf = ({ outcome }) => STATUS[outcome];

/** Like `%m/%d/%Y %H:%M:%S` in UTC. */
function dateText(date) {
  const [year, month, day, time] = date.toISOString().split(/[-T.]/);
  return `${month}/${day}/${year} ${time}`;
}

function reportOf(outcomes, date) {
  const namesOf = (status) => outcomes.filter((one) => statusOf(one) === status).map(nameOf);
  return {
    date,
    ...Object.fromEntries(STATUSES.map((status) => [status, namesOf(status).sort()])),
  };
}

function operatorsOf(outcomes) {
  const rows = new Map();
  for (const one of outcomes)
    for (const { domain, operator } of one.uses) {
      const key = `${domain}\n${operator}`;
      const row = rows.get(key) ?? {
        ...{ domain, op_type: operator, total_tests: 0 },
        ...{ passed_tests: 0, failed_tests: 0, skipped_tests: 0 },
      };
      row.total_tests++;
      row[`${statusOf(one)}_tests`]++;
      rows.set(key, row);
    }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/**
 * @param {Awaited<ReturnType<typeof import('./suite.mjs').runTree>>} outcomes
 * @param {{date: Date, version: string}} about the run, and the package
 * @returns {Record<string, unknown>} the contents of the files, by name
 */
export function scoreboardFiles(outcomes, { date, version }) {
  const report = reportOf(outcomes, dateText(date));
  const ops = operatorsOf(outcomes);
  const counts = STATUSES.map((status) => [status, report[status].length]);
  const summary = {
    date: report.date,
    ...Object.fromEntries(counts),
    total_ops: ops.length,
    versions: [{ name: 'simdcast', version }],
  };
  return { 'report.json': report, 'ops.json': ops, 'trend.json': [summary] };
}
