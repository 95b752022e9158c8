/** Images sampled between pixels: each sample is a weighted sum of pixels. */
import type { Floats } from './host.js';

/** Maximum number of pixels for the points of a block: they stay in L1 while every channel is read. */
const PIXELS_PER_BLOCK = 1024;

/** Planes that are summed side by side. */
const SIDE_BY_SIDE = 4;
type Quad<T> = readonly [T, T, T, T];

/** Receives the results of a plane for a block of points. */
export type Put = (results: Float64Array, plane: number) => void;

/**
 * A block of points, and the pixels that each is sampled from. All channels of an image are sampled at the
 * same points, so these are found once. Each channel is then sampled for the whole block: its pixels are
 * close to each other, while the same pixel of all channels would be a plane apart.
 */
export class Samples {
  /** Maximum number of points. */
  readonly room: number;
  /** Number of points. */
  points = 0;
  readonly #pixels: Int32Array;
  readonly #weights: Float64Array;
  /** The end of each point's pixels. */
  readonly #ends: Int32Array;
  /** The sums of each plane processed side by side, one number per point. */
  readonly #results: readonly Float64Array[];
  #count = 0;

  /** @param most maximum number of pixels per point */
  constructor(most: number) {
    this.room = Math.max(1, Math.floor(PIXELS_PER_BLOCK / Math.max(1, most)));
    this.#pixels = new Int32Array(this.room * most);
    this.#weights = new Float64Array(this.room * most);
    this.#ends = new Int32Array(this.room);
    this.#results = Array.from({ length: SIDE_BY_SIDE }, () => new Float64Array(this.room));
  }

  clear(): void {
    this.points = 0;
    this.#count = 0;
  }

  /**
   * Adds a pixel to the next point: its position in the plane, or -1 for a 0 outside, which only `largest`
   * uses.
   */
  add(pixel: number, weight: number): void {
    this.#pixels[this.#count] = pixel;
    this.#weights[this.#count++] = weight;
  }

  /** Completes a point, which may have no pixels. */
  end(): void {
    this.#ends[this.points++] = this.#count;
  }

  /**
   * For each point of each of `planes` planes of a size, starting at `base`: the sum of its pixels. Four
   * planes are summed side by side, so their additions do not wait for each other.
   *
   * @param put receives the sums of a plane, which are valid until its next call
   */
  sums(source: Floats, base: number, size: number, planes: number, put: Put): void {
    let plane = 0;
    for (; plane + SIDE_BY_SIDE <= planes; plane += SIDE_BY_SIDE) {
      this.#sumsOfFour(source, base + plane * size, size);
      for (let i = 0; i < SIDE_BY_SIDE; i++) put(this.#results[i] as Float64Array, plane + i);
    }
    for (; plane < planes; plane++) put(this.#sumsOfOne(source, base + plane * size), plane);
  }

  #sumsOfOne(source: Floats, base: number): Float64Array {
    const [pixels, weights, ends] = [this.#pixels, this.#weights, this.#ends];
    const results = this.#results[0] as Float64Array;
    const { points } = this;
    let i = 0;
    for (let point = 0; point < points; point++) {
      const end = ends[point] as number;
      let sum = 0;
      for (; i < end; i++)
        sum += (weights[i] as number) * (source[base + (pixels[i] as number)] as number);
      results[point] = sum;
    }
    return results;
  }

  #sumsOfFour(source: Floats, base: number, size: number): void {
    const [pixels, weights, ends] = [this.#pixels, this.#weights, this.#ends];
    const [r0, r1, r2, r3] = this.#results as Quad<Float64Array>;
    const { points } = this;
    let i = 0;
    for (let point = 0; point < points; point++) {
      const end = ends[point] as number;
      let s0 = 0;
      let s1 = 0;
      let s2 = 0;
      let s3 = 0;
      for (; i < end; i++) {
        const weight = weights[i] as number;
        const at = base + (pixels[i] as number);
        s0 += weight * (source[at] as number);
        s1 += weight * (source[at + size] as number);
        s2 += weight * (source[at + 2 * size] as number);
        s3 += weight * (source[at + 3 * size] as number);
      }
      r0[point] = s0;
      r1[point] = s1;
      r2[point] = s2;
      r3[point] = s3;
    }
  }

  /** Like `sums`, with the largest weighted pixel of a point, or 0 if it has none. */
  largest(source: Floats, base: number, size: number, planes: number, put: Put): void {
    for (let plane = 0; plane < planes; plane++)
      put(this.#largestOfOne(source, base + plane * size), plane);
  }

  #largestOfOne(source: Floats, base: number): Float64Array {
    const [pixels, weights, ends] = [this.#pixels, this.#weights, this.#ends];
    const results = this.#results[0] as Float64Array;
    const { points } = this;
    let i = 0;
    for (let point = 0; point < points; point++) {
      const end = ends[point] as number;
      let largest = i < end ? Number.NEGATIVE_INFINITY : 0;
      for (; i < end; i++) {
        const pixel = pixels[i] as number;
        const part = pixel < 0 ? 0 : (weights[i] as number) * (source[base + pixel] as number);
        largest = Math.max(largest, part);
      }
      results[point] = largest;
    }
    return results;
  }
}
