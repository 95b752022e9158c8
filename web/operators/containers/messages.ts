/** Messages of faults of operators on sequences and optional values, like those of other operators. */
import { faultsOf } from '../faults.js';

const takenBy = (opset: number | undefined): string =>
  opset === undefined ? '' : ` Opset ${opset} accepts it.`;

const CONTAINER_FAULTS = {
  type_unsupported: {
    kind: (node: string, at: number, got: string, wanted: string, takes?: number) =>
      `Input ${at} of ${node} must be ${wanted}, but is ${got}.${takenBy(takes)}`,
    made: (node: string, got: string, takes?: number) =>
      `The subgraph of ${node} must return a tensor, but returns ${got}.${takenBy(takes)}`,
  },
  index_out_of_range: {
    position: (node: string, position: number, count: number) =>
      `Position ${position} of ${node} is out of range for a sequence of ${count}.`,
  },
  invalid_shape: {
    elements: (node: string, count: number, most: number) =>
      `The sequence of ${node} must have at most ${most} elements, but would have ${count}.`,
    nothingToJoin: (node: string) => `${node} cannot build a tensor from an empty sequence.`,
    chunk: (node: string, size: number) =>
      `The size of the parts of ${node} must be 1 or more, but is ${size}.`,
    otherCount: (node: string, a: number, b: number) =>
      `The sequences of ${node} must have the same length, but have ${a} and ${b} elements.`,
  },
  invalid_value: {
    nothing: (node: string) => `${node} requires an optional that has a value, but it is empty.`,
  },
} as const;

/** Builds the error of a fault of an operator on sequences or optional values. */
export const containerFault = faultsOf(CONTAINER_FAULTS);
