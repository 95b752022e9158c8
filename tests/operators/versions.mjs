/**
 * Every version of every operator, transcribed from facts 1a to 1f: the first opset of the version,
 * its rule, the types of its first input, its attributes and its number of inputs.
 *
 * @typedef {{op: string, since: number, rule: string, types: string[], attributes: string[],
 *   inputs: [number, number], exponents?: string[]}} Version
 */
const F3 = ['float16', 'float32', 'float64'];
const BF = ['bfloat16'];
const wide = ['int32', 'int64', 'uint32', 'uint64'];
const narrow = ['int8', 'int16', 'uint8', 'uint16'];
const unsigned = ['uint8', 'uint16', 'uint32', 'uint64'];
const signedWide = ['int32', 'int64'];
const NUM = [...F3, ...wide, ...narrow];
const ALL = [...NUM, 'bool', 'string', 'complex64', 'complex128'];
const bool = ['bool'];

const legacyAttributes = ['broadcast', 'axis'];
const gemmAttributes = ['alpha', 'beta', 'transA', 'transB'];
const any = [1, 32];

const row = (since, rule, types, attributes = [], inputs = [2, 2]) => ({
  since,
  rule,
  types,
  attributes,
  inputs,
});
const multi = (since, types, ...rest) => row(since, 'multidirectional', types, ...rest);
const legacy = (since, types, ...more) =>
  row(since, 'legacy', types, [...legacyAttributes, ...more]);

const arithmetic = [
  legacy(1, F3, 'consumed_inputs'),
  legacy(6, [...F3, ...wide]),
  multi(7, [...F3, ...wide]),
  multi(13, [...F3, ...wide, ...BF]),
  multi(14, [...NUM, ...BF]),
];
const logic = [legacy(1, bool), multi(7, bool)];
const ordered = [legacy(1, F3), multi(7, F3), multi(9, NUM), multi(13, [...NUM, ...BF])];
const orderedOrEqual = [multi(12, NUM), multi(16, [...NUM, ...BF])];
const sameShapes = [
  row(1, 'equal', F3, ['consumed_inputs'], any),
  row(6, 'equal', F3, [], any),
  multi(8, F3, [], any),
];
const extremes = [...sameShapes, multi(12, NUM, [], any), multi(13, [...NUM, ...BF], [], any)];
const sums = [...sameShapes, multi(13, [...F3, ...BF], [], any)];
const bitwise = [multi(18, [...wide, ...narrow])];
const exponents = { 12: NUM, 13: NUM, 15: [...NUM, ...BF] };
const powTypes = [...F3, ...signedWide];

// Unary operators, transcribed from docs/Changelog.md of ONNX.
const unary = (since, types, attributes = []) => row(since, 'equal', types, attributes, [1, 1]);
const signedInts = ['int8', 'int16', 'int32', 'int64'];
const floatFunction = [unary(1, F3, ['consumed_inputs']), unary(6, F3), unary(13, [...F3, ...BF])];
const trigonometric = [unary(7, F3), unary(22, [...F3, ...BF])];
const hyperbolic = [unary(9, F3), unary(22, [...F3, ...BF])];
const detecting = ['detect_negative', 'detect_positive'];
const castTypes = [...NUM, ...bool];
const castTexts = [...castTypes, 'string'];

const unaries = {
  Identity: [unary(1, ALL), unary(13, [...ALL, ...BF])],
  Neg: [
    unary(1, F3, ['consumed_inputs']),
    unary(6, [...F3, ...signedInts]),
    unary(13, [...F3, ...signedInts, ...BF]),
  ],
  Abs: [unary(1, F3, ['consumed_inputs']), unary(6, NUM), unary(13, [...NUM, ...BF])],
  Sqrt: floatFunction,
  Reciprocal: floatFunction,
  Exp: floatFunction,
  Log: floatFunction,
  Sigmoid: floatFunction,
  Tanh: floatFunction,
  Relu: [...floatFunction, unary(14, [...F3, ...signedInts, ...BF])],
  LeakyRelu: [
    unary(1, F3, ['alpha', 'consumed_inputs']),
    unary(6, F3, ['alpha']),
    unary(16, [...F3, ...BF], ['alpha']),
  ],
  Erf: [unary(9, NUM), unary(13, [...NUM, ...BF])],
  Gelu: [unary(20, [...F3, ...BF], ['approximate'])],
  Floor: floatFunction,
  Ceil: floatFunction,
  Round: [unary(11, F3), unary(22, [...F3, ...BF])],
  Not: [unary(1, bool)],
  Sin: trigonometric,
  Cos: trigonometric,
  Tan: trigonometric,
  Acos: trigonometric,
  Asin: trigonometric,
  Atan: trigonometric,
  Sinh: hyperbolic,
  Cosh: hyperbolic,
  Asinh: hyperbolic,
  Acosh: hyperbolic,
  Atanh: hyperbolic,
  Sign: [unary(9, NUM), unary(13, [...NUM, ...BF])],
  Softplus: [unary(1, F3), unary(22, [...F3, ...BF])],
  BitwiseNot: [unary(18, [...wide, ...narrow])],
  IsNaN: [unary(9, F3), unary(13, [...F3, ...BF]), unary(20, [...F3, ...BF])],
  IsInf: [unary(10, ['float32', 'float64'], detecting), unary(20, [...F3, ...BF], detecting)],
  Cast: [
    unary(1, castTypes, ['to']),
    unary(6, castTypes, ['to']),
    unary(9, castTexts, ['to']),
    unary(13, [...castTexts, ...BF], ['to']),
    unary(19, [...castTexts, ...BF], ['to', 'saturate']),
    unary(24, [...castTexts, ...BF], ['to', 'saturate', 'round_mode']),
  ],
};

