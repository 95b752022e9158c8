/** Text of the lessons' path. */
export const words = {
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
} as const;
