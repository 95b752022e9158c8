/**
 * Decoders and encoders, compared with onnxruntime-web: each model in fresh processes (child.mjs), in which both
 * run in turns. Nanoseconds and bytes; a ratio is onnxruntime-web's figure divided by simdcast's of the same turn.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Mismatch } from '../compare.mjs';
import { median, summarise } from '../statistics.mjs';
import { rows, SIZES, SMALL_SIZES } from './models.mjs';

const run = promisify(execFile);
const child = fileURLToPath(new URL('child.mjs', import.meta.url));

/** The lengths of a point of the curves. */
export const BUCKET = 32;
const NORMAL = { sizes: SIZES, prompt: BUCKET, tokens: 15 * BUCKET };
const QUICK = { sizes: SMALL_SIZES, prompt: 4, tokens: BUCKET };
const MAXIMUM_ROUNDS = 3;

/**
 * The bounds of the difference between scores, relative to the largest. A number that a dynamic quantisation rounds to
 * the other side changes scores of 8-bit models visibly, and sometimes the token: the record counts the equal ones.
 */
const MOST_APART = { fp32: 1e-4, fp16: 2e-2, q8: 0.25, q4: 1e-4 };

async function once(row, settings, swap) {
  const argument = JSON.stringify({ ...row, ...settings, swap });
  const { stdout } = await run(process.execPath, [child, argument], { maxBuffer: 1e8 });
  return JSON.parse(stdout);
}

/** @param {[number, number][]} pairs simdcast's figures and onnxruntime-web's */
const compared = (pairs) => ({
  time: summarise(pairs.map(([own]) => own)),
  ratio: summarise(pairs.map(([own, other]) => other / own)),
});

/** The medians of each bucket of lengths. */
function curve(runs, pass, side) {
  const { length } = runs[0][pass];
  return Array.from({ length: length / BUCKET }, (_, i) => {
    const times = runs.flatMap((one) => one[pass].slice(i * BUCKET, (i + 1) * BUCKET));
    return median(times.map((pair) => pair[side]));
  });
}

function requireAgreement({ kind, form }, { apart }) {
  if (!(apart <= MOST_APART[form]))
    throw new Mismatch(`${kind}, ${form}: scores are ${apart} apart`);
}

function rowOf(row, runs, { prompt }) {
  for (const { found } of runs) requireAgreement(row, found);
  const all = (name) => runs.flatMap((one) => one[name]);
  const decodes = runs[0].fresh.length > 0;
  return {
    ...row,
    rounds: runs.length,
    weights: runs[0].weights,
    tokens: runs[0].found.tokens,
    equal: Math.min(...runs.map(({ found }) => found.equal)),
    create: compared(runs.map(({ create }) => create)),
    first: compared(runs.map(({ first }) => first)),
    prompt: compared(all('prompts')),
    heap: [0, 1].map((side) => Math.max(...runs.map(({ heap }) => heap[side]))),
    ...(decodes && {
      fresh: compared(all('fresh')),
      seen: compared(all('seen')),
      from: prompt,
      curves: {
        fresh: curve(runs, 'fresh', 0),
        seen: curve(runs, 'seen', 0),
        ort: curve(runs, 'fresh', 1),
      },
    }),
  };
}

/**
 * @returns {Promise<object[]>} a row for each model: create; `first`, from create to the first result; `prompt`, per
 *   token of a prompt of a new length; `fresh` and `seen`, per token at lengths that are new, and at the same lengths
 *   again; the size of the heap at the end; and the medians of each BUCKET of lengths after `from`
 */
export async function measureDecoding({ quick, effort }) {
  const settings = quick ? QUICK : NORMAL;
  const rounds = quick ? 1 : Math.min(effort.rounds, MAXIMUM_ROUNDS);
  const wanted = quick ? rows.slice(0, 1) : rows;
  const runs = new Map(wanted.map((row) => [row, []]));
  for (let round = 0; round < rounds; round++)
    for (const [row, done] of runs) done.push(await once(row, settings, round % 2 === 1));
  return [...runs].map(([row, done]) => rowOf(row, done, settings));
}
