/** Writes the document in a language: its words, the first example, and links to the other languages. */
import type { Engine } from '../base/engine.ts';
import { languageNow, shared, tagNow } from '../base/language.ts';
import { words } from '../languages/document.ts';
import { languages } from '../languages/names.ts';
import { printViews } from './views.ts';

const matmul = 'https://numpy.org/doc/stable/reference/generated/numpy.matmul.html';

/** Languages that are written from the right. */
const fromTheRight = /^(?:ar|fa|he|ur)\b/;

const all = Object.entries({ '': { name: 'English', tag: 'en' }, ...languages });

/** The folder of a language, from the document. */
const pathOf = (folder: string): string => shared(folder === '' ? '' : `${folder}/`);

const links = (): string =>
  all
    .map(([folder, { name, tag }]) =>
      tag === (languageNow()?.tag ?? 'en')
        ? `<span aria-current="page">${name}</span>`
        : `<a href="${pathOf(folder)}" lang="${tag}" hreflang="${tag}">${name}</a>`,
    )
    .join(' ');

/** For search engines; they need absolute addresses, so the address of the served page. */
const alternates = (site: string): string =>
  all
    .map(
      ([folder, { tag }]) =>
        `<link rel="alternate" hreflang="${tag}" href="${site}${folder && `${folder}/`}">\n  `,
    )
    .join('');

function textOf(key: string): string {
  const found = key
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], words);
  if (typeof found !== 'string') throw new Error(`demo/index.html has an unknown key: ${key}`);
  return found;
}

/** The address of the served page, with a slash at its end. */
const site = process.env.PAGE_URL;

/** `catalogue` is the script of the language; English has none. */
export function fill(template: string, engine: Engine, catalogue?: string): string {
  const tag = languageNow()?.tag ?? 'en';
  const given: Readonly<Record<string, () => string>> = {
    lang: () => tag,
    dir: () => (fromTheRight.test(tagNow()) ? 'rtl' : 'ltr'),
    root: () => shared(''),
    matmul: () => matmul,
    languages: links,
  };
  const write = (text: string): string =>
    text.replace(/\{\{([\w.-]+)\}\}/g, (_, key: string) => write(given[key]?.() ?? textOf(key)));
  const script = catalogue ? `<script defer src="${shared(catalogue)}"></script>\n  ` : '';
  // Scripts that are deferred and modules run in the order of the document.
  return printViews(write(template), engine)
    .replaceAll(/(href|src)="\.\//g, `$1="${shared('')}`)
    .replace('<script', () => `${script}<script`)
    .replace('</head>', () => `${site ? alternates(site) : ''}</head>`);
}
