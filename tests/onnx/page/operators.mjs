/**
 * Writes the tables of docs/operators.md, from the engine's table.
 *
 *   node tests/onnx/page/operators.mjs           writes them
 *   node tests/onnx/page/operators.mjs --check   fails if the file has other tables
 */
import { readFile, writeFile } from 'node:fs/promises';
import { inTop } from '../../../tools/lib/paths.mjs';
import { listedVersions } from '../attributes/listed.mjs';
import { NOTES } from './notes.mjs';
import { typesText } from './types.mjs';

const PAGE = inTop('docs/operators.md');

const line = (cells) => `| ${cells.join(' | ')} |`;

function tableOf(domain, versions) {
  const notes = NOTES[domain];
  const names = [...new Set(versions.map(({ operator }) => operator))];
  const stray = Object.keys(notes).filter((name) => !names.includes(name));
  if (stray.length > 0) throw new Error(`No operators, but with notes: ${stray.join(', ')}`);
  const rows = names.sort().map((name) => {
    const own = versions.filter(({ operator }) => operator === name);
    const since = [...new Set(own.map((version) => version.since))].sort((a, b) => a - b);
    const newest = own.find((version) => version.since === since.at(-1));
    return line([name, since.join(', '), typesText(newest), notes[name] ?? '']);
  });
  return [
    line(['operator', 'versions', 'types', 'notes']),
    line(['---', '---', '---', '---']),
    ...rows,
  ];
}

/** The page with new tables between its marks. */
function written(page) {
  const all = listedVersions();
  return Object.keys(NOTES).reduce((text, domain) => {
    const [start, end] = [
      `<!-- operators of ${domain || 'ai.onnx'}: written by npm run operators -->`,
      '<!-- /operators -->',
    ];
    const at = text.indexOf(start);
    if (at < 0) throw new Error(`docs/operators.md lacks the mark ${start}`);
    const own = all.filter((version) => version.domain === domain);
    const table = ['', start, ...tableOf(domain, own), end].join('\n').trimStart();
    return text.slice(0, at) + table + text.slice(text.indexOf(end, at) + end.length);
  }, page);
}

const page = await readFile(PAGE, 'utf8');
const wanted = written(page);
if (process.argv[2] !== '--check') await writeFile(PAGE, wanted);
else if (page !== wanted) {
  console.error('docs/operators.md differs from the operator tables: run npm run operators');
  process.exitCode = 1;
}
