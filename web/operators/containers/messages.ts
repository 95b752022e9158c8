/** What can be wrong with sequences and optional values, as in the table of operators. */
import { faultsOf } from '../faults.js';

const takenBy = (opset: number | undefined): string =>
  opset === undefined ? '' : ` Opset ${opset} takes it.`;

const CONTAINER_FAULTS = {
  type_unsupported: {
    kind: (node: string, at: number, got: string, wanted: string, takes?: number) =>
      `Input ${at} of ${node} is ${got}, and must be ${wanted}.${takenBy(takes)}`,
    made: (node: string, got: string, takes?: number) =>
      `The graph of ${node} gives ${got} where ${node} needs a tensor.${takenBy(takes)}`,
  },
  index_out_of_range: {
    position: (node: string, position: number, count: number) =>
      `${node} takes position ${position} of a sequence of ${count}.`,
  },
  invalid_shape: {
    elements: (node: string, count: number, most: number) =>
      `${node} would make a sequence of ${count}; the most is ${most}.`,
    nothingToJoin: (node: string) => `${node} has an empty sequence, of which no tensor is made.`,
    chunk: (node: string, size: number) =>
      `${node} cannot split into parts of ${size}; a part is 1 or more.`,
    otherCount: (node: string, a: number, b: number) =>
      `${node} has sequences of ${a} and of ${b}; they must be equally long.`,
  },
  invalid_value: {
    nothing: (node: string) =>
      `${node} asks for what an optional value holds, and it holds nothing.`,
  },
} as const;

/** The error of a fault of a node that has to do with sequences or optional values. */
export const containerFault = faultsOf(CONTAINER_FAULTS);
