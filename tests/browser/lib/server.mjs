/** Serves a folder of static files from a sub-path, as any host might. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, relative } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

const prefix = '/some/sub/path/';

function fileOf(folder, url) {
  const { pathname } = new URL(url, 'http://localhost');
  if (!pathname.startsWith(prefix)) return undefined;
  const path = normalize(
    decodeURIComponent(pathname.slice(prefix.length)).replace(/(^|\/)$/, '$1index.html'),
  );
  return path.startsWith('..') ? undefined : join(folder, path);
}

/**
 * @param {string} folder
 * @param {{headers?: Record<string, string>, texts?: Record<string, string>}} [more] headers of all files,
 *    and files that are not in the folder
 * @returns {Promise<{url: string, close(): Promise<void>}>}
 */
export async function serve(folder, { headers = {}, texts = {} } = {}) {
  const server = createServer(async (request, response) => {
    const file = fileOf(folder, request.url ?? '/');
    const body =
      file && (texts[relative(folder, file)] ?? (await readFile(file).catch(() => undefined)));
    if (!body) {
      response.writeHead(404).end();
      return;
    }
    const type = types[extname(file)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, ...headers });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    // A browser opens connections ahead of need; `close` alone would wait for them forever.
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
