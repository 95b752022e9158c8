/** Small vocabularies, in the form of tokenizer.json. */

export const words =
  'a about again all and are as at bank be before big bird black blue by cat children city cold come could day did dog down early every eyes fast fell first fish for friend from garden go good great green had has he her here him his home house i in is it its king late left light like little long look made man many me moon more morning mountain my never new night no not of old on one or other our out over people queen quick rain ran read red river road run said sat saw sea see she ship sing sky slow small snow so some song spring stone story street sun swim table tall than that the their them then there they this time to town tree two under up very was water we went were what when where which white who will wind winter with woman wood word work world year you young'.split(
    ' ',
  );

const special = (id, content) => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true,
});

const numbered = (tokens) => Object.fromEntries(tokens.map((token, id) => [token, id]));

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789.,?!'.split('');

/** The pieces of a word, and pairs of texts around a separator. */
export function wordPieces() {
  const first = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
  const vocab = numbered([
    ...first,
    ...letters,
    ...letters.map((letter) => `##${letter}`),
    ...words.filter((word) => word.length > 1),
  ]);
  const piece = (id, type) => ({ SpecialToken: { id, type_id: type } });
  const text = (id, type) => ({ Sequence: { id, type_id: type } });
  const single = [piece('[CLS]', 0), text('A', 0), piece('[SEP]', 0)];
  return {
    size: Object.keys(vocab).length,
    files: {
      'tokenizer.json': {
        version: '1.0',
        truncation: null,
        padding: null,
        added_tokens: first.map((token, id) => special(id, token)),
        normalizer: {
          type: 'BertNormalizer',
          clean_text: true,
          handle_chinese_chars: true,
          strip_accents: null,
          lowercase: true,
        },
        pre_tokenizer: { type: 'BertPreTokenizer' },
        post_processor: {
          type: 'TemplateProcessing',
          single,
          pair: [...single, text('B', 1), piece('[SEP]', 1)],
          special_tokens: Object.fromEntries(
            ['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [vocab[id]], tokens: [id] }]),
          ),
        },
        decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
        model: {
          type: 'WordPiece',
          unk_token: '[UNK]',
          continuing_subword_prefix: '##',
          max_input_chars_per_word: 100,
          vocab,
        },
      },
      'tokenizer_config.json': {
        tokenizer_class: 'BertTokenizer',
        do_lower_case: true,
        model_max_length: 128,
        pad_token: '[PAD]',
        unk_token: '[UNK]',
        cls_token: '[CLS]',
        sep_token: '[SEP]',
        mask_token: '[MASK]',
      },
    },
  };
}

/** Pieces with scores, as in SentencePiece. */
export function unigrams() {
  const first = ['<pad>', '</s>', '<unk>'];
  const pieces = [
    ...first.map((token) => [token, 0]),
    ...words.map((word) => [`▁${word}`, -4]),
    ...words.filter((word) => word.length > 2).map((word) => [word, -6]),
    ['▁', -8],
    ...letters.map((letter) => [letter, -10]),
  ];
  const unique = [...new Map(pieces).entries()];
  return {
    size: unique.length,
    files: {
      'tokenizer.json': {
        version: '1.0',
        truncation: null,
        padding: null,
        added_tokens: first.map((token, id) => special(id, token)),
        normalizer: { type: 'NFKC' },
        pre_tokenizer: {
          type: 'Metaspace',
          replacement: '▁',
          prepend_scheme: 'always',
          add_prefix_space: true,
        },
        post_processor: {
          type: 'TemplateProcessing',
          single: [
            { Sequence: { id: 'A', type_id: 0 } },
            { SpecialToken: { id: '</s>', type_id: 0 } },
          ],
          pair: [
            { Sequence: { id: 'A', type_id: 0 } },
            { SpecialToken: { id: '</s>', type_id: 0 } },
            { Sequence: { id: 'B', type_id: 0 } },
            { SpecialToken: { id: '</s>', type_id: 0 } },
          ],
          special_tokens: { '</s>': { id: '</s>', ids: [1], tokens: ['</s>'] } },
        },
        decoder: {
          type: 'Metaspace',
          replacement: '▁',
          prepend_scheme: 'always',
          add_prefix_space: true,
        },
        model: { type: 'Unigram', unk_id: 2, vocab: unique },
      },
      'tokenizer_config.json': {
        tokenizer_class: 'T5Tokenizer',
        model_max_length: 128,
        eos_token: '</s>',
        pad_token: '<pad>',
        unk_token: '<unk>',
      },
    },
  };
}

/** GPT-2's character for each byte. */
function byteLetters() {
  const printable = (byte) =>
    (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
  let others = 0;
  return Array.from({ length: 256 }, (_, byte) =>
    String.fromCharCode(printable(byte) ? byte : 256 + others++),
  );
}

/** Pairs of bytes to merge, until every word is a single token. */
export function bytePairs({ specials, extra = [], config = {} }) {
  const vocab = [...byteLetters()];
  const merges = [];
  const known = new Set(vocab);
  const merge = (left, right) => {
    if (known.has(left + right)) return;
    known.add(left + right);
    vocab.push(left + right);
    merges.push([left, right]);
  };
  for (const word of words) {
    const spelled = `Ġ${word}`;
    for (let end = 1; end < spelled.length; end++) merge(spelled.slice(0, end), spelled[end]);
  }
  const all = [...vocab, ...specials, ...extra];
  const ids = numbered(all);
  return {
    size: all.length,
    ids,
    files: {
      'tokenizer.json': {
        version: '1.0',
        truncation: null,
        padding: null,
        added_tokens: [
          ...specials.map((token) => special(ids[token], token)),
          ...extra.map((token) => ({ ...special(ids[token], token), special: false })),
        ],
        normalizer: null,
        pre_tokenizer: {
          type: 'ByteLevel',
          add_prefix_space: false,
          trim_offsets: true,
          use_regex: true,
        },
        post_processor: {
          type: 'ByteLevel',
          add_prefix_space: false,
          trim_offsets: false,
          use_regex: true,
        },
        decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
        model: {
          type: 'BPE',
          dropout: null,
          unk_token: null,
          continuing_subword_prefix: '',
          end_of_word_suffix: '',
          fuse_unk: false,
          byte_fallback: false,
          vocab: numbered(vocab),
          merges,
        },
      },
      'tokenizer_config.json': config,
    },
  };
}
