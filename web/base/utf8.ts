/** Texts of bytes, in an AudioWorklet too, which has no TextDecoder. */

const decoder =
  'TextDecoder' in globalThis
    ? new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    : undefined;

const percent = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`;

/** Bytes of which each is written as %XX: decoding checks them as a TextDecoder does. */
const decodeByUri = (bytes: Uint8Array): string =>
  decodeURIComponent(Array.from(bytes, percent).join(''));

/** @throws TypeError or URIError where it is not UTF-8. */
export const decodeUtf8: (bytes: Uint8Array) => string = decoder
  ? (bytes) => decoder.decode(bytes)
  : decodeByUri;

/** The same where a library would look for a TextDecoder, and there is none. */
export const withoutDecoder = decoder ? undefined : decodeByUri;
