/** A Vite plugin that adds the Content Security Policy to the built page. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

export const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "img-src 'self' blob:",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** The policy allows style sheets in the document by their hashes, and no others. */
function withStyles(html: string): string {
  const sheets = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map((found) => found[1] ?? '');
  const hashes = sheets.map(
    (sheet) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
  );
  return [policy, ["style-src 'self'", ...hashes].join(' ')].join('; ');
}

export function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: withStyles(html) },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
