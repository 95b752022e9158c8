/** All operators that a session runs, by name. */
import type { Simdcast } from '../../api/simdcast.js';
import type { ModelNode } from '../model/model-node.js';
import { cast } from './cast.js';
import { constant, constantOfShape, dropout, range, shape } from './constants.js';
import { engineOperator } from './engine-operator.js';
import { gather } from './gather.js';
import { concat, slice, split, transpose } from './movement.js';
import type { Operator, Version } from './operator.js';
import {
  argMax,
  layerNormalization,
  logSoftmax,
  reduceMax,
  reduceMean,
  reduceSum,
  softmax,
} from './reductions.js';
import { flatten, identity, reshape, squeeze, unsqueeze } from './reshape.js';

const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  [
    argMax,
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
    range,
    reduceMax,
    reduceMean,
    reduceSum,
    reshape,
    shape,
    slice,
    softmax,
    split,
    squeeze,
    transpose,
    unsqueeze,
  ].map((operator) => [operator.name, operator]),
);

/** The operator of a node in the version of its opset. */
export interface ResolvedOperator {
  readonly operator: Operator;
  readonly version: Version;
}

const SOME_TYPES = ['float32', 'bool', 'int32', 'uint8', 'string'] as const;

/** Whether the engine has the operator at that opset, in any type. */
function isInEngine(engine: Simdcast, { operator, opset }: ModelNode): boolean {
  return SOME_TYPES.some((type) => engine.supports(operator, type, opset));
}

/** Undefined for a node that cannot be run. */
export function findOperator(engine: Simdcast, node: ModelNode): ResolvedOperator | undefined {
  if (node.domain !== '') return undefined;
  const operator = OPERATORS.get(node.operator);
  if (operator) {
    const version = operator.versions.filter(({ since }) => since <= node.opset).at(-1);
    return version && { operator, version };
  }
  if (node.operator.startsWith('ncnn.') || !isInEngine(engine, node)) return undefined;
  const own = engineOperator(node.operator);
  return { operator: own, version: own.versions[0] as Version };
}
