/** Every operator, version and type, as nodes: one for each set of attributes and input types. */
import { compared } from '../operators/reference/scalar.mjs';
import { types } from '../operators/reference/types.mjs';
import { versions } from '../operators/versions.mjs';

/** onnxruntime-web has neither bfloat16 nor complex tensors in JavaScript. */
const isShared = (type) => type !== 'bfloat16' && types[type].kind !== 'complex';

const isFloat = (type) => types[type].kind === 'float';

const attributeSets = {
  Mod: (type) => (isFloat(type) ? [{ fmod: 1 }] : [{ fmod: 0 }, { fmod: 1 }]),
  BitShift: () => [{ direction: 'LEFT' }, { direction: 'RIGHT' }],
  Gemm: () => [
    {},
    { alpha: 2, beta: 0.5 },
    { transA: 1, transB: 0 },
    { transA: 0, transB: 1, beta: 3 },
  ],
  Clip: (_, { since }) => (since < 11 ? [{ min: -2, max: 5 }] : [{}]),
};

const repeated = (type, count) => new Array(count).fill(type);

function inputSets({ op, since, exponents, inputs: [, many] }, type) {
  if (op === 'Where') return [['bool', type, type]];
  if (op === 'Expand') return [[type, 'int64']];
  if (op === 'Gemm') return [repeated(type, 3)];
  if (op === 'Clip') return since < 11 ? [[type]] : [[type, type], repeated(type, 3)];
  if (op === 'Pow') return (exponents ?? [type]).filter(isShared).map((other) => [type, other]);
  return many > 2 ? [2, 3, 4].map((count) => repeated(type, count)) : [repeated(type, 2)];
}

function nodesOf(version, type) {
  const { op, since, rule } = version;
  const output = op in compared ? 'bool' : type;
  const sets = attributeSets[op]?.(type, version) ?? [{}];
  return inputSets(version, type).flatMap((inputs) =>
    sets.map((attributes) => ({ op, opset: since, rule, type, inputs, output, attributes })),
  );
}

export const nodes = versions.flatMap((version) =>
  version.types.filter(isShared).flatMap((type) => nodesOf(version, type)),
);
