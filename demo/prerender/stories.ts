/**
 * A Vite plugin that adds a page for each idea, `e/row.html` and others: programs that show previews of links
 * ignore the hash, so each idea has a document with its image, which leads on to the figure. The images are
 * those that the page saves; `tests/browser/cards.mjs` takes them.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { Engine } from '../base/engine.ts';
import { escapeText } from '../base/escape.ts';
import { createModeller } from '../model/model.ts';
import type { Actions } from '../model/types.ts';
import { toAlternative } from '../share/text.ts';
import { type Story, stories } from '../state/stories.ts';
import { decode } from '../state/url.ts';
import { policy } from './policy.ts';
import { quietMoment } from './views.ts';

const cardOf = (name: string): string =>
  fileURLToPath(new URL(`cards/${name}.png`, import.meta.url));

/** The address of the served page, with a slash at its end; previews need it. */
const site = process.env.PAGE_URL ?? '../';

function documentOf(name: string, { title, hash }: Story, engine: Engine): string {
  const { state } = decode(hash);
  const model = createModeller(engine, {} as Actions)(state, quietMoment);
  const meta = {
    'og:title': title,
    'og:description': model.trace.text,
    'og:type': 'article',
    'og:url': `${site}e/${name}.html`,
    'og:image': `${site}e/${name}.png`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': toAlternative(model),
    'twitter:card': 'summary_large_image',
  };
  const lines = Object.entries(meta).map(
    ([property, content]) => `<meta property="${property}" content="${escapeText(content)}" />`,
  );
  const figure = `../${escapeText(hash)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>${escapeText(title)} · Broadcasting, seen</title>
<meta name="description" content="${escapeText(model.trace.text)}" />
${lines.join('\n')}
<meta http-equiv="refresh" content="0; url=${figure}" />
</head>
<body>
<main>
<h1>${escapeText(title)}</h1>
<p>${escapeText(model.trace.text)}</p>
<p><a href="${figure}">Open the figure</a></p>
<img src="./${name}.png" width="600" height="315" alt="${escapeText(toAlternative(model))}" />
</main>
</body>
</html>
`;
}

export function storyPages(loadEngine: () => Promise<Engine>): Plugin {
  return {
    name: 'story-pages',
    apply: 'build',
    async generateBundle() {
      const engine = await loadEngine();
      for (const [name, story] of Object.entries(stories)) {
        const emit = (ending: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName: `e/${name}.${ending}`, source });
        emit('html', documentOf(name, story, engine));
        emit('png', await readFile(cardOf(name)));
      }
    },
  };
}
