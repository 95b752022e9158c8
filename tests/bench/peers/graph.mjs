/** Runs a case's nodes in sequence, for libraries that have functions instead of graphs. */

/** Thrown if a library lacks the operator, type or mode; the message is the reason. */
export class Unsupported extends Error {}

/**
 * @param {object[]} nodes the case's nodes
 * @param {Record<string, (...inputs: unknown[]) => unknown>} functions by operator name; called
 *   with the inputs, then the node
 * @param {(value: unknown) => void} free called on every intermediate result
 * @returns {(values: Record<string, unknown>) => unknown} from operands by name to the output
 */
export function compile(nodes, functions, free) {
  const steps = nodes.map((node) => ({ node, apply: functions[node.op] }));
  for (const { node, apply } of steps) {
    if (!apply) throw new Unsupported(`no ${node.op}`);
  }
  return steps.length === 1 ? single(steps[0]) : chain(steps, free);
}

/** A single node is called directly, without overhead for small operations. */
function single({ node, apply }) {
  const [a, b, c] = node.inputs;
  if (c) return (values) => apply(values[a], values[b], values[c], node);
  if (b) return (values) => apply(values[a], values[b], node);
  return (values) => apply(values[a], node);
}

function chain(steps, free) {
  return (operands) => {
    const values = { ...operands };
    let last;
    for (const { node, apply } of steps) {
      const result = apply(...node.inputs.map((input) => values[input]), node);
      if (last) free(last);
      last = result;
      values[node.output] = result;
    }
    return last;
  };
}

/** For libraries whose matrix product has two operands and no transposition. */
export function plainProduct(multiply) {
  return (a, b, ...rest) => {
    const { attributes } = rest.at(-1);
    if (rest.length > 1 || Object.keys(attributes).length > 0) {
      throw new Unsupported('no Gemm with C or transposes');
    }
    return multiply(a, b);
  };
}

export const byName = (operands, make) =>
  Object.fromEntries(operands.map((operand) => [operand.name, make(operand)]));

export const isArrays = (mode) => mode.startsWith('arrays');
