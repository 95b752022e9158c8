/**
 * A Vite plugin that puts the style sheet into the document, so the first view needs one response only.
 */
import type { Plugin } from 'vite';

const link = /<link rel="stylesheet"[^>]*href="\.\/([^"]+)"[^>]*>/;

export function inlineStyle(): Plugin {
  return {
    name: 'inline-style',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const styled = html.replace(link, (_, file: string) => {
          const sheet = bundle[file];
          return sheet?.type === 'asset' ? `<style>${sheet.source}</style>` : _;
        });
        return styled;
      },
    },
  };
}
