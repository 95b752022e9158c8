/** How much of their cases tests take: `npm test` says EXTENT=part, `npm run test:all` takes all. */

export const isPart = process.env.EXTENT === 'part';

/** Of a number of random cases all, or a quarter. */
export const some = (count) => (isPart ? Math.ceil(count / 4) : count);

/** All of a list, or every fourth; `start` differs between neighbouring lists, so that together they take all. */
export const someOf = (list, start = 0) =>
  isPart ? list.filter((_, i) => (i + start) % 4 === 0) : list;
