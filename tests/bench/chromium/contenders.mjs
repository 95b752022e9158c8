/** The contenders, as started in a page: each prepares a work, then runs it and returns its result. */
import { InferenceSession } from '../../../dist/onnx.js';
import { load } from '../../../dist/threads.js';
import * as ort from '../node_modules/onnxruntime-web/dist/ort.wasm.min.mjs';

const mapped = (object, each) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, each(value)]));

async function startSimdcast(threads) {
  const engine = await load({ threads });
  if (engine.threads !== threads) throw new Error(engine.threadsReason);
  return async ({ work, model, inputs }) => {
    const tensors = mapped(inputs, ({ type, data, dims }) => engine.tensor(type, data, dims));
    if (work?.simdcast) {
      const call = work.simdcast(engine);
      return {
        run: () => call(tensors).dispose(),
        read: () => engine.tidy(() => call(tensors).toArray()),
      };
    }
    const session = await InferenceSession.create(model, { engine });
    return {
      run: () => session.runSync(tensors),
      read: () => Object.values(session.runSync(tensors))[0].data,
    };
  };
}

/** Arrays in and out. */
async function startOrt(threads) {
  ort.env.wasm.numThreads = threads;
  ort.env.wasm.wasmPaths = new URL('../node_modules/onnxruntime-web/dist/', import.meta.url).href;
  return async ({ model, inputs }) => {
    const session = await ort.InferenceSession.create(model, {
      executionProviders: ['wasm'],
      logSeverityLevel: 4,
    });
    if (ort.env.wasm.numThreads !== threads)
      throw new Error(`onnxruntime-web has ${ort.env.wasm.numThreads} threads`);
    const feeds = mapped(inputs, ({ type, data, dims }) => new ort.Tensor(type, data, dims));
    return {
      async: true,
      run: () => session.run(feeds),
      read: async () => Object.values(await session.run(feeds))[0].data,
    };
  };
}

/**
 * Its scripts define the global `tf`. It does not run such models. It uses at most half of the cores that it
 * sees, so it is shown twice the number.
 */
async function startTfjs(threads) {
  const { tf } = globalThis;
  Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2 * threads });
  tf.wasm.setThreadsCount(threads);
  tf.wasm.setWasmPaths(
    new URL('../node_modules/@tensorflow/tfjs-backend-wasm/dist/', import.meta.url).href,
  );
  if (!(await tf.setBackend('wasm'))) throw new Error('tfjs-backend-wasm did not start');
  await tf.ready();
  if (tf.wasm.getThreadsCount() !== threads)
    throw new Error(`tfjs-backend-wasm has ${tf.wasm.getThreadsCount()} threads`);
  return async ({ work, inputs, constants }) => {
    if (!work) return undefined;
    const { call, input = (_, x) => x, output = (_, x) => x } = work.tfjs;
    const tensors = mapped(inputs, ({ data, dims }) => input(tf, tf.tensor(data, dims)));
    const prepared = call(
      tf,
      mapped(constants, ({ data, dims }) => tf.tensor(data, dims)),
    );
    return {
      run: () => prepared(tensors).dispose(),
      read: () => tf.tidy(() => output(tf, prepared(tensors)).dataSync()),
    };
  };
}

/** In the order of the table; the first two return bit-identical results. */
export async function startAll(threads) {
  return [
    { name: 'one', prepare: await startSimdcast(1) },
    { name: 'several', prepare: await startSimdcast(threads) },
    { name: 'ort', prepare: await startOrt(threads) },
    { name: 'tfjs', prepare: await startTfjs(threads) },
  ];
}
