/** Looks up an operator by name and opset: in the table, or among the engine's own. */
import { DTYPES, type DType } from '../base/dtypes.js';
import { AttributeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { Engine } from '../engine/engine.js';
import { ENGINE_TYPES, type EngineOperators } from '../engine/engine-operators.js';
import type { EngineParts } from '../engine/parts.js';
import type { OwnTypes } from '../memory/operands.js';
import { branchingOperators } from './branching.js';
import { engineOperator } from './engine-operator.js';
import { typedFault } from './faults.js';
import { operatorFault } from './messages.js';
import { type ResolvedOperator, resolvedAt, type Version, versionAt } from './operator.js';
import { OPERATORS } from './table.js';

/** Whether the engine has the operator at that opset, in any type. */
const isInEngine = (engine: EngineOperators, operator: string, opset: number): boolean =>
  !operator.startsWith('ncnn.') && DTYPES.some((type) => engine.supports(operator, type, opset));

const ofEngine = (name: string, opset: number): ResolvedOperator =>
  resolvedAt(engineOperator(name), opset) as ResolvedOperator;

/** The operator of ONNX with this name, in its version at an opset; `undefined` if there is none. */
export function findOperator(
  engine: EngineOperators,
  name: string,
  opset: number,
): ResolvedOperator | undefined {
  const operator = OPERATORS.get(name);
  if (operator) return resolvedAt(operator, opset);
  return isInEngine(engine, name, opset) ? ofEngine(name, opset) : undefined;
}

/** The error for an unknown operator name. */
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

/** Like `findOperator`. @throws AttributeError if there is none */
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
  // The engine reports the first opset of its own operators.
  return ofEngine(name, opset);
}

/** Whether an operator accepts a type as its first input, at an opset. */
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

/** The type of an input for which ONNX allows only one type, or only index types. */
const onlyType = (types: readonly DType[] = []): DType | undefined =>
  types.length > 1 && types.every(isIndex) ? 'int64' : types.length === 1 ? types[0] : undefined;

/**
 * The types of an operator's inputs when they are passed as numbers or nested arrays, by position;
 * `undefined` for inputs that share a type.
 */
export function ownTypesOf(name: string): OwnTypes {
  const operator = OPERATORS.get(name);
  if (!operator) return ENGINE_TYPES[name] ?? [];
  const { types, inputs } = operator.versions.at(-1) as Version;
  const count = Number.isFinite(inputs[1]) ? inputs[1] : types.length;
  const typeOf = (at: number) => onlyType(types[at] ?? types.at(-1));
  return operator.ownTypes ?? Array.from({ length: count }, (_, at) => typeOf(at));
}

/** The attributes that a row of the table has at an opset. */
export function attributesAt(name: string, opset: number): readonly string[] {
  const operator = OPERATORS.get(name);
  return Object.keys((operator && versionAt(operator, opset)?.attributes) ?? {});
}
