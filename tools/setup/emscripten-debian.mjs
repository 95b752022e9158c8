/**
 * The recipe for Emscripten from Debian 13's packages. Its programs are given the C library that they
 * were built with, so they run on older systems.
 */
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSuite } from '../lib/apt.mjs';
import { Failure } from '../lib/failure.mjs';
import { run } from '../lib/run.mjs';

/** Names the cached folder: Emscripten's version in the suite, and the revision of this recipe. */
export const cacheKey = '3.1.69-1';

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

async function unpack(archive, folder) {
  const exclude = leftOut.map((pattern) => `--exclude=${pattern}`);
  await run('bash', ['-c', unpackScript, 'unpack', archive, '-C', folder, ...exclude]);
}

async function unpackAll(from, folder, task) {
  const archives = (await readdir(from)).filter((name) => name.endsWith('.deb'));
  for (const [done, archive] of archives.entries()) {
    task.progress(`unpacking ${done + 1} of ${archives.length}`);
    await unpack(join(from, archive), folder);
    await rm(join(from, archive));
  }
}

const runnable = /^(clang|lld|wasm|llvm|opt$|llc$)/;

async function programs(folder) {
  const places = [join(folder, 'usr/lib/llvm-19/bin'), join(folder, 'usr/bin')];
  const found = await Promise.all(
    places.map(async (place) => {
      const entries = await readdir(place, { withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && runnable.test(entry.name));
      return files.map((entry) => join(place, entry.name));
    }),
  );
  return found.flat();
}

const isElf = async (file) =>
  (await readFile(file)).subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'));

async function patchPrograms(folder, { triplet, loader }) {
  const system = join(folder, 'usr/lib', triplet);
  const rpath = `${system}:${join(folder, 'usr/lib/llvm-19/lib')}`;
  const interpreter = join(system, loader);
  const patchelf = [interpreter, '--library-path', system, join(folder, 'usr/bin/patchelf')];
  for (const program of await programs(folder)) {
    if (!(await isElf(program))) continue;
    const change = ['--set-interpreter', interpreter, '--set-rpath', rpath, program];
    await run(patchelf[0], [...patchelf.slice(1), ...change]);
  }
}

/** The configuration lies where em++ looks when EM_CONFIG names no other. */
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
  const compiler = join(folder, 'usr/share/emscripten/em++');
  const { stdout } = await run(compiler, ['--version'], { env });
  const expected = cacheKey.split('-')[0];
  if (!stdout.includes(expected)) {
    throw new Failure(`The unpacked em++ is not ${expected}: ${stdout.split('\n')[0]}`);
  }
}

/**
 * Fills an empty folder; its path is baked into the programs.
 * @param {string} folder
 * @param {import('../lib/apt.mjs').Archive} archive
 * @param {import('../lib/log.mjs').Task} task
 */
export async function buildEmscripten(folder, archive, task) {
  const platform = platforms[archive.architecture];
  if (!platform) throw new Failure(`There is no Emscripten recipe for ${archive.architecture}.`);
  const work = join(folder, 'work');
  const suite = await openSuite(archive, work, 'deb', task);
  const fetched = await suite.fetch(['download', ...packages]);
  await unpackAll(fetched, folder, task);
  task.progress('patching the programs');
  await patchPrograms(folder, platform);
  await configure(folder);
  await verify(folder);
  await rm(work, { recursive: true, force: true });
}
