/** A Vite plugin that writes the document: `index.html` in English, and in each language's folder another one. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';
import type { Engine } from '../base/engine.ts';
import { speak } from '../base/language.ts';
import { catalogues } from '../languages/all.ts';
import { type Folder, languages } from '../languages/names.ts';
import { languageOf } from '../languages/translate.ts';
import { fill } from './fill.ts';

const folders = Object.keys(languages) as Folder[];

/** The script of a language's catalogue, without the text of the document. */
async function bundleCatalogue(folder: Folder): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { words } from './${folder}.ts';
        import { languageOf } from './translate.ts';
        globalThis.pageLanguage = languageOf('${languages[folder].tag}', words);`,
      resolveDir: fileURLToPath(new URL('../languages/', import.meta.url)),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    charset: 'utf8',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}

function fillIn(folder: Folder, template: string, engine: Engine, catalogue: string): string {
  const { words, prerendered } = catalogues[folder];
  speak(languageOf(languages[folder].tag, words, prerendered));
  try {
    return fill(template, engine, catalogue);
  } finally {
    speak(undefined);
  }
}

/** The path of a catalogue while the page is served from its sources. */
const servedCatalogue = (folder: Folder): string => `catalogue/${folder}.js`;

/** Calls `loadEngine` once, when the first page is built. */
export function prerender(loadEngine: () => Promise<Engine>): Plugin[] {
  let loaded: Promise<Engine> | undefined;
  const engineNow = () => {
    loaded ??= loadEngine();
    return loaded;
  };
  return [
    {
      name: 'prerender',
      apply: 'serve',
      configureServer({ middlewares }) {
        middlewares.use(async ({ url = '' }, response, next) => {
          const folder = folders.find((each) => url === `/${servedCatalogue(each)}`);
          if (!folder) return next();
          response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
          response.end(await bundleCatalogue(folder));
        });
      },
      transformIndexHtml: {
        order: 'pre',
        handler: async (html, { originalUrl = '' }) => {
          const engine = await engineNow();
          const folder = folders.find((each) => originalUrl.startsWith(`/${each}/`));
          return folder
            ? fillIn(folder, html, engine, servedCatalogue(folder))
            : fill(html, engine);
        },
      },
    },
    {
      name: 'prerender-languages',
      apply: 'build',
      enforce: 'post',
      // After the plugins that change the document, which is still a template.
      async generateBundle(_, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('the build has no index.html');
        const engine = await engineNow();
        const template = String(page.source);
        for (const folder of folders) {
          const source = await bundleCatalogue(folder);
          const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
          const fileName = `assets/${folder}-${hash}.js`;
          this.emitFile({ type: 'asset', fileName, source });
          const html = fillIn(folder, template, engine, fileName);
          this.emitFile({ type: 'asset', fileName: `${folder}/index.html`, source: html });
        }
        page.source = fill(template, engine);
      },
    },
  ];
}
