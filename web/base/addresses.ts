/** Addresses of files, as strings or URLs. */
import { builtin } from './node-builtins.js';

/**
 * The URL for a string, relative to the page if there is one. Undefined for a path: without a page,
 * `model.onnx` is a path, as is `C:\model.onnx`.
 */
export function urlOf(address: string): URL | undefined {
  const { location } = globalThis as { location?: { readonly href: string } };
  try {
    const url = new URL(address, location?.href);
    return url.protocol.length > 2 ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The file system and the path of a file URL; `undefined` for other URLs. */
export function fileAt(address: URL | string) {
  const files = builtin('fs/promises');
  const url = typeof address === 'string' ? urlOf(address) : address;
  // Node's fetch does not read files.
  const isFile = files && (!url || url.protocol === 'file:');
  return isFile ? { files, path: url ?? (address as string) } : undefined;
}
