/** The catalogues of all languages; each page loads only its own. */
import type { Catalogue } from './catalogue.ts';
import * as de from './de.ts';
import type { Folder } from './names.ts';

export const catalogues: Readonly<Record<Folder, Catalogue>> = { de };
