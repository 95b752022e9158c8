/** All of ONNX's operators that there are, by name. */
import type { DType } from '../base/dtypes.js';
import { AttributeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { Engine } from '../engine/engine.js';
import { ENGINE_TYPES, type EngineOperators } from '../engine/engine-operators.js';
import type { EngineParts } from '../engine/parts.js';
import type { OwnTypes } from '../memory/operands.js';
import { activationOperators } from './activations.js';
import { attentionOperators } from './attention.js';
import { branchingOperators } from './branching.js';
import { castOperators } from './cast.js';
import { constantOperators } from './constants.js';
import { convolutionOperators } from './convolution.js';
import { deformConv } from './deform-conv.js';
import { det } from './determinant.js';
import { einsum } from './einsum.js';
import { engineOperator } from './engine-operator.js';
import { typedFault } from './faults.js';
import { gatherOperators } from './gather.js';
import { gridSampleOperators } from './grid-sample.js';
import { indexingOperators } from './indexing.js';
import { lossOperators } from './losses.js';
import { operatorFault } from './messages.js';
import { movementOperators } from './movement.js';
import { normalizationOperators } from './normalization.js';
import { normOperators } from './norms.js';
import { oneHot } from './one-hot.js';
import type { Operator, Version } from './operator.js';
import { optionalOperators } from './optionals.js';
import { paddingOperators } from './padding.js';
import { poolingOperators } from './pooling.js';
import { quantizationOperators } from './quantization.js';
import { recurrentOperators } from './recurrent.js';
import { reductionOperators } from './reductions.js';
import { reshapeOperators } from './reshape.js';
import { resizeOperators } from './resize.js';
import { roiAlign } from './roi-align.js';
import { selectionOperators } from './selection.js';
import { sequenceOperators } from './sequences.js';
import { spectrumOperators } from './spectra.js';
import { nonMaxSuppression } from './suppression.js';
import { textOperators } from './texts.js';
import { trigonometry } from './trigonometry.js';
import { unique } from './unique.js';
import { unpoolingOperators } from './unpooling.js';

const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  [
    ...activationOperators,
    ...attentionOperators,
    ...branchingOperators,
    ...castOperators,
    ...constantOperators,
    ...convolutionOperators,
    deformConv,
    det,
    einsum,
    ...gatherOperators,
    ...gridSampleOperators,
    ...indexingOperators,
    ...lossOperators,
    ...movementOperators,
    ...normalizationOperators,
    ...normOperators,
    oneHot,
    ...optionalOperators,
    ...paddingOperators,
    ...poolingOperators,
    ...quantizationOperators,
    ...recurrentOperators,
    ...reductionOperators,
    ...reshapeOperators,
    ...resizeOperators,
    roiAlign,
    ...selectionOperators,
    ...sequenceOperators,
    ...spectrumOperators,
    nonMaxSuppression,
    ...textOperators,
    unique,
    ...unpoolingOperators,
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

/** The error for a name that no operator has. */
export function unknownOperator({ catalogue }: Engine, name: unknown): AttributeError {
  const { operators } = catalogue;
  if (typeof name === 'string' && operators.includes(`ncnn.${name}`))
    return new AttributeError('unknown_operator', messages.ncnnOperator(name));
  const own = operators.filter((known) => !known.startsWith('ncnn.'));
  const others = [...OPERATORS.values()].filter(
    (operator) => !branchingOperators.includes(operator),
  );
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
