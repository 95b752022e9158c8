/**
 * The part of onnx.proto that is read: fields by number. The types of messages are derived from it.
 * https://github.com/onnx/onnx/blob/main/onnx/onnx.proto
 */
import type { MessageOf } from './protobuf.js';

const stringEntry = { 1: ['key', 'string'], 2: ['value', 'string'] } as const;

const tensorProto = {
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
  13: ['externalData', stringEntry, 'repeated'],
  14: ['dataLocation', 'int32'],
} as const;

const sparseTensorProto = {
  1: ['values', tensorProto],
  2: ['indices', tensorProto],
  3: ['dims', 'int64', 'repeated'],
} as const;

const attributeProto = {
  1: ['name', 'string'],
  2: ['f', 'float'],
  3: ['i', 'int64'],
  4: ['s', 'bytes'],
  5: ['t', tensorProto],
  // A graph is parsed only once its node uses it.
  6: ['g', 'bytes'],
  7: ['floats', 'float', 'repeated'],
  8: ['ints', 'int64', 'repeated'],
  9: ['strings', 'bytes', 'repeated'],
  20: ['type', 'int32'],
  21: ['refAttrName', 'string'],
  22: ['sparseTensor', sparseTensorProto],
} as const;

const nodeProto = {
  1: ['input', 'string', 'repeated'],
  2: ['output', 'string', 'repeated'],
  3: ['name', 'string'],
  4: ['opType', 'string'],
  5: ['attribute', attributeProto, 'repeated'],
  7: ['domain', 'string'],
  8: ['overload', 'string'],
} as const;

const dimension = { 1: ['dimValue', 'int64'], 2: ['dimParam', 'string'] } as const;
const tensorShape = { 1: ['dim', dimension, 'repeated'] } as const;
const tensorType = { 1: ['elemType', 'int32'], 2: ['shape', tensorShape] } as const;
// Sequences contain tensors, and optional values contain either: ONNX's operators support no other types.
const sequenceType = { 1: ['elemType', { 1: ['tensorType', tensorType] }] } as const;
const optionalType = {
  1: ['elemType', { 1: ['tensorType', tensorType], 4: ['sequenceType', sequenceType] }],
} as const;
const typeProto = {
  1: ['tensorType', tensorType],
  4: ['sequenceType', sequenceType],
  9: ['optionalType', optionalType],
} as const;
const valueInfoProto = { 1: ['name', 'string'], 2: ['type', typeProto] } as const;

export const graphProto = {
  1: ['node', nodeProto, 'repeated'],
  2: ['name', 'string'],
  5: ['initializer', tensorProto, 'repeated'],
  11: ['input', valueInfoProto, 'repeated'],
  12: ['output', valueInfoProto, 'repeated'],
  13: ['valueInfo', valueInfoProto, 'repeated'],
  15: ['sparseInitializer', sparseTensorProto, 'repeated'],
} as const;

const operatorSetIdProto = { 1: ['domain', 'string'], 2: ['version', 'int64'] } as const;

const functionProto = {
  1: ['name', 'string'],
  4: ['input', 'string', 'repeated'],
  5: ['output', 'string', 'repeated'],
  7: ['node', nodeProto, 'repeated'],
  9: ['opsetImport', operatorSetIdProto, 'repeated'],
  10: ['domain', 'string'],
  11: ['attributeProto', attributeProto, 'repeated'],
  13: ['overload', 'string'],
} as const;

export const modelProto = {
  1: ['irVersion', 'int64'],
  7: ['graph', graphProto],
  8: ['opsetImport', operatorSetIdProto, 'repeated'],
  25: ['functions', functionProto, 'repeated'],
} as const;

export type TensorProto = MessageOf<typeof tensorProto>;
export type SparseTensorProto = MessageOf<typeof sparseTensorProto>;
export type AttributeProto = MessageOf<typeof attributeProto>;
export type NodeProto = MessageOf<typeof nodeProto>;
export type DimensionProto = MessageOf<typeof dimension>;
export type ValueInfoProto = MessageOf<typeof valueInfoProto>;
export type GraphProto = MessageOf<typeof graphProto>;
export type OperatorSetIdProto = MessageOf<typeof operatorSetIdProto>;
export type FunctionProto = MessageOf<typeof functionProto>;
export type ModelProto = MessageOf<typeof modelProto>;