const table = {
  ...unaries,
  Add: arithmetic,
  Sub: arithmetic,
  Mul: arithmetic,
  Div: arithmetic,
  Pow: [
    legacy(1, F3),
    multi(7, F3),
    multi(12, powTypes),
    multi(13, [...powTypes, ...BF]),
    multi(15, [...powTypes, ...BF]),
  ].map((version) => ({ ...version, exponents: exponents[version.since] })),
  Mod: [
    multi(10, NUM, ['fmod']),
    multi(13, [...NUM, ...BF], ['fmod']),
    multi(28, [...NUM, ...BF], ['fmod']),
  ],
  And: logic,
  Or: logic,
  Xor: logic,
  Equal: [
    legacy(1, [...bool, ...signedWide]),
    multi(7, [...bool, ...signedWide]),
    multi(11, [...bool, ...NUM]),
    multi(13, [...bool, ...NUM, ...BF]),
    multi(19, [...bool, ...NUM, ...BF, 'string']),
  ],
  Greater: ordered,
  Less: ordered,
  GreaterOrEqual: orderedOrEqual,
  LessOrEqual: orderedOrEqual,
  Max: extremes,
  Min: extremes,
  Sum: sums,
  Mean: sums,
  Where: [multi(9, ALL, [], [3, 3]), multi(16, [...ALL, ...BF], [], [3, 3])],
  BitShift: [multi(11, unsigned, ['direction']), multi(28, [...wide, ...narrow], ['direction'])],
  BitwiseAnd: bitwise,
  BitwiseOr: bitwise,
  BitwiseXor: bitwise,
  StringConcat: [multi(20, ['string'])],
  PRelu: [
    row(1, 'perChannel', F3, ['consumed_inputs']),
    row(6, 'perChannel', F3),
    row(7, 'unidirectional', F3),
    row(9, 'unidirectional', [...F3, ...wide]),
    row(16, 'unidirectional', [...F3, ...wide, ...BF]),
  ],
  Gemm: [
    row(1, 'gemm', F3, [...gemmAttributes, 'broadcast'], [3, 3]),
    row(6, 'gemm', F3, [...gemmAttributes, 'broadcast'], [3, 3]),
    row(7, 'gemm', F3, gemmAttributes, [3, 3]),
    row(9, 'gemm', [...F3, ...wide], gemmAttributes, [3, 3]),
    row(11, 'gemm', [...F3, ...wide], gemmAttributes, [2, 3]),
    row(13, 'gemm', [...F3, ...wide, ...BF], gemmAttributes, [2, 3]),
  ],
  MatMul: [
    row(1, 'matMul', F3),
    row(9, 'matMul', [...F3, ...wide]),
    row(13, 'matMul', [...F3, ...wide, ...BF]),
  ],
  Expand: [row(8, 'expand', ALL), row(13, 'expand', [...ALL, ...BF])],
  Clip: [
    row(1, 'scalars', F3, ['min', 'max', 'consumed_inputs'], [1, 1]),
    row(6, 'scalars', F3, ['min', 'max'], [1, 1]),
    row(11, 'scalars', F3, [], [1, 3]),
    row(12, 'scalars', NUM, [], [1, 3]),
    row(13, 'scalars', [...NUM, ...BF], [], [1, 3]),
  ],
};

export const newestOpset = 28;
export const unaryOperators = Object.keys(unaries);
export const everyOperator = Object.keys(table);
/** The operators with several inputs, which broadcast. */
export const operators = everyOperator.filter((op) => !unaryOperators.includes(op));
export const versionsOf = (op) => table[op].map((version) => ({ op, ...version }));

/** @type {Version[]} */
export const versions = operators.flatMap(versionsOf);

/** The highest version at or below the opset; undefined if the operator does not exist yet. */
export const versionAt = (op, opset) => table[op].filter(({ since }) => since <= opset).at(-1);

/** The first opset above `opset` whose version takes the type. */
export const firstTaking = (op, type, opset) =>
  table[op].find(({ since, types }) => since > opset && types.includes(type))?.since;

export const attributeNames = [
  ...legacyAttributes,
  'consumed_inputs',
  'fmod',
  'direction',
  ...gemmAttributes,
  'min',
  'max',
  'approximate',
  'to',
  'saturate',
  'round_mode',
  ...detecting,
];
