/** TypeScript, the oldest version that the types support and the newest: the tests of the types in tests/types. */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inTop } from '../../tools/lib/paths.mjs';
import { write } from './package-files.mjs';
import { passes, tool } from './places.mjs';

/** The tests that need no other package. A compiler must report an error after each `@ts-expect-error`. */
const FILES = ['entries.ts', 'expect.ts', 'operators.ts', 'ort-program.ts', 'values.ts'];

const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM'],
  module: 'NodeNext',
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: false,
};

/** @param {string} installed name of the compiler in tests/matrix/package.json */
const compiler = (version, installed) => ({
  title: `TypeScript ${version}`,
  said: 'passed',
  async run(folder) {
    const root = join(folder, `types-${version}`);
    await mkdir(root);
    for (const file of FILES) await copyFile(inTop('tests/types', file), join(root, file));
    await write(root, 'tsconfig.json', JSON.stringify({ compilerOptions }));
    const args = [tool(`${installed}/bin/tsc`), '--project', root];
    return passes(process.execPath, args);
  },
});

/** @type {import('./cells.mjs').Cell[]} */
export const compilerCells = [compiler('5.4', 'typescript-5.4'), compiler('7', 'typescript')];
