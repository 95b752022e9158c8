/** Decoders with caches, alone and after an encoder. */
import { groupQueryGraph, llamaGraph } from './causal.mjs';
import { Graph } from './graph.mjs';
import { additiveMask, attention, causalMask, encoder, feedForward, split } from './layers.mjs';
import { bytePairs, unigrams } from './tokenizers.mjs';

const WIDTH = 64;
const HEADS = 4;
const KEPT = 2;
const PER_HEAD = WIDTH / HEADS;
const LAYERS = 2;
const POSITIONS = 512;
const SIZES = { width: WIDTH, heads: HEADS, kept: KEPT, layers: LAYERS, positions: POSITIONS };

const END = '<|endoftext|>';

/** Seconds of sound that are processed at once. */
const SECONDS = 5;
const FRAMES = SECONDS * 100;
const BANDS = 80;

/** The type of caches: those of a float16 model are float16 outside too, as its exporters write them. */
const cacheInput = (g, name, heads, length, batch = 'batch_size') =>
  g.input(name, g.real, [batch, heads, length, PER_HEAD]);

const chatTemplate =
  "{% for message in messages %}{{ '<|' + message['role'] + '|> ' + message['content'] + '\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|assistant|>' }}{% endif %}";

/** A language model; `groups` selects onnxruntime's own operators. */
export function llama({ groups = false } = {}) {
  const { size, ids, files } = bytePairs({
    specials: [END, '<|user|>', '<|assistant|>'],
    config: {
      tokenizer_class: 'GPT2Tokenizer',
      model_max_length: POSITIONS,
      bos_token: END,
      eos_token: END,
      pad_token: END,
      padding_side: 'left',
      chat_template: chatTemplate,
    },
  });
  const end = { bos_token_id: ids[END], eos_token_id: ids[END], pad_token_id: ids[END] };
  return {
    files: {
      ...files,
      'config.json': {
        model_type: 'llama',
        architectures: ['LlamaForCausalLM'],
        vocab_size: size,
        hidden_size: WIDTH,
        head_dim: PER_HEAD,
        num_hidden_layers: LAYERS,
        num_attention_heads: HEADS,
        num_key_value_heads: KEPT,
        max_position_embeddings: POSITIONS,
        'transformers.js_config': { kv_cache_dtype: { fp16: 'float16' } },
        ...end,
      },
      'generation_config.json': end,
    },
    graphs: { model: (form) => (groups ? groupQueryGraph : llamaGraph)(form, size, SIZES) },
  };
}

/** The feeds of a decoder after an encoder, apart from its caches. */
const crossInputs = (g) => ({
  ids: g.input('input_ids', 'int64', ['batch_size', 'decoder_sequence_length']),
  hidden: g.realInput('encoder_hidden_states', ['batch_size', 'encoder_sequence_length', WIDTH]),
});

const cacheNames = (layer) =>
  ['decoder', 'encoder'].flatMap((side) =>
    ['key', 'value'].map((part) => ({ side, name: `${layer}.${side}.${part}` })),
  );

/** One branch of a merged decoder: with or without caches. */
function decoderBranch(outer, { inputs, caches, embed, mask, vocabulary, bias }) {
  const g = outer.branch();
  const past = caches && g.size(caches[0][0], 2);
  g.at('sizes');
  const rows = g.size(inputs.ids, 1);
  const start = past ?? g.int(0);
  let last = embed(g, start, rows);
  const later = causalMask(g, rows, start);
  const positions = bias?.(g, start, rows);
  const presents = [];
  const made = (from) => {
    const value = () => split(g, g.linear(from, WIDTH, WIDTH), HEADS, PER_HEAD);
    return [value(), value()];
  };
  for (let layer = 0; layer < LAYERS; layer++) {
    g.at(`decoder${layer}.self`);
    const x = g.norm(last, WIDTH);
    const own = made(x).map((value, i) =>
      caches ? g.node('Concat', [caches[layer][i], value], { axis: 2 }) : value,
    );
    const cache = { keys: own[0], values: own[1] };
    const options = { width: WIDTH, heads: HEADS };
    last = g.add(last, attention(g, x, { ...options, mask: later, bias: positions, cache }));
    g.at(`decoder${layer}.keys`);
    const cross = caches ? caches[layer].slice(2) : made(inputs.hidden);
    g.at(`decoder${layer}.cross`);
    const crossed = { keys: cross[0], values: cross[1] };
    const seen = g.norm(last, WIDTH);
    last = g.add(last, attention(g, seen, { ...options, mask: mask?.(g), cache: crossed }));
    last = g.add(last, feedForward(g, g.norm(last, WIDTH), WIDTH));
    // With caches, those of the encoder are unchanged, and their outputs are empty.
    const none = () => g.constant(g.real, [0, HEADS, 1, PER_HEAD], new Uint8Array(0));
    presents.push([...own, ...(caches ? [none(), none()] : cross)]);
  }
  g.at('end');
  const final = g.norm(last, WIDTH);
  g.at('head');
  const scores = g.linear(final, WIDTH, vocabulary, { bias: false, size: 0.6 });
  const name = (text) => `${text}${caches ? '_cached' : '_first'}`;
  g.output(scores, name('logits'), g.real, ['batch_size', 'decoder_sequence_length', vocabulary]);
  for (const [layer, values] of presents.entries())
    for (const [i, { name: cache }] of cacheNames(layer).entries())
      g.output(values[i], name(cache), g.real, [null, HEADS, null, PER_HEAD]);
  return g;
}

