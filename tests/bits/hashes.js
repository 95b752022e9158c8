/**
 * Hashes the results of models, in any JavaScript engine: pages run this file, too. All NaNs count as equal,
 * because the package promises no particular one.
 */

const ARRAYS = {
  ...{ float32: Float32Array, float64: Float64Array, float16: Uint16Array, bfloat16: Uint16Array },
  ...{ int64: BigInt64Array, uint64: BigUint64Array, int32: Int32Array, uint32: Uint32Array },
  ...{ int16: Int16Array, uint16: Uint16Array, int8: Int8Array, int4: Int8Array, int2: Int8Array },
  ...{ complex64: Float32Array, complex128: Float64Array },
};

export const bytesOfText = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

/** A tensor out of JSON: strings, or bytes in base64. */
export function tensorOf({ type, dims, data }) {
  if (Array.isArray(data)) return { type, dims, data };
  return { type, dims, data: new (ARRAYS[type] ?? Uint8Array)(bytesOfText(data).buffer) };
}

/** The exponents of 16-bit floats. */
const EXPONENTS = { float16: 0x7c00, bfloat16: 0x7f80 };

/** The bytes of elements, with one NaN for all. */
function bytesOf({ type, data }) {
  if (type === 'string') return new TextEncoder().encode(JSON.stringify([...data]));
  const copy = data.slice();
  const exponent = EXPONENTS[type];
  if (exponent) {
    const bits = new Uint16Array(copy.buffer);
    bits.forEach((one, i) => {
      if ((one & 0x7fff) > exponent) bits[i] = 0x7fff;
    });
  } else if (/^(float|complex)\d+$/.test(type)) {
    copy.forEach((one, i) => {
      if (Number.isNaN(one)) copy[i] = Number.NaN;
    });
  }
  return new Uint8Array(copy.buffer);
}

/** FNV-1a of 32 bits, from a start. */
const fnv = (bytes, start) =>
  bytes.reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), start);

/** Type, dims and elements of a result; a list has those of its items. */
function mixed(hash, result) {
  if (Array.isArray(result)) return result.reduce(mixed, hash ^ result.length);
  if (!result) return fnv([0], hash);
  const head = new TextEncoder().encode(`${result.type} ${result.dims}`);
  return fnv(bytesOf(result), fnv(head, hash));
}

async function hashOf({ model, feeds, outputs }, { InferenceSession, engine }) {
  const session = await InferenceSession.create(bytesOfText(model), { engine });
  try {
    const given = Object.entries(feeds).map(([name, feed]) => [name, tensorOf(feed)]);
    const results = session.runSync(Object.fromEntries(given));
    return (
      mixed(
        0x811c9dc5,
        outputs.map((name) => results[name]),
      ) >>> 0
    ).toString(36);
  } finally {
    await session.release();
  }
}

/**
 * @param {{name: string, model: string, feeds: Record<string, object>, outputs: string[]}[]} cases
 * @param {object} runtime the engine, and the class of sessions
 * @returns {Promise<Record<string, string>>} by name; the code of the error for what is rejected
 */
export async function hashesOf(cases, runtime) {
  const hashes = {};
  for (const one of cases)
    hashes[one.name] = await hashOf(one, runtime).catch(({ code, name }) => code ?? name);
  return hashes;
}
