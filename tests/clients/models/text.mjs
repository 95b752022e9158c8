/** Encoders of texts: one body, and a head for each task. */
import { Graph } from './graph.mjs';
import { additiveMask, encoder } from './layers.mjs';
import { wordPieces } from './tokenizers.mjs';

const WIDTH = 64;
const HEADS = 4;
const LAYERS = 2;
const POSITIONS = 128;

function body(g, vocabulary) {
  const dims = ['batch_size', 'sequence_length'];
  const ids = g.input('input_ids', 'int64', dims);
  const mask = g.input('attention_mask', 'int64', dims);
  const types = g.input('token_type_ids', 'int64', dims);
  const positions = g.range(g.int(0), g.size(ids, 1));
  const sum = g.add(
    g.embedding(ids, vocabulary, WIDTH),
    g.embedding(types, 2, WIDTH),
    g.embedding(positions, POSITIONS, WIDTH),
  );
  const first = g.norm(sum, WIDTH);
  return encoder(g, first, {
    layers: LAYERS,
    width: WIDTH,
    heads: HEADS,
    mask: additiveMask(g, mask),
  });
}

const perToken = (size) => ['batch_size', 'sequence_length', size];

/** The head of each task on the last hidden state. */
const heads = {
  BertModel: (g, hidden) => g.realOutput(hidden, 'last_hidden_state', perToken(WIDTH)),
  BertForSequenceClassification(g, hidden, labels) {
    const first = g.node('Gather', [hidden, g.int(0)], { axis: 1 });
    const pooled = g.node('Tanh', [g.linear(first, WIDTH, WIDTH)]);
    g.realOutput(g.linear(pooled, WIDTH, labels), 'logits', ['batch_size', labels]);
  },
  BertForTokenClassification: (g, hidden, labels) =>
    g.realOutput(g.linear(hidden, WIDTH, labels), 'logits', perToken(labels)),
  BertForMaskedLM(g, hidden, _, vocabulary) {
    const last = g.norm(g.gelu(g.linear(hidden, WIDTH, WIDTH)), WIDTH);
    g.realOutput(g.linear(last, WIDTH, vocabulary), 'logits', perToken(vocabulary));
  },
  BertForQuestionAnswering(g, hidden) {
    const both = g.linear(hidden, WIDTH, 2, { size: 1 });
    const parts = g.node('Split', [both], { axis: -1 }, { count: 2 });
    for (const [i, name] of ['start_logits', 'end_logits'].entries()) {
      const scores = g.node('Squeeze', [parts[i], g.ints(-1)]);
      g.realOutput(scores, name, ['batch_size', 'sequence_length']);
    }
  },
};

/** A model of a task: its configuration, its vocabulary and its graph. */
export function bert(architecture, labels = []) {
  const { size, files } = wordPieces();
  return {
    files: {
      ...files,
      'config.json': {
        model_type: 'bert',
        architectures: [architecture],
        vocab_size: size,
        hidden_size: WIDTH,
        num_hidden_layers: LAYERS,
        num_attention_heads: HEADS,
        max_position_embeddings: POSITIONS,
        id2label: { ...labels },
        label2id: Object.fromEntries(labels.map((label, i) => [label, i])),
      },
    },
    graphs: {
      model(form) {
        const g = new Graph({ form });
        heads[architecture](g, body(g, size), labels.length, size);
        return g;
      },
    },
  };
}
