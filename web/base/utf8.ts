/** Decodes UTF-8, also in an AudioWorklet, which has no TextDecoder. */

const decoder =
  'TextDecoder' in globalThis
    ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    : undefined;

const percent = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`;

/** Writes each byte as %XX; decodeURIComponent checks them like a TextDecoder. */
const decodeByUri = (bytes: Uint8Array): string =>
  decodeURIComponent(Array.from(bytes, percent).join(''));

/** @throws TypeError or URIError if the bytes are not UTF-8 */
export const decodeUtf8: (bytes: Uint8Array) => string = decoder
  ? (bytes) => decoder.decode(bytes)
  : decodeByUri;

/** For JavaScript engines without a TextDecoder. */
export const withoutDecoder = decoder ? undefined : decodeByUri;
