/** The library as a C++ program finds it: installed into a folder of its own, and nothing more. */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { binaryFolder } from '../../tools/lib/cmake.mjs';
import { inTop, top } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';
import { blocksOf, firstBlock } from '../support/markdown.mjs';

const folder = mkdtempSync(join(tmpdir(), 'simdcast-cpp-'));
const prefix = join(folder, 'prefix');
after(() => rmSync(folder, { recursive: true, force: true }));

const { version } = JSON.parse(readFileSync(inTop('package.json'), 'utf8'));
const files = () =>
  readdirSync(prefix, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(prefix.length + 1))
    .sort();
const headers = () => files().filter((file) => file.endsWith('.hpp'));

const cmake = (args, options = {}) => run('cmake', args, { cwd: folder, ...options });

/** Configures a project of the given lines that finds the installed library. */
function configure(name, lines, options) {
  const source = join(folder, name);
  mkdirSync(source, { recursive: true });
  const first = ['cmake_minimum_required(VERSION 3.22)', `project(${name} LANGUAGES CXX)`];
  writeFileSync(join(source, 'CMakeLists.txt'), [...first, ...lines, ''].join('\n'));
  const args = ['-S', source, '-B', join(source, 'build'), '-G', 'Ninja'];
  return cmake([...args, `-DCMAKE_PREFIX_PATH=${prefix}`], options);
}

before(() => cmake(['--install', binaryFolder('library'), '--prefix', prefix]));

test('one archive, the headers, and the files of find_package are installed', () => {
  const kinds = {
    archive: /^lib\w*\/(.*\/)?libsimdcast\.a$/,
    header: /^include\/simdcast\/[\w/]+\.hpp$/,
    package: /^lib\w*\/(.*\/)?cmake\/simdcast\/simdcastConfig(-release|Version)?\.cmake$/,
    licence: /^share\/doc\/simdcast\/LICENSE$/,
  };
  const counts = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0]));
  for (const file of files()) {
    const kind = Object.keys(kinds).find((each) => kinds[each].test(file));
    assert.ok(kind, `${file} is not something to install`);
    counts[kind] += 1;
  }
  assert.deepEqual(
    { ...counts, header: counts.header > 0 },
    {
      archive: 1,
      header: true,
      package: 3,
      licence: 1,
    },
  );
});

test('installed files mention no path of this checkout, no test and no WebAssembly', () => {
  for (const file of files().filter((each) => !each.endsWith('.a'))) {
    const text = readFileSync(join(prefix, file), 'utf8');
    assert.ok(!text.includes(top.replace(/\/$/, '')), `${file} names the checkout`);
    assert.doesNotMatch(text, /wasm|emscripten|catch2|sanitize|fuzz|_test/i, file);
  }
});

test('every header stands by itself, without a warning', async () => {
  const sources = headers().map((header, i) => {
    writeFileSync(
      join(folder, `header${i}.cpp`),
      `#include <${header.slice('include/'.length)}>\nint header${i}() { return 0; }\n`,
    );
    return `../header${i}.cpp`;
  });
  await configure('headers', [
    `find_package(simdcast ${version} EXACT REQUIRED)`,
    `add_library(headers STATIC ${sources.join(' ')})`,
    'target_compile_options(headers PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Werror)',
    'target_link_libraries(headers PRIVATE simdcast::simdcast)',
  ]);
  await cmake(['--build', join(folder, 'headers', 'build')]);
});

test('another minor version is not accepted', async () => {
  const [major, minor] = version.split('.').map(Number);
  const wanted = `${major}.${minor + 1}`;
  const { code, output } = await configure('newer', [`find_package(simdcast ${wanted} REQUIRED)`], {
    check: false,
  });
  assert.notEqual(code, 0);
  assert.match(output, /compatible with requested version/);
});

test('a program that adds this folder to its own build sees the same headers and no others', async () => {
  writeFileSync(
    join(folder, 'probe.cpp'),
    [
      '#include <simdcast/simdcast.hpp>',
      '#if __has_include(<shape.hpp>) || __has_include(<simdcast/plan/loop_nest.hpp>)',
      '#error an internal header can be reached',
      '#endif',
      'simdcast::Request request("Add");',
      'bool probe() { return simdcast::Task::make(request).index() == 0; }',
      '',
    ].join('\n'),
  );
  await configure('added', [
    `add_subdirectory(${top} simdcast)`,
    'add_library(probe OBJECT ../probe.cpp)',
    'target_link_libraries(probe PRIVATE simdcast::simdcast)',
    'install(CODE "message(STATUS installed)")',
  ]);
  await cmake(['--build', join(folder, 'added', 'build'), '--target', 'probe']);
  await cmake(['--install', join(folder, 'added', 'build'), '--prefix', join(folder, 'none')]);
  assert.throws(
    () => readdirSync(join(folder, 'none')),
    'its own installation does not bring ours',
  );
});

