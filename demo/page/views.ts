/** The views of the initial page, keyed by the `data-view` of their containers. */

import type { Views } from '../app/mount.ts';
import { figure } from '../figure/figure.ts';
import { door } from '../views/door.ts';
import { explain } from '../views/explain.ts';
import { header, tools } from '../views/header.ts';
import { notice } from '../views/notice.ts';
import { sentence } from '../views/sentence.ts';
import { tabs } from '../views/tabs.ts';
import { verdict } from '../views/verdict.ts';

/** These views are prerendered. */
export const views: Views = {
  header,
  tools,
  door,
  notice,
  sentence,
  verdict,
  figure,
  explain,
  tabs,
};
