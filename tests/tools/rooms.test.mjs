/**
 * Folders and their import directions. A tree is a table of its folders, lowest first; a file may import from
 * its own folder and those before it, and there are no import cycles.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { inTop } from '../../tools/lib/paths.mjs';

/** The relative paths that a script imports, from the top of its tree. */
const importedBy = (file, text) =>
  ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => /^\..*\.[jt]s$/.test(name))
    .map((name) => posix.join(posix.dirname(file), name.replace(/\.js$/, '.ts')));

/**
 * A module is a folder, or files at the top of the tree; a folder inside a module may be a separate one.
 * `importsOf` returns the files of the tree that a file imports, by their paths below `root`; `purposeOf`
 * returns whether the README describes a module.
 */
const TREES = [
  {
    root: 'web',
    extension: '.ts',
    rooms: [
      ['base'],
      ['reader'],
      ['reader.ts'],
      ['wasm'],
      ['memory'],
      ['engine'],
      ['codegen'],
      ['expression'],
      ['api'],
      ['index.ts', 'external.ts', 'core.ts', 'threads.ts', 'broadcasting.ts', 'module.d.ts'],
      ['onnx/model'],
      ['onnx/session'],
      ['onnx/check'],
      ['onnx.ts'],
      ['ort'],
      ['ort.ts'],
      ['cli'],
    ],
    purposeOf: (room) => existsSync(inTop('web', room, 'README.md')),
    importsOf: importedBy,
  },
  {
    root: 'demo',
    extension: '.ts',
    rooms: [
      ['base'],
      ['state'],
      ['data'],
      ['speed'],
      ['model'],
      ['app'],
      ['figure'],
      ['clinic'],
      ['share'],
      ['views'],
      ['tabs'],
      ['porting'],
      ['digits'],
      ['present'],
      ['quiz'],
      ['learn'],
      ['challenge'],
      ['offline'],
      ['page'],
      ['main.ts'],
      ['embed'],
      ['languages'],
      ['prerender'],
      ['vite.config.ts'],
    ],
    purposeOf: (room) => rowsOf('demo').has(room),
    importsOf: importedBy,
  },
  {
    root: 'src',
    extension: 'pp',
    rooms: [
      ['base'],
      ['simd'],
      ['convert'],
      ['threads'],
      ['math'],
      ['rules'],
      ['plan'],
      ['kernels'],
      ['execute'],
      ['matrix'],
      ['rows'],
      ['windows'],
      ['layers'],
      ['operators'],
      ['explain'],
      ['engine'],
      ['strings'],
      ['graph'],
      ['onnx'],
      ['model'],
      ['simdcast.hpp'],
    ],
    purposeOf: (room) => rowsOf('src').has(room),
    importsOf: (file, text) =>
      [...text.matchAll(/^#include "([^"]+)"/gm)].map(([, name]) =>
        posix.join(posix.dirname(file), name),
      ),
  },
];

/** The includes of each folder according to the tree's README. */
function rowsOf(root) {
  const rows = readFileSync(inTop(root, 'README.md'), 'utf8').matchAll(
    /^\| `(\w+)` \|.+\|(.*)\|$/gm,
  );
  return new Map([...rows].map(([, room, names]) => [room, [...names.matchAll(/\w+/g)].flat()]));
}

/** The position of a file's folder in the table; -1 for none. */
const roomOf = (file, rooms) =>
  rooms.findIndex((names) => names.some((name) => file === name || file.startsWith(`${name}/`)));

/** Imports from a folder into a later one. */
function upwards(graph, rooms) {
  return [...graph].flatMap(([file, imports]) =>
    imports
      .filter((other) => roomOf(other, rooms) > roomOf(file, rooms))
      .map((other) => `${file} imports ${other}`),
  );
}

/** The first import cycle: each file imports the next, the last one the first. */
function circle(graph) {
  const done = new Set();
  const visit = (file, path) => {
    if (path.includes(file)) return path.slice(path.indexOf(file));
    if (done.has(file)) return undefined;
    for (const other of graph.get(file) ?? []) {
      const found = visit(other, [...path, file]);
      if (found) return found;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const found = visit(file, []);
    if (found) return found;
  }
  return undefined;
}

async function graphOf({ root, extension, importsOf }) {
  const names = await readdir(inTop(root), { recursive: true });
  const files = names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((n) => n.endsWith(extension));
  const read = async (file) => importsOf(file, await readFile(inTop(root, file), 'utf8'));
  return new Map(await Promise.all(files.map(async (file) => [file, await read(file)])));
}

for (const tree of TREES) {
  const { root, rooms } = tree;
  test(`${root}: every file is in a module, and every module has a purpose`, async () => {
    const homeless = [...(await graphOf(tree)).keys()].filter((file) => roomOf(file, rooms) < 0);
    assert.deepEqual(homeless, []);
    const folders = rooms.flat().filter((name) => !posix.extname(name));
    const silent = folders.filter((name) => !tree.purposeOf(name));
    assert.deepEqual(silent, []);
  });
  test(`${root}: imports run downwards`, async () => {
    assert.deepEqual(upwards(await graphOf(tree), rooms), []);
  });
  test(`${root}: no files import one another in a circle`, async () => {
    assert.equal(circle(await graphOf(tree)), undefined);
  });
}

for (const root of ['src', 'demo'])
  test(`${root}: each room includes those that its README names`, async () => {
    const tree = TREES.find((tree) => tree.root === root);
    const folderOf = (file) => file.split('/')[0];
    const included = new Map([...rowsOf(root).keys()].map((room) => [room, new Set()]));
    for (const [file, others] of await graphOf(tree))
      for (const other of others)
        if (folderOf(other) !== folderOf(file)) included.get(folderOf(file))?.add(folderOf(other));
    for (const [room, names] of rowsOf(root))
      assert.deepEqual([...included.get(room)].sort(), names.sort(), room);
  });

test('an import into a later room is found, and a circle inside of one', () => {
  const rooms = [['low'], ['high']];
  const graph = new Map([
    ['low/a', ['low/b', 'high/c']],
    ['low/b', ['low/a']],
    ['high/c', ['low/b']],
  ]);
  assert.deepEqual(upwards(graph, rooms), ['low/a imports high/c']);
  assert.deepEqual(circle(graph), ['low/a', 'low/b']);
});
