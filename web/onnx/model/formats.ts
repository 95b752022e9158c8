/** Files of other formats that are passed as models: how to recognise them, and how to convert them. */
import { onnxMessages } from './messages.js';

interface Format {
  /** Whether a file of this format begins, and may end, like this. */
  readonly fits: (file: Beginning) => boolean;
  readonly sentence: keyof typeof onnxMessages.formats;
}

/** The first bytes of a file, one character for each. */
interface Beginning {
  readonly start: string;
  /** Like `start`, after a byte order mark and white space. */
  readonly text: string;
  readonly bytes: Uint8Array;
}

const LOOKED_AT = 4096;
/** Matches text in any encoding that extends ASCII. */
const TEXT = /^[\t\n\v\f\r -~\x80-\xff]+$/;

const begins =
  (...starts: readonly string[]) =>
  ({ start }: Beginning): boolean =>
    starts.some((one) => start.startsWith(one));

const reads =
  (pattern: RegExp) =>
  ({ text }: Beginning): boolean =>
    pattern.test(text);

/** Whether a file contains this name within its first bytes, as archives do for their files. */
const names =
  (pattern: RegExp) =>
  ({ start }: Beginning): boolean =>
    pattern.test(start);

const all =
  (...tests: readonly Format['fits'][]) =>
  (file: Beginning): boolean =>
    tests.every((test) => test(file));

/** A file of 16-bit characters: every other byte is 0. */
const isWideText = ({ start }: Beginning): boolean => /^(?:\xff\xfe|\xfe\xff)/.test(start);

/** A length in 8 bytes, followed by JSON of that length. */
function isSafetensors({ start, bytes }: Beginning): boolean {
  if (bytes.length < 10 || !/^\{\s*["}]/.test(start.slice(8))) return false;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  return length >= 2n && length <= BigInt(bytes.length) - 8n;
}

const ZIP = begins('PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08');

/** The first match wins. */
const FORMATS: readonly Format[] = [
  { sentence: 'empty', fits: ({ bytes }) => bytes.length === 0 },
  { sentence: 'lfs', fits: reads(/^version https?:\/\/(?:git-lfs|hawser)\./) },
  { sentence: 'html', fits: reads(/^<(?:!doctype html|html|head|body|title|meta|script)\b/i) },
  { sentence: 'xml', fits: reads(/^<(?:\?xml|[a-z][\w.:-]*[\s>/])/i) },
  { sentence: 'torchZip', fits: all(ZIP, names(/data\.pkl|constants\.pkl/)) },
  { sentence: 'npz', fits: all(ZIP, names(/\.npy/)) },
  { sentence: 'kerasZip', fits: all(ZIP, names(/config\.json|metadata\.json|model\.weights\.h5/)) },
  { sentence: 'coreMl', fits: all(ZIP, names(/\.mlpackage|\.mlmodel/)) },
  { sentence: 'zip', fits: ZIP },
  { sentence: 'gzip', fits: begins('\x1f\x8b') },
  { sentence: 'zstd', fits: begins('\x28\xb5\x2f\xfd') },
  {
    sentence: 'compressed',
    fits: begins('BZh', '\xfd7zXZ\0', '7z\xbc\xaf\x27\x1c', 'Rar!\x1a\x07'),
  },
  { sentence: 'tar', fits: ({ start }) => start.slice(257, 262) === 'ustar' },
  { sentence: 'ort', fits: ({ start }) => start.slice(4, 8) === 'ORTM' },
  { sentence: 'tflite', fits: ({ start }) => /^TFL\d/.test(start.slice(4, 8)) },
  { sentence: 'gguf', fits: begins('GGUF', 'GGML', 'ggml', 'lmgg', 'tjgg', 'fmgg') },
  { sentence: 'h5', fits: begins('\x89HDF\r\n\x1a\n') },
  { sentence: 'npy', fits: begins('\x93NUMPY') },
  { sentence: 'safetensors', fits: isSafetensors },
  { sentence: 'pickle', fits: begins('\x80\x02', '\x80\x03', '\x80\x04', '\x80\x05') },
  { sentence: 'wasm', fits: begins('\0asm') },
  { sentence: 'ncnn', fits: reads(/^7767517\s/) },
  { sentence: 'picture', fits: begins('\x89PNG', '\xff\xd8\xff', 'GIF8') },
  { sentence: 'pdf', fits: begins('%PDF-') },
  { sentence: 'json', fits: all(reads(/^(?:\{\s*["}]|\[\s*[\]["{\d-])/), reads(TEXT)) },
  { sentence: 'utf16', fits: isWideText },
  { sentence: 'text', fits: all(reads(TEXT), ({ bytes }) => bytes.length >= 8) },
];

/** The reason why bytes are not a model: another format, or else the reason passed. */
export function whyNoModel(bytes: Uint8Array, otherwise: string): string {
  const start = Array.from(bytes.subarray(0, LOOKED_AT), (byte) => String.fromCharCode(byte)).join(
    '',
  );
  const text = start.replace(/^\xef\xbb\xbf/, '').trimStart();
  const found = FORMATS.find(({ fits }) => fits({ start, text, bytes }));
  return found ? onnxMessages.formats[found.sentence](text.slice(0, 24)) : otherwise;
}
