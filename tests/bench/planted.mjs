/**
 * The benchmark with libraries that the test of run-case plants, in a process of its own: the arguments
 * are those of `npm run bench`. `right` adds, `wrong` is off by one in the last element.
 */
import { main } from './bench.mjs';

const adding = (last) => async (description) => {
  const [{ data: a }, { data: b }] = description.operands;
  const add = () => {
    const sums = a.map((value, i) => value + b[i]);
    sums[sums.length - 1] += last;
    return sums;
  };
  return { run: add, read: () => ({ data: add(), dims: description.output.dims }), dispose() {} };
};

const planted = (name, last) => ({
  name,
  about: name,
  open: async () => ({ version: '1', prepare: adding(last) }),
});

process.exitCode = await main(process.argv.slice(2), [
  planted('right', 0),
  planted('agreeing', 0),
  planted('wrong', 1),
]);
