/** Cloudflare's runtime with a bundled worker and the package's modules. */
import { spawn } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { write } from './package-files.mjs';

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

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

async function answerOf(url) {
  for (let round = 0; ; round++) {
    try {
      return await (await fetch(url)).text();
    } catch (error) {
      if (round === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

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
    return await answerOf(`http://127.0.0.1:${port}/`);
  } catch (error) {
    throw new Error(`${error.message} ${problems}`);
  } finally {
    server.kill();
  }
}
