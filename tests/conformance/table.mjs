/** The outcomes as text: a row for each operator, then what failed or is not ours. */
import { LEDGER } from './ledger.mjs';

const columns = ['passed', 'wrong', 'failed'];

function range(numbers) {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return low === high ? String(low) : `${low} to ${high}`;
}

const count = (list, outcome) => list.filter((one) => one.outcome === outcome).length;

function rowOf(operator, list) {
  const opsets = range(list.map(({ opset }) => opset));
  return [operator, opsets, ...columns.map((outcome) => count(list, outcome))].map(String);
}

function aligned(rows) {
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  const cell = (text, i) => (i < 2 ? text.padEnd(widths[i]) : text.padStart(widths[i]));
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}

function details(title, list) {
  if (list.length === 0) return [];
  const lines = list.flatMap(({ name, problems }) => problems.map((said) => `  ${name}: ${said}`));
  return ['', title, ...lines];
}

/** The tests that the ledger lists, by reason. */
function listed(outcomes) {
  const reasons = new Set(outcomes.map(({ name }) => LEDGER.get(name)));
  return [...reasons].map((reason) => {
    const names = outcomes.map(({ name }) => name).filter((name) => LEDGER.get(name) === reason);
    return `Wrong: ${names.length} tests ${reason}`;
  });
}

export function tableOf(outcomes) {
  const ours = outcomes.filter(({ outcome }) => outcome !== 'foreign');
  const operators = [...new Set(ours.map(({ operator }) => operator))].sort();
  const rows = operators.map((name) =>
    rowOf(
      name,
      ours.filter(({ operator }) => operator === name),
    ),
  );
  const foreign = count(outcomes, 'foreign');
  return [
    ...aligned([['operator', 'opset', ...columns], ...rows, rowOf('all', ours)]),
    ...listed(outcomes.filter(({ outcome }) => outcome === 'wrong')),
    ...details(
      'Failed:',
      outcomes.filter(({ outcome }) => outcome === 'failed'),
    ),
    ...(foreign > 0
      ? ['', `Not run: ${foreign} tests with operators that are not the package's`]
      : []),
  ].join('\n');
}
