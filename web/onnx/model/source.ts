/** A model's bytes, from where they are. */
import { builtin } from '../../base/node-builtins.js';
import type { Global } from '../../base/platform-types.js';
import { ModelError } from './errors.js';
import { onnxMessages } from './messages.js';

/** Bytes, the URL of a file that holds them or, in Node, its path, a Response or a Blob. */
export type ModelSource =
  | ArrayBuffer
  | ArrayBufferView
  | Global<'URL', { readonly href: string }>
  | Global<'Response', never>
  | Global<'Blob', never>
  | string;

/** How much of what is loaded has arrived. */
export interface Progress {
  /** Bytes so far. */
  readonly loaded: number;
  /** Bytes in all; undefined where the server does not say. */
  readonly total: number | undefined;
}

export type OnProgress = (progress: Progress) => void;

/** The bytes of a response, part by part. */
async function bodyOf(response: Response, onProgress: OnProgress | undefined): Promise<Uint8Array> {
  if (!response.ok) throw new Error(onnxMessages.status(response.status, response.statusText));
  if (!onProgress || !response.body) return new Uint8Array(await response.arrayBuffer());
  const { headers } = response;
  // Of a body that is compressed on its way, the length is not that of the bytes.
  const said = headers.has('content-encoding') ? null : headers.get('content-length');
  const total = said === null ? undefined : Number(said);
  const parts: Uint8Array[] = [];
  let loaded = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    loaded += part.value.length;
    onProgress({ loaded, total });
  }
  const bytes = new Uint8Array(loaded);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

async function fetched(source: URL | string, onProgress?: OnProgress): Promise<Uint8Array> {
  // Node's fetch reads no files.
  const files = builtin('fs/promises');
  const url = urlOf(source);
  if (files && (!url || url.protocol === 'file:')) return files.readFile(url ?? source);
  return bodyOf(await fetch(url ?? source), onProgress);
}

/** Undefined for a path: where there is no page, `model.onnx` is none, and `C:` is a drive. */
function urlOf(source: URL | string): URL | undefined {
  if (isOf('URL', source)) return source;
  const { location } = globalThis as { location?: { readonly href: string } };
  try {
    const url = new URL(source, location?.href);
    return url.protocol.length > 2 ? url : undefined;
  } catch {
    return undefined;
  }
}

interface Sources {
  readonly URL: URL;
  readonly Response: Response;
  readonly Blob: Blob;
}

/** Whether a value is of a class that the platform may lack, as an AudioWorklet does. */
function isOf<Name extends keyof Sources>(name: Name, value: unknown): value is Sources[Name] {
  const known = (globalThis as Partial<Record<Name, new () => unknown>>)[name];
  return known !== undefined && value instanceof known;
}

/** A buffer that was transferred away has no bytes. */
function viewOf(buffer: ArrayBufferLike, offset?: number, length?: number): Uint8Array {
  try {
    return new Uint8Array(buffer, offset, length);
  } catch (error) {
    throw new ModelError('invalid_source', onnxMessages.sourceGone(), [], error);
  }
}

/** @throws ModelError for bytes whose buffer was transferred while something else was awaited */
export function checkHeld(bytes: Uint8Array): void {
  viewOf(bytes.buffer);
}

/** Empty where there is none. */
function addressOf(source: ModelSource): string {
  if (isOf('Response', source)) return source.url;
  return isOf('Blob', source) ? '' : String(source);
}

/** @throws ModelError for what is no source of a model, or cannot be read. */
export async function bytesFrom(source: ModelSource, onProgress?: OnProgress): Promise<Uint8Array> {
  const bytes = await read(source, onProgress);
  onProgress?.({ loaded: bytes.length, total: bytes.length });
  return bytes;
}

async function read(source: ModelSource, onProgress: OnProgress | undefined): Promise<Uint8Array> {
  if (source instanceof ArrayBuffer) return viewOf(source);
  if (ArrayBuffer.isView(source))
    return viewOf(source.buffer, source.byteOffset, source.byteLength);
  const isAddress = typeof source === 'string' || isOf('URL', source);
  if (!isAddress && !isOf('Response', source) && !isOf('Blob', source))
    throw new ModelError('invalid_source', onnxMessages.source());
  try {
    if (isAddress) return await fetched(source, onProgress);
    if (source instanceof Response) return await bodyOf(source, onProgress);
    return new Uint8Array(await source.arrayBuffer());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelError('fetch_failed', onnxMessages.fetch(addressOf(source), reason), [], error);
  }
}
