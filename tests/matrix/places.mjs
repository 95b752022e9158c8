/** The environments of programs: runtimes on the command line, pages in a browser, and bundlers' outputs. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveFolder } from './browsers.mjs';
import { bundlers } from './bundlers.mjs';
import { write } from './package-files.mjs';
import { page } from './programs.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
/** A file of the installed packages. */
export const tool = (path) => join(here, 'node_modules', path);
export const execute = promisify(execFile);

export const NODES = [20, 22, 24, 26];
export const node = (version) => tool(`node-${version}/bin/node`);
export const bun = tool('@oven/bun-linux-x64/bin/bun');
export const workerd = tool('@cloudflare/workerd-linux-64/bin/workerd');
const deno = tool('deno/bin.cjs');

/** Runs a program of the project from a file with that name. */
export const program = (command, args, name, text) => async (folder) => {
  await write(folder, name, text);
  const { stdout } = await execute(command, [...args, name], { cwd: folder, timeout: 60_000 });
  return stdout.trim();
};

/** Runs a program that succeeds or fails: returns 'passed', or all that it prints. */
export const passes = (command, args, options) =>
  execute(command, args, { timeout: 120_000, ...options }).then(
    () => 'passed',
    ({ message, stdout }) => `${message}\n${stdout}`,
  );

export const onNode = (version, args, name, text) => ({
  title: `Node ${version}: ${[...args, name].join(' ')}`,
  run: program(node(version), args, name, text),
});
export const onDeno = (name, text) =>
  program(process.execPath, [deno, 'run', '--allow-read'], name, text);
export const onBun = (name, text) => program(bun, ['run'], name, text);

/** The address of an entry's file, as npm installed it. */
export const installed = (entry) =>
  `/node_modules/simdcast/dist/${entry.split('/')[1] ?? 'index'}.js`;

/** A page of the project in a browser, over files as npm installed them. */
export const pageOf = (name, files, options) => async (folder, browser) => {
  const all = { 'index.html': page('main.js'), ...files };
  for (const [file, text] of Object.entries(all)) await write(folder, `${name}/${file}`, text);
  const server = await serveFolder(folder, options);
  try {
    return await browser.titleOf(`${server.url}${name}/index.html`);
  } finally {
    await server.close();
  }
};

/** A program and all that it imports, in the text of one file. */
export async function inOneFile(contents, folder, format, alias = {}) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    // An alias is resolved from here.
    absWorkingDir: folder,
    bundle: true,
    format,
    alias,
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

/**
 * Bundles a project and opens what came out, under the same policy.
 * @param {string} name of the bundler
 */
export const bundled =
  (name, project, text, { alias, ...options } = {}) =>
  async (folder, browser) => {
    const of = `${name.replace(/\W/g, '')}-${project.replace('/', '-')}`;
    await write(folder, `${of}/index.html`, page('./main.js'));
    await write(folder, `${of}/main.js`, text);
    const out = join(folder, of, 'out');
    await bundlers[name](join(folder, of), out, alias);
    const server = await serveFolder(out, options);
    try {
      return await browser.titleOf(`${server.url}index.html`);
    } finally {
      await server.close();
    }
  };

/** The files as Vite serves them while a project is written, under no policy: its own client needs code. */
export const viteDev =
  (project, text, alias = {}) =>
  async (folder, browser) => {
    const { createServer } = await import('vite');
    const root = join(folder, `vite-dev-${project.replace('/', '-')}`);
    await write(root, 'index.html', page('./main.js'));
    await write(root, 'main.js', text);
    const server = await createServer({
      root,
      logLevel: 'error',
      resolve: { alias },
      server: { host: '127.0.0.1', fs: { allow: [folder] } },
    });
    await server.listen();
    try {
      return await browser.titleOf(server.resolvedUrls.local[0]);
    } finally {
      await server.close();
    }
  };
