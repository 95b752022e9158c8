/** An editor shows the documentation of every function, and the same documentation for the method of tensors. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load, Tensor } from 'simdcast';
import ts from 'typescript';
import { inTop } from '../../tools/lib/paths.mjs';

const program = inTop('tests/types/hovered.ts');
const HEADER = `import type { Simdcast, Tensor } from 'simdcast';
declare const sc: Simdcast;
declare const x: Tensor<'float32'>;
`;

/** The signature and the documentation that an editor shows for the member in each line. */
function hovered(lines) {
  const text = HEADER + lines.map((line) => `${line};\n`).join('');
  const host = {
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    getScriptFileNames: () => [program],
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) =>
      ts.ScriptSnapshot.fromString(file === program ? text : readFileSync(file, 'utf8')),
    getCompilationSettings: () => ({ strict: true, module: ts.ModuleKind.NodeNext, types: [] }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getCurrentDirectory: () => inTop('tests/types'),
  };
  const service = ts.createLanguageService(host);
  return lines.map((line) => {
    const at = text.indexOf(`\n${line};`) + 1 + line.indexOf('.') + 1;
    const { displayParts, documentation } = service.getQuickInfoAtPosition(program, at);
    return [displayParts, documentation].map(ts.displayPartsToString);
  });
}

const sc = await load();
const names = Object.getOwnPropertyNames(Tensor.prototype).filter(
  (name) => !['set', 'constructor', 'toString'].includes(name) && typeof sc[name] === 'function',
);

test('there are functions that are methods of tensors', () => {
  assert.ok(names.length > 90);
});

const forms = ['sc.NAME', 'x.NAME', 'sc.NAME(x, x, x)', 'x.NAME(x, x)'];
const shown = hovered(names.flatMap((name) => forms.map((form) => form.replace('NAME', name))));

for (const [at, name] of names.entries())
  test(`${name} has the same documentation as a function and as a method, called or not`, () => {
    const [[signature, text], ...others] = shown.slice(at * forms.length, (at + 1) * forms.length);
    assert.match(signature, new RegExp(`\\b${name}\\b`));
    assert.match(text, /^[A-Z].*\.$/s);
    for (const [other, same] of others) {
      assert.match(other, new RegExp(`\\b${name}\\b`));
      assert.equal(same, text);
    }
  });
