/** Cloudflare's runtime with a bundled worker and the package's modules. */
import { spawn } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { write } from './package-files.mjs';
import { freePort, whenServed } from './ports.mjs';

const MODULES = ['simd.wasm', 'relaxed.wasm'];

const config = (port) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
${MODULES.map((file) => `    (name = "${file}", wasm = embed "${file}"),\n`).join('')}  ],
  compatibilityDate = "2026-01-01",
);
`;

/** Returns the response of a worker with the package's modules. */
export async function runWorkerd(program, folder, name, contents, alias = {}) {
  const { build } = await import('esbuild');
  const project = join(folder, name);
  await mkdir(project, { recursive: true });
  for (const file of MODULES)
    await copyFile(join(folder, 'node_modules/simdcast/dist', file), join(project, file));
  await build({
    stdin: { contents, resolveDir: folder },
    // An alias is resolved from here.
    absWorkingDir: folder,
    outfile: join(project, 'worker.js'),
    bundle: true,
    format: 'esm',
    alias: {
      ...Object.fromEntries(MODULES.map((file) => [`simdcast/${file}`, `./${file}`])),
      ...alias,
    },
    external: MODULES.map((file) => `./${file}`),
    logLevel: 'error',
  });
  const port = await freePort();
  const file = await write(project, 'config.capnp', config(port));
  const server = spawn(program, ['serve', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let problems = '';
  server.stderr.on('data', (text) => {
    problems += text;
  });
  try {
    return await (await whenServed(`http://127.0.0.1:${port}/`)).text();
  } catch (error) {
    throw new Error(`${error.message} ${problems}`);
  } finally {
    server.kill();
  }
}
