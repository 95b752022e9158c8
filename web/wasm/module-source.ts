/** Compiles the wasm module from any source that a caller or an entry passes. */
import { fileAt } from '../base/addresses.js';
import { AttributeError, SimdcastError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { Global } from '../base/platform-types.js';

/**
 * A compiled module, its bytes, a response that contains them, or the address to fetch them from. A string is
 * a URL, relative to the page if there is one, or a path in Node.
 */
export type WasmSource =
  | string
  | Global<'URL', { readonly href: string }>
  | Global<'Response', { arrayBuffer(): Promise<ArrayBuffer> }>
  | ArrayBuffer
  | ArrayBufferView
  | CompiledModule;

/** A `WebAssembly.Module`, if the program's type definitions have one. */
export type CompiledModule = typeof globalThis extends {
  readonly WebAssembly: { readonly Module: { prototype: infer Module } };
}
  ? Module
  : object;

const WASM = 'application/wasm';

/**
 * @param option the option that the source was passed as
 * @throws SimdcastError `fetch_failed` or `compile_failed`; AttributeError `invalid_module` for an invalid
 *    source
 */
export async function compile(option: string, source: unknown): Promise<WebAssembly.Module> {
  const kind = Object.prototype.toString.call(source);
  if (kind === '[object WebAssembly.Module]') return source as WebAssembly.Module;
  try {
    if (typeof source === 'string' && source !== '')
      return await fromResponse(await fetchModule(source));
    if (kind === '[object URL]') return await fromResponse(await fetchModule(source as URL));
    if (kind === '[object Response]') return await fromResponse(source as Response);
    if (kind === '[object ArrayBuffer]') return await WebAssembly.compile(source as ArrayBuffer);
    if (ArrayBuffer.isView(source)) return await WebAssembly.compile(bytesOf(source));
  } catch (error) {
    if (error instanceof SimdcastError) throw error;
    throw new SimdcastError('compile_failed', messages.compile(error), error);
  }
  throw new AttributeError('invalid_module', messages.wasm(option));
}

/** Some engines compile only this kind of view. */
function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): BufferSource {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

async function fromResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok)
    throw new SimdcastError('fetch_failed', messages.fetch(response.url, `${response.status}`));
  // Some engines do not support streaming, and those that do require the media type.
  const streams =
    'compileStreaming' in WebAssembly && response.headers.get('content-type')?.startsWith(WASM);
  return streams
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Node's fetch does not read files. */
async function fetchModule(address: URL | string): Promise<Response> {
  try {
    const file = fileAt(address);
    if (!file) return await fetch(address);
    const bytes = await file.files.readFile(file.path);
    return new Response(bytes, { headers: { 'content-type': WASM } });
  } catch (error) {
    throw new SimdcastError('fetch_failed', messages.fetch(String(address), error), error);
  }
}
