/**
 * In a separate process: milliseconds from import to the first result of a small add, and of the first and
 * second add of a million elements, which pay for memory and for compiling.
 */
import { fillCase, listCases } from './cases.mjs';
import { peers } from './peers/index.mjs';

/** This process belongs to the library already. */
const prepare = ({ prepare: anywhere, prepareHere = anywhere }, filled) => prepareHere(filled);

const peer = peers.find(({ name }) => name === process.argv[2]);
const [small, large] = [
  'layouts/Add/float32/1M/tiny/resident',
  'layouts/Add/float32/1M/same/resident',
]
  .map((wanted) => listCases('normal').find(({ id }) => id === wanted))
  .map((description) => fillCase(description, 1));

async function timed(work) {
  const start = performance.now();
  const result = await work();
  return { result, milliseconds: performance.now() - start };
}

const start = await timed(async () => {
  const opened = await peer.open();
  const contender = await prepare(opened, small);
  const { data } = await contender.read();
  if (data.length !== small.elements) throw new Error(`${peer.name} gave ${data.length} values`);
  return opened;
});
const contender = await prepare(start.result, large);
const first = await timed(contender.run);
const second = await timed(contender.run);

const times = { start, first, second };
process.stdout.write(
  JSON.stringify(Object.fromEntries(Object.entries(times).map(([k, t]) => [k, t.milliseconds]))),
);
