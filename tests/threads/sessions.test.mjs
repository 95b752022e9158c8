/** Sessions on several threads: the bits of one, with kernels that are compiled for each of them. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { InferenceSession } from 'simdcast/onnx';
import { models, square } from './session-models.mjs';
import { alone, COUNTS, closeAll, teams } from './support.mjs';

after(closeAll);

describe('the bits of one thread', () => {
  for (const [name, model] of Object.entries(models))
    it(name, async () => {
      const sessions = await Promise.all(
        [alone, ...teams].map((engine) => InferenceSession.create(model, { engine })),
      );
      for (const side of [512, 7, 300]) {
        const feeds = { x: square(side), y: square(side) };
        const [expected, ...others] = sessions.map((session) => session.runSync(feeds).z.data);
        others.forEach((data, i) => {
          assert.ok(
            Buffer.from(data.buffer).equals(Buffer.from(expected.buffer)),
            `${COUNTS[i]} threads, ${side} × ${side}`,
          );
        });
      }
      await Promise.all(sessions.map((session) => session.release()));
    });
});
