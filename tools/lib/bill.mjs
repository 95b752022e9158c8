/** The bill of materials of the package, in CycloneDX: npm's own, and everything that is compiled into its files. */
import { readFile } from 'node:fs/promises';
import { npm } from '../setup/npm.mjs';
import { inTop, top } from './paths.mjs';

/**
 * Parts of the package by others; docs/notices.md has a heading for each. `package` is one of npm; a part is
 * `within` another one that contains its sources.
 * @type {{name: string, licence: string, package?: string, within?: string}[]}
 */
export const PARTS = [
  { name: 'Emscripten', licence: 'MIT' },
  { name: 'musl', licence: 'MIT', within: 'Emscripten' },
  { name: 'dlmalloc', licence: 'CC0-1.0', within: 'Emscripten' },
  { name: 'LLVM', licence: 'Apache-2.0 WITH LLVM-exception', within: 'Emscripten' },
  {
    name: 'protobuf-es',
    licence: 'Apache-2.0 AND BSD-3-Clause',
    package: '@bufbuild/protobuf',
  },
];

const readJson = async (path) => JSON.parse(await readFile(inTop(path), 'utf8'));

function componentOf({ name, licence, package: npmName, within }, { packages }, emscripten) {
  const version = npmName ? packages[`node_modules/${npmName}`].version : emscripten;
  const purl = npmName
    ? `pkg:npm/${npmName.replace('@', '%40')}@${version}`
    : `pkg:github/emscripten-core/emscripten@${version}${within ? '#system/lib' : ''}`;
  return {
    type: 'library',
    'bom-ref': name,
    name: npmName ?? name,
    ...(within ? { description: `as in ${within} ${version}` } : { version }),
    licenses: [{ expression: licence }],
    purl,
  };
}

/**
 * @param {string} emscripten the version that has linked the modules
 * @returns {Promise<object>} the same for the same sources
 */
export async function billOfMaterials(emscripten) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const bill = JSON.parse((await npm(args, top)).stdout);
  const { name, version } = await readJson('package.json');
  const lock = await readJson('package-lock.json');
  const found = PARTS.map((part) => componentOf(part, lock, emscripten));
  const { timestamp: _, ...metadata } = bill.metadata;
  const { serialNumber: __, ...rest } = bill;
  return {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, name } },
    components: [...bill.components, ...found],
    dependencies: [
      { ref: `${name}@${version}`, dependsOn: found.map((one) => one['bom-ref']) },
      ...found.map((one) => ({ ref: one['bom-ref'], dependsOn: [] })),
    ],
  };
}
