/**
 * Writes tests/types/api.md, the public types of the built package without comments. Its differences show reviewers
 * how a change affects them; `--check` fails if they differ.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import ts from 'typescript';
import { Failure, main } from '../../tools/lib/failure.mjs';
import { inTop } from '../../tools/lib/paths.mjs';

const report = inTop('tests/types/api.md');
const printer = ts.createPrinter({ removeComments: true });

async function parse(file) {
  const text = await readFile(inTop('dist', file), 'utf8');
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

const isExport = (statement) => ts.isExportDeclaration(statement);
const nameOf = (statement) =>
  statement.name?.text ?? statement.declarationList?.declarations[0].name.text ?? '';
const byName = (a, b) => (nameOf(a) < nameOf(b) ? -1 : 1);

/** The declarations of a file, by name. */
function declarations(source) {
  return source.statements
    .filter((statement) => !isExport(statement) && !ts.isImportDeclaration(statement))
    .sort(byName)
    .map((statement) => printer.printNode(ts.EmitHint.Unspecified, statement, source));
}

/** The names that a file exports. */
function exportedNames(source) {
  return source.statements
    .filter(isExport)
    .flatMap(({ exportClause }) => exportClause.elements.map(({ name }) => name.text))
    .sort();
}

const block = (lines) => `\`\`\`ts\n${lines.join('\n')}\n\`\`\`\n`;

async function sections() {
  const { exports } = JSON.parse(await readFile(inTop('package.json'), 'utf8'));
  // A pattern leads to an entry that has a name, too.
  const entries = Object.entries(exports).filter(
    ([name, { types }]) => types && !name.endsWith('*'),
  );
  const files = new Map(entries.map(([name, { types }]) => [name, basename(types)]));
  const parts = [];
  let before = '';
  for (const [name, file] of files) {
    const source = await parse(file);
    const heading = `## ${name.replace('.', 'simdcast')}\n`;
    const names = exportedNames(source).join('\n');
    const list = names === before ? 'Exports the same names.\n' : `\`\`\`text\n${names}\n\`\`\`\n`;
    before = names || before;
    parts.push(heading, names && list, block(declarations(source)));
  }
  parts.push('## What the entries share\n', block(declarations(await parse('shared.d.ts'))));
  return parts.filter(Boolean);
}

await main(async ([option]) => {
  const intro =
    '# The public API\n\nMade from the declarations by `npm run api`; `npm run check` compares.\n';
  const made = [intro, ...(await sections())].join('\n');
  if (option !== '--check') return writeFile(report, made);
  const kept = await readFile(report, 'utf8').catch(() => '');
  if (kept !== made)
    throw new Failure('tests/types/api.md is not the API as built: run `npm run api`.');
});
