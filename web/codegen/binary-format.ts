/**
 * WebAssembly's binary format, as far as a module of one kernel needs it:
 * https://webassembly.github.io/spec/core/binary/modules.html
 */
import { OPCODES } from './opcodes.js';

export type Bytes = readonly number[];

/** LEB128, as counts, indexes and opcodes are written. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left >>>= 7) bytes.push((left & 0x7f) | 0x80);
  return [...bytes, left];
}

/** LEB128 with a sign, as constants are written. */
export function signed(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left < -64 || left > 63; left >>= 7) bytes.push((left & 0x7f) | 0x80);
  return [...bytes, left & 0x7f];
}

const sized = (content: Bytes): Bytes => [...unsigned(content.length), ...content];
const list = (items: readonly Bytes[]): Bytes => [...unsigned(items.length), ...items.flat()];
const section = (name: keyof typeof SECTIONS, items: readonly Bytes[]): Bytes => [
  SECTIONS[name],
  ...sized(list(items)),
];
const text = (word: string): Bytes => sized([...word].map((letter) => letter.charCodeAt(0)));

export const I32 = 0x7f;
export const V128 = 0x7b;

const FUNCTION_TYPE = 0x60;
/** What an import or an export is. */
const [OF_FUNCTION, OF_MEMORY, OF_GLOBAL] = [0, 2, 3];
const SECTIONS = { type: 1, import: 2, function: 3, export: 7, code: 10 } as const;
const MAGIC_AND_VERSION = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** What a kernel's module imports: the engine's memory, `compute`, and numbers. */
export const MEMORY = 'memory';
export const COMPUTE = 'compute';
/** The kernel's name among the exports. */
export const KERNEL = 'kernel';

/** Functions by their numbers: what is imported comes first. */
export const COMPUTE_FUNCTION = 0;
const KERNEL_FUNCTION = 1;

/** The module of a kernel of three numbers; it imports the globals '0', '1' and so on. */
export function moduleOf(globals: number, locals: Bytes, code: Bytes): Uint8Array<ArrayBuffer> {
  const procedure = (inputs: number): Bytes => [
    FUNCTION_TYPE,
    ...list(new Array<Bytes>(inputs).fill([I32])),
    0,
  ];
  const imported = (word: string, what: Bytes): Bytes => [...text(''), ...text(word), ...what];
  const numbers = Array.from({ length: globals }, (_, i) =>
    imported(String(i), [OF_GLOBAL, I32, 0]),
  );
  const body = [...list(locals.map((type) => [1, type])), ...code, OPCODES.end];
  return new Uint8Array([
    ...MAGIC_AND_VERSION,
    ...section('type', [procedure(3), procedure(4)]),
    ...section('import', [
      imported(MEMORY, [OF_MEMORY, 0, 1]),
      imported(COMPUTE, [OF_FUNCTION, 1]),
      ...numbers,
    ]),
    ...section('function', [[0]]),
    ...section('export', [[...text(KERNEL), OF_FUNCTION, KERNEL_FUNCTION]]),
    ...section('code', [sized(body)]),
  ]);
}
