/** Every pair of special values through every binary operator, in every type that it supports. */
import { describe, it } from 'node:test';
import { reference } from './reference/node.mjs';
import { valuesOf } from './reference/types.mjs';
import { expectTensor } from './support/compare.mjs';
import { runNode } from './support/engines.mjs';
import { layoutsKeepingA, pairLayouts } from './support/layouts.mjs';
import { specialValues } from './support/values.mjs';
import { versionAt } from './versions.mjs';

const newest = 28;
const plain = [
  'Add Sub Mul Div Max Min Sum Mean PRelu And Or Xor Equal Greater Less',
  'GreaterOrEqual LessOrEqual BitwiseAnd BitwiseOr BitwiseXor StringConcat',
].flatMap((line) => line.split(' ').map((op) => ({ op })));

const withAttributes = [
  { op: 'Mod', attributes: { fmod: 0 } },
  { op: 'Mod', attributes: { fmod: 1 } },
  { op: 'BitShift', attributes: { direction: 'LEFT' } },
  { op: 'BitShift', attributes: { direction: 'RIGHT' } },
];

const written = (attributes = {}) => Object.entries(attributes).map((entry) => entry.join('='));

/** The operands of element i of a result of `dims`. */
function met([a, b], dims) {
  const count = dims.reduce((product, size) => product * size, 1);
  const at = (tensor, i) => {
    const values = valuesOf(tensor);
    const isColumn = tensor.dims.length > 1 && tensor.dims.at(-1) === 1;
    return String(
      isColumn ? values[Math.floor(i / (count / values.length))] : values[i % values.length],
    );
  };
  return (i) => `(${at(a, i)}, ${at(b, i)})`;
}

function checkPairs({ op, attributes }, type, values) {
  const all = pairLayouts(type, values, type, values);
  const layouts = op === 'PRelu' ? layoutsKeepingA(all) : all;
  for (const [name, inputs] of Object.entries(layouts)) {
    const expected = reference(op, inputs, { opset: newest, attributes });
    const actual = runNode(op, inputs, { opset: newest, attributes });
    const where = met(inputs, expected.dims);
    expectTensor(actual, expected, { about: (i) => `${name} ${where(i)}` });
  }
}

for (const node of [...plain, ...withAttributes]) {
  describe([node.op, ...written(node.attributes)].join(' '), () => {
    for (const type of versionAt(node.op, newest).types) {
      it(type, () => checkPairs(node, type, specialValues(type)));
    }
  });
}
