/** The recipe that shares tensors with onnxruntime-web runs as shown, with onnxruntime-web. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { printed, projectFolder, recipe } from '../support/recipes.mjs';
import { installPeer } from './install.mjs';

const reason = await installPeer();
const title = 'Share tensors';

test(`recipe: ${title}`, { skip: reason }, (t) => {
  const { programs, output } = recipe(title);
  const peer = fileURLToPath(new URL('node_modules/onnxruntime-web', import.meta.url));
  const folder = projectFolder(t, { 'onnxruntime-web': peer });
  assert.equal(printed(folder, programs[0].code), output);

  const sums = [1, 2, 3, 4, 5, 6].map((logit, i) => logit + [0.5, 0, -0.5][i % 3]);
  assert.equal(output, `float32 2x3 ${sums.join(' ')}\ntrue\n`);
});
