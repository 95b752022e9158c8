/**
 * Large arrays pass through wasm memory one slab at a time: some positions of the result along its outermost
 * axis, and the elements of each operand that feed them. A slab stays in the L2 cache from copying in to
 * copying out, and takes little wasm memory.
 */
import { arrayOf, bytesOf, itemsOf } from '../base/dtypes.js';
import {
  bufferOf,
  className,
  classNamed,
  offsetOf,
  type TypedArray,
} from '../base/typed-arrays.js';
import { aligned } from '../memory/memory.js';
import type { Operand } from '../memory/operand.js';
import type { Computation } from './computation.js';
import type { Engine } from './engine.js';

/** Bytes of a slab: most of an L2 cache of 512 KB, the smallest that is common. */
export const SLAB = 3 * 2 ** 17;

/** Operands and results of fewer bytes in all are copied whole. */
export const LARGE = 2 * SLAB;

/** The position by which `outerStride` knows the output; inputs count from 0. */
const OUTPUT = -1;

/** A view of some bytes of an array, of the same class. */
export function part(data: TypedArray, from: number, bytes: number): TypedArray {
  const array = classNamed(className(data));
  return new array(bufferOf(data), offsetOf(data) + from, bytes / array.BYTES_PER_ELEMENT);
}

/**
 * Runs an elementwise plan slab by slab.
 * @param given where the result goes. Default: a new array.
 * @returns the result, or undefined if the computation cannot be split; nothing has been done then
 */
export function runInSlabs(
  { memory, native }: Engine,
  work: Computation,
  operands: readonly Operand[],
  given?: TypedArray,
): TypedArray | undefined {
  const { plan } = work;
  const length = plan ? plan.outerSize() : 0;
  if (!plan || length < 2) return undefined;
  const outStride = plan.outerStride(OUTPUT);
  const strides = operands.map((_, i) => plan.outerStride(i));
  const moves = operands.map(({ data }, i) => data !== undefined && strides[i] !== 0);
  const bytes = strides.reduce((sum, stride, i) => (moves[i] ? sum + stride : sum), outStride);
  const most = Math.min(length, Math.max(1, Math.floor(SLAB / bytes)));
  let room = aligned(most * outStride);
  const places = operands.map(({ data, type, size }, i) => {
    const place = room;
    if (data) room += aligned(moves[i] ? most * (strides[i] as number) : bytesOf(type, size));
    return place;
  });
  const out = given ?? memory.newArray(arrayOf(work.type), itemsOf(work.type, work.size));
  const block = memory.borrow(room);
  try {
    // The engine makes a plan of each part.
    if (!native.hasHeadroom()) throw memory.outOfMemory(room);
    operands.forEach(({ data }, i) => {
      if (data && !moves[i]) memory.write(block + (places[i] as number), data);
    });
    for (let first = 0; first < length; first += most) {
      const count = Math.min(most, length - first);
      operands.forEach(({ data, address }, i) => {
        const stride = strides[i] as number;
        const at = data ? block + (places[i] as number) : address + first * stride;
        if (data && moves[i]) memory.write(at, part(data, first * stride, count * stride));
        native.feed(i, at);
      });
      plan.runFirst(count, block);
      memory.read(block, part(out, first * outStride, count * outStride));
    }
  } finally {
    memory.handBack(block);
  }
  return out;
}
