/**
 * Writes the small models of the examples, of random weights:
 *
 *   node tests/clients/models/for-examples.mjs
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Graph } from './graph.mjs';
import { models } from './index.mjs';
import { writeModels } from './write.mjs';

/** The models, and the form of their weights. */
export const forExamples = {
  models: { embeddings: models.embeddings, chat: models.chat },
  forms: ['q8'],
};

export const folder = fileURLToPath(
  new URL('../../../examples/transformers/public/models/', import.meta.url),
);

/** A detector with the inputs of silero-vad that hears loudness, and remembers it for some frames. */
export function loudness() {
  const g = new Graph();
  const x = g.input('input', 'float32', [1, 576]);
  const state = g.input('state', 'float32', [2, 1, 128]);
  g.input('sr', 'int64', []);
  const power = g.node('ReduceMean', [g.node('Mul', [x, x])], { axes: [1], keepdims: 1 });
  const level = g.node('Log', [g.node('Add', [power, g.real0(1e-9)])]);
  const heard = g.node('Sigmoid', [g.node('Add', [level, g.real0(7)])]);
  const kept = g.node('Mul', [state, g.real0(0.7)]);
  const next = g.node('Add', [kept, g.node('Mul', [heard, g.real0(0.3)])]);
  const mean = g.node('ReduceMean', [next], { axes: [0, 2], keepdims: 0 });
  g.output(g.reshape(mean, 1, 1), 'output', 'float32', [1, 1]);
  g.output(next, 'stateN', 'float32', [2, 1, 128]);
  return g.encode();
}

export const voice = fileURLToPath(
  new URL('../../../examples/voice/loudness.onnx', import.meta.url),
);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeModels(folder, forExamples.models, forExamples.forms);
  writeFileSync(voice, loudness());
}
