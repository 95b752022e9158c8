/**
 * A project whose node_modules are the installed clients, with onnxruntime-web and onnxruntime-node replaced
 * as by npm's overrides.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installed } from './install.mjs';

const top = fileURLToPath(new URL('../../', import.meta.url));
const REPLACED = ['onnxruntime-web', 'onnxruntime-node'];

/** A temporary folder, and a function that removes it. Its links must be kept: they lead to unreplaced packages. */
export function makeProject() {
  const folder = mkdtempSync(join(tmpdir(), 'simdcast-project-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  const packages = fileURLToPath(installed('.'));
  const names = readdirSync(packages).filter((name) => !name.startsWith('.'));
  for (const name of names.filter((each) => !REPLACED.includes(each)))
    symlinkSync(join(packages, name), join(modules, name));
  for (const name of REPLACED)
    cpSync(join(top, 'packages/onnxruntime-web'), join(modules, name), { recursive: true });
  symlinkSync(top, join(modules, 'simdcast'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
