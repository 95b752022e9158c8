/**
 * Sets up, builds, and serves the page on localhost until Ctrl-C.
 *
 *   npm start -- --port 8080
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildPackage } from './lib/artifacts.mjs';
import { Failure, main } from './lib/failure.mjs';
import { print } from './lib/log.mjs';
import { inTop, top } from './lib/paths.mjs';
import { setUp } from './setup/parts.mjs';

const defaultPort = 5173;

function portOf(args) {
  const options = { port: { type: 'string' } };
  const { values, positionals } = parseArgs({ args, options, strict: false });
  const unknown = [...Object.keys(values).filter((name) => name !== 'port'), ...positionals];
  if (unknown.length > 0) throw new Failure(`Unknown option: ${unknown.join(' ')}`);
  // An option without its value is `true`.
  const port = values.port === true ? Number.NaN : Number(values.port ?? defaultPort);
  if (!Number.isInteger(port) || port < 0 || port > 65535) {
    throw new Failure(`--port takes a number from 0 to 65535`);
  }
  return { port, strictPort: values.port !== undefined };
}

async function serve(listen) {
  const { createServer } = await import('vite');
  const server = await createServer({
    root: inTop('demo'),
    logLevel: 'warn',
    // The page imports the package, which lies outside its own folder.
    server: { host: 'localhost', ...listen, fs: { allow: [top] } },
  });
  await server.listen();
  print('The page is served until Ctrl-C:');
  print(server.resolvedUrls.local[0]);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => server.close().then(() => process.exit()));
  }
}

await main(async (args) => {
  const listen = portOf(args);
  if (!existsSync(inTop('demo/index.html'))) throw new Failure('There is no demo/index.html.');
  const tools = await setUp(['compilers', 'packages', 'emscripten']);
  await buildPackage(tools);
  await serve(listen);
});
