/** Invalid arguments from a seeded generator. */

/** Thrown by hostile arguments during a call: the only errors that are not the package's. */
export class Hostility extends Error {}

const CLASSES = [
  Float32Array,
  Float64Array,
  Int8Array,
  Int16Array,
  Int32Array,
  BigInt64Array,
  Uint8Array,
  Uint8ClampedArray,
  Uint16Array,
  Uint32Array,
  BigUint64Array,
];

const TYPES = [
  ...['float32', 'float64', 'float16', 'bfloat16', 'int8', 'int16', 'int32', 'int64', 'uint8'],
  ...['uint16', 'uint32', 'uint64', 'bool', 'string', 'complex64', 'complex128'],
];

const NUMBERS = [
  ...[0, -0, 1, -1, 2, 3, 4, 7, 8, 255, 0.5, -1.5, Number.NaN, Infinity, -Infinity],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32, 2 ** 32 + 1, 2 ** 53, 2 ** 53 - 1, 1e300, 5e-324],
];

const SIZES = [0, 1, 1, 2, 2, 3, 4, 5];

/**
 * @param {() => number} random
 * @param {{ sc: object, other: object, disturb: (() => void)[] }} world the engine, another one, and
 *   what hostile getters do in the middle of a call
 */
export function makeHostile(random, { sc, other, disturb }) {
  const below = (n) => Math.floor(random() * n);
  const pick = (list) => list[below(list.length)];
  const often = (probability) => random() < probability;

  const thrower = () => {
    throw new Hostility('thrown by an argument');
  };
  const disturbing = (value) => () => {
    pick(disturb)();
    return value;
  };

  const junk = () =>
    pick([
      () => undefined,
      () => null,
      () => pick(NUMBERS),
      () => BigInt(below(1000)) - 500n,
      () => 2n ** 70n,
      () => pick(['', 'a', '2', 'length', '__proto__', 'constructor', 'Add', 'numpy', 'LEFT']),
      () => often(0.5),
      () => Symbol('hostile'),
      () => () => 1,
      () => ({}),
      () => [],
      () => Object.create(null),
      () => new Date(0),
      () => new Map([[1, 2]]),
      () => new DataView(new ArrayBuffer(8)),
      () => new ArrayBuffer(8),
      () => ({ valueOf: disturbing(3), toString: disturbing('3'), [Symbol.toPrimitive]: thrower }),
      () =>
        new Proxy({}, { get: thrower, has: thrower, ownKeys: thrower, getPrototypeOf: thrower }),
      () => new Proxy([], { get: (_, key) => (key === 'length' ? pick(NUMBERS) : thrower()) }),
      () => {
        const cyclic = [];
        cyclic.push(cyclic, cyclic);
        return cyclic;
      },
      () => new Array(2 ** 32 - 1),
      () => Array.from({ length: below(300) }, () => below(4)),
      () => sc.add,
    ])();

  function dims() {
    const sizes = Array.from({ length: below(5) }, () => pick(SIZES));
    if (often(0.85)) return sizes;
    return pick([
      junk,
      () => [...sizes, pick(NUMBERS)],
      () => [...sizes, junk()],
      () => Int32Array.from(sizes),
      () => new Array(below(40)).fill(1),
      () => [2 ** 31 - 1, 2 ** 31 - 1, 2],
      () => [2 ** 31 - 1, 0],
      () => new Proxy(sizes, { get: (list, key) => disturbing(list[key])() }),
      () => Object.assign([...sizes], { map: thrower, slice: thrower, [Symbol.iterator]: thrower }),
    ])();
  }

  function countOf(shape) {
    const isSmall = Array.isArray(shape) && shape.length < 10;
    if (!isSmall || !shape.every((n) => Number.isInteger(n) && n >= 0 && n < 100)) return 4;
    return Math.min(
      10_000,
      shape.reduce((a, b) => a * b, 1),
    );
  }

  /** An array of a class that lies about itself. */
  function liar(Class, length) {
    const array = new Class(length);
    const lies = { length: 10_000, byteLength: 3, byteOffset: 64, buffer: new ArrayBuffer(0) };
    for (const [key, value] of Object.entries(lies))
      if (often(0.5)) Object.defineProperty(array, key, { get: disturbing(value) });
    for (const key of ['set', 'slice', 'subarray', Symbol.iterator])
      Object.defineProperty(array, key, { value: thrower });
    return array;
  }

  function resizable(Class, length) {
    const bytes = length * Class.BYTES_PER_ELEMENT;
    const buffer = new ArrayBuffer(bytes, { maxByteLength: 2 * bytes + 8 });
    const array = often(0.5) ? new Class(buffer) : new Class(buffer, 0, length);
    if (often(0.5)) buffer.resize(below(2 * bytes + 8));
    return array;
  }

  function detached(Class, length) {
    const array = new Class(length);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
  }

  const shared = (Class, length) =>
    new Class(new SharedArrayBuffer(length * Class.BYTES_PER_ELEMENT));

  function data(shape) {
    const Class = pick(CLASSES);
    const length = Math.max(0, countOf(shape) + (often(0.9) ? 0 : below(5) - 2));
    if (often(0.7)) return new Class(length);
    return pick([
      () => junk(),
      () => liar(Class, length),
      () => resizable(Class, length),
      () => detached(Class, length),
      () => shared(Class, length),
      () => Array.from({ length }, () => pick(['', 'text'])),
      () => Array.from({ length }, junk),
      () => new (class extends Class {})(length),
      () => new Class(new ArrayBuffer((length + 1) * 8), 8, length),
    ])();
  }

  /** A hostile operand; `keep` receives the engine's own tensors. */
  function operand(keep) {
    if (often(0.08)) return junk();
    const shape = dims();
    const choice = random();
    if (choice < 0.25) {
      const sizes = Array.from({ length: below(4) }, () => pick(SIZES));
      const Class = often(0.7) ? Float32Array : pick(CLASSES);
      const tensor = sc.tensor(new Class(countOf(sizes)), sizes);
      keep(tensor);
      if (often(0.05)) tensor.dispose();
      if (often(0.1)) return new Proxy(tensor, {});
      if (often(0.05)) Object.assign(tensor, { dims: [1000], type: 'float64' });
      return tensor;
    }
    if (choice < 0.3) return other.tensor(new Float32Array(countOf(shape)), [countOf(shape)]);
    if (choice < 0.33) return Object.create(Object.getPrototypeOf(sc.tensor('a')));
    const fields = { data: data(shape), dims: shape };
    if (often(0.3)) fields.type = often(0.9) ? pick(TYPES) : junk();
    if (often(0.9)) return fields;
    return pick([
      () => new Proxy(fields, { get: (all, key) => disturbing(all[key])() }),
      () =>
        Object.defineProperty(fields, 'dims', { get: often(0.5) ? thrower : disturbing(shape) }),
      () => Object.freeze(fields),
      () => ({ ...fields, location: 'gpu-buffer' }),
    ])();
  }

  return { below, pick, often, junk, dims, operand, types: TYPES };
}
