/** Text of the views that are only prerendered. */
import { inLanguage } from '../base/language.ts';

export const say = inLanguage('printed', {
  /** The seven examples that tell a story, by their names. */
  gallery: {
    P02: 'a row',
    P07: 'a column',
    P03: 'both',
    P06: 'doesn’t fit',
    P08: 'a trap',
    P05: 'an image',
    P11: 'a batch',
  },
  golden: 'The same shapes A B under each rule; — where it refuses',
  onAxes: (axes: string) => `B on ${axes}`,
});
