/** Writes models into the folders where transformers.js looks for them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suffixes } from './graph.mjs';

/**
 * @param {string} folder
 * @param {Record<string, {files: Record<string, object>, graphs: Record<string, (form: string) =>
 *   import('./graph.mjs').Graph>}>} models by name
 * @param {string[]} forms
 */
export function writeModels(folder, models, forms = Object.keys(suffixes)) {
  for (const [name, { files, graphs }] of Object.entries(models)) {
    mkdirSync(join(folder, name, 'onnx'), { recursive: true });
    for (const [file, content] of Object.entries(files))
      writeFileSync(join(folder, name, file), JSON.stringify(content));
    for (const [graph, make] of Object.entries(graphs))
      for (const form of forms)
        writeFileSync(
          join(folder, name, 'onnx', `${graph}${suffixes[form]}.onnx`),
          make(form).encode(),
        );
  }
}
