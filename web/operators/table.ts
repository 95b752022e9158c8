/** All of ONNX's operators that there are, by name. */
import type { DType } from '../base/dtypes.js';
import { AttributeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { Engine } from '../engine/engine.js';
import { ENGINE_TYPES, type EngineOperators } from '../engine/engine-operators.js';
import type { EngineParts } from '../engine/parts.js';
import type { OwnTypes } from '../memory/operands.js';
import {
  celu,
  elu,
  hardSigmoid,
  hardSwish,
  mish,
  selu,
  shrink,
  softsign,
  swish,
  thresholdedRelu,
} from './activations.js';
import { attention, rotaryEmbedding } from './attention.js';
import { branching, loop, scan } from './branching.js';
import { cast, castLike } from './cast.js';
import { constant, constantOfShape, dropout, range, shape } from './constants.js';
import { conv, convTranspose } from './convolution.js';
import { deformConv } from './deform-conv.js';
import { det } from './determinant.js';
import { einsum } from './einsum.js';
import { engineOperator } from './engine-operator.js';
import { typedFault } from './faults.js';
import { compress, gather } from './gather.js';
import { affineGrid, gridSample } from './grid-sample.js';
import { gatherElements, gatherND, scatter, scatterElements, scatterND } from './indexing.js';
import { negativeLogLikelihoodLoss, softmaxCrossEntropyLoss } from './losses.js';
import { operatorFault } from './messages.js';
import { concat, slice, split, transpose } from './movement.js';
import {
  batchNormalization,
  groupNormalization,
  instanceNormalization,
  lpNormalization,
  lrn,
  meanVarianceNormalization,
  rmsNormalization,
} from './normalization.js';
import { reduceL1, reduceL2, reduceLogSum, reduceLogSumExp, reduceSumSquare } from './norms.js';
import { oneHot } from './one-hot.js';
import type { Operator, Version } from './operator.js';
import { optionalGetElement, optionalHasElement } from './optionals.js';
import { centerCropPad, pad, tile } from './padding.js';
import {
  averagePool,
  globalAveragePool,
  globalLpPool,
  globalMaxPool,
  lpPool,
  maxPool,
} from './pooling.js';
import {
  convInteger,
  dequantizeLinear,
  dynamicQuantizeLinear,
  matMulInteger,
  qLinearConv,
  qLinearMatMul,
  quantizeLinear,
} from './quantization.js';
import { gru, lstm, rnn } from './recurrent.js';
import {
  argMax,
  argMin,
  layerNormalization,
  logSoftmax,
  reduceMax,
  reduceMean,
  reduceMin,
  reduceProd,
  reduceSum,
  softmax,
} from './reductions.js';
import { flatten, identity, reshape, squeeze, unsqueeze } from './reshape.js';
import { resizeOperator, upsample } from './resize.js';
import { roiAlign } from './roi-align.js';
import {
  cumSum,
  depthToSpace,
  eyeLike,
  hardmax,
  nonZero,
  size,
  spaceToDepth,
  topK,
  trilu,
} from './selection.js';
import { reverseSequence, tensorScatter } from './sequences.js';
import {
  blackmanWindow,
  dft,
  hammingWindow,
  hannWindow,
  melWeightMatrix,
  stft,
} from './spectra.js';
import { nonMaxSuppression } from './suppression.js';
import { regexFullMatch, stringNormalizer, stringSplit, tfIdfVectorizer } from './texts.js';
import { trigonometry } from './trigonometry.js';
import { unique } from './unique.js';
import { col2Im, maxUnpool } from './unpooling.js';

const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  [
    affineGrid,
    argMax,
    argMin,
    attention,
    averagePool,
    batchNormalization,
    blackmanWindow,
    branching,
    cast,
    castLike,
    celu,
    centerCropPad,
    col2Im,
    compress,
    concat,
    constant,
    constantOfShape,
    conv,
    convInteger,
    convTranspose,
    cumSum,
    deformConv,
    depthToSpace,
    dequantizeLinear,
    det,
    dft,
    dropout,
    dynamicQuantizeLinear,
    einsum,
    elu,
    eyeLike,
    flatten,
    gather,
    gatherElements,
    gatherND,
    globalAveragePool,
    globalLpPool,
    globalMaxPool,
    gridSample,
    groupNormalization,
    gru,
    hammingWindow,
    hannWindow,
    hardmax,
    hardSigmoid,
    hardSwish,
    identity,
    instanceNormalization,
    layerNormalization,
    logSoftmax,
    loop,
    lpNormalization,
    lpPool,
    lrn,
    lstm,
    matMulInteger,
    maxPool,
    maxUnpool,
    meanVarianceNormalization,
    melWeightMatrix,
    mish,
    negativeLogLikelihoodLoss,
    nonMaxSuppression,
    nonZero,
    oneHot,
    optionalGetElement,
    optionalHasElement,
    pad,
    qLinearConv,
    qLinearMatMul,
    quantizeLinear,
    range,
    reduceL1,
    reduceL2,
    reduceLogSum,
    reduceLogSumExp,
    reduceMax,
    reduceMean,
    reduceMin,
    reduceProd,
    reduceSum,
    reduceSumSquare,
    regexFullMatch,
    reshape,
    resizeOperator,
    reverseSequence,
    rmsNormalization,
    rnn,
    roiAlign,
    rotaryEmbedding,
    scan,
    scatter,
    scatterElements,
    scatterND,
    selu,
    shape,
    shrink,
    size,
    slice,
    softmax,
    softmaxCrossEntropyLoss,
    softsign,
    spaceToDepth,
    split,
    squeeze,
    stft,
    stringNormalizer,
    stringSplit,
    swish,
    tensorScatter,
    tfIdfVectorizer,
    thresholdedRelu,
    tile,
    topK,
    transpose,
    trilu,
    unique,
    unsqueeze,
    upsample,
    ...trigonometry,
  ].map((operator) => [operator.name, operator]),
);

