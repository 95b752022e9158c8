/** The page's program: compares all results, then times; reports each work to the runner by calling `tell`. */

import { InferenceSession } from '../../../dist/onnx.js';
import { feedsOf, worst } from '../../support/shared-models.mjs';
import { measure } from '../measure.mjs';
import { random } from '../values.mjs';
import { startAll } from './contenders.mjs';
import { floatsOf, SEEDS, works } from './works.mjs';

const { tell, asked } = globalThis;

/** Relative to the largest number, because sums of a thousand products have another order. */
const TOLERANCE = 1e-4;

/** Many short samples: on a shared machine, the minimum is the most reliable. */
const EFFORT = { warmUp: 40, sample: 5, budget: 6000, rounds: 60 };

const modelAt = async (path) =>
  new Uint8Array(await (await fetch(new URL(path, location.href))).arrayBuffer());

const tensorsOf = (shapes = {}, seed = 0) =>
  Object.fromEntries(
    Object.entries(shapes).map(([name, dims], i) => [
      name,
      { type: 'float32', dims, data: floatsOf(dims, seed + 100 * i) },
    ]),
  );

async function taskOfWork(work, i) {
  return {
    title: work.title,
    work,
    model: await modelAt(`works/${i}.onnx`),
    inputs: tensorsOf(work.inputs, SEEDS.inputs),
    constants: tensorsOf(work.constants, SEEDS.constants),
  };
}

async function taskOfModel(file) {
  const model = await modelAt(`models/${file}`);
  const session = await InferenceSession.create(model);
  const inputs = feedsOf(file, session.inputMetadata, random(SEEDS.inputs));
  await session.release();
  return { title: file.replace('.onnx', ''), model, inputs };
}

function check(title, name, actual, expected) {
  const isSame = actual.length === expected.length;
  if (isSame && name === 'several' && actual.every((value, i) => Object.is(value, expected[i])))
    return;
  if (isSame && name !== 'several' && worst({ data: actual }, { data: expected }) <= TOLERANCE)
    return;
  throw new Error(`${title}: the result of '${name}' is another one`);
}

async function timesOf(task, contenders) {
  const found = [];
  for (const { name, prepare } of contenders) {
    const prepared = await prepare(task);
    if (prepared) found.push({ name, ...prepared });
  }
  const [first, ...others] = found;
  const expected = (await first.read()).slice();
  for (const { name, read } of others) check(task.title, name, await read(), expected);
  const samples = await measure(found, EFFORT, 1);
  return Object.fromEntries(found.map(({ name }) => [name, Math.min(...samples.get(name))]));
}

async function run() {
  const contenders = await startAll(asked.threads);
  const tasks = [
    ...works.map((work, i) => () => taskOfWork(work, i)),
    ...asked.models.map((file) => () => taskOfModel(file)),
  ];
  for (const make of tasks) {
    const task = await make();
    await tell({ title: task.title, times: await timesOf(task, contenders) });
  }
}

run().then(
  () => tell({ done: true }),
  (error) => tell({ error: String(error?.stack ?? error) }),
);
