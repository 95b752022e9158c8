/** Models of sound: convolutions over samples, an encoder, and a head for each task. */
import { Graph } from './graph.mjs';
import { encoder } from './layers.mjs';

const WIDTH = 48;
const CHANNELS = 24;

function rows(g) {
  const sound = g.realInput('input_values', ['batch_size', 'sequence_length']);
  let x = g.unsqueeze(sound, 1);
  const windows = [
    [10, 5],
    [3, 2],
    [3, 2],
    [3, 2],
    [3, 2],
    [2, 2],
    [2, 2],
  ];
  for (const [i, [window, stride]] of windows.entries())
    x = g.gelu(g.conv(x, i === 0 ? 1 : CHANNELS, CHANNELS, [window], { strides: [stride] }));
  const wide = g.linear(g.norm(g.transpose(x, 0, 2, 1), CHANNELS), CHANNELS, WIDTH);
  const around = g.conv(g.transpose(wide, 0, 2, 1), WIDTH, WIDTH, [5], { pads: [2, 2], group: 4 });
  const placed = g.add(wide, g.gelu(g.transpose(around, 0, 2, 1)));
  return encoder(g, placed, { layers: 2, width: WIDTH, heads: 4 });
}

const preprocessing = {
  feature_extractor_type: 'Wav2Vec2FeatureExtractor',
  do_normalize: true,
  feature_size: 1,
  padding_side: 'right',
  padding_value: 0,
  return_attention_mask: false,
  sampling_rate: 16_000,
};

const model = (config, files, graph) => ({
  files: {
    'config.json': { model_type: 'wav2vec2', hidden_size: WIDTH, ...config },
    'preprocessor_config.json': preprocessing,
    ...files,
  },
  graphs: {
    model(form) {
      const g = new Graph({ form });
      graph(g);
      return g;
    },
  },
});

export const soundFeatures = () =>
  model({ architectures: ['Wav2Vec2Model'] }, {}, (g) =>
    g.realOutput(rows(g), 'last_hidden_state', ['batch_size', 'rows', WIDTH]),
  );

export const soundClasses = (labels) =>
  model(
    {
      architectures: ['Wav2Vec2ForSequenceClassification'],
      id2label: { ...labels },
      label2id: Object.fromEntries(labels.map((label, i) => [label, i])),
    },
    {},
    (g) => {
      const mean = g.node('ReduceMean', [rows(g)], { axes: [1], keepdims: 0 });
      g.realOutput(g.linear(mean, WIDTH, labels.length), 'logits', ['batch_size', labels.length]);
    },
  );

/** A letter for each row. */
export function letters() {
  const first = ['<pad>', '<s>', '</s>', '<unk>', '|'];
  const all = [...first, ..."abcdefghijklmnopqrstuvwxyz'"];
  const vocab = Object.fromEntries(all.map((token, id) => [token, id]));
  const added = first.slice(0, 4).map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  }));
  const files = {
    'tokenizer.json': {
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: added,
      normalizer: null,
      pre_tokenizer: null,
      post_processor: null,
      decoder: { type: 'CTC', pad_token: '<pad>', word_delimiter_token: '|', cleanup: true },
      model: { type: 'WordLevel', vocab, unk_token: '<unk>' },
    },
    'tokenizer_config.json': {
      tokenizer_class: 'Wav2Vec2CTCTokenizer',
      pad_token: '<pad>',
      unk_token: '<unk>',
      word_delimiter_token: '|',
    },
  };
  const config = { architectures: ['Wav2Vec2ForCTC'], vocab_size: all.length };
  return model(config, files, (g) =>
    g.realOutput(g.linear(rows(g), WIDTH, all.length, { size: 1 }), 'logits', [
      'batch_size',
      'rows',
      all.length,
    ]),
  );
}
