/** Where tensors have their elements. */
import { sizeOf } from '../base/dims.js';
import { arrayOf, bytesOf, type DType, itemsOf } from '../base/dtypes.js';
import type { TypedArray } from '../base/typed-arrays.js';
import { Tensor as Plain } from '../memory/tensor.js';

/** What a box without elements of its own has: in each of `outer` parts of another box, the first ones. */
interface Beginning {
  whole: Box;
  readonly outer: number;
  readonly type: DType;
  readonly dims: readonly number[];
  readonly size: number;
}

/** The product of the sizes before the axis along which dims differ. */
function partsOf(dims: readonly number[], grown: readonly number[]): number {
  const axis = dims.findIndex((size, at) => size !== grown[at]);
  return sizeOf(dims.slice(0, axis));
}

/**
 * The elements of a tensor, which may be moved without it.
 *
 * A run of a decoder returns the cache that it was fed, with a row more in each of `outer` parts. The earlier box
 * then gives up its memory, and is copied from the later one only if it is needed. Example: 'abcd' in 2 parts
 * [ab, cd] has become 'abXcdY'; its first 2 elements in each part are 'abcd' again.
 */
export class Box {
  #value: Plain | undefined;
  #beginning: Beginning | undefined;
  /** Those that begin this one. */
  readonly #earlier = new Set<Box>();
  /** Whether only the earlier ones need the elements. */
  #isLeft = false;

  constructor(value: Plain) {
    this.#value = value;
  }

  /** Whether the elements have been released. */
  get isGone(): boolean {
    return this.#isLeft || !(this.#value || this.#beginning);
  }

  /** The elements, which the caller only reads; undefined once they are released. */
  get value(): Plain | undefined {
    if (this.#beginning) this.#copy(this.#beginning);
    return this.isGone ? undefined : this.#value;
  }

  /** The elements in JavaScript, which the caller may write; undefined once they are released. */
  get own(): Plain | undefined {
    const { value } = this;
    if (!value) return undefined;
    this.#part();
    this.bringHome();
    return this.#value;
  }

  /** Replaces the elements. */
  replace(value: Plain): void {
    if (!this.#beginning) this.#part();
    this.release();
    this.#isLeft = false;
    this.#value = value;
  }

  /** Bytes of wasm memory that the elements take. */
  get bytes(): number {
    const value = this.#value;
    return value?.location === 'wasm' ? bytesOf(value.type, value.size) : 0;
  }

  /** Moves the elements from wasm memory to JavaScript; returns whether they were there. */
  bringHome(): boolean {
    const value = this.#value;
    if (value?.location !== 'wasm') return false;
    this.#value = new Plain(value.type, value.toArray() as TypedArray, value.dims);
    value.dispose();
    return true;
  }

  /** Gives up the elements, which are the first ones along an axis of a later box; returns whether it could. */
  continueIn(whole: Box): boolean {
    const value = this.#value;
    if (!value || !whole.#value || this.isGone) return false;
    const { type, dims, size } = value;
    const outer = partsOf(dims, whole.#value.dims);
    if ([...this.#earlier].some((box) => box.#beginning?.outer !== outer)) return false;
    this.#value = undefined;
    this.#beginning = { whole, outer, type, dims, size };
    whole.#earlier.add(this);
    value.dispose();
    return true;
  }

  /** Frees the elements, as soon as no earlier box needs them. */
  release(): void {
    if (this.#beginning) {
      for (const box of this.#earlier) box.#begin(this.#beginning.whole);
      this.#earlier.clear();
      this.#leave();
    } else {
      this.#isLeft = true;
      this.#free();
    }
  }

  #free(): void {
    if (!this.#isLeft || this.#earlier.size > 0) return;
    this.#value?.dispose();
    this.#value = undefined;
  }

  #begin(whole: Box): void {
    (this.#beginning as Beginning).whole = whole;
    whole.#earlier.add(this);
  }

  #leave(): void {
    const { whole } = this.#beginning as Beginning;
    this.#beginning = undefined;
    whole.#earlier.delete(this);
    whole.#free();
  }

  #copy({ whole, outer, type, dims, size }: Beginning): void {
    let last = whole;
    while (last.#beginning) last = last.#beginning.whole;
    const from = (last.#value as Plain).data as TypedArray;
    const [count, stride] = [itemsOf(type, size) / outer, from.length / outer];
    const copy = new (arrayOf(type))(count * outer);
    for (let part = 0; part < outer; part++)
      copy.set(from.subarray(part * stride, part * stride + count) as never, part * count);
    this.#value = new Plain(type, copy, dims);
    this.#leave();
  }

  /** Ends that earlier boxes need the elements: the latest of them is copied, and has those of the others. */
  #part(): void {
    if (this.#earlier.size === 0) return;
    const lengthOf = (box: Box) => box.#beginning?.size ?? 0;
    const [latest, ...others] = [...this.#earlier].sort((a, b) => lengthOf(b) - lengthOf(a)) as [
      Box,
    ];
    latest.#copy(latest.#beginning as Beginning);
    this.#earlier.clear();
    for (const box of others as Box[]) box.#begin(latest);
  }
}
