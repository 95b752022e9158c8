/** A Vite plugin that adds the service worker, which knows the names of all files of the page. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const source = fileURLToPath(new URL('../offline/worker.ts', import.meta.url));

// The embedded figure is a page of its own, and the only one that fetches the style sheet.
const isKept = (file: string): boolean => !/embed|\.css$|\.map$/.test(file);

/** Of the engine a browser keeps one flavour. */
const flavourOf = (file: string): string | undefined =>
  /\b(relaxed|simd|scalar)-[^/]*\.wasm$/.exec(file)?.[1];

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
      const engines = files.flatMap((file) => {
        const flavour = flavourOf(file);
        return flavour ? [[flavour, file]] : [];
      });
      const define = {
        VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
        FILES: JSON.stringify(['./', ...files.filter((file) => !flavourOf(file))]),
        ENGINES: JSON.stringify(Object.fromEntries(engines)),
      };
      const { outputFiles } = await build({
        entryPoints: [source],
        bundle: true,
        write: false,
        minify: true,
        format: 'iife',
        target: 'es2022',
        define,
      });
      const code = outputFiles[0]?.text ?? '';
      this.emitFile({ type: 'asset', fileName: 'worker.js', source: code });
    },
  };
}
