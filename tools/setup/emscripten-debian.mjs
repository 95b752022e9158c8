/**
 * The recipe for Emscripten from Debian 13's packages. Its programs run with the C library that they were
 * built with, so they work on older systems.
 */
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../lib/failure.mjs';
import { run } from '../lib/run.mjs';

/** Emscripten's version in the suite. */
export const version = '3.1.69';

const tools = 'emscripten binaryen clang-19 lld-19 llvm-19 llvm-19-linker-tools llvm-19-runtime';
const scripts = 'node-acorn node-xtend';
const libraries =
  'libllvm19 libclang-cpp19 libclang1-19 libclang-common-19-dev libc6 libgcc-s1 libstdc++6 zlib1g ' +
  'libzstd1 liblzma5 libedit2 libbsd0 libmd0 libffi8 libtinfo6 libxml2 libz3-4 libicu76 libgmp10 ' +
  'libpfm4 libcurl4t64';
const packages = `${tools} ${scripts} ${libraries} patchelf`.split(' ');

// Three quarters of the package: link-time-optimised, position-independent and sanitizer builds.
const leftOut = [
  './usr/share/emscripten/test',
  './usr/share/emscripten/docs',
  '*/lib/wasm32-emscripten/lto*',
  '*/lib/wasm32-emscripten/pic',
  '*/lib*-asan*.a',
  '*/lib*san_rt*.a',
  '*/libsanitizer*.a',
  '*/libwasmfs*.a',
  './usr/share/doc',
  './usr/share/man',
];

const platforms = {
  amd64: { triplet: 'x86_64-linux-gnu', loader: 'ld-linux-x86-64.so.2' },
  arm64: { triplet: 'aarch64-linux-gnu', loader: 'ld-linux-aarch64.so.1' },
};

const unpackScript =
  'set -o pipefail; archive="$1"; shift; dpkg-deb --fsys-tarfile "$archive" | tar -x "$@"';

async function unpackOne(archive, folder) {
  const exclude = leftOut.map((pattern) => `--exclude=${pattern}`);
  await run('bash', ['-c', unpackScript, 'unpack', archive, '-C', folder, ...exclude]);
  await rm(archive);
}

const isElf = async (file) =>
  (await readFile(file)).subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'));

/** The compilers and linkers, without scripts and links. */
async function programs(folder) {
  const places = ['usr/lib/llvm-19/bin', 'usr/bin'].map((place) => join(folder, place));
  const lists = places.map((place) => readdir(place, { withFileTypes: true }));
  const runnable = /^(clang|lld|wasm|llvm|opt$|llc$)/;
  return (await Promise.all(lists)).flatMap((entries, i) =>
    entries
      .filter((entry) => entry.isFile() && runnable.test(entry.name))
      .map(({ name }) => join(places[i], name)),
  );
}

async function patchPrograms(folder, { triplet, loader }) {
  const system = join(folder, 'usr/lib', triplet);
  const rpath = `${system}:${join(folder, 'usr/lib/llvm-19/lib')}`;
  const interpreter = join(system, loader);
  const patchelf = ['--library-path', system, join(folder, 'usr/bin/patchelf')];
  for (const program of await programs(folder)) {
    if (!(await isElf(program))) continue;
    const change = ['--set-interpreter', interpreter, '--set-rpath', rpath, program];
    await run(interpreter, [...patchelf, ...change]);
  }
}

/** em++ finds the configuration there if EM_CONFIG is not set. */
export const configFile = (folder) => join(folder, 'usr/share/emscripten/.emscripten');

async function configure(folder) {
  const given = await readFile(configFile(folder), 'utf8');
  const settings = {
    LLVM_ROOT: join(folder, 'usr/lib/llvm-19/bin'),
    BINARYEN_ROOT: join(folder, 'usr'),
    NODE_JS: 'node',
  };
  const kept = given
    .split('\n')
    .filter((line) => !/^(LLVM_ROOT|BINARYEN_ROOT|NODE_JS|\w+_ADD_VERSION)\b/.test(line));
  const own = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
  await writeFile(configFile(folder), [...kept, ...own, ''].join('\n'));
  // The JS optimiser imports acorn as a package.
  await symlink('nodejs', join(folder, 'usr/share/node_modules'));
}

async function verify(folder) {
  const env = { ...process.env, EM_CONFIG: configFile(folder) };
  const { stdout } = await run(join(folder, 'usr/share/emscripten/em++'), ['--version'], { env });
  if (stdout.includes(version)) return;
  throw new Failure(`The unpacked em++ is not ${version}: ${stdout.split('\n')[0]}`);
}

export const recipe = {
  name: 'emscripten',
  // Includes the revision of this recipe.
  key: `${version}-1`,
  args: ['download', ...packages],
  async unpack(fetched, folder, { architecture }) {
    const platform = platforms[architecture];
    if (!platform) throw new Failure(`There is no Emscripten recipe for ${architecture}.`);
    const archives = (await readdir(fetched)).filter((name) => name.endsWith('.deb'));
    for (const archive of archives) await unpackOne(join(fetched, archive), folder);
    await patchPrograms(folder, platform);
    await configure(folder);
    await verify(folder);
  },
};