/** A decoder with and without caches in one file, as optimum merges them. */
function mergedDecoder(form, vocabulary, { embed, masked, bias }) {
  const g = new Graph({ form });
  const encoderMask =
    masked && g.input('encoder_attention_mask', 'int64', ['batch_size', 'encoder_sequence_length']);
  const inputs = crossInputs(g);
  const caches = Array.from({ length: LAYERS }, (_, layer) =>
    cacheNames(layer).map(({ side, name }) =>
      cacheInput(g, `past_key_values.${name}`, HEADS, `past_${side}_sequence_length`),
    ),
  );
  const flag = g.input('use_cache_branch', 'bool', [1]);
  const shared = {
    inputs,
    vocabulary,
    bias,
    embed: (branch, start, rows) => embed(branch, inputs.ids, start, rows),
    mask: encoderMask && ((branch) => additiveMask(branch, encoderMask)),
  };
  const cached = decoderBranch(g, { ...shared, caches });
  const first = decoderBranch(g, shared);
  const names = Array.from({ length: LAYERS }, (_, layer) => cacheNames(layer)).flat();
  const results = g.node(
    'If',
    [flag],
    { then_branch: cached.graph, else_branch: first.graph },
    { count: 1 + names.length },
  );
  g.realOutput(results[0], 'logits', ['batch_size', 'decoder_sequence_length', vocabulary]);
  for (const [i, { side, name }] of names.entries())
    g.output(results[i + 1], `present.${name}`, g.real, [
      'batch_size',
      HEADS,
      `present_${side}_sequence_length`,
      PER_HEAD,
    ]);
  return g;
}

/** A bias per distance between query and key, which T5 uses instead of positions. */
function distanceBias(part) {
  const FARTHEST = 16;
  return (g, start, rows) => {
    g.at(part);
    const total = g.node('Add', [start, rows]);
    const keys = g.unsqueeze(g.range(g.int(0), total), 0);
    const queries = g.unsqueeze(g.range(start, total), 1);
    const distance = g.node('Sub', [keys, queries]);
    const kept = g.node('Clip', [distance, g.int(-FARTHEST), g.int(FARTHEST)]);
    const index = g.node('Add', [kept, g.int(FARTHEST)]);
    const table = g.embedding(index, 2 * FARTHEST + 1, HEADS);
    return g.unsqueeze(g.transpose(table, 2, 0, 1), 0);
  };
}

/** An encoder and a decoder of texts. */
export function t5(config = {}) {
  const { size, files } = unigrams();
  const ids = { decoder_start_token_id: 0, eos_token_id: 1, pad_token_id: 0 };
  const embed = (g, tokens) => {
    g.at('tokens');
    return g.embedding(tokens, size, WIDTH);
  };
  return {
    files: {
      ...files,
      'config.json': {
        model_type: 't5',
        architectures: ['T5ForConditionalGeneration'],
        is_encoder_decoder: true,
        vocab_size: size,
        d_model: WIDTH,
        d_kv: PER_HEAD,
        num_heads: HEADS,
        num_layers: LAYERS,
        num_decoder_layers: LAYERS,
        ...ids,
        ...config,
      },
      'generation_config.json': ids,
    },
    graphs: {
      encoder_model(form) {
        const g = new Graph({ form });
        const dims = ['batch_size', 'encoder_sequence_length'];
        const tokens = g.input('input_ids', 'int64', dims);
        const mask = g.input('attention_mask', 'int64', dims);
        const options = { layers: LAYERS, width: WIDTH, heads: HEADS, normFirst: true };
        const bias = distanceBias('encoder.distances')(g, g.int(0), g.size(tokens, 1));
        const masks = g.add(additiveMask(g, mask), bias);
        const hidden = encoder(g, embed(g, tokens), { ...options, mask: masks });
        g.realOutput(hidden, 'last_hidden_state', [...dims, WIDTH]);
        return g;
      },
      decoder_model_merged: (form) =>
        mergedDecoder(form, size, { embed, masked: true, bias: distanceBias('decoder.distances') }),
    },
  };
}

