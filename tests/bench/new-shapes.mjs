/**
 * The cost of the first call with new shapes compared with a repeated one: align, lower and the cache.
 *
 * 1024 pairs of new small shapes, a batch at a time: each batch runs once, then again while a cache for that
 * number of plans would still contain it. The rounds differ in the size of the first axis.
 */
import { summarise } from './statistics.mjs';

const pairStates = [
  [1, 1],
  [2, 1],
  [1, 2],
  [2, 2],
];
const stretchedAxes = 5;
const pairs = pairStates.length ** stretchedAxes;
const batchSize = 32;

function shapesOf(index, first) {
  const states = Array.from(
    { length: stretchedAxes },
    (_, axis) => pairStates[Math.floor(index / pairStates.length ** axis) % pairStates.length],
  );
  return [0, 1].map((operand) => [first, ...states.map((state) => state[operand])]);
}

function tensorOf(sc, dims) {
  return sc.tensor('float32', new Float32Array(dims.reduce((n, size) => n * size, 1)), dims);
}

function timed(calls, run) {
  const start = performance.now();
  for (let i = 0; i < calls; i++) run(i);
  return ((performance.now() - start) / calls) * 1e6;
}

function runBatch(sc, batch, first) {
  const operands = batch.map((index) => shapesOf(index, first).map((dims) => tensorOf(sc, dims)));
  const add = (i) => sc.add(operands[i][0], operands[i][1]).dispose();
  const fresh = timed(batch.length, add);
  const repeated = timed(batch.length, add);
  for (const tensor of operands.flat()) tensor.dispose();
  return { fresh, repeated, plan: fresh - repeated };
}

function oneRound(sc, first) {
  return Array.from({ length: pairs / batchSize }, (_, batch) => {
    const indices = Array.from({ length: batchSize }, (_, i) => batch * batchSize + i);
    return runBatch(sc, indices, first);
  });
}

/** @returns nanoseconds per call: with new shapes, repeated, and the difference */
export function measureNewShapes(sc, rounds) {
  oneRound(sc, 2);
  const results = Array.from({ length: rounds }, (_, round) => oneRound(sc, 3 + round)).flat();
  const field = (name) => summarise(results.map((result) => result[name]));
  return { fresh: field('fresh'), repeated: field('repeated'), plan: field('plan') };
}
