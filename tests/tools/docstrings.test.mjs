/**
 * The docstrings of a function and of the method with the same name are equal, although their signatures are
 * written separately.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inTop } from '../../tools/lib/paths.mjs';

/** The members of an interface, overloads included: name and docstring, without references and line breaks. */
function docstrings(file) {
  const source = readFileSync(inTop(file), 'utf8');
  return [...source.matchAll(/(?:\/\*\*((?:(?!\*\/).)*)\*\/\n)?^ {2}(\w+)[<(]/gms)].map(
    ([, text = '', name]) => {
      const words = text.replace(/\n *\* ?/g, ' ').replace(/@see.*/s, '');
      return [name, words.trim().replace(/\s+/g, ' ')];
    },
  );
}

for (const family of readdirSync(inTop('web/api/signatures')))
  test(`functions and methods say the same: ${family}`, () => {
    const functions = docstrings(`web/api/signatures/${family}`);
    // A method may add which of the operands the tensor is.
    const methods = docstrings(`web/memory/methods/${family}`).map(([name, text]) => [
      name,
      text.replace(/ This tensor is [^.]+\.$/, ''),
    ]);
    const said = new Map(functions);
    assert.deepEqual(new Set(methods.map(([name]) => name)), new Set(said.keys()));
    for (const [name, text] of [...functions, ...methods]) {
      assert.notEqual(text, '', name);
      assert.equal(text, said.get(name), name);
    }
  });
