/**
 * Random models in sessions that run on many shapes. Programs of different shapes share the steps of nodes whose
 * inputs have equal forms, and nodes that are alike copy each other's; each result has the same bits as that of a new
 * session of isolated nodes in another engine, which has nothing to share. SEED repeats the model that failed; MODELS
 * is the number of models.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { load, SimdcastError } from 'simdcast';
import { InferenceSession } from 'simdcast/onnx';
import { pick, randomFrom, seedOf, shuffled } from '../rules/support.mjs';
import { changedSizes, feedOf, randomSizes, sizesThatFit } from './random-models/feeds.mjs';
import { randomModel } from './random-models/model.mjs';

const first = seedOf(20261127);
const MODELS = Number(process.env.MODELS ?? (process.env.SEED === undefined ? 24 : 1));

/** Little memory, so a large tensor makes sessions free their programs. */
const engine = await load({ maximumMemory: 2 ** 26 });
/** Engines are shared by equal options. */
const oracle = await load({ maximumMemory: 2 ** 31 });
after(() => {
  engine.close();
  oracle.close();
});

const plainOf = (one) =>
  Array.isArray(one)
    ? one.map(plainOf)
    : { type: one.type, dims: [...one.dims], data: one.data.slice() };
const textOf = (feeds) =>
  Object.entries(feeds)
    .map(([name, one]) =>
      Array.isArray(one)
        ? `${name} [${one.map(({ dims }) => `(${dims})`)}]`
        : `${name} (${one.dims})${one.data.length < 4 ? `=${[...one.data]}` : ''}`,
    )
    .join(', ');

/** What `action` returns, or how it fails. Errors that the package does not declare are thrown. */
function outcome(action) {
  try {
    return { results: action() };
  } catch (error) {
    if (!(error instanceof SimdcastError)) throw error;
    return { code: error.code, message: error.message };
  }
}

