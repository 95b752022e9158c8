/** Component frameworks: projects that Vite bundles with the framework's plugin, and one that Next builds and serves. */
import { join } from 'node:path';
import { serveFolder } from './browsers.mjs';
import { components, SAID_OF_COMPONENTS } from './components.mjs';
import { runNext, SAID_OF_NEXT } from './next.mjs';
import { linkPackages, writeAll } from './package-files.mjs';

/** For each framework, its packages and its plugin. */
const frameworks = {
  Vue: {
    packages: ['vue'],
    plugin: async () => (await import('@vitejs/plugin-vue')).default(),
  },
  React: {
    packages: ['react', 'react-dom'],
    plugin: async () => (await import('@vitejs/plugin-react')).default(),
  },
  Svelte: {
    packages: ['svelte'],
    plugin: async () =>
      (await import('@sveltejs/vite-plugin-svelte')).svelte({ configFile: false }),
  },
};

const component = (name) => async (folder, browser) => {
  const { build } = await import('vite');
  const { packages, plugin } = frameworks[name];
  const root = join(folder, name.toLowerCase());
  const out = join(root, 'out');
  await writeAll(root, components[name]);
  await linkPackages(root, packages);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [await plugin()],
    build: { outDir: out },
  });
  const server = await serveFolder(out);
  try {
    return await browser.titleOf(`${server.url}index.html`);
  } finally {
    await server.close();
  }
};

/** @type {import('./cells.mjs').Cell[]} */
export const frameworkCells = [
  ...Object.keys(frameworks).map((name) => ({
    title: `${name}: component`,
    browser: 'Chromium',
    said: SAID_OF_COMPONENTS,
    run: component(name),
  })),
  {
    title: 'Next: components of the server and of the client',
    browser: 'Chromium',
    said: SAID_OF_NEXT,
    run: runNext,
  },
];
