/**
 * Compares results bit by bit between JavaScript engines and compilers of C++:
 *
 *   npm run bits             prints the table
 *   npm run bits -- --write  writes it into docs/bits.md
 *
 * Runs each case of cases.mjs in each place of places.mjs and hashes the result, or the error code of a rejected
 * case. Prints the reason if a place cannot run; with CI=true that is a failure. A difference is a failure, except
 * in relaxed SIMD for families that multiply matrices.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finalLine, one, skip, sumCounts } from '../../tools/lib/counts.mjs';
import { main } from '../../tools/lib/failure.mjs';
import { print } from '../../tools/lib/log.mjs';
import { inTop } from '../../tools/lib/paths.mjs';
import { allFamilies } from './cases.mjs';
import { writeNativeCases } from './native.mjs';
import { folder, places } from './places.mjs';

const isHash = (text) => /^[0-9a-z]+$/.test(text ?? '');
const number = (count) => count.toLocaleString('en');

/** The operators and models of some cases. */
const operatorsOf = (names) => [...new Set(names.map((name) => name.replace(/: .*/, '')))];

/** Whether two results are the same, or both cases were rejected: C++ has finer codes than JavaScript. */
const areSame = (a, b) => a === b || !(isHash(a) || isHash(b));

/** One family in one place, beside the reference. */
function compare({ cases, multiplies }, place, hashes, reference) {
  const names = cases.map(({ name }) => name).filter((name) => !places[place].mayDiffer?.(name));
  const different = names.filter((name) => !areSame(hashes[name], reference[name]));
  // Relaxed SIMD rounds a product and its sum once, if the processor does.
  const mayRoundOnce = place.endsWith('relaxed') && multiplies;
  const isGood = different.every((name) => mayRoundOnce && isHash(hashes[name]));
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

const page = (text) => `# Bit-identical results

Results are bit-identical in JavaScript engines and on any number of threads, with one exception: relaxed SIMD. There a
processor may round a product and its sum once instead of twice, so matrix products, convolutions and attention of floats
differ in their last bits. \`load({ flavour: 'simd' })\` avoids it. A NaN may have any of its bit patterns.

\`npm run bits\` runs the same cases in each environment below and compares type, shape and elements with the first
row. Random operators have a seed. Operators with subgraphs, and operators that need other nodes around them, are covered
only by the models. In Node, threads share even the smallest work; in Chromium they use the normal thresholds. The rows of
C++ are sessions of the native library, without StringNormalizer, for which JavaScript knows the letters of locales.

${text}
`;

/** Writes the cases and the program's module where the places read them. */
async function writeCases(cases) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'cases.json'), JSON.stringify(cases));
  await copyFile(new URL('hashes.js', import.meta.url), join(folder, 'hashes.js'));
  await writeNativeCases(cases);
}

/** The hashes of a place, or undefined, and how that counts; prints the reason of a failure. */
async function hashesIn(place, { run, reason }, cases) {
  if (reason) return { counts: skip(place, reason) };
  try {
    return { hashes: await run(cases) };
  } catch (error) {
    print(`✗ ${place}: ${error.message}`);
    return { counts: one('failed') };
  }
}

/** Prints the comparison of a place. */
function judge(place, cells) {
  const isGood = cells.every((cell) => cell.isGood);
  print(`${isGood ? '✓' : '✗'} ${place}: ${cells.map(textOf).join('; ')}`);
  return one(isGood ? 'passed' : 'failed');
}

/** Fails if cases have lost their results. */
function requireResults(family, reference) {
  const count = computed(family, reference);
  const isWhole = count >= family.fewest;
  if (!isWhole) print(`✗ ${family.name}: ${count} results, fewer than ${family.fewest}`);
  return one(isWhole ? 'passed' : 'failed');
}

await main(async (args) => {
  const families = await allFamilies();
  const cases = families.flatMap((family) => family.cases);
  await writeCases(cases);
  const rows = [];
  const all = [];
  let reference;
  for (const [place, program] of Object.entries(places)) {
    const { hashes, counts } = await hashesIn(place, program, cases);
    reference ??= hashes;
    const cells = hashes && families.map((family) => compare(family, place, hashes, reference));
    if (cells) rows.push([place, cells]);
    all.push(counts ?? judge(place, cells));
  }
  if (reference) all.push(...families.map((family) => requireResults(family, reference)));
  const text = reference ? table(families, reference, rows) : '';
  if (args.includes('--write')) await writeFile(inTop('docs/bits.md'), page(text));
  else print(text);
  const total = sumCounts(all);
  print(`Bits: ${finalLine(total)}`);
  return total.failed > 0 ? 1 : 0;
});