/** An operator in the version of an opset. */
export interface ResolvedOperator {
  readonly operator: Operator;
  readonly version: Version;
}

/** The version of an operator at an opset; undefined where it came later. */
export const versionAt = ({ versions }: Operator, opset: number): Version | undefined =>
  versions.filter(({ since }) => since <= opset).at(-1);

const SOME_TYPES = ['float32', 'bool', 'int32', 'uint8', 'string'] as const;

/** Whether the engine has the operator at that opset, in any type. */
const isInEngine = (engine: EngineOperators, operator: string, opset: number): boolean =>
  !operator.startsWith('ncnn.') &&
  SOME_TYPES.some((type) => engine.supports(operator, type, opset));

/** ONNX's operator of that name in its version at an opset; undefined where there is none. */
export function findOperator(
  engine: EngineOperators,
  name: string,
  opset: number,
): ResolvedOperator | undefined {
  const operator = OPERATORS.get(name);
  if (operator) {
    const version = versionAt(operator, opset);
    return version && { operator, version };
  }
  if (!isInEngine(engine, name, opset)) return undefined;
  const own = engineOperator(name);
  return { operator: own, version: own.versions[0] as Version };
}

const WITH_GRAPHS: readonly Operator[] = [branching, loop, scan];

/** The error for a name that no operator has. */
export function unknownOperator({ catalogue }: Engine, name: unknown): AttributeError {
  const { operators } = catalogue;
  if (typeof name === 'string' && operators.includes(`ncnn.${name}`))
    return new AttributeError('unknown_operator', messages.ncnnOperator(name));
  const own = operators.filter((known) => !known.startsWith('ncnn.'));
  const others = [...OPERATORS.values()].filter((operator) => !WITH_GRAPHS.includes(operator));
  const known = [...own, ...others.map((operator) => operator.name)];
  return new AttributeError('unknown_operator', messages.onnxOperator(name, known));
}

/** The same. @throws AttributeError where there is none. */
export function requireOperator(
  { operators, engine }: EngineParts,
  name: string,
  opset: number,
): ResolvedOperator {
  const found = findOperator(operators, name, opset);
  if (found) return found;
  const first = OPERATORS.get(name)?.versions[0];
  if (first) throw operatorFault({ label: name, fault: typedFault }, 'notYet', first.since, opset);
  if (!engine.catalogue.operators.includes(name)) throw unknownOperator(engine, name);
  // The engine's own say since when they are.
  const own = engineOperator(name);
  return { operator: own, version: own.versions[0] as Version };
}

/** Whether an operator takes a type as its first input, at an opset. */
export function supports(
  engine: EngineOperators,
  name: string,
  type: DType,
  opset: number,
): boolean {
  const operator = OPERATORS.get(name);
  if (!operator) return engine.supports(name, type, opset);
  const version = versionAt(operator, opset);
  return version?.types[0]?.includes(type) ?? false;
}

const isIndex = (type: DType): boolean => type === 'int32' || type === 'int64';

/** The type of an input that ONNX gives one type alone, or those of indices. */
const onlyType = (types: readonly DType[] = []): DType | undefined =>
  types.length > 1 && types.every(isIndex) ? 'int64' : types.length === 1 ? types[0] : undefined;

/**
 * The types that inputs of an operator have where they are given as numbers or nested arrays, by position;
 * undefined for those that share one.
 */
export function ownTypesOf(name: string): OwnTypes {
  const operator = OPERATORS.get(name);
  if (!operator) return ENGINE_TYPES[name] ?? [];
  const { types, inputs } = operator.versions.at(-1) as Version;
  const count = Number.isFinite(inputs[1]) ? inputs[1] : types.length;
  const typeOf = (at: number) => onlyType(types[at] ?? types.at(-1));
  return operator.ownTypes ?? Array.from({ length: count }, (_, at) => typeOf(at));
}

/** The attributes that one of these operators has at an opset. */
export const attributesAt = (name: string, opset: number): readonly string[] =>
  Object.keys(
    OPERATORS.get(name)
      ?.versions.filter(({ since }) => since <= opset)
      .at(-1)?.attributes ?? {},
  );
