/** All of ONNX's operators that there are, by name. */
import type { DType } from '../base/dtypes.js';
import { AttributeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { Engine } from '../engine/engine.js';
import type { EngineOperators } from '../engine/engine-operators.js';
import type { EngineParts } from '../engine/parts.js';
import { cast } from './cast.js';
import { constant, constantOfShape, dropout, range, shape } from './constants.js';
import { engineOperator } from './engine-operator.js';
import { gather } from './gather.js';
import { operatorMessages } from './messages.js';
import { concat, slice, split, transpose } from './movement.js';
import { oneHot } from './one-hot.js';
import type { Operator, Version } from './operator.js';
import { pad, tile } from './padding.js';
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

const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  [
    argMax,
    argMin,
    cast,
    concat,
    constant,
    constantOfShape,
    dropout,
    flatten,
    gather,
    identity,
    layerNormalization,
    logSoftmax,
    oneHot,
    pad,
    range,
    reduceMax,
    reduceMean,
    reduceMin,
    reduceProd,
    reduceSum,
    reshape,
    shape,
    slice,
    softmax,
    split,
    squeeze,
    tile,
    transpose,
    unsqueeze,
  ].map((operator) => [operator.name, operator]),
);

/** An operator in the version of an opset. */
export interface ResolvedOperator {
  readonly operator: Operator;
  readonly version: Version;
}

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
    const version = operator.versions.filter(({ since }) => since <= opset).at(-1);
    return version && { operator, version };
  }
  if (!isInEngine(engine, name, opset)) return undefined;
  const own = engineOperator(name);
  return { operator: own, version: own.versions[0] as Version };
}

/** The error for a name that no operator has: it lists those there are. */
export function unknownOperator({ catalogue }: Engine, name: unknown): AttributeError {
  const names = new Set([...catalogue.operators, ...OPERATORS.keys()]);
  const known = [...names].filter((known) => !known.startsWith('ncnn.')).sort();
  return new AttributeError('unknown_operator', messages.operator(name, known));
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
  if (first)
    throw new AttributeError('not_in_opset', operatorMessages.notYet(name, first.since, opset));
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
  const version = operator.versions.filter(({ since }) => since <= opset).at(-1);
  return version?.types[0]?.includes(type) ?? false;
}

/** The attributes that one of these operators has at an opset. */
export const attributesAt = (name: string, opset: number): readonly string[] =>
  Object.keys(
    OPERATORS.get(name)
      ?.versions.filter(({ since }) => since <= opset)
      .at(-1)?.attributes ?? {},
  );
