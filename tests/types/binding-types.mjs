/**
 * Writes the registrations of the wasm module as TypeScript, to build/binding/module.d.ts:
 * tests/types/binding.ts compares web/wasm/native.ts with it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { binaryFolder } from '../../tools/lib/cmake.mjs';
import { main } from '../../tools/lib/failure.mjs';
import { inTop } from '../../tools/lib/paths.mjs';
import { run } from '../../tools/lib/run.mjs';
import { setUp } from '../../tools/setup/parts.mjs';

/** Emscripten writes names with a dot in them, such as ncnn.ADD, without quotes. */
const quoted = (types) => types.replace(/([{ ])(\w+\.\w+):/g, "$1'$2':");

await main(async () => {
  const { emscripten } = await setUp(['emscripten']);
  const path = [inTop('tests/types/typescript-for-emscripten'), process.env.PATH].join(delimiter);
  const env = { ...process.env, ...emscripten.env, PATH: path };
  const folder = binaryFolder('wasm');
  await run('cmake', ['--build', folder, '--target', 'simdcast_types'], { env });
  await mkdir(inTop('build/binding'), { recursive: true });
  const types = await readFile(join(folder, 'simdcast_types.d.ts'), 'utf8');
  await writeFile(inTop('build/binding/module.d.ts'), quoted(types));
});
