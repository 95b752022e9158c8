/** How much of their cases tests take: `npm test` says EXTENT=part, `npm run test:all` takes all. */

export const isPart = process.env.EXTENT === 'part';

/** Of a number of random cases all, or a quarter. */
export const some = (count) => (isPart ? Math.ceil(count / 4) : count);

/** Of a list all, or every fourth from the one at `turn`, so that lists of neighbours share them out. */
export const someOf = (list, turn = 0) =>
  isPart ? list.filter((_, i) => (i + turn) % 4 === 0) : list;
