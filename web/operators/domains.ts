/** Operators outside ONNX's own domain, by domain. Only sessions have them. */
import { inOwnDomain, microsoftOperators } from './microsoft/table.js';
import { mlOperators } from './ml/table.js';
import { type Operator, type ResolvedOperator, resolvedAt } from './operator.js';
import { optimizerOperators } from './optimizers.js';

type Table = ReadonlyMap<string, Operator>;

const byName = (operators: readonly Operator[]): Table =>
  new Map(operators.map((operator) => [operator.name, operator]));

const DOMAINS: ReadonlyMap<string, Table> = new Map([
  ['', byName(inOwnDomain)],
  ['ai.onnx.ml', byName(mlOperators)],
  ['ai.onnx.preview.training', byName(optimizerOperators)],
  ['com.microsoft', byName(microsoftOperators)],
]);

/** The operator in its version at an opset of the domain; `undefined` if there is none. */
export function findInDomain(
  domain: string,
  name: string,
  opset: number,
): ResolvedOperator | undefined {
  const operator = DOMAINS.get(domain)?.get(name);
  return operator && resolvedAt(operator, opset);
}

/**
 * The opset of a domain that a model does not import: the latest, as in onnxruntime, or 0 if the domain is
 * unknown.
 */
export function newestOpset(domain: string): number {
  const operators = [...(DOMAINS.get(domain)?.values() ?? [])];
  return Math.max(0, ...operators.flatMap(({ versions }) => versions.map(({ since }) => since)));
}
