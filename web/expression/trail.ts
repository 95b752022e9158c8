/** Names the nodes of an expression in errors. */
import { operandName } from '../base/checks.js';
import { BroadcastError, passed, type SimdcastError } from '../base/errors.js';
import type { Step } from '../base/trail.js';
import type { Term, TracedExpression, TracedNode } from './tracer.js';

/** The name of the called function or operator, for messages. */
export const labelOf = ({ operator, call }: TracedNode): string => call?.of ?? operator;

/** The function that corresponds to an operator. */
const functionNameOf = (operator: string): string =>
  operator.charAt(0).toLowerCase() + operator.slice(1);

/** The caller's name of an operand. */
const nameOf = (term: Term | undefined): string | undefined =>
  term?.kind === 'input' ? operandName(term.index) : undefined;

/** A node in the form of messages: `mul(add(A, B), 2)`, or within one function `matMul(transpose(A), B)`. */
function textOf({ inputs, call }: TracedNode, name: string): string {
  const names = inputs.map((input) => {
    if (input?.kind === 'input') return operandName(input.index);
    if (input?.kind === 'constant') return String(input.value);
    if (input?.kind !== 'output') return '…';
    const { node } = input;
    return textOf(node, node.call === call ? functionNameOf(node.operator) : labelOf(node));
  });
  return `${name}(${names.join(', ')})`;
}

/**
 * The error of a node. It names the node, unless the node is the only one of the expression, or belongs to a
 * single function.
 */
export function explained(
  error: SimdcastError,
  node: TracedNode,
  { nodes }: TracedExpression,
): unknown {
  const [first] = nodes;
  const isAlone = nodes.every(
    (other) => other === first || (other.call && other.call === first?.call),
  );
  const name = labelOf(node);
  const { inputs, operator } = node;
  const steps: Step[] = [['call', { name, operator }]];
  if (error instanceof BroadcastError && error.operator !== error.alignment.operator)
    steps.unshift(['part', { name }]);
  // Callers of a function refer to operands by letters, not as inputs of operators.
  if (name !== operator) steps.push(['inputs', { names: inputs.map(nameOf) }]);
  const isMade = inputs.some((input) => input?.kind === 'output');
  if (error instanceof BroadcastError && (isMade || !isAlone))
    steps.push(['node', { text: textOf(node, name) }]);
  return passed(error, ...steps);
}
