/**
 * The modules as the linker leaves them, with their functions in the order that compresses best: one
 * order for all flavours, by the functions' names, so that one flavour stays a small patch of another.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { orderOf } from './order.mjs';
import { inTop } from './paths.mjs';
import { run } from './run.mjs';
import { functionNames, withFunctionNames } from './wasm.mjs';

/** Flavours, and the preset that builds each. */
const PRESETS = { simd: 'wasm-simd', relaxed: 'wasm-simd', scalar: 'wasm-scalar' };
export const FLAVOURS = Object.keys(PRESETS);
export const modulesFolder = inTop('build/modules');

// What the modules are built with; Binaryen takes nothing that it was not told of.
const FEATURES = [
  'simd',
  'relaxed-simd',
  'bulk-memory',
  'sign-ext',
  'mutable-globals',
  'nontrapping-float-to-int',
  'multivalue',
  'reference-types',
].map((feature) => `--enable-${feature}`);

const linkedModule = (flavour) => readFile(inTop('build', PRESETS[flavour], `${flavour}.wasm`));

/** The names of the functions that a module defines, in the order that compresses it best. */
function orderedNames(module) {
  const names = functionNames(module);
  const order = orderOf(module);
  const imported = names.size - order.length;
  return order.map((i) => names.get(imported + i));
}

/** @returns {Buffer} the module, each function named by its place so that Binaryen can sort them */
function namedByPlace(module, places) {
  const named = [...functionNames(module)].map(([index, name]) => [index, places.get(name)]);
  const known = named.filter(([, place]) => place !== undefined);
  const digits = String(places.size).length;
  const labels = known.map(([index, place]) => [index, String(place).padStart(digits, '0')]);
  return withFunctionNames(module, new Map(labels));
}

async function wasmOpt(emscripten) {
  const env = { ...process.env, ...emscripten.env };
  const { stdout } = await run(join(emscripten.root, 'em-config'), ['BINARYEN_ROOT'], { env });
  return join(stdout.trim(), 'bin', 'wasm-opt');
}

/** @param {import('../setup/emscripten.mjs').Emscripten} emscripten */
export async function arrangeModules(emscripten) {
  const program = await wasmOpt(emscripten);
  await rm(modulesFolder, { recursive: true, force: true });
  await mkdir(modulesFolder, { recursive: true });
  const places = new Map();
  // Functions that no flavour before it has follow, in the order that is best for this one.
  for (const flavour of FLAVOURS) {
    const module = await linkedModule(flavour);
    for (const name of orderedNames(module)) if (!places.has(name)) places.set(name, places.size);
    const named = join(modulesFolder, `${flavour}-named.wasm`);
    await writeFile(named, namedByPlace(module, places));
    const to = join(modulesFolder, `${flavour}.wasm`);
    await run(program, [...FEATURES, named, '--reorder-functions-by-name', '--output', to]);
    await rm(named);
  }
}
