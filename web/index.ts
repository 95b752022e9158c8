/**
 * The default entry: the engine inlined, so that it works wherever JavaScript modules do.
 * @module simdcast
 */
import scalar from '#wasm/scalar.wasm';
import simd from '#wasm/simd.wasm';
import type { Flavour } from './flavours.js';
import { makeLoad } from './loader.js';

export * from './public.js';

const INLINED: Readonly<Partial<Record<Flavour, string>>> = { simd, scalar };

/**
 * Loads the engine: resolves to the same instance for the same options.
 * @throws AttributeError for a flavour that this engine cannot run.
 */
export const load = /* @__PURE__ */ makeLoad({
  flavours: ['simd', 'scalar'],
  wasm: (flavour) => decode(INLINED[flavour] as string),
});

/** The bytes of a module that was deflated and written in base64. */
async function decode(text: string): Promise<Uint8Array> {
  const binary = atob(text);
  const deflated = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) deflated[i] = binary.charCodeAt(i);
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // Errors surface where the other end is read.
  writer.write(deflated).catch(() => {});
  writer.close().catch(() => {});
  return join(readable.getReader());
}

async function join(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    chunks.push(next.value);
    length += next.value.length;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
