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
import { requireRun } from './rejected-run.js';

/** Bytes of a slab: most of a 512 KB L2 cache, the smallest common size. */
export const SLAB = 3 * 2 ** 17;

/** Operands and results with fewer bytes in total are copied whole. */
export const LARGE = 2 * SLAB;

/** The number of the output for `outerStride`; inputs count from 0. */
const OUTPUT = -1;

/** A view of a range of bytes, of the same class. */
export function part(data: TypedArray, from: number, bytes: number): TypedArray {
  const array = classNamed(className(data));
  return new array(bufferOf(data), offsetOf(data) + from, bytes / array.BYTES_PER_ELEMENT);
}

/**
 * A computation in slabs of at most `most` of its `length` positions. A block of memory begins with the
 * result's slab, followed by the operands from JavaScript at their `place`; operands with a stride of 0 are
 * copied whole.
 */
function divisionOf({ plan }: Computation, operands: readonly Operand[]) {
  const length = plan ? plan.outerSize() : 0;
  if (!plan || length < 2) return undefined;
  const outStride = plan.outerStride(OUTPUT);
  const strides = operands.map((_, i) => plan.outerStride(i));
  const ofPosition = operands.reduce(
    (sum, { data }, i) => (data ? sum + (strides[i] as number) : sum),
    outStride,
  );
  const most = Math.min(length, Math.max(1, Math.floor(SLAB / ofPosition)));
  let bytes = aligned(most * outStride);
  const fed = operands.map((operand, i) => {
    const [stride, place] = [strides[i] as number, bytes];
    const taken = stride === 0 ? bytesOf(operand.type, operand.size) : most * stride;
    if (operand.data) bytes += aligned(taken);
    return { ...operand, stride, place };
  });
  return { plan, length, most, outStride, fed, bytes };
}

/**
 * Runs an elementwise plan slab by slab.
 * @param given the destination of the result. Default: a new array.
 * @returns the result, or undefined if the computation cannot be split; nothing has been done then
 */
export function runInSlabs(
  { memory, native }: Engine,
  work: Computation,
  operands: readonly Operand[],
  given?: TypedArray,
): TypedArray | undefined {
  const division = divisionOf(work, operands);
  if (!division) return undefined;
  const { plan, length, most, outStride, fed, bytes } = division;
  const out = given ?? memory.newArray(arrayOf(work.type), itemsOf(work.type, work.size));
  const block = memory.borrow(bytes);
  try {
    // The engine creates a plan for each part.
    if (!native.hasHeadroom()) throw memory.outOfMemory(bytes);
    for (const { data, stride, place, type, size } of fed)
      if (data && stride === 0) memory.write(block + place, data, bytesOf(type, size));
    for (let first = 0; first < length; first += most) {
      const count = Math.min(most, length - first);
      fed.forEach(({ data, address, stride, place }, i) => {
        const at = data ? block + place : address + first * stride;
        if (data && stride !== 0)
          memory.write(at, part(data, first * stride, count * stride), count * stride);
        native.feed(i, at);
      });
      requireRun(plan.runFirst(count, block));
      memory.read(block, part(out, first * outStride, count * outStride));
    }
  } finally {
    memory.handBack(block);
  }
  return out;
}
