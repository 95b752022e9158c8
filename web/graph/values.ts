/** Values of a graph whose types and shapes are known, and where their elements lie. */
import { bytesOf, type DType } from '../base/dtypes.js';

/** How long a storage lasts: as long as the session, for one run from outside, or within one run. */
export type StorageKind = 'constant' | 'input' | 'temporary';

/**
 * Where elements lie: in wasm memory at `address`, or in JavaScript where they are strings. Values
 * of one storage differ in their dims alone.
 */
export class Storage {
  readonly kind: StorageKind;
  readonly bytes: number;
  /** Of a constant from the start, of a temporary once memory is planned, of an input in each run. */
  address = 0;
  strings: readonly string[] | undefined;

  constructor(kind: StorageKind, bytes: number) {
    this.kind = kind;
    this.bytes = bytes;
  }
}

export interface Value {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly storage: Storage;
}

export const sizeOf = (dims: readonly number[]): number =>
  dims.reduce((product, size) => product * size, 1);

export const bytesOfValue = ({ type, dims }: Pick<Value, 'type' | 'dims'>): number =>
  bytesOf(type, sizeOf(dims));

export const isConstant = ({ storage }: Value): boolean => storage.kind === 'constant';

export const sameDims = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((size, axis) => size === b[axis]);

/** Elements from one to the next along each axis of a dense tensor. */
export function denseStrides(dims: readonly number[]): number[] {
  const strides = new Array<number>(dims.length);
  let stride = 1;
  for (let axis = dims.length - 1; axis >= 0; axis--) {
    strides[axis] = stride;
    stride *= dims[axis] as number;
  }
  return strides;
}
