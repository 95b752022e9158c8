/** The views of the first view of the page, by the names that the document gives their containers in `data-view`. */

import { figure } from '../figure/figure.ts';
import type { Views } from '../mount.ts';
import { controls } from './controls.ts';
import { door } from './door.ts';
import { explain } from './explain.ts';
import { header } from './header.ts';
import { notice } from './notice.ts';
import { sentence } from './sentence.ts';
import { strip } from './strip.ts';
import { tabs } from './tabs.ts';
import { verdict } from './verdict.ts';

/** They are printed into the document. */
export const views: Views = {
  header,
  door,
  notice,
  sentence,
  controls,
  verdict,
  strip,
  figure,
  explain,
  tabs,
};
