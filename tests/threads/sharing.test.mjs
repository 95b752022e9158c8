/** Which work is shared among threads, and which stays on the caller's thread, with the real costs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { InferenceSession } from 'simdcast/onnx';
import { countedTeam } from '../support/teams.mjs';
import { models, square } from './session-models.mjs';

const { sc, sharedRuns } = await countedTeam({ threads: 2, flavour: 'simd' });

/** How many runs the work shares, on operands of zeros. */
function sharedBy(work, ...operands) {
  const tensors = operands.map(([type, ...dims]) => sc.full(dims, 0, type));
  const before = sharedRuns();
  work(...tensors).dispose();
  const shared = sharedRuns() - before;
  for (const tensor of tensors) tensor.dispose();
  return shared;
}

const squares = (side) => ['float32', side, side];

describe('by its cost', () => {
  const works = {
    add: (x) => sc.add(x, x),
    transpose: (x) => sc.transpose(x),
    softmax: (x) => sc.softmax(x),
    'sum along rows': (x) => sc.sum(x, { axis: 1 }),
    matMul: (x) => sc.matMul(x, x),
  };
  for (const [name, work] of Object.entries(works))
    it(name, () => {
      assert.equal(sharedBy(work, squares(512)), 1, 'of 512 × 512');
      assert.equal(sharedBy(work, squares(16)), 0, 'of 16 × 16');
    });
  it('a sum of all elements is never split', () => {
    assert.equal(
      sharedBy((x) => sc.sum(x), squares(1024)),
      0,
    );
  });
});

describe('in sessions, a fused kernel as one, and as one with the product before it', () => {
  for (const [name, model] of Object.entries(models))
    it(name, async () => {
      const session = await InferenceSession.create(model, { engine: sc });
      const sharedBy = (side) => {
        const before = sharedRuns();
        session.runSync({ x: square(side), y: square(side) });
        return sharedRuns() - before;
      };
      assert.equal(sharedBy(512), name.startsWith('a softmax') ? 2 : 1);
      assert.equal(sharedBy(8), 0);
      await session.release();
    });
});

describe('many small parts, whose own cost counts more than that of their elements', () => {
  const parts = {
    'rows of a softmax': [(x) => sc.softmax(x), 40, 49],
    'short rows of a softmax': [(x) => sc.softmax(x), 640, 1],
    'rows of a layer normalization': [(x, scale) => sc.layerNormalization(x, scale), 64, 8],
  };
  for (const [name, [work, rows, size]] of Object.entries(parts))
    it(name, () => {
      const ofRows = (count) => sharedBy(work, ['float32', count, size], ['float32', size]);
      assert.equal(ofRows(rows), 1);
      assert.equal(ofRows(rows / 4), 0);
    });
  it('groups of a convolution', () => {
    const convolve = (x, w) =>
      sc.run('Conv', [x, w], { attributes: { group: x.dims[1], pads: [1, 1, 1, 1] } });
    const ofGroups = (count) =>
      sharedBy(convolve, ['float32', 1, count, 4, 4], ['float32', count, 1, 3, 3]);
    assert.equal(ofGroups(64), 1);
    assert.equal(ofGroups(16), 0);
  });
});

describe('rows are halved where both halves have 8 KB', () => {
  const bytes = { float16: 2, float32: 4, float64: 8 };
  for (const [type, width] of Object.entries(bytes)) {
    const fewest = 16384 / width;
    it(`sum of ${type} along the outermost axis`, () => {
      const sum = (x) => sc.sum(x, { axis: 0 });
      assert.equal(sharedBy(sum, [type, 64, fewest]), 1);
      assert.equal(sharedBy(sum, [type, 64, fewest - 64]), 0);
    });
    it(`product of a vector and a matrix of ${type}`, () => {
      const product = (x, y) => sc.matMul(x, y);
      assert.equal(sharedBy(product, [type, 1, 64], [type, 64, fewest]), 1);
      assert.equal(sharedBy(product, [type, 1, 64], [type, 64, fewest - 64]), 0);
    });
  }
});
