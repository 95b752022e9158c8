/** The ideas that have their own page, for previews of links. */

export interface Story {
  readonly title: string;
  readonly hash: string;
}

/** Keyed by the name of the page. */
export const stories: Readonly<Record<string, Story>> = {
  row: { title: 'A row, added to every row', hash: '#i=4.3|3' },
  column: { title: 'A column, added to every column', hash: '#i=3.4|3.1' },
  both: { title: 'A column and a row both stretch', hash: '#i=4.1|3' },
  'no-fit': { title: 'These shapes don’t fit', hash: '#i=3.4|3' },
  trap: { title: 'It fits, and is wrong', hash: '#i=3.3|3' },
  image: { title: 'An image and its channels', hash: '#op=Mul&i=256.256.3|3' },
  batch: { title: 'One number per sheet of a batch', hash: '#i=2.3.4|2.1.1' },
  'one-number-per-row': { title: 'One number per row', hash: '#i=4.3|4.1' },
  'one-number-per-sheet': { title: 'One number per sheet', hash: '#i=3.2.4|3.1.1' },
  'all-pairs': { title: 'All pairs', hash: '#op=Mul&i=5.1|4' },
};
