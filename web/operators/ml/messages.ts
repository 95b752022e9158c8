/** Messages of faults of `ai.onnx.ml` nodes, like those of other operators. */
import type { SimdcastError } from '../../base/errors.js';
import { type FaultIn, faultsOf } from '../faults.js';
import type { Call } from '../operator.js';

const shown = (dims: readonly number[]): string => `(${dims.join(',')})`;

const ML_FAULTS = {
  invalid_shape: {
    rows: (node: string, dims: readonly number[]) =>
      `Input 0 of ${node} must be rows of features, (N,F), or one row, (F), but is ${shown(dims)}.`,
    feature: (node: string, feature: number, count: number) =>
      `Feature ${feature} of ${node} is out of range: its input has ${count} ${count === 1 ? 'feature' : 'features'}, counted from 0.`,
    features: (node: string, got: number, coefficients: number, rows: number) =>
      `${node} has ${coefficients} coefficients in ${rows} ${rows === 1 ? 'row' : 'rows'}, which do not fit ${got} features.`,
    vectors: (node: string, vectors: number, values: number) =>
      `${node} has ${values} values for ${vectors} support vectors.`,
  },
  invalid_attribute: {
    labels: (node: string, got: number, scores: number) =>
      `${node} has ${got} class labels for ${scores} scores.`,
    oneOf: (node: string, names: readonly string[]) =>
      `${node} requires exactly one of the attributes ${names.join(', ')}.`,
    lengths: (node: string, name: string, got: number, wanted: number) =>
      `The attribute '${name}' of ${node} must have length ${wanted}, but has length ${got}.`,
    tensor: (node: string, name: string, type: string, known: readonly string[]) =>
      `The attribute '${name}' of ${node} must be ${known.join(' or ')}, but is ${type}.`,
    twice: (node: string, tree: number, id: number) =>
      `Node ids of ${node} must be unique, but node ${id} of tree ${tree} occurs twice.`,
    noNode: (node: string, name: string, tree: number, id: number) =>
      `The attribute '${name}' of ${node} refers to node ${id} of tree ${tree}, which does not exist.`,
    noPosition: (node: string, name: string, position: number, count: number) =>
      `The elements of the attribute '${name}' of ${node} must be less than ${count}, but one is ${position}.`,
    reached: (node: string) =>
      `${node} is not a tree: one of its nodes has two parents or is its own ancestor.`,
    target: (node: string, name: string, id: number, count: number) =>
      `The elements of the attribute '${name}' of ${node} must be less than ${count}, but one is ${id}.`,
    members: (node: string, sets: number, nodes: number) =>
      `The attribute membership_values of ${node} must have one set, ended by NaN, for each of the ${nodes} nodes that test membership, but has ${sets}.`,
    stringLabel: (node: string) =>
      `${node} requires at least two string class labels, but has one.`,
    negative: (node: string, name: string, got: number) =>
      `The elements of the attribute '${name}' of ${node} must be non-negative integers, but one is ${got}.`,
  },
  types_differ: {
    keyType: (node: string, got: string, keys: string) =>
      `Input 0 of ${node} must have the type of its keys, ${keys}, but is ${got}.`,
  },
  invalid_value: {
    noCategory: (node: string, item: string) =>
      `${node} has no category '${item.slice(0, 60)}'. Set zeros to 1 to encode unknown categories as zeros.`,
  },
} as const;

const faultOf = faultsOf(ML_FAULTS);

/** Builds the error of a fault of an `ai.onnx.ml` node. */
export const mlFault = ({ node }: Call, ...fault: FaultIn<typeof ML_FAULTS>): SimdcastError =>
  faultOf(node, ...fault);
