/** The models that the pipelines run, by folder name. */
import { llama, t5, whisper } from './decoders.mjs';
import { letters, soundClasses, soundFeatures } from './sound.mjs';
import { bert } from './text.mjs';
import { boxes, classes, clip, depth, features, matte, segments } from './vision.mjs';

export const models = {
  embeddings: bert('BertModel'),
  moods: bert('BertForSequenceClassification', ['bad', 'good', 'mixed']),
  tags: bert('BertForTokenClassification', ['O', 'B-PER', 'I-PER', 'B-LOC', 'I-LOC']),
  gaps: bert('BertForMaskedLM'),
  answers: bert('BertForQuestionAnswering'),
  entailment: bert('BertForSequenceClassification', ['contradiction', 'neutral', 'entailment']),
  summaries: t5(),
  translations: t5({
    task_specific_params: { translation: { prefix: 'translate English to German: ' } },
  }),
  chat: llama(),
  'chat-groups': llama({ groups: true }),
  speech: whisper(),
  letters: letters(),
  sounds: soundClasses(['bell', 'rain', 'speech', 'silence']),
  'sound-features': soundFeatures(),
  classes: classes(['bird', 'cat', 'dog', 'ship', 'tree']),
  'picture-features': features(),
  labels: clip(),
  segments: segments(['sky', 'road', 'house', 'tree', 'person']),
  boxes: boxes(['person', 'car', 'dog']),
  depth: depth(),
  matte: matte(),
};
