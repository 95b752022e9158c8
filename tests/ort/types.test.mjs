/**
 * Every type that onnxruntime-common exports is a row of "Types" in docs/onnxruntime-web.md, and there are no
 * other rows. *same*: each of the two is assignable to the other. *differs*: one is. *missing*: simdcast/ort
 * has no such type.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { sectionsOf } from '../support/markdown.mjs';

const top = fileURLToPath(new URL('../../', import.meta.url));
const { text: section } = sectionsOf(
  readFileSync(join(top, 'docs/onnxruntime-web.md'), 'utf8'),
).find(({ title }) => title === 'Types');
const rows = new Map(
  [...section.matchAll(/^\| (`.+`) \| (same|differs|missing) \|/gm)].flatMap(([, names, here]) =>
    names.match(/[\w.]+/g).map((name) => [name, here]),
  ),
);

const options = {
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noEmit: true,
  types: [],
};
const common = join(
  dirname(createRequire(import.meta.url).resolve('onnxruntime-common')),
  '../esm/index.d.ts',
);

/** The compiler's view of the files, in which each is parsed once, and `made` has the text given. */
const made = join(top, 'tests/types/made.ts');
const parsed = new Map();
function programOf(file, text) {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === made || fileExists.call(host, path);
  host.getSourceFile = (path, ...rest) => {
    if (path === made) return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext);
    if (!parsed.has(path)) parsed.set(path, getSourceFile.call(host, path, ...rest));
    return parsed.get(path);
  };
  return ts.createProgram([file], options, host);
}

/** Names of all exported types, those of namespaces with the namespace's name before them. */
function typesOf(file) {
  const program = programOf(file);
  const checker = program.getTypeChecker();
  const named = (symbol, before) => {
    const it = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const name = `${before}${symbol.name}`;
    const within =
      it.flags & ts.SymbolFlags.Namespace
        ? checker.getExportsOfModule(it).filter(({ flags }) => flags & ts.SymbolFlags.Type)
        : [];
    return [
      ...(it.flags & ts.SymbolFlags.Type ? [name] : []),
      ...within.flatMap((each) => named(each, `${name}.`)),
    ];
  };
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  return checker.getExportsOfModule(module).flatMap((symbol) => named(symbol, ''));
}

const theirs = typesOf(common);
const ours = new Set(typesOf(join(top, 'dist/ort.d.ts')));

const IMPORTS =
  "import type * as ours from 'simdcast/ort'; import type * as theirs from 'onnxruntime-common';";
/** Arguments of the types that have parameters. */
const ARGUMENTS = { TypedTensor: "<'float32'>" };

/** The compiler's errors for a program in tests/types, by line. */
function complaintsOf(text) {
  const program = programOf(made, text);
  const source = program.getSourceFile(made);
  const complaints = [
    ...program.getSyntacticDiagnostics(source),
    ...program.getSemanticDiagnostics(source),
  ];
  return new Map(
    complaints.map(({ start, messageText }) => [
      source.getLineAndCharacterOfPosition(start).line,
      ts.flattenDiagnosticMessageText(messageText, ' '),
    ]),
  );
}

/** The types of one module that are assignable to the other's. */
function assignable(names, from, to) {
  const type = (module, name) => `${module}.${name}${ARGUMENTS[name] ?? ''}`;
  const lines = names.map(
    (name, i) => `export const f${i} = (x: ${type(from, name)}): ${type(to, name)} => x;`,
  );
  const complaints = complaintsOf(`${IMPORTS}\n${lines.join('\n')}`);
  return new Set(names.filter((_, i) => !complaints.has(i + 1)));
}

test('every type has a row', () => {
  assert.deepEqual([...rows.keys()].sort(), theirs.toSorted());
});

test('types are missing, the same or differ as the rows say', () => {
  const both = theirs.filter((name) => ours.has(name));
  const [into, from] = [assignable(both, 'theirs', 'ours'), assignable(both, 'ours', 'theirs')];
  const relation = (name) => {
    if (!ours.has(name)) return 'missing';
    if (into.has(name) && from.has(name)) return 'same';
    return into.has(name) || from.has(name) ? 'differs' : 'neither is assignable to the other';
  };
  const found = Object.fromEntries(theirs.map((name) => [name, relation(name)]));
  assert.deepEqual(found, Object.fromEntries(rows));
});

test('a program compiles with both', () => {
  const text = readFileSync(join(top, 'tests/types/ort-program.ts'), 'utf8');
  assert.deepEqual(complaintsOf(text), new Map());
  const other = text.replace("'simdcast/ort'", "'onnxruntime-common'");
  assert.notEqual(other, text);
  assert.deepEqual(complaintsOf(other), new Map());
});
