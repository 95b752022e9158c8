/** A project of Next: a component that renders on the server at each request, and one that runs in the browser. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { top } from '../../tools/lib/paths.mjs';
import { linkPackages, writeAll } from './package-files.mjs';
import { execute, node, tool } from './places.mjs';
import { freePort, whenServed } from './ports.mjs';

export const SAID_OF_NEXT = 'server: 11,12,21,22; client: 33,66';

const files = {
  'package.json': JSON.stringify({ private: true, type: 'module' }),
  // Packages are links to files outside of the project.
  'next.config.js': `
const root = ${JSON.stringify(top)};
export default { outputFileTracingRoot: root, turbopack: { root } };
`,
  'app/layout.js': `
export const metadata = { title: 'waiting' };
export default ({ children }) => <html lang="en"><body>{children}</body></html>;
`,
  'app/page.js': `
import { load } from 'simdcast';
import { Client } from './client.js';

export const dynamic = 'force-dynamic';

export default async function Page() {
  const sc = await load();
  return <Client rendered={sc.add(sc.tensor([[1, 2]]), sc.tensor([[10], [20]])).data.join()} />;
}
`,
  'app/client.js': `
'use client';
import { useEffect } from 'react';
import { load } from 'simdcast';

export function Client({ rendered }) {
  useEffect(() => {
    load().then(
      (sc) => {
        const shown = document.querySelector('output').textContent;
        document.title = 'server: ' + shown + '; client: ' + sc.tensor([11, 22]).mul(3).data.join();
      },
      (error) => { document.title = 'failed: ' + error; },
    );
  }, []);
  return <output>{rendered}</output>;
}
`,
};

/** Builds the project and opens its page. */
export async function runNext(folder, browser) {
  const root = join(folder, 'next');
  await writeAll(root, files);
  await linkPackages(root, ['next', 'react', 'react-dom']);
  const program = [tool('next/dist/bin/next')];
  const options = { cwd: root, env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } };
  await execute(node(24), [...program, 'build'], { ...options, timeout: 120_000 });
  const port = await freePort();
  const args = [...program, 'start', '--hostname', '127.0.0.1', '--port', `${port}`];
  const server = spawn(node(24), args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    const url = `http://127.0.0.1:${port}/`;
    await whenServed(url);
    return await browser.titleOf(url);
  } finally {
    server.kill();
  }
}
