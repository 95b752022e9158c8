/**
 * The same calls on one thread and on several, side by side in one process. None of the peers supports
 * threads in Node: onnxruntime-web and tfjs-backend-wasm do in browsers only.
 */
import { existsSync, readFileSync } from 'node:fs';
import { InferenceSession } from '../onnx/entry.mjs';
import { feedsOf, sharedModelFiles, sharedModels } from '../support/shared-models.mjs';
import { Mismatch } from './compare.mjs';
import { measure, ratio } from './measure.mjs';
import { summarise } from './statistics.mjs';
import { random } from './values.mjs';

const SQUARES = [64, 128, 256, 512, 1024];

/** Calls that return a new tensor, by the side length of their square operand. */
const CALLS = {
  'add of two': { sides: SQUARES, call: (sc, x) => sc.add(x, x) },
  'add, into out': { sides: SQUARES, call: (sc, x, y) => void sc.add(x, x, { out: y }) },
  'five operators fused': {
    sides: SQUARES,
    prepare: (sc) => sc.fuse((x, row) => x.mul(row).add(x).sub(row).maximum(row).mul(x)),
    call: (_, x, __, row, fused) => fused(x, row),
  },
  tanh: { sides: SQUARES, call: (_, x) => x.tanh() },
  'sum, axis 1': { sides: SQUARES, call: (_, x) => x.sum({ axis: 1 }) },
  'sum, axis 0': { sides: SQUARES, call: (_, x) => x.sum({ axis: 0 }) },
  softmax: { sides: SQUARES, call: (_, x) => x.softmax() },
  transpose: { sides: SQUARES, call: (_, x) => x.transpose() },
  matMul: { sides: SQUARES.slice(0, -1), call: (_, x) => x.matMul(x) },
};

const rows = Object.entries(CALLS).flatMap(([label, { sides, ...work }]) =>
  sides.map((side) => ({ label: `${label}, ${side} × ${side}`, side, ...work })),
);

function calls({ side, prepare, call }, seed) {
  return (sc) => {
    const next = random(seed);
    const draw = () => next() - 0.5;
    const x = sc.tensor(Float32Array.from({ length: side * side }, draw), [side, side]);
    const row = sc.tensor(Float32Array.from({ length: side }, draw), [side]);
    const out = sc.zeros([side, side]);
    const prepared = prepare?.(sc);
    return {
      run: () => call(sc, x, out, row, prepared)?.dispose(),
      read: () => (call(sc, x, out, row, prepared) ?? out).toArray(),
      dispose() {
        for (const tensor of [x, row, out]) tensor.dispose();
      },
    };
  };
}

const session = (file, seed) => async (engine) => {
  const model = readFileSync(new URL(file, sharedModels));
  const made = await InferenceSession.create(model, { engine });
  const feeds = feedsOf(file, made.inputMetadata, random(seed));
  return {
    run: () => made.runSync(feeds),
    read: () => Object.values(made.runSync(feeds))[0].data,
    dispose: () => made.release(),
  };
};

async function compare(label, make, [one, several], { effort, seed }) {
  const [base, shared] = [await make(one), await make(several)];
  const [expected, actual] = [base.read(), shared.read()];
  if (expected.some((value, i) => !Object.is(value, actual[i])))
    throw new Mismatch(`${label}: ${several.threads} threads give other bits than one`);
  const contenders = [
    { name: 'one', run: base.run },
    { name: 'several', run: shared.run },
  ];
  const samples = await measure(contenders, effort, seed);
  await base.dispose();
  await shared.dispose();
  return {
    label,
    threads: several.threads,
    one: summarise(samples.get('one')),
    several: summarise(samples.get('several')),
    ratio: ratio(samples, 'several', 'one'),
  };
}

/** @returns nanoseconds per call of each row on one thread and on several, and how many times longer one takes */
export async function measureThreads(settings, folder = sharedModels) {
  const { seed, quick } = settings;
  // Imported on demand, because the benchmark's tests run without a package.
  const { load } = await import('../../dist/threads.js');
  const engines = [await load({ threads: 1 }), await load()];
  if (engines[1].threads === 1) throw new Error(engines[1].threadsReason);
  const found = [];
  for (const one of quick ? rows.slice(0, 1) : rows)
    found.push(await compare(one.label, calls(one, seed), engines, settings));
  const models = sharedModelFiles.filter((name) => existsSync(new URL(name, folder)));
  for (const file of quick ? [] : models)
    found.push(
      await compare(file.replace(/(\/model)?\.onnx$/, ''), session(file, seed), engines, settings),
    );
  for (const engine of engines) engine.close();
  return found;
}
