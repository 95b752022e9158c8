/** The parts of onnx.proto that the tests use: field numbers and kinds, from the ONNX sources. */

/** @typedef {import('./message.mjs').Schema} Schema */

/** @type {Schema} */
export const tensorProto = {
  1: ['dims', 'int64', 'repeated'],
  2: ['dataType', 'int32'],
  3: ['segment', 'bytes'],
  4: ['floatData', 'float', 'repeated'],
  5: ['int32Data', 'int32', 'repeated'],
  6: ['stringData', 'bytes', 'repeated'],
  7: ['int64Data', 'int64', 'repeated'],
  8: ['name', 'string'],
  9: ['rawData', 'bytes'],
  10: ['doubleData', 'double', 'repeated'],
  11: ['uint64Data', 'uint64', 'repeated'],
  14: ['dataLocation', 'int32'],
};

/** @type {Schema} */
const attributeProto = {
  1: ['name', 'string'],
  2: ['f', 'float'],
  3: ['i', 'int64'],
  4: ['s', 'bytes'],
  5: ['t', tensorProto],
  7: ['floats', 'float', 'repeated'],
  8: ['ints', 'int64', 'repeated'],
  9: ['strings', 'bytes', 'repeated'],
  20: ['type', 'int32'],
};

/** @type {Schema} */
const nodeProto = {
  1: ['input', 'string', 'repeated'],
  2: ['output', 'string', 'repeated'],
  4: ['opType', 'string'],
  5: ['attribute', attributeProto, 'repeated'],
  7: ['domain', 'string'],
};

/** @type {Schema} */
export const sequenceProto = { 3: ['tensorValues', tensorProto, 'repeated'] };

/** @type {Schema} */
export const optionalProto = {
  3: ['tensorValue', tensorProto],
  5: ['sequenceValue', sequenceProto],
};

/** The part of a TypeProto that selects one of the messages above. */
const typeProto = { 4: ['sequenceType', 'bytes'], 9: ['optionalType', 'bytes'] };

/** @type {Schema} */
const valueInfoProto = { 1: ['name', 'string'], 2: ['type', typeProto] };

/** @type {Schema} */
const graphProto = {
  1: ['node', nodeProto, 'repeated'],
  5: ['initializer', tensorProto, 'repeated'],
  11: ['input', valueInfoProto, 'repeated'],
  12: ['output', valueInfoProto, 'repeated'],
};

/** @type {Schema} */
const operatorSet = { 1: ['domain', 'string'], 2: ['version', 'int64'] };

/** @type {Schema} */
export const modelProto = { 7: ['graph', graphProto], 8: ['opsetImport', operatorSet, 'repeated'] };
