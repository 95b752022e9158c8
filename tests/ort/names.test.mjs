/**
 * Every name and option that onnxruntime-common declares is a row of docs/onnxruntime-web.md, and there are
 * no other rows: names of a new version are noticed. Exactly the names that are listed as missing are undefined.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as ort from 'simdcast/ort';
import ts from 'typescript';
import { encodeModel } from '../onnx/models.mjs';
import { sectionsOf } from '../support/markdown.mjs';

const text = readFileSync(
  fileURLToPath(new URL('../../docs/onnxruntime-web.md', import.meta.url)),
  'utf8',
);
const rowsOf = (title) => {
  const { text: section } = sectionsOf(text).find((each) => each.title === title);
  return new Map(
    [...section.matchAll(/^\| `(.+?)` \| (\w+) \|/gm)].map(([, name, here]) => [name, here]),
  );
};

const entry = createRequire(import.meta.url).resolve('onnxruntime-common');
const folder = join(dirname(entry), '../esm');
const program = ts.createProgram([join(folder, 'index.d.ts')], {
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts'],
});
const checker = program.getTypeChecker();
const source = program
  .getSourceFiles()
  .find(({ fileName }) => fileName.endsWith('common/dist/esm/index.d.ts'));
const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source));
const membersOf = (type) =>
  type
    .getProperties()
    .map(({ name }) => name)
    .filter((name) => name !== 'prototype' && !name.startsWith('__'));

/** The interface of a name, such as of the instances of a class. */
const typeNamed = (name) =>
  checker.getDeclaredTypeOfSymbol(exported.find((each) => each.name === name));
/** The value's own members, such as a class's static ones. */
const valueNamed = (name) =>
  checker.getTypeOfSymbolAtLocation(
    exported.find((each) => each.name === name),
    source,
  );
const within = (namespace, name) => {
  const { exports } = exported.find((each) => each.name === namespace);
  return membersOf(checker.getDeclaredTypeOfSymbol(exports.get(name)));
};

const isValue = ({ flags }) => (flags & ts.SymbolFlags.Value) !== 0;
const nested = (name, members) => members.map((member) => `${name}.${member}`);

test('names', () => {
  const names = exported
    .map((symbol) =>
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    )
    .filter(isValue)
    .map(({ name }) => name);
  const classes = ['InferenceSession', 'Tensor'];
  const all = new Set([
    'default',
    ...names,
    ...classes.flatMap((name) =>
      nested(name, [...membersOf(typeNamed(name)), ...membersOf(valueNamed(name))]),
    ),
    ...nested('env', membersOf(valueNamed('env'))),
  ]);
  assert.deepEqual([...rowsOf('Names').keys()].sort(), [...all].sort());
});

test('options', () => {
  const options = within('InferenceSession', 'SessionOptions');
  const ofRuns = within('InferenceSession', 'RunOptions').map((name) => `run: ${name}`);
  assert.deepEqual([...rowsOf('Options').keys()].sort(), [...options, ...ofRuns].sort());
});

test('missing and existing names', async () => {
  const { InferenceSession, Tensor, env } = ort;
  const tensor = new Tensor('float32', [1], [1]);
  const places = {
    InferenceSession: [InferenceSession, InferenceSession.prototype],
    Tensor: [Tensor, tensor],
    env: [env],
  };
  for (const [name, here] of rowsOf('Names')) {
    const [first, member] = name.split('.');
    const isThere =
      member === undefined ? first in ort : places[first].some((place) => member in place);
    // Properties of a session's instances are tested by checks.mjs.
    if (first === 'InferenceSession' && /Names|Metadata/.test(member ?? '')) continue;
    if (name === 'env.debug' || name === 'env.trace') continue;
    assert.equal(isThere, here !== 'missing', name);
  }
});

// onnxruntime-web's classes have the names that its minifier gave them.
test('classes have their names', async () => {
  const { InferenceSession, Tensor } = ort;
  const session = await InferenceSession.create(
    encodeModel({
      inputs: [{ name: 'x', dims: [2] }],
      outputs: [{ name: 'y', dims: [2] }],
      nodes: [{ op: 'Neg', inputs: ['x'], outputs: ['y'] }],
    }),
  );
  assert.deepEqual(
    [Tensor.name, InferenceSession.name, session.constructor.name],
    ['Tensor', 'InferenceSession', 'InferenceSession'],
  );
  await session.release();
});
