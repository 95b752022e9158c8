/** A Vite plugin that adds the service worker, with the names of all files of the page. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import { languages } from '../languages/names.ts';

const source = fileURLToPath(new URL('../offline/worker.ts', import.meta.url));

// Not cached: the embedded figure, a separate page and the only one that fetches the style sheet; pages for
// ideas, which serve previews of links; and the files for threads, which few servers allow.
const isKept = (file: string): boolean =>
  !/^e\/|embed|index-.*\.css$|threads-|assets\/worker-|\.map$/.test(file);

/** The page and the catalogue of a language, which are kept once it is used. */
const filesOf = (folder: string, files: readonly string[]): string[] =>
  files.filter((file) => file.startsWith(`${folder}/`) || file.startsWith(`assets/${folder}-`));

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter(isKept).sort();
      const ofLanguages = Object.keys(languages).map(
        (folder) => [folder, filesOf(folder, files)] as const,
      );
      const special = new Set(ofLanguages.flatMap(([, own]) => own));
      const common = files.filter((file) => !special.has(file));
      const hash = createHash('sha256');
      for (const file of files) {
        const part = bundle[file];
        hash.update(file).update(part?.type === 'chunk' ? part.code : (part?.source ?? ''));
      }
      const define = {
        VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
        FILES: JSON.stringify(['./', ...common]),
        LANGUAGES: JSON.stringify(
          Object.fromEntries(ofLanguages.map(([folder, own]) => [folder, [`${folder}/`, ...own]])),
        ),
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
