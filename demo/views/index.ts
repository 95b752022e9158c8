/** Every view, by the name that the document gives its container in `data-view`. */
import type { View } from '../view.ts';
import { controls } from './controls.ts';
import { explain } from './explain.ts';
import { frame } from './frame.ts';
import { grids } from './grids.ts';
import { ladder } from './ladder.ts';
import { notice } from './notice.ts';
import { sentence } from './sentence.ts';
import { verdict } from './verdict.ts';

export const views: Readonly<Record<string, View>> = {
  notice,
  sentence,
  controls,
  ladder,
  verdict,
  grids,
  explain,
  frame,
};
