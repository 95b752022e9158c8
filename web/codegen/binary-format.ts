/**
 * The part of WebAssembly's binary format that a module with one kernel needs:
 * https://webassembly.github.io/spec/core/binary/modules.html
 */
import { OPCODES } from './opcodes.js';

export type Bytes = readonly number[];

/** Unsigned LEB128, for counts, indices and opcodes. */
export function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7f; left >>>= 7) bytes.push((left & 0x7f) | 0x80);
  return [...bytes, left];
}

/** Signed LEB128, for constants. */
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
/** Kinds of imports and exports. */
const [OF_FUNCTION, OF_MEMORY, OF_GLOBAL] = [0, 2, 3];
const SECTIONS = { type: 1, import: 2, function: 3, export: 7, code: 10 } as const;
const MAGIC_AND_VERSION = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** The names of a kernel's imports: the engine's memory and `compute`. Its globals have numbers as names. */
export const MEMORY = 'memory';
export const COMPUTE = 'compute';
/** The name under which a module exports its kernel. */
export const KERNEL = 'kernel';

/** Function indices: imports come first. */
export const COMPUTE_FUNCTION = 0;
const KERNEL_FUNCTION = 1;

/** The limits of an imported memory: any size; if shared, any maximum. */
const LIMITS = [0, 1];
const SHARED_LIMITS = [3, 1, ...unsigned(65536)];

/**
 * The module of a kernel, which has three parameters and imports the globals '0', '1' and so on.
 * @param shared whether threads share the memory
 */
export function moduleOf(
  globals: number,
  locals: Bytes,
  code: Bytes,
  shared: boolean,
): Uint8Array<ArrayBuffer> {
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
      imported(MEMORY, [OF_MEMORY, ...(shared ? SHARED_LIMITS : LIMITS)]),
      imported(COMPUTE, [OF_FUNCTION, 1]),
      ...numbers,
    ]),
    ...section('function', [[0]]),
    ...section('export', [[...text(KERNEL), OF_FUNCTION, KERNEL_FUNCTION]]),
    ...section('code', [sized(body)]),
  ]);
}
