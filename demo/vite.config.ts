import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import type { Engine } from './base/engine.ts';
import { embed } from './prerender/embed.ts';
import { inlineStyle } from './prerender/inline.ts';
import { offline } from './prerender/offline.ts';
import { oneEngine } from './prerender/one-engine.ts';
import { prerender } from './prerender/plugin.ts';
import { contentSecurityPolicy, policy } from './prerender/policy.ts';
import { sharedWorkers } from './prerender/shared-workers.ts';
import { storyPages } from './prerender/stories.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

// By URL: this file runs from a folder where the package's name cannot be resolved.
const entry = new URL('../dist/broadcasting.js', import.meta.url).href;

async function loadEngine(): Promise<Engine> {
  const { load } = await import(/* @vite-ignore */ entry);
  return load();
}

// These headers allow threads in the speed lab.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  root,
  base: './',
  plugins: [
    oneEngine(),
    sharedWorkers(),
    prerender(loadEngine),
    inlineStyle(),
    contentSecurityPolicy(),
    embed(policy),
    storyPages(loadEngine),
    offline(),
  ],
  server: {
    host: 'localhost',
    headers,
    // A port on the command line is strict; the default falls back to a free one.
    strictPort: process.argv.some((argument) => argument.startsWith('--port')),
    // The page imports the package, which is outside its own folder.
    fs: { allow: ['..'] },
  },
  preview: { headers },
  build: {
    outDir: '../dist/demo',
    emptyOutDir: true,
    target: 'es2022',
    // The policy rejects `data:` URLs, so the engine's modules stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The initial scripts are one file; several would be larger in total. So are parts that are shown
        // together, and the words of those that are fetched later: their names would weigh as much.
        codeSplitting: {
          groups: [
            { name: 'page', test: /demo\/main\.ts$/, priority: 2 },
            {
              name: 'words',
              test: /demo\/(?:state\/later-|tabs\/|views\/)words\.ts$/,
              priority: 1,
            },
            { name: 'settings', test: /demo\/(?:views\/(?:controls|examples)|tabs\/axes)\.ts$/ },
            { name: 'porting', test: /demo\/porting\/.*\.ts$/ },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
});
