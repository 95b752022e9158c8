/** Prints the error of each function in ULP; exits with 1 if one exceeds its limit. */
import { load } from 'simdcast';
import { functions } from './functions.mjs';
import { measure } from './measure.mjs';

const sc = await load();

function rowOf(one) {
  const { cases, sum, misrounded, worst, at } = measure(sc, one);
  const share = `${((100 * misrounded) / cases).toFixed(2)} %`;
  const figures = [cases, worst.toFixed(3), one.limit, (sum / cases).toFixed(3), share];
  return [one.name, ...figures, worst > 0 ? at.join(' and ') : '-'].map(String);
}

const title = ['function', 'cases', 'worst', 'limit', 'mean', 'over 0.5', 'worst at'];
const rows = functions.map(rowOf);
const widths = title.map((_, i) => Math.max(...[title, ...rows].map((row) => row[i].length)));
const isText = (i) => i === 0 || i === title.length - 1;
for (const row of [title, ...rows]) {
  const cells = row.map((text, i) =>
    isText(i) ? text.padEnd(widths[i]) : text.padStart(widths[i]),
  );
  console.log(cells.join('  ').trimEnd());
}
console.log('\nErrors are in units in the last place of the type, float32 unless named.');
for (const { name, leastUnit } of functions) {
  if (leastUnit)
    console.log(`${name}: no unit is taken to be less than 2^${Math.log2(leastUnit)}.`);
}
process.exitCode = rows.some(([, , worst, limit]) => Number(worst) > Number(limit)) ? 1 : 0;
