/** The outcomes as text: a row for each operator, then what failed or is not ours. */

const columns = ['passed', 'failed'];

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
    ...details(
      'Failed:',
      outcomes.filter(({ outcome }) => outcome === 'failed'),
    ),
    ...(foreign > 0
      ? ['', `Not run: ${foreign} tests with operators that are not the package's`]
      : []),
  ].join('\n');
}
