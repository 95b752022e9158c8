/**
 * In a process of its own: a model in sessions of simdcast/ort and of onnxruntime-web, which run the same program in
 * turns. The argument is JSON: {kind, form, sizes, prompt, tokens, swap}. Prints what measure.mjs documents.
 */
import { load, ort as simdcast } from '../../onnx/entry.mjs';
import { encodeModel } from '../../onnx/models.mjs';
import { sessionOptions, start } from '../peers/ort.mjs';
import { KINDS, VOCABULARY } from './models.mjs';

const { kind, form, sizes, prompt, tokens, swap } = JSON.parse(process.argv[2]);
const { graph, positions, caches: decodes } = KINDS[kind];
const { layers, kept, width, heads } = sizes;

const engine = await load();

/** The memories of onnxruntime-web, which are the next ones. */
const memories = [];
const { Memory } = WebAssembly;
WebAssembly.Memory = class extends Memory {
  constructor(descriptor) {
    super(descriptor);
    memories.push(this);
  }
};
const ort = await start();
// The cost of a runtime without a model is measured by cold-start.mjs.
const nothing = encodeModel({
  inputs: [{ name: 'x', dims: [1] }],
  outputs: [{ name: 'y', dims: [1] }],
  nodes: [{ op: 'Neg', inputs: ['x'], outputs: ['y'] }],
});
await ort.InferenceSession.create(nothing, sessionOptions);
await simdcast.InferenceSession.create(nothing, sessionOptions);

const names = Array.from({ length: layers }, (_, layer) =>
  ['key', 'value'].map((part) => `${layer}.${part}`),
).flat();

function emptyCaches({ Tensor }) {
  const type = form === 'fp16' ? 'float16' : 'float32';
  const none = () => (form === 'fp16' ? new Uint16Array(0) : new Float32Array(0));
  const dims = [1, kept, 0, width / heads];
  return names.map((name) => [`past_key_values.${name}`, new Tensor(type, none(), dims)]);
}

function feedsOf({ Tensor }, ids, past, caches) {
  const int64s = (values) =>
    new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);
  return {
    input_ids: int64s(ids),
    attention_mask: int64s(Array.from({ length: past + ids.length }, () => 1)),
    ...(positions && { position_ids: int64s(ids.map((_, i) => past + i)) }),
    ...Object.fromEntries(caches),
  };
}

/** The scores of the last position, by which a decoder goes on, or of all. */
const scoresOf = ({ logits }) => (decodes ? logits.data.subarray(-VOCABULARY) : logits.data);

/** The token of the largest score of each position. */
const tokensOf = (scores) =>
  Array.from({ length: scores.length / VOCABULARY }, (_, i) => {
    const own = scores.subarray(i * VOCABULARY, (i + 1) * VOCABULARY);
    return own.indexOf(Math.max(...own));
  });

async function timed(work) {
  const before = performance.now();
  const result = await work();
  return { result, time: (performance.now() - before) * 1e6 };
}

const model = graph(form, VOCABULARY, sizes).encode();

/** Both libraries; the one that is first in a turn changes. */
const sides = [
  { name: 'simdcast', lib: simdcast },
  { name: 'ort', lib: ort },
];
let turns = swap ? 1 : 0;
async function inTurns(work) {
  turns += 1;
  for (const side of turns % 2 ? sides : sides.toReversed()) await work(side);
}

await inTurns(async (side) => {
  const create = () => side.lib.InferenceSession.create(model, sessionOptions);
  const { result, time } = await timed(create);
  side.session = result;
  side.create = time;
});

/** Runs ids after a past, and keeps the caches, the scores and the time. */
async function step(side, ids, past) {
  const { lib, session } = side;
  const caches = past === 0 ? (decodes ? emptyCaches(lib) : []) : side.caches;
  const { result, time } = await timed(async () => {
    const results = await session.run(feedsOf(lib, ids, past, caches));
    const scores = scoresOf(results);
    return { results, scores, tokens: tokensOf(scores) };
  });
  if (decodes)
    side.caches = names.map((name) => [
      `past_key_values.${name}`,
      result.results[`present.${name}`],
    ]);
  return { time, tokens: result.tokens, scores: Array.from(result.scores) };
}

/** How far the scores of both are apart, relative to the largest. */
const found = { tokens: 0, equal: 0, apart: 0 };
function compare([one, other]) {
  const largest = other.scores.reduce((most, score) => Math.max(most, Math.abs(score)), 0);
  for (const [i, score] of one.scores.entries()) {
    const apart = Math.abs(score - other.scores[i]) / largest;
    // NaN is apart too.
    if (!(apart <= found.apart)) found.apart = apart >= 0 ? apart : Infinity;
  }
  found.tokens += one.tokens.length;
  found.equal += one.tokens.filter((token, i) => token === other.tokens[i]).length;
}

/** One step of both, which decode simdcast's tokens; the times by name. */
async function both(ids, past) {
  const steps = {};
  await inTurns(async (side) => {
    steps[side.name] = await step(side, ids, past);
  });
  compare([steps.simdcast, steps.ort]);
  return { token: steps.simdcast.tokens[0], times: [steps.simdcast.time, steps.ort.time] };
}

const idsOf = (length) => Array.from({ length }, (_, i) => (i * 37 + length) % VOCABULARY);
/** @returns {Promise<[number, number][]>} the times of each token */
async function decode() {
  const times = [];
  let { token } = await both(idsOf(prompt), 0);
  for (let past = prompt; past < prompt + tokens; past++) {
    const next = await both([token], past);
    times.push(next.times);
    token = next.token;
  }
  return times;
}

const PROMPTS = 5;
const first = (await both(idsOf(prompt), 0)).times;
// Longer ones, each of a new length.
const prompts = [];
for (let more = 1; more <= PROMPTS; more++) {
  const length = 2 * prompt + more;
  const { times } = await both(idsOf(length), 0);
  prompts.push(times.map((time) => time / length));
}
const fresh = decodes ? await decode() : [];
const seen = decodes ? await decode() : [];

// Memories grow, and never shrink.
const heap = [engine.memory().bytes, memories.reduce((sum, one) => sum + one.buffer.byteLength, 0)];
process.stdout.write(
  JSON.stringify({
    create: sides.map(({ create }) => create),
    first: first.map((time, i) => time + sides[i].create),
    prompts,
    fresh,
    seen,
    heap,
    weights: model.byteLength,
    found,
  }),
);
