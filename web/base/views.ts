/** Views of memory that may be freed. Each view keeps its tensor from being collected. */
import { offsetOf, type TypedArray } from './typed-arrays.js';

/** A tensor that has views of its memory. */
export interface Shown {
  readonly tensor: object;
  /** Whether the memory was freed, and may belong to another tensor. */
  readonly isGone: boolean;
}

const views = new WeakMap<TypedArray, Shown>();

/** The tensor of a view; `undefined` if the array is not such a view. */
export const shownBy = (array: TypedArray): Shown | undefined =>
  // No tensor is at the start of a memory. This test is cheaper than the lookup.
  offsetOf(array) === 0 ? undefined : views.get(array);

/** Registers a view; its `subarray`s are registered too. */
export function show(view: TypedArray, shown: Shown): void {
  views.set(view, shown);
  Object.defineProperty(view, 'subarray', SUBARRAY);
}

const { subarray } = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;

const SUBARRAY: PropertyDescriptor = {
  value(this: TypedArray, ...range: [number?, number?]): TypedArray {
    const part = subarray.apply(this as never, range) as TypedArray;
    const shown = views.get(this);
    if (shown) show(part, shown);
    return part;
  },
  writable: true,
  configurable: true,
};
