/** Standardises the columns of a CSV file: minus their mean, divided by their deviation. */
import { readFileSync } from 'node:fs';
import { BroadcastError, load } from 'simdcast';

const file = process.argv[2] ?? new URL('heights.csv', import.meta.url);
const [header, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
const rows = lines.length;
const columns = header.split(',').length;
const cells = lines.flatMap((line) => line.split(',').map(Number));

const sc = await load();
try {
  const table = { data: Float64Array.from(cells), dims: [rows, columns] };
  // A row of 1/rows times the table is the mean of each column.
  const weights = { data: new Float64Array(rows).fill(1 / rows), dims: [1, rows] };
  const centred = sc.sub(table, sc.matMul(weights, table)); // (rows,columns) - (1,columns)
  const variance = sc.matMul(weights, sc.mul(centred, centred));
  const half = { data: Float64Array.of(0.5), dims: [] };
  const standardised = sc.div(centred, sc.pow(variance, half));

  console.log(header);
  for (let row = 0; row < rows; row++) {
    const values = standardised.data.slice(row * columns, (row + 1) * columns);
    console.log(Array.from(values, (value) => value.toFixed(2)).join(','));
  }
} catch (error) {
  if (!(error instanceof BroadcastError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
