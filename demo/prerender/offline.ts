/** A Vite plugin that adds the service worker, which knows the names of all files of the page. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('../offline/worker.ts', import.meta.url));

// Fetched where there is no SIMD, which is nowhere new; and the embedded figure is a page of its own.
const isKept = (file: string): boolean => !/scalar|embed|\.map$/.test(file);

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter(isKept).sort();
      const hash = createHash('sha256');
      for (const file of files) {
        const part = bundle[file];
        hash.update(file).update(part?.type === 'chunk' ? part.code : (part?.source ?? ''));
      }
      const code = (await readFile(source, 'utf8')).replace('export {};', '');
      const define = {
        VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
        FILES: JSON.stringify(['./', ...files]),
      };
      const worker = await transform(code, {
        loader: 'ts',
        define,
        minify: true,
        target: 'es2022',
      });
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: worker.code });
    },
  };
}
