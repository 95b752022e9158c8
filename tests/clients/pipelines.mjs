/**
 * Functions of transformers.js on models, as functions of its exports. Each returns the client's view: texts
 * and labels, numbers, and the bytes of images.
 */

const picture = ({ RawImage }) => {
  const [width, height] = [80, 60];
  const at = (i) => ({ x: (i >> 2) % width, y: Math.floor((i >> 2) / width) });
  const of = [
    ({ x, y }) => 128 + 100 * Math.sin(x / 9 + y / 14),
    ({ x, y }) => (x * 7 + y * 3) % 256,
    ({ x, y }) => 255 * Math.exp(-((x - 40) ** 2 + (y - 30) ** 2) / 500),
    () => 255,
  ];
  const data = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => of[i % 4](at(i)));
  return new RawImage(data, width, height, 4);
};

const RATE = 16_000;
/** A voice of three tones that rise and fade. */
const sound = (seconds) =>
  Float32Array.from({ length: seconds * RATE }, (_, i) => {
    const t = i / RATE;
    const tone = (hertz, loud) => loud * Math.sin(2 * Math.PI * hertz * t * (1 + t / 20));
    return Math.sin(3 * t) ** 2 * (tone(180, 0.4) + tone(730, 0.2) + tone(2400, 0.1));
  });

const numbers = ({ data, dims }) => ({ numbers: Array.from(data), dims: [...dims] });
const pixels = ({ data, width, height, channels }) => ({
  pixels: Array.from(data),
  size: [width, height, channels],
});

const texts = ['the cat sat on the table', 'a queen went home'];
const prompt = 'the quick brown fox';

/** Generates with a streamer, and compares the stream with the text. */
async function streamed({ TextStreamer }, generate, input, options) {
  const parts = [];
  const callback_function = (part) => parts.push(part);
  const streamer = new TextStreamer(generate.tokenizer, { skip_prompt: true, callback_function });
  const [{ generated_text: text }] = await generate(input, { ...options, streamer });
  return { text, parts };
}

/**
 * `use(run, exports)` receives the pipeline of `task` on a model; without a task it receives the options.
 * @type {Record<string, {task?: string, model: string, use: Function}>}
 */
export const cases = {
  'feature extraction': {
    task: 'feature-extraction',
    model: 'embeddings',
    use: async (run) => ({
      mean: numbers(await run(texts, { pooling: 'mean', normalize: true })),
      first: numbers(await run(texts, { pooling: 'cls' })),
      every: numbers(await run(texts[1])),
    }),
  },
  'text classification': {
    task: 'text-classification',
    model: 'moods',
    use: (run) => run(texts, { top_k: 3 }),
  },
  'token classification': {
    task: 'token-classification',
    model: 'tags',
    use: (run) => run(texts[0], { ignore_labels: [] }),
  },
  'fill mask': {
    task: 'fill-mask',
    model: 'gaps',
    use: (run) => run('the cat [MASK] on the table', { top_k: 3 }),
  },
  'question answering': {
    task: 'question-answering',
    model: 'answers',
    use: (run) => run('who went home', 'a queen went home and the cat sat on the table'),
  },
  'zero-shot classification': {
    task: 'zero-shot-classification',
    model: 'entailment',
    use: (run) => run(texts[0], ['animals', 'a queen', 'weather']),
  },
  summarisation: {
    task: 'summarization',
    model: 'summaries',
    use: (run) => run(texts.join(' and '), { max_new_tokens: 12 }),
  },
  translation: {
    task: 'translation',
    model: 'translations',
    use: (run) => run(texts, { max_new_tokens: 10 }),
  },
  'text generation': {
    task: 'text-generation',
    model: 'chat',
    use: async (run, exports) => ({
      greedy: await streamed(exports, run, prompt, { max_new_tokens: 24 }),
      batch: await run([prompt, 'a long story of the sea and'], { max_new_tokens: 8 }),
      penalised: await run(prompt, {
        max_new_tokens: 12,
        repetition_penalty: 1.3,
        no_repeat_ngram_size: 2,
      }),
      chat: await run([{ role: 'user', content: 'tell a story' }], { max_new_tokens: 8 }),
    }),
  },
  'text generation, grouped queries': {
    task: 'text-generation',
    model: 'chat-groups',
    use: (run, exports) => streamed(exports, run, prompt, { max_new_tokens: 24 }),
  },
  'speech recognition': {
    task: 'automatic-speech-recognition',
    model: 'speech',
    use: async (run) => ({
      text: await run(sound(3), { max_new_tokens: 12, language: 'english' }),
      times: await run(sound(3), { max_new_tokens: 12, return_timestamps: true }),
      chunks: await run(sound(8), { max_new_tokens: 6, chunk_length_s: 5, stride_length_s: 1 }),
    }),
  },
  'speech recognition by letters': {
    task: 'automatic-speech-recognition',
    model: 'letters',
    use: (run) => run(sound(2)),
  },
  'audio classification': {
    task: 'audio-classification',
    model: 'sounds',
    use: (run) => run(sound(2), { top_k: 4 }),
  },
  'audio embeddings': {
    model: 'sound-features',
    async use({ AutoModel, AutoProcessor, model, options }) {
      const processor = await AutoProcessor.from_pretrained(model, options);
      const run = await AutoModel.from_pretrained(model, options);
      const { last_hidden_state } = await run(await processor(sound(1)));
      return numbers(last_hidden_state.mean(1));
    },
  },
  'image classification': {
    task: 'image-classification',
    model: 'classes',
    use: (run, exports) => run(picture(exports), { top_k: 5 }),
  },
  'zero-shot image classification': {
    task: 'zero-shot-image-classification',
    model: 'labels',
    use: (run, exports) => run(picture(exports), ['a cat', 'the sea', 'one red house']),
  },
  'image segmentation': {
    task: 'image-segmentation',
    model: 'segments',
    use: async (run, exports) =>
      (await run(picture(exports))).map(({ label, mask }) => ({ label, mask: pixels(mask) })),
  },
  'object detection': {
    task: 'object-detection',
    model: 'boxes',
    use: (run, exports) => run(picture(exports), { threshold: 0.1 }),
  },
  'depth estimation': {
    task: 'depth-estimation',
    model: 'depth',
    async use(run, exports) {
      const { predicted_depth, depth: map } = await run(picture(exports));
      return { ...numbers(predicted_depth), map: pixels(map) };
    },
  },
  'background removal': {
    task: 'background-removal',
    model: 'matte',
    use: async (run, exports) => pixels(await run(picture(exports))),
  },
  'image embeddings': {
    task: 'image-feature-extraction',
    model: 'picture-features',
    async use(run, exports) {
      return {
        every: numbers(await run(picture(exports))),
        pooled: numbers(await run(picture(exports), { pool: true })),
      };
    },
  },
};

/**
 * Runs one case.
 * @param {object} exports of transformers.js
 * @param {string} name
 * @param {object} options of `pipeline`, such as the device and the dtype
 */
export async function runCase(exports, name, options) {
  const { task, model, use } = cases[name];
  if (!task) return plain(await use({ ...exports, model, options }));
  const run = await exports.pipeline(task, model, options);
  const result = plain(await use(run, exports));
  await run.dispose();
  return result;
}

/** A JSON-safe copy; JSON would write null for non-finite numbers. */
const plain = (result) =>
  JSON.parse(
    JSON.stringify(result, (_, value) =>
      typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
    ),
  );
