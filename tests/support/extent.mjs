/** The share of cases that tests run: `npm test` sets EXTENT=part, `npm run test:all` runs all. */

export const isPart = process.env.EXTENT === 'part';

/** All random cases, or a quarter. */
export const some = (count) => (isPart ? Math.ceil(count / 4) : count);

/** The whole list, or every fourth item; `start` differs between neighbouring lists, which together cover all. */
export const someOf = (list, start = 0) =>
  isPart ? list.filter((_, i) => (i + start) % 4 === 0) : list;
