/** A model's bytes, from where they are. */
import { builtin } from '../../base/node-builtins.js';
import type { Global } from '../../base/platform-types.js';
import { ModelError } from './errors.js';
import { onnxMessages } from './messages.js';

/** Bytes, or the URL of a file that holds them. */
export type ModelSource =
  | ArrayBuffer
  | ArrayBufferView
  | Global<'URL', { readonly href: string }>
  | string;

async function fetched(url: URL): Promise<Uint8Array> {
  // Node's fetch reads no files.
  const files = url.protocol === 'file:' ? builtin('fs/promises') : undefined;
  if (files) return files.readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

function urlOf(source: URL | string): URL {
  if (source instanceof URL) return source;
  const { location } = globalThis as { location?: { readonly href: string } };
  return new URL(source, location?.href);
}

/** A buffer that was transferred away has no bytes. */
function viewOf(buffer: ArrayBufferLike, offset?: number, length?: number): Uint8Array {
  try {
    return new Uint8Array(buffer, offset, length);
  } catch (error) {
    throw new ModelError('invalid_source', onnxMessages.sourceGone(), [], error);
  }
}

/** @throws ModelError for what is no source of a model, or cannot be read. */
export async function bytesFrom(source: ModelSource): Promise<Uint8Array> {
  if (source instanceof ArrayBuffer) return viewOf(source);
  if (ArrayBuffer.isView(source))
    return viewOf(source.buffer, source.byteOffset, source.byteLength);
  if (!(source instanceof URL || typeof source === 'string'))
    throw new ModelError('invalid_source', onnxMessages.source());
  try {
    return await fetched(urlOf(source));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelError('fetch_failed', onnxMessages.fetch(String(source), reason), [], error);
  }
}
