/** Text of the lessons' path. */
import { inLanguage } from '../base/language.ts';

const english = {
  path: 'Lessons',
  rule: 'Shapes line up on the right. Sizes must match, or one of them must be 1.',
  lessons: {
    rows: 'rows',
    ones: 'missing 1s',
    both: 'both stretch',
    'no-fit': 'it doesn’t fit',
    trap: 'it fits and is wrong',
    images: 'images and batches',
    cost: 'what it costs',
    attention: 'attention',
  },
  done: 'done',
  again: 'Ask me first again',
  open: 'Open it in Play',
  next: (lesson: string) => `Next lesson: ${lesson}`,
  /** The task of each lesson. */
  goals: {
    rows: 'A is (5,2). Give B one axis, longer than 1, that broadcasts with A.',
    ones: 'A is (3,4) and B has 3 numbers. Give B a shape that gives each row of A its own number.',
    both: 'A is (2,1). Give B a shape that makes the result a (2,7) table of all pairs.',
    'no-fit':
      'A is (2,3,4) and B has 3 numbers. Give B a shape that gives each row of each sheet its own number.',
    trap: 'A is (77,1) and B has 77 numbers. Give B a shape so that A − B is 77 differences.',
    images:
      'A is a batch of images, (8,3,32,32), with channels on axis 1. Give B one number per channel.',
    cost: 'A is (60000,1). Give B a shape with 60,000 elements so that the result has 60,000 too.',
    attention:
      'The scores are (2,4,5,5): texts, heads, queries, keys. Give B one number per text and key.',
  },
} as const;

export const words = inLanguage('learn', english);
