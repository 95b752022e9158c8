/**
 * Compares results bit by bit between JavaScript engines:
 *
 *   npm run bits             prints the table
 *   npm run bits -- --write  writes it into docs/bits.md
 *
 * Every case of cases.mjs is computed in each place of places.mjs and hashed; rejected ones by the codes of their
 * errors. A place that cannot run is a loud skip; with CI=true, a failure. Differences fail, except in relaxed
 * SIMD where a family multiplies matrices.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finalLine, one, skip, sumCounts } from '../../tools/lib/counts.mjs';
import { main } from '../../tools/lib/failure.mjs';
import { print } from '../../tools/lib/log.mjs';
import { inTop } from '../../tools/lib/paths.mjs';
import { allFamilies } from './cases.mjs';
import { folder, places } from './places.mjs';

const isHash = (text) => /^[0-9a-z]+$/.test(text);
const number = (count) => count.toLocaleString('en');

/** The operators and models of some cases. */
const operatorsOf = (names) => [...new Set(names.map((name) => name.replace(/: .*/, '')))];

/** One family in one place, beside the reference. */
function compare({ cases, multiplies }, place, hashes, reference) {
  const names = cases.map(({ name }) => name);
  const different = names.filter((name) => hashes[name] !== reference[name]);
  // Relaxed SIMD rounds a product and its sum once, if the processor does.
  const mayDiffer = place.endsWith('relaxed') && multiplies;
  const isGood = different.every((name) => mayDiffer && isHash(hashes[name] ?? ''));
  return { isGood, different };
}

const shortText = ({ different }) =>
  different.length === 0 ? 'equal' : `${number(different.length)} differ`;

const textOf = ({ different }) =>
  different.length === 0
    ? 'equal'
    : `${shortText({ different })}: ${operatorsOf(different).join(', ')}`;

/** How many cases of a family have a result. */
const computed = ({ cases }, hashes) => cases.filter(({ name }) => isHash(hashes[name])).length;

function table(families, reference, rows) {
  const heads = families.map((family) => `${family.name} (${number(computed(family, reference))})`);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [
    line(['', ...heads]),
    line(['---', ...heads.map(() => '---')]),
    ...rows.map(([place, cells]) => line([place, ...cells.map(shortText)])),
  ].join('\n');
}

const page = (text) => `# The same bits everywhere

Results are bit-identical in JavaScript engines and on any number of threads, with one exception: relaxed SIMD. There a
processor may round a product and its sum once instead of twice, so matrix products, convolutions and attention of floats
differ in their last bits. \`load({ flavour: 'simd' })\` avoids it. A NaN may have any of its bit patterns.

\`npm run bits\` computes every case in each of these places and compares type, shape and elements with those of the first
row. Random operators take part with their seeds. Operators with subgraphs, and those whose inputs other nodes have to
make, take part only in the models. Threads in Node share even the smallest work; those in Chromium share what users'
threads share. Native builds have no sessions yet; the tests in \`tests/cpp\` compare their results with independent
expected values.

${text}
`;

/** The hashes of a place; undefined if it failed, which is printed. */
async function hashesIn(place, run) {
  try {
    return await run();
  } catch (error) {
    print(`✗ ${place}: ${error.message}`);
    return undefined;
  }
}

await main(async (args) => {
  const families = await allFamilies();
  await mkdir(folder, { recursive: true });
  const cases = families.flatMap((family) => family.cases);
  await writeFile(join(folder, 'cases.json'), JSON.stringify(cases));
  await copyFile(new URL('hashes.js', import.meta.url), join(folder, 'hashes.js'));
  const rows = [];
  const counts = [];
  let reference;
  for (const [place, { run, reason }] of Object.entries(places)) {
    if (reason) {
      counts.push(skip(place, reason));
      continue;
    }
    const hashes = await hashesIn(place, run);
    reference ??= hashes;
    if (!hashes) {
      counts.push(one('failed'));
      continue;
    }
    const cells = families.map((family) => compare(family, place, hashes, reference));
    rows.push([place, cells]);
    const isGood = cells.every((cell) => cell.isGood);
    print(`${isGood ? '✓' : '✗'} ${place}: ${cells.map(textOf).join('; ')}`);
    counts.push(one(isGood ? 'passed' : 'failed'));
  }
  for (const family of reference ? families : []) {
    const count = computed(family, reference);
    const isWhole = count >= family.fewest;
    if (!isWhole) print(`✗ ${family.name}: ${count} results, fewer than ${family.fewest}`);
    counts.push(one(isWhole ? 'passed' : 'failed'));
  }
  const text = reference ? table(families, reference, rows) : '';
  if (args.includes('--write')) await writeFile(inTop('docs/bits.md'), page(text));
  else print(text);
  const total = sumCounts(counts);
  print(`Bits: ${finalLine(total)}`);
  return total.failed > 0 ? 1 : 0;
});
