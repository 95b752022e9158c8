/** Nodes with invalid counts are rejected immediately with a typed error. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SimdcastError } from 'simdcast';
import { engines, i64, runNode, t } from './one-node.mjs';

const [engine] = engines;
const TRAINING = 'ai.onnx.preview.training';

/** Runs a node; only typed errors are allowed. */
async function runsOrIsRefused(node, about) {
  try {
    await runNode(engine, node);
    return true;
  } catch (error) {
    assert.ok(error instanceof SimdcastError, `${about}: ${error.stack}`);
    return false;
  }
}

describe('operators of training', () => {
  const given = [t([], [0.1]), t([], [1], 'int64')];
  const attributes = {
    Adagrad: {},
    Adam: {},
    Momentum: {
      alpha: { float: 0.9 },
      beta: { float: 0.9 },
      mode: 'standard',
      norm_coefficient: { float: 0 },
    },
  };
  for (const [op, own] of Object.entries(attributes))
    it(`${op} with any number of inputs and outputs`, async () => {
      let ran = 0;
      for (let inputs = 0; inputs <= 11; inputs++)
        for (let outputs = 1; outputs <= 7; outputs++)
          for (const missing of [-1, 0, 2, inputs - 1]) {
            const all = [...given, ...Array.from({ length: 9 }, () => t([2], [1, 2]))].slice(
              0,
              inputs,
            );
            const node = { op, domain: TRAINING, opset: 17, outputs, attributes: own };
            const left = all.map((one, i) => (i === missing ? undefined : one));
            if (
              await runsOrIsRefused(
                { ...node, inputs: left },
                `${op} ${inputs} ${outputs} ${missing}`,
              )
            )
              ran++;
          }
      assert.ok(ran > 0);
    });
});

describe('counts that are looped over', () => {
  it('TfIdfVectorizer', async () => {
    const grams = (attributes) => ({
      op: 'TfIdfVectorizer',
      inputs: [i64(1, 2, 3)],
      attributes: {
        max_gram_length: 1,
        min_gram_length: 1,
        max_skip_count: 0,
        mode: 'TF',
        ngram_counts: [0],
        ngram_indexes: [0, 1],
        pool_int64s: [1n, 2n],
        ...attributes,
      },
    });
    assert.ok(await runsOrIsRefused(grams({}), 'sound'));
    const wrong = [
      { ngram_counts: [1n, 2147483648n, 0n, -1n], min_gram_length: -1 },
      ...[
        { ngram_counts: [-1n] },
        { ngram_counts: [9007199254740991n] },
        { ngram_counts: [1n, 0n] },
      ],
      ...[{ min_gram_length: 0 }, { min_gram_length: -2147483648 }, { max_skip_count: -1 }],
    ];
    for (const attributes of wrong)
      assert.equal(
        await runsOrIsRefused(grams(attributes), ''),
        false,
        JSON.stringify(Object.keys(attributes)),
      );
    const [counts] = await runNode(
      engine,
      grams({ max_gram_length: 2147483647, max_skip_count: 2147483647 }),
    );
    assert.deepEqual([...counts.data], [1, 1]);
  });

  it('MelWeightMatrix', async () => {
    const scalars = [i64(2147483647), i64(512), i64(16000), t([], [0]), t([], [8000])];
    const inputs = scalars.map((one) => ({ ...one, dims: [] }));
    assert.equal(
      await runsOrIsRefused({ op: 'MelWeightMatrix', opset: 17, inputs }, 'bins'),
      false,
    );
    inputs[0] = { ...inputs[0], data: BigInt64Array.of(-1n) };
    assert.equal(
      await runsOrIsRefused({ op: 'MelWeightMatrix', opset: 17, inputs }, 'bins'),
      false,
    );
  });
});
