/** Values of a graph whose types and shapes are known, and where their elements lie. */
import { sizeOf } from '../base/dims.js';
import { bytesOf, type DType } from '../base/dtypes.js';

/** How long a storage lasts: as long as the session, for one run from outside, or within one run. */
export type StorageKind = 'constant' | 'input' | 'temporary';

/** Where a part of a storage lies: so many bytes after the first. */
export interface Place {
  readonly whole: Storage;
  readonly offset: number;
}

/**
 * Where elements lie: in wasm memory at `address`, or in JavaScript where they are strings. Values
 * of one storage differ in their dims alone. A part of a storage has no address of its own: it is only read,
 * and lasts as long as the whole.
 */
export class Storage {
  readonly kind: StorageKind;
  readonly bytes: number;
  /** Of a constant from the start, of a temporary once memory is planned, of an input in each run. */
  address = 0;
  strings: readonly string[] | undefined;
  readonly #within: Place | undefined;

  constructor(kind: StorageKind, bytes: number, within?: Place) {
    this.kind = kind;
    this.bytes = bytes;
    this.#within = within;
  }

  get isPart(): boolean {
    return this.#within !== undefined;
  }

  /** The storage that has an address, and how many bytes after that this one starts. */
  get place(): Place {
    return this.#within ?? { whole: this, offset: 0 };
  }
}

export interface Value {
  readonly type: DType;
  readonly dims: readonly number[];
  readonly storage: Storage;
}

export const bytesOfValue = ({ type, dims }: Pick<Value, 'type' | 'dims'>): number =>
  bytesOf(type, sizeOf(dims));

export const isConstant = ({ storage }: Value): boolean => storage.kind === 'constant';