/** An encoder of sound and a decoder of text. */
export function whisper() {
  const languages = ['en', 'de', 'fr'];
  const tasks = ['translate', 'transcribe'];
  const tags = [
    'startoftranscript',
    ...languages,
    ...tasks,
    'startoflm',
    'startofprev',
    'nospeech',
  ];
  const times = Array.from({ length: 50 * SECONDS + 1 }, (_, i) => `<|${(i * 0.02).toFixed(2)}|>`);
  const specials = [END, ...tags.map((tag) => `<|${tag}|>`), '<|notimestamps|>'];
  const { size, ids, files } = bytePairs({
    specials,
    extra: times,
    config: {
      tokenizer_class: 'WhisperTokenizer',
      model_max_length: 448,
      bos_token: END,
      eos_token: END,
      pad_token: END,
      unk_token: END,
    },
  });
  const tagged = (names) =>
    Object.fromEntries(names.map((name) => [`<|${name}|>`, ids[`<|${name}|>`]]));
  const end = { bos_token_id: ids[END], eos_token_id: ids[END], pad_token_id: ids[END] };
  const start = { decoder_start_token_id: ids['<|startoftranscript|>'], ...end };
  const embed = (g, tokens, from, rows) => {
    g.at('tokens');
    const positions = g.range(from, g.node('Add', [from, rows]));
    return g.add(g.embedding(tokens, size, WIDTH), g.embedding(positions, 448, WIDTH));
  };
  return {
    files: {
      ...files,
      'config.json': {
        model_type: 'whisper',
        architectures: ['WhisperForConditionalGeneration'],
        is_encoder_decoder: true,
        vocab_size: size,
        d_model: WIDTH,
        decoder_layers: LAYERS,
        encoder_layers: LAYERS,
        decoder_attention_heads: HEADS,
        encoder_attention_heads: HEADS,
        num_mel_bins: BANDS,
        max_source_positions: FRAMES / 2,
        max_target_positions: 448,
        ...start,
      },
      'generation_config.json': {
        ...start,
        is_multilingual: true,
        lang_to_id: tagged(languages),
        task_to_id: Object.fromEntries(tasks.map((task) => [task, ids[`<|${task}|>`]])),
        no_timestamps_token_id: ids['<|notimestamps|>'],
        max_initial_timestamp_index: 50,
        max_length: 448,
        suppress_tokens: specials.slice(1).map((token) => ids[token]),
        begin_suppress_tokens: [ids[END]],
        return_timestamps: false,
      },
      'preprocessor_config.json': {
        feature_extractor_type: 'WhisperFeatureExtractor',
        processor_class: 'WhisperProcessor',
        feature_size: BANDS,
        sampling_rate: 16_000,
        hop_length: 160,
        chunk_length: SECONDS,
        n_fft: 400,
        n_samples: SECONDS * 16_000,
        nb_max_frames: FRAMES,
        padding_value: 0,
        return_attention_mask: false,
      },
    },
    graphs: {
      encoder_model(form) {
        const g = new Graph({ form });
        const sound = g.realInput('input_features', ['batch_size', BANDS, FRAMES]);
        const first = g.gelu(g.conv(sound, BANDS, WIDTH, [3], { pads: [1, 1] }));
        const second = g.conv(first, WIDTH, WIDTH, [3], { pads: [1, 1], strides: [2] });
        const rows = g.transpose(g.gelu(second), 0, 2, 1);
        const places = g.reals([FRAMES / 2, WIDTH], g.numbers((FRAMES / 2) * WIDTH, 1));
        const options = { layers: LAYERS, width: WIDTH, heads: HEADS, normFirst: true };
        const hidden = encoder(g, g.add(rows, places), options);
        g.realOutput(hidden, 'last_hidden_state', ['batch_size', FRAMES / 2, WIDTH]);
        return g;
      },
      decoder_model_merged: (form) => mergedDecoder(form, size, { embed }),
    },
  };
}
