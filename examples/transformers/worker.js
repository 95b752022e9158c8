/** Runs transformers.js on one runtime, which the first message names. */
let transformers;
let pipe;

/** The differences between the runtimes: the module, and transformers.js' name for the device. */
const runtimes = {
  simdcast: {
    device: 'auto',
    async use() {
      globalThis[Symbol.for('onnxruntime')] = await import('simdcast/ort');
    },
  },
  'onnxruntime-web': {
    device: 'wasm',
    async use() {
      const [{ env }, wasm, mjs] = await Promise.all([
        import('onnxruntime-web/wasm'),
        import('onnxruntime-web/ort-wasm-simd-threaded.wasm?url'),
        import('onnxruntime-web/ort-wasm-simd-threaded.mjs?url'),
      ]);
      const absolute = ({ default: url }) => new URL(url, self.location.href).href;
      Object.assign(env.wasm, { wasmPaths: { wasm: absolute(wasm), mjs: absolute(mjs) } });
    },
  },
};

/** Answers transformers.js with files of a folder that the user chose. */
const folderOf = (files) => ({
  async match(key) {
    const found = Object.keys(files).find((path) => String(key).endsWith(`/${path}`));
    return found && new Response(files[found]);
  },
  async put() {},
});

/** Creates the pipeline: for a model that is served here, or for the files of a folder. */
async function load({ runtime, task, model, files, dtype }, say) {
  const start = performance.now();
  const { device, use } = runtimes[runtime];
  await use();
  transformers = await import('@huggingface/transformers');
  const { env, pipeline } = transformers;
  Object.assign(env, { allowRemoteModels: false, allowLocalModels: true, useBrowserCache: false });
  env.localModelPath = '/models/';
  if (files) Object.assign(env, { useCustomCache: true, customCache: folderOf(files) });
  pipe = await pipeline(task, model, {
    device,
    dtype,
    progress_callback: ({ status, progress }) => {
      if (status === 'progress_total') say({ progress });
    },
  });
  return { ms: performance.now() - start };
}

/** The vectors of some texts, in sequence, because their lengths differ. */
async function embed({ texts }, say) {
  const start = performance.now();
  const vectors = [];
  for (const [i, text] of texts.entries()) {
    const { data } = await pipe(text, { pooling: 'mean', normalize: true });
    vectors.push(data);
    say({ progress: (100 * (i + 1)) / texts.length });
  }
  return { vectors, ms: performance.now() - start };
}

/** Streams a reply, part by part. */
async function reply({ messages, count }, say) {
  const start = performance.now();
  let first = start;
  let tokens = 0;
  const streamer = new transformers.TextStreamer(pipe.tokenizer, {
    skip_prompt: true,
    skip_special_tokens: true,
    callback_function: (part) => say({ part }),
    token_callback_function: () => {
      if (tokens === 0) first = performance.now();
      tokens += 1;
    },
  });
  await pipe(messages, { max_new_tokens: count, do_sample: false, streamer });
  const seconds = (performance.now() - first) / 1000;
  return { tokens, prompt: first - start, rate: (tokens - 1) / seconds };
}

const work = { load, embed, reply };

self.addEventListener('message', async ({ data: { id, kind, ...given } }) => {
  const say = (message) => self.postMessage({ id, ...message });
  try {
    say({ result: await work[kind](given, say) });
  } catch (error) {
    say({ error: error.message });
  }
});