const example = inTop('examples/cpp');
const readme = readFileSync(join(example, 'README.md'), 'utf8');
let building;
/** Builds the examples once, against what is installed; returns the folder of the programs. */
function builtExamples() {
  const build = join(folder, 'example');
  building ??= cmake([
    ...['-S', example, '-B', build, '-G', 'Ninja'],
    `-DCMAKE_PREFIX_PATH=${prefix}`,
  ]).then(() => cmake(['--build', build]));
  return building.then(() => build);
}

test('the example is built against the installed library, and prints the output in its README', async () => {
  const { stdout } = await run(join(await builtExamples(), 'example'), []);
  assert.equal(stdout, firstBlock(readme, 'text'));

  const printed = new Map(
    stdout.split('\n').flatMap((line) => {
      const [, name, dims, numbers] = /^(\w+) \((.*)\): (.*)$/.exec(line) ?? [];
      return name ? [[name, { dims, numbers: numbers.split(' ').map(Number) }]] : [];
    }),
  );
  // The images are 0 to 11. The bias of channel c at (image, c, w), by ONNX's text of opset 6.
  const images = Array.from({ length: 12 }, (_, i) => i);
  const biased = images.map((value, i) => value + 100 * ((Math.floor(i / 2) % 3) + 1));
  assert.deepEqual(printed.get('add'), { dims: '2,3,2', numbers: biased });
  assert.deepEqual(printed.get('softmax'), { dims: '3,4,1', numbers: images.map(() => 0.25) });
  const sum = (values) => values.reduce((all, value) => all + value, 0);
  const rows = [images.slice(0, 6), images.slice(6)];
  assert.deepEqual(printed.get('sum'), { dims: '2,', numbers: rows.map(sum) });
  // Two channels of 2×3; a window is two neighbours of a row.
  const windows = [0, 1, 3, 4].map((at) => [at, at + 1]);
  const first = windows.map(([a, b]) => a + b);
  const both = windows.map(([a, b]) => a + b + (a + 6) + (b + 6) + 0.5);
  assert.deepEqual(printed.get('convolution'), { dims: '1,2,2,2', numbers: [...first, ...both] });
});

const digits = inTop('demo/digits/digits.onnx');

test('the example with a model reads the drawn digit, and prints the output in its README', async () => {
  const { stdout } = await run(join(await builtExamples(), 'model'), [digits]);
  assert.equal(stdout, blocksOf(readme).find(({ name }) => name === 'model').code);
  const [, numbers] = /^output odds .*: (.*)$/m.exec(stdout);
  const probabilities = numbers.split(' ').map(Number);
  assert.equal(probabilities.indexOf(Math.max(...probabilities)), 0);
  const sum = probabilities.reduce((all, each) => all + each, 0);
  assert.ok(Math.abs(sum - 1) < 0.05, numbers);
});

test('the example with a model explains why a file is not a model', async () => {
  const program = join(await builtExamples(), 'model');
  const { code, stdout } = await run(program, [join(example, 'README.md')], { check: false });
  assert.equal(code, 1);
  assert.match(stdout, /^The bytes are not an ONNX model: /);
});

test('the program in the README prints the output shown there', async () => {
  const blocks = blocksOf(readme);
  const at = blocks.findIndex(({ language }) => language === 'cpp');
  writeFileSync(join(folder, 'program.cpp'), blocks[at].code);
  copyFileSync(digits, join(folder, 'digits.onnx'));
  await configure('readme', [
    'find_package(simdcast REQUIRED)',
    'add_executable(program ../program.cpp)',
    'target_link_libraries(program PRIVATE simdcast::simdcast)',
  ]);
  await cmake(['--build', join(folder, 'readme', 'build')]);
  const { stdout } = await run(join(folder, 'readme', 'build', 'program'), [], { cwd: folder });
  assert.equal(stdout, blocks[at + 1].code);
});
