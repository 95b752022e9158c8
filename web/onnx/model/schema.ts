/** What is read of onnx.proto: the fields by their numbers, and the messages they make. */
import type { Schema } from './protobuf.js';

export interface TensorProto {
  readonly dims: readonly bigint[];
  readonly dataType?: number;
  readonly segment?: Uint8Array;
  readonly floatData: readonly number[];
  readonly int32Data: readonly number[];
  readonly stringData: readonly Uint8Array[];
  readonly int64Data: readonly bigint[];
  readonly name?: string;
  readonly rawData?: Uint8Array;
  readonly doubleData: readonly number[];
  readonly uint64Data: readonly bigint[];
  readonly dataLocation?: number;
}

const tensorProto: Schema = {
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

export interface AttributeProto {
  readonly name?: string;
  readonly f?: number;
  readonly i?: bigint;
  readonly s?: Uint8Array;
  readonly t?: TensorProto;
  readonly g?: Uint8Array;
  readonly floats: readonly number[];
  readonly ints: readonly bigint[];
  readonly strings: readonly Uint8Array[];
  readonly type?: number;
  readonly refAttrName?: string;
}

const attributeProto: Schema = {
  1: ['name', 'string'],
  2: ['f', 'float'],
  3: ['i', 'int64'],
  4: ['s', 'bytes'],
  5: ['t', tensorProto],
  // A graph stays closed: no operator here runs one.
  6: ['g', 'bytes'],
  7: ['floats', 'float', 'repeated'],
  8: ['ints', 'int64', 'repeated'],
  9: ['strings', 'bytes', 'repeated'],
  20: ['type', 'int32'],
  21: ['refAttrName', 'string'],
};

export interface NodeProto {
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly name?: string;
  readonly opType?: string;
  readonly attribute: readonly AttributeProto[];
  readonly domain?: string;
  readonly overload?: string;
}

const nodeProto: Schema = {
  1: ['input', 'string', 'repeated'],
  2: ['output', 'string', 'repeated'],
  3: ['name', 'string'],
  4: ['opType', 'string'],
  5: ['attribute', attributeProto, 'repeated'],
  7: ['domain', 'string'],
  8: ['overload', 'string'],
};

export interface DimensionProto {
  readonly dimValue?: bigint;
  readonly dimParam?: string;
}

export interface ValueInfoProto {
  readonly name?: string;
  readonly type?: {
    readonly tensorType?: {
      readonly elemType?: number;
      readonly shape?: { readonly dim: readonly DimensionProto[] };
    };
    readonly sequenceType?: Uint8Array;
    readonly mapType?: Uint8Array;
    readonly sparseTensorType?: Uint8Array;
    readonly optionalType?: Uint8Array;
  };
}

const dimension: Schema = { 1: ['dimValue', 'int64'], 2: ['dimParam', 'string'] };
const tensorShape: Schema = { 1: ['dim', dimension, 'repeated'] };
const tensorType: Schema = { 1: ['elemType', 'int32'], 2: ['shape', tensorShape] };
const typeProto: Schema = {
  1: ['tensorType', tensorType],
  4: ['sequenceType', 'bytes'],
  5: ['mapType', 'bytes'],
  8: ['sparseTensorType', 'bytes'],
  9: ['optionalType', 'bytes'],
};
const valueInfoProto: Schema = { 1: ['name', 'string'], 2: ['type', typeProto] };

export interface GraphProto {
  readonly node: readonly NodeProto[];
  readonly name?: string;
  readonly initializer: readonly TensorProto[];
  readonly input: readonly ValueInfoProto[];
  readonly output: readonly ValueInfoProto[];
  readonly valueInfo: readonly ValueInfoProto[];
  readonly sparseInitializer: readonly Uint8Array[];
}

const graphProto: Schema = {
  1: ['node', nodeProto, 'repeated'],
  2: ['name', 'string'],
  5: ['initializer', tensorProto, 'repeated'],
  11: ['input', valueInfoProto, 'repeated'],
  12: ['output', valueInfoProto, 'repeated'],
  13: ['valueInfo', valueInfoProto, 'repeated'],
  15: ['sparseInitializer', 'bytes', 'repeated'],
};

export interface OperatorSetIdProto {
  readonly domain?: string;
  readonly version?: bigint;
}

const operatorSetIdProto: Schema = { 1: ['domain', 'string'], 2: ['version', 'int64'] };

export interface FunctionProto {
  readonly name?: string;
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly attribute: readonly string[];
  readonly node: readonly NodeProto[];
  readonly opsetImport: readonly OperatorSetIdProto[];
  readonly domain?: string;
  readonly attributeProto: readonly AttributeProto[];
  readonly overload?: string;
}

const functionProto: Schema = {
  1: ['name', 'string'],
  4: ['input', 'string', 'repeated'],
  5: ['output', 'string', 'repeated'],
  6: ['attribute', 'string', 'repeated'],
  7: ['node', nodeProto, 'repeated'],
  9: ['opsetImport', operatorSetIdProto, 'repeated'],
  10: ['domain', 'string'],
  11: ['attributeProto', attributeProto, 'repeated'],
  13: ['overload', 'string'],
};

export interface ModelProto {
  readonly irVersion?: bigint;
  readonly producerName?: string;
  readonly producerVersion?: string;
  readonly graph?: GraphProto;
  readonly opsetImport: readonly OperatorSetIdProto[];
  readonly functions: readonly FunctionProto[];
}

export const modelProto: Schema = {
  1: ['irVersion', 'int64'],
  2: ['producerName', 'string'],
  3: ['producerVersion', 'string'],
  7: ['graph', graphProto],
  8: ['opsetImport', operatorSetIdProto, 'repeated'],
  25: ['functions', functionProto, 'repeated'],
};
