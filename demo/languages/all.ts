/** The catalogues of all languages; each page loads only its own. */
import type { Catalogue } from './catalogue.ts';
import * as de from './de.ts';
import * as es from './es.ts';
import * as fr from './fr.ts';
import * as ja from './ja.ts';
import type { Folder } from './names.ts';
import * as pt from './pt.ts';
import * as zh from './zh.ts';

export const catalogues: Readonly<Record<Folder, Catalogue>> = { de, es, fr, ja, pt, zh };