const bytesOf = (array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

function assertSame(made, expected, where) {
  assert.equal(Array.isArray(made), Array.isArray(expected), where);
  if (Array.isArray(expected)) {
    assert.equal(made.length, expected.length, `${where}: length`);
    for (const [i, one] of expected.entries()) assertSame(made[i], one, `${where}[${i}]`);
    return;
  }
  assert.deepEqual([made.type, made.dims], [expected.type, expected.dims], where);
  if (made.type === 'string') assert.deepEqual(made.data, expected.data, where);
  else assert.ok(bytesOf(made.data).equals(bytesOf(expected.data)), `${where} differs`);
}

function assertSameOutcome(made, expected, where) {
  const of = ({ code, message }) => [code, message];
  assert.deepEqual(of(made), of(expected), `${where}: what is thrown`);
  if (!expected.results) return;
  assert.deepEqual(Object.keys(made.results), Object.keys(expected.results), where);
  for (const [name, result] of Object.entries(expected.results))
    assertSame(made.results[name], result, `${where}: ${name}`);
}

/** What a new session returns. */
async function expectedOf(bytes, action) {
  const session = await InferenceSession.create(bytes, { engine: oracle });
  try {
    return outcome(() => action(session));
  } finally {
    await session.release();
  }
}

/** Makes the sessions free what they can compile again. */
function exhaust() {
  const held = engine.zeros([2 ** 23]);
  assert.throws(() => engine.zeros([2 ** 23]), { code: 'out_of_memory' });
  held.dispose();
}

const dispose = (results) => {
  for (const one of Object.values(results).flat()) if (one.location === 'wasm') one.dispose();
};

/** Tensors to write some of the results into. */
function destinations(results, draw) {
  const into = {};
  for (const [name, one] of Object.entries(results)) {
    const isPlain = !Array.isArray(one) && one.type !== 'string';
    const kind = isPlain ? draw(3) : 0;
    if (kind === 0) into[name] = null;
    if (kind === 1)
      into[name] = {
        type: one.type,
        dims: one.dims,
        data: new one.data.constructor(one.data.length),
      };
    if (kind === 2) into[name] = engine.zeros(one.dims, one.type);
  }
  return into;
}

/** The sizes of each run, by one of several strategies. */
function* sizesOf(draw, rounds) {
  const strategy = pick(
    () => draw(1000) / 1000,
    ['random', 'one', 'grow', 'alternate', 'mixed', 'mixed'],
  );
  let sizes = randomSizes(draw);
  const seen = [sizes];
  for (let round = 0; round < rounds; round++) {
    const given = yield sizes;
    if (given) sizes = given;
    const now = strategy === 'mixed' ? ['random', 'one', 'one', 'grow', 'seen'][draw(5)] : strategy;
    if (now === 'random') sizes = randomSizes(draw);
    else if (now === 'one') sizes = changedSizes(sizes, draw);
    else if (now === 'grow') sizes = { ...sizes, p: draw(5) === 0 ? draw(3) : sizes.p + 1 };
    else if (now === 'seen') sizes = seen[draw(seen.length)];
    else sizes = seen.length < 2 ? changedSizes(sizes, draw) : seen[round % 2];
    seen.push(sizes);
  }
}

/** Runs a random model; returns the number of runs, and of those that throw. */
export async function checkModel(seed) {
  const { bytes, isolated, inputs, outputs } = randomModel(seed);
  const random = randomFrom(seed + 1);
  const draw = (count) => Math.floor(random() * count);
  const location = pick(random, ['js', 'wasm']);
  const feedsBack = location === 'wasm' && draw(3) > 0;
  const before = [engine, oracle].map((one) => one.memory().used);
  const sessions = [];
  for (let i = 0; i <= (draw(3) === 0 ? 1 : 0); i++)
    sessions.push(
      await InferenceSession.create(bytes, { engine, preferredOutputLocation: location }),
    );
  const counts = { runs: 0, thrown: 0 };
  let last = {};
  let held = [];
  let next;
  const all = sizesOf(draw, 12 + draw(19));
  for (let round = 0; ; round++) {
    const { value: sizes, done } = all.next(next);
    if (done) break;
    next = undefined;
    const isSame = draw(12) === 0;
    const feeds = isSame && last.feeds ? last.feeds : {};
    if (feeds !== last.feeds)
      for (const input of inputs) {
        // Now and then a size that does not fit.
        const own = draw(300) === 0 ? changedSizes(sizes, draw) : sizes;
        const known = last.plain?.[input.name];
        const feed = feedOf(input, own, random);
        const isKept = draw(4) === 0 && known && String(known.dims) === String(feed.dims);
        feeds[input.name] = isKept ? known : feed;
      }
    // Results that fit an input, such as caches.
    if (feedsBack && !isSame) {
      let changed = sizes;
      const fed = {};
      for (const input of shuffled(random, inputs))
        for (const one of Object.values(last.results ?? {})) {
          if (Array.isArray(one) || fed[input.name] || draw(4) === 0) continue;
          const fitting = sizesThatFit(input, one, changed);
          const isFree = (name) => Object.keys(fed).length === 0 || changed[name] === fitting[name];
          if (!fitting || !Object.keys(fitting).every(isFree)) continue;
          if (fitting.u !== 1 && fitting.u !== fitting.n) continue;
          changed = fitting;
          fed[input.name] = one;
        }
      if (Object.keys(fed).length > 0) {
        for (const input of inputs)
          feeds[input.name] = fed[input.name] ?? feedOf(input, changed, random);
        next = changed;
      }
    }
    const plain = Object.fromEntries(Object.entries(feeds).map(([k, v]) => [k, plainOf(v)]));
    const where = `SEED=${seed} round ${round}, ${textOf(plain)}`;
    const names = outputs.map(({ name }) => name);
    const fetches =
      draw(6) === 0 ? shuffled(random, names).slice(0, 1 + draw(names.length)) : undefined;
    const shapes = () => {
      const isWhole = draw(2) === 0;
      const shapeOf = ({ name, type, sequence }) =>
        isWhole || type !== 'float32' || sequence ? plain[name] : plain[name].dims;
      return Object.fromEntries(inputs.map((input) => [input.name, shapeOf(input)]));
    };
    const results = [];
    if (draw(60) === 0) exhaust();
    for (const [i, session] of shuffled(random, [...sessions.entries()])) {
      if (draw(8) === 0) {
        const given = shapes();
        const prepare = (one) => one.prepare(given);
        const made = outcome(() => prepare(session));
        const expected = await expectedOf(bytes, prepare);
        assert.deepEqual(made, expected, `${where}, prepare`);
        if (draw(3) === 0) continue;
      }
      const run = (one) => one.runSync(plain, fetches);
      const alone = await expectedOf(isolated, run);
      // Errors name the nodes of the model.
      const expected = alone.code ? await expectedOf(bytes, run) : alone;
      const into =
        draw(5) === 0 && expected.results ? destinations(expected.results, draw) : fetches;
      const made = outcome(() => session.runSync(feeds, into));
      assertSameOutcome(made, expected, `${where}, session ${i}`);
      counts.runs++;
      if (made.code) counts.thrown++;
      else results.push({ results: made.results, expected: expected.results });
    }
    // Later runs leave earlier results as they are.
    for (const one of held)
      for (const [name, result] of Object.entries(one.expected))
        assertSame(one.results[name], result, `${where}: ${name} of the run before`);
    const isStillUsed = (one) => one.results === last.results;
    for (const one of held) if (!isSame || !isStillUsed(one)) dispose(one.results);
    held = [...held.filter((one) => isSame && isStillUsed(one)), ...results];
    last = isSame
      ? { ...last }
      : { feeds: feedsBack ? undefined : feeds, plain, results: results[0]?.results };
  }
  for (const one of held) dispose(one.results);
  for (const session of sessions) await session.release();
  const used = [engine, oracle].map((one) => one.memory().used);
  assert.deepEqual(used, before, `SEED=${seed}: bytes in use after the sessions are released`);
  return counts;
}

describe(`programs that share steps, SEED=${first}`, () => {
  it(`return what new sessions return, in ${MODELS} models`, async () => {
    const total = { runs: 0, thrown: 0 };
    for (let i = 0; i < MODELS; i++) {
      const { runs, thrown } = await checkModel(first + i);
      total.runs += runs;
      total.thrown += thrown;
    }
    if (MODELS > 10)
      assert.ok(total.thrown < total.runs / 4, `${total.thrown} of ${total.runs} throw`);
  });
});
