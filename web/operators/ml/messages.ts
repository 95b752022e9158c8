/** What can be wrong with a node of `ai.onnx.ml`, as in the table of operators. */
import type { SimdcastError } from '../../base/errors.js';
import { type FaultIn, faultsOf } from '../faults.js';
import type { Call } from '../operator.js';

const shown = (dims: readonly number[]): string => `(${dims.join(',')})`;

const ML_FAULTS = {
  invalid_shape: {
    rows: (node: string, dims: readonly number[]) =>
      `Input 0 of ${node} is ${shown(dims)}; it should be rows of features, (N,F), or one row, (F).`,
    feature: (node: string, feature: number, count: number) =>
      `${node} tests feature ${feature}; its input has ${count}, counted from 0.`,
    features: (node: string, got: number, coefficients: number, rows: number) =>
      `${node} has ${coefficients} coefficients in ${rows} ${rows === 1 ? 'row' : 'rows'}, which do not fit ${got} features.`,
    vectors: (node: string, vectors: number, values: number) =>
      `${node} has ${values} values for ${vectors} support vectors.`,
  },
  invalid_attribute: {
    labels: (node: string, got: number, scores: number) =>
      `${node} has ${got} class labels for ${scores} scores.`,
    oneOf: (node: string, names: readonly string[]) =>
      `${node} takes one of the attributes ${names.join(', ')}.`,
    lengths: (node: string, name: string, got: number, wanted: number) =>
      `The attribute '${name}' of ${node} has ${got} elements; it takes ${wanted}.`,
    tensor: (node: string, name: string, type: string, known: readonly string[]) =>
      `The attribute '${name}' of ${node} is ${type}; it should be ${known.join(' or ')}.`,
    twice: (node: string, tree: number, id: number) =>
      `${node} has node ${id} of tree ${tree} twice.`,
    noNode: (node: string, name: string, tree: number, id: number) =>
      `The attribute '${name}' of ${node} names node ${id} of tree ${tree}, which there is not.`,
    noPosition: (node: string, name: string, position: number, count: number) =>
      `The attribute '${name}' of ${node} has ${position}; there are ${count} of them, counted from 0.`,
    reached: (node: string) =>
      `${node} has a node that two others lead to, or that leads to itself: no tree has.`,
    target: (node: string, name: string, id: number, count: number) =>
      `The attribute '${name}' of ${node} has ${id}; there are ${count} of them, counted from 0.`,
    members: (node: string, sets: number, nodes: number) =>
      `The attribute membership_values of ${node} has ${sets} sets, each ended by NaN; ${nodes} of its nodes test membership.`,
    stringLabel: (node: string) => `${node} has one class label, a string; it takes two or more.`,
    negative: (node: string, name: string, got: number) =>
      `The attribute '${name}' of ${node} has ${got}; it takes whole numbers from 0 on.`,
  },
  types_differ: {
    keyType: (node: string, got: string, keys: string) =>
      `Input 0 of ${node} is ${got}, and its keys are ${keys}.`,
  },
  invalid_value: {
    noCategory: (node: string, item: string) =>
      `${node} has no category '${item.slice(0, 60)}', and zeros is 0.`,
  },
} as const;

const faultOf = faultsOf(ML_FAULTS);

/** The error of a fault of a node of `ai.onnx.ml`. */
export const mlFault = ({ node }: Call, ...fault: FaultIn<typeof ML_FAULTS>): SimdcastError =>
  faultOf(node, ...fault);
