/** A network that is ready to run, and whose values can be inspected. */
import type { Shape } from '../state/state.ts';

const side = 8;
export const classes = 10;

/** Images of one channel, end to end. */
export const pictureDims = ({ length }: Float32Array): number[] => [
  length / side ** 2,
  1,
  side,
  side,
];

export interface NetworkNode {
  /** By ONNX's name. */
  readonly operator: string;
  /** The names of its values. */
  readonly inputs: readonly string[];
  readonly output: string;
}

/** A value of the network. */
export interface NetworkValue {
  readonly name: string;
  readonly dims: Shape;
  readonly data: Float32Array;
}

export interface DigitReader {
  /** The probabilities of the ten classes for each of the contiguous images, whose pixels are from 0 to 1. */
  read(pictures: Float32Array): Float32Array;
  readonly nodes: readonly NetworkNode[];
  /** All values of the network for some images, keyed by name. */
  look(pictures: Float32Array): ReadonlyMap<string, NetworkValue>;
}
