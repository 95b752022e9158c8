/** Loads a model's bytes from its source. */
import { fileAt, urlOf } from '../../base/addresses.js';
import type { Global } from '../../base/platform-types.js';
import { ModelError } from './errors.js';
import { onnxMessages } from './messages.js';

/** A model: its bytes, which may be shared, a URL or, in Node, the path of its file, a Response or a Blob. */
export type ModelSource =
  | ArrayBufferLike
  | ArrayBufferView
  | Global<'URL', { readonly href: string }>
  | Global<'Response', never>
  | Global<'Blob', never>
  | string;

/** Progress of a download. */
export interface Progress {
  /** Bytes that have arrived. */
  readonly loaded: number;
  /** Total number of bytes; `undefined` if the server does not report it. */
  readonly total: number | undefined;
}

export type OnProgress = (progress: Progress) => void;

/** A source by its kind. */
export type KnownSource =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'blob'; readonly blob: Blob }
  | { readonly kind: 'response'; readonly response: Response }
  | { readonly kind: 'address'; readonly address: URL | string };

const tagOf = (source: unknown): string => Object.prototype.toString.call(source).slice(8, -1);

/** A detached buffer has no bytes; shared memory is copied, because it may change. */
function viewOf(buffer: ArrayBufferLike, offset?: number, length?: number): Uint8Array {
  try {
    const view = new Uint8Array(buffer, offset, length);
    return tagOf(buffer) === 'SharedArrayBuffer' ? new Uint8Array(view) : view;
  } catch (error) {
    throw new ModelError('invalid_source', onnxMessages.sourceGone(), [], error);
  }
}

/** @throws ModelError for bytes whose buffer was transferred while something else was awaited */
export function checkHeld(bytes: Uint8Array): void {
  viewOf(bytes.buffer);
}

/** Classes are recognised by their tags, because a source may come from another realm. @throws ModelError */
export function knownSource(source: ModelSource): KnownSource {
  if (typeof source === 'string') return { kind: 'address', address: source };
  if (ArrayBuffer.isView(source)) {
    const { buffer, byteOffset, byteLength } = source;
    return { kind: 'bytes', bytes: viewOf(buffer, byteOffset, byteLength) };
  }
  switch (tagOf(source)) {
    case 'ArrayBuffer':
    case 'SharedArrayBuffer':
      return { kind: 'bytes', bytes: viewOf(source as ArrayBuffer) };
    case 'URL':
      return { kind: 'address', address: source as URL };
    case 'Response':
      return { kind: 'response', response: source as Response };
    case 'Blob':
    case 'File':
      return { kind: 'blob', blob: source as Blob };
    default: {
      const isPromise = typeof (source as { then?: unknown } | null)?.then === 'function';
      throw new ModelError(
        'invalid_source',
        isPromise ? onnxMessages.sourcePromise() : onnxMessages.source(),
      );
    }
  }
}

/** Yields the bytes of a response as they arrive. @throws Error if the status is not a success */
export async function* partsOf(response: Response): AsyncGenerator<Uint8Array> {
  if (!response.ok) throw new Error(onnxMessages.status(response.status, response.statusText));
  if (!response.body) {
    yield new Uint8Array(await response.arrayBuffer());
    return;
  }
  const reader = response.body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    // The consumer may stop before the end.
    reader.cancel().catch(() => {});
  }
}

/** Joins parts into one array. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The bytes of a response, in parts. */
async function bodyOf(response: Response, onProgress: OnProgress | undefined): Promise<Uint8Array> {
  const { headers } = response;
  // The length header counts compressed bytes if the body is compressed in transit.
  const said = headers.has('content-encoding') ? null : headers.get('content-length');
  const total = said === null ? undefined : Number(said);
  const parts: Uint8Array[] = [];
  let loaded = 0;
  for await (const part of partsOf(response)) {
    parts.push(part);
    loaded += part.length;
    onProgress?.({ loaded, total });
  }
  return joined(parts);
}

/** The location of a source; undefined for bytes and for a Blob. */
export function addressOf(source: KnownSource): URL | string | undefined {
  if (source.kind === 'address') {
    const { address } = source;
    return typeof address === 'string' ? (urlOf(address) ?? address) : address;
  }
  const url = source.kind === 'response' && source.response.url;
  return url ? new URL(url) : undefined;
}

/** @throws ModelError if the source is invalid or cannot be read */
export async function bytesFrom(source: ModelSource, onProgress?: OnProgress): Promise<Uint8Array> {
  const known = knownSource(source);
  const bytes = await read(known, onProgress);
  onProgress?.({ loaded: bytes.length, total: bytes.length });
  return bytes;
}

async function read(source: KnownSource, onProgress: OnProgress | undefined): Promise<Uint8Array> {
  if (source.kind === 'bytes') return source.bytes;
  try {
    if (source.kind === 'blob') return new Uint8Array(await source.blob.arrayBuffer());
    if (source.kind === 'response') return await bodyOf(source.response, onProgress);
    const file = fileAt(source.address);
    if (file) return await file.files.readFile(file.path);
    return await bodyOf(await fetch(source.address), onProgress);
  } catch (error) {
    const address = source.kind === 'blob' ? '' : describedAddress(source);
    const message = onnxMessages.fetch(address, reasonOf(error));
    throw new ModelError('fetch_failed', message, [], error);
  }
}

/** The address of a source as it was passed; empty if unknown. */
const describedAddress = (source: KnownSource): string =>
  source.kind === 'address' ? String(source.address) : String(addressOf(source) ?? '');

export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
