/** Random shapes up to rank 6 and random values: every element-wise operator, version and type. */
import { describe, it } from 'node:test';
import { some } from '../support/extent.mjs';
import { reference } from './reference/node.mjs';
import { expectTensor } from './support/compare.mjs';
import { runNode } from './support/engines.mjs';
import { limitOf, nodeMaker } from './support/random-nodes.mjs';
import { seeded } from './support/values.mjs';
import { operators, versionsOf } from './versions.mjs';

const { random, seed } = seeded(20260801);
const makeNode = nodeMaker(random);

function checkOne(op, version, type) {
  const { operands, options } = makeNode(op, version, type);
  const about = () =>
    `${type} ${JSON.stringify(operands.map((operand) => operand.dims))} ${JSON.stringify(options.attributes)}`;
  const expected = reference(op, operands, options);
  expectTensor(runNode(op, operands, options), expected, { ulps: limitOf(op, type), about });
}

const times = some(6);
const covered = operators.filter((op) => !['Gemm', 'MatMul', 'Expand', 'Clip'].includes(op));

describe(`random shapes and values, ${seed}`, () => {
  for (const op of covered) {
    for (const version of versionsOf(op)) {
      it(`${op} ${version.since}`, () => {
        for (const type of version.types) {
          for (let i = 0; i < times; i++) checkOne(op, version, type);
        }
      });
    }
  }
});
