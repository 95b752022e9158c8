/** Values of a graph with constant types and shapes, and the storage of their elements. */
import { sizeOf } from '../base/dims.js';
import { bytesOf, type DType } from '../base/dtypes.js';

/** Lifetime of a storage: that of the session, one run from outside, or within one run. */
export type StorageKind = 'constant' | 'input' | 'temporary';

/** The position of a part in its storage, in bytes. */
export interface Place {
  readonly whole: Storage;
  readonly offset: number;
}

/**
 * The storage of elements: in wasm memory at `address`, or in JavaScript for strings. Values of one storage
 * differ only in their dims. A part of a storage has no address of its own: it is read-only, and lives as
 * long as the whole.
 */
export class Storage {
  readonly kind: StorageKind;
  readonly bytes: number;
  /** Set from the start for a constant, when memory is planned for a temporary, and in each run for an input. */
  address = 0;
  strings: readonly string[] | undefined;
  readonly isPart: boolean;
  #place: Place | undefined;

  constructor(kind: StorageKind, bytes: number, within?: Place) {
    this.kind = kind;
    this.bytes = bytes;
    this.isPart = within !== undefined;
    this.#place = within;
  }

  /** The storage that has an address, and the offset of this one in it, in bytes. */
  get place(): Place {
    this.#place ??= { whole: this, offset: 0 };
    return this.#place;
  }
}

export interface Value {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly storage: Storage;
}

export const bytesOfValue = ({ type, dims }: Pick<Value, 'type' | 'dims'>): number =>
  bytesOf(type, sizeOf(dims));

/** Tells a tensor from a sequence, an optional value, and anything else. */
export const isValue = (made: unknown): made is Value =>
  typeof made === 'object' && made !== null && 'storage' in made;

export const isConstant = ({ storage }: Value): boolean => storage.kind === 'constant';
