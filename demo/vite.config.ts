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

// By its address: this file is run from a place where the package's own name means nothing.
const entry = new URL('../dist/broadcasting.js', import.meta.url).href;

async function loadEngine(): Promise<Engine> {
  const { load } = await import(/* @vite-ignore */ entry);
  return load();
}

// What lets the speed lab have threads.
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
    // A port that is asked for is that port; the default gives way to one that is free.
    strictPort: process.argv.some((argument) => argument.startsWith('--port')),
    // The page imports the package, which lies outside its own folder.
    fs: { allow: ['..'] },
  },
  preview: { headers },
  build: {
    outDir: '../dist/demo',
    emptyOutDir: true,
    target: 'es2022',
    // The engine's modules are what they are; the policy refuses `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // All that the page starts with is one file: in several it would weigh more.
        codeSplitting: { groups: [{ name: 'page', test: /demo\/main\.ts$/ }] },
      },
    },
    reportCompressedSize: false,
  },
});
