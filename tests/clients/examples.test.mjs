/** The models in the examples are those that this repository generates. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { folder, forExamples, loudness, voice } from './models/for-examples.mjs';
import { suffixes } from './models/graph.mjs';

const isThere = (bytes, file) => assert.ok(readFileSync(file).equals(bytes), file);

for (const [name, { files, graphs }] of Object.entries(forExamples.models))
  it(`the model ${name}`, () => {
    for (const [file, content] of Object.entries(files))
      assert.deepEqual(
        JSON.parse(readFileSync(join(folder, name, file), 'utf8')),
        JSON.parse(JSON.stringify(content)),
      );
    for (const form of forExamples.forms)
      isThere(graphs.model(form).encode(), join(folder, name, `onnx/model${suffixes[form]}.onnx`));
  });

it('the detector of loudness', () => isThere(loudness(), voice));
