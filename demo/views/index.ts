/** Every view, by the name that the document gives its container in `data-view` or `data-lazy`. */

import { figure } from '../figure/figure.ts';
import type { LazyViews, Views } from '../mount.ts';
import { controls } from './controls.ts';
import { door } from './door.ts';
import { explain } from './explain.ts';
import { header } from './header.ts';
import { notice } from './notice.ts';
import { sentence } from './sentence.ts';
import { tabs } from './tabs.ts';
import { verdict } from './verdict.ts';

/** Those of the first view, printed into the document. */
export const views: Views = {
  header,
  door,
  notice,
  sentence,
  controls,
  verdict,
  figure,
  explain,
  tabs,
};

/** Those that are fetched when they are first shown, or near where the document says so. */
export const lazyViews: LazyViews = {
  async rules({ ask }) {
    const found = await Promise.all([import('../tabs/rules.ts'), ask.compareRules()]);
    return found[0].createRules(found[1]);
  },
  memory: async () => (await import('../tabs/memory.ts')).memory,
  code: async () => (await import('../tabs/code.ts')).code,
  speed: async () => (await import('../speed/view.ts')).speed,
  clinic: async () => (await import('../clinic/view.ts')).clinic,
  axes: async () => (await import('../tabs/axes.ts')).axes,
  describe: async () => (await import('../tabs/describe.ts')).describe,
  learn: async () => (await import('../learn/view.ts')).learn,
  challenge: async () => (await import('../challenge/view.ts')).challenge,
  frame: async () => (await import('../tabs/frame.ts')).frame,
  digits: async () => (await import('../digits/view.ts')).digits,
};
