/**
 * A Vite plugin that puts the style sheet into the document, so that the first view is there with the
 * first answer, and lets the browser fetch the engine's scripts before the page's own has asked.
 */
import type { Plugin } from 'vite';

const link = /<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/;

const preload = (file: string) => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
  injectTo: 'head' as const,
});

export function inlineStyle(): Plugin {
  return {
    name: 'inline-style',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const engine = Object.values(bundle).find(
          (part) => part.type === 'chunk' && part.name === 'external' && part.isDynamicEntry,
        );
        const files = engine?.type === 'chunk' ? [engine.fileName, ...engine.imports] : [];
        const known = files.filter((file) => !html.includes(file));
        const styled = html.replace(link, (_, file: string) => {
          const sheet = bundle[file];
          return sheet?.type === 'asset' ? `<style>${sheet.source}</style>` : _;
        });
        return { html: styled, tags: known.map(preload) };
      },
    },
  };
}
