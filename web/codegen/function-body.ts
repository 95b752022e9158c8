/** The code of a function as it is written: instructions one after the other, and its locals. */
import { type Bytes, END, I32, signed, unsigned, V128 } from './binary-format.js';
import { type Lanes, VECTOR_CONSTANT } from './lanes.js';

const SIMD = 0xfd;
const NO_RESULT = 0x40;

/** Instructions on numbers, by WebAssembly's names for them. */
export const I32_ADD = 0x6a;
const I32_SUB = 0x6b;
export const I32_MUL = 0x6c;
export const I32_LT_S = 0x48;
export const SELECT = 0x1b;

const bytesOf = (value: number, isWide: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(isWide ? 8 : 4));
  if (isWide) view.setFloat64(0, value, true);
  else view.setFloat32(0, value, true);
  return new Uint8Array(view.buffer);
};

export class Body {
  readonly locals: number[] = [];
  readonly #code: number[] = [];
  /** What is run once, before the rest: constants are made there. */
  readonly #before: number[] = [];
  readonly #constants = new Map<string, number>();
  readonly #parameters: number;

  constructor(parameters: number) {
    this.#parameters = parameters;
  }

  get code(): Bytes {
    return [...this.#before, ...this.#code];
  }

  number(): number {
    return this.#local(I32);
  }

  vector(): number {
    return this.#local(V128);
  }

  op(...bytes: Bytes): this {
    for (const byte of bytes) this.#code.push(byte);
    return this;
  }

  /** A vector instruction by its number, with what follows it. */
  simd(opcode: number, ...operands: Bytes): this {
    return this.op(SIMD, ...unsigned(opcode), ...operands);
  }

  get(local: number): this {
    return this.op(0x20, ...unsigned(local));
  }

  set(local: number): this {
    return this.op(0x21, ...unsigned(local));
  }

  global(index: number): this {
    return this.op(0x23, ...unsigned(index));
  }

  constant(value: number): this {
    return this.op(0x41, ...signed(value));
  }

  call(target: number): this {
    return this.op(0x10, ...unsigned(target));
  }

  /** Takes away from a local what `value` leaves. */
  decrease(local: number, value: () => void): this {
    this.get(local);
    value();
    return this.op(I32_SUB).set(local);
  }

  /** Adds to a local what `value` leaves. */
  increase(local: number, value: () => void): this {
    this.get(local);
    value();
    return this.op(I32_ADD).set(local);
  }

  loadNumber(address: number, offset: number): this {
    return this.get(address).op(0x28, 0, ...unsigned(offset));
  }

  /** Stores what `value` leaves at a global's address. */
  storeNumber(global: number, offset: number, value: () => void): this {
    this.global(global);
    value();
    return this.op(0x36, 0, ...unsigned(offset));
  }

  /** Runs `turn` while at least `least` are left; it takes away from them. */
  whileLeft(left: number, least: number, turn: () => void): this {
    this.op(0x02, NO_RESULT, 0x03, NO_RESULT);
    this.get(left).constant(least).op(I32_LT_S, 0x0d, 1);
    turn();
    return this.op(0x0c, 0, END, END);
  }

  /** A local with a float in every lane. */
  splat({ width, operations: { splat = 0 } }: Lanes, value: number): number {
    const isWide = width === 8;
    const load = [isWide ? 0x44 : 0x43, ...bytesOf(value, isWide)];
    return this.#constant(`splat ${load}`, [...load, SIMD, splat]);
  }

  /** A local with no bit set. */
  zero(): number {
    return this.#constant('zero', [SIMD, VECTOR_CONSTANT, ...new Uint8Array(16)]);
  }

  #constant(key: string, code: Bytes): number {
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    const local = this.vector();
    this.#constants.set(key, local);
    this.#before.push(...code, 0x21, ...unsigned(local));
    return local;
  }

  #local(type: number): number {
    return this.#parameters + this.locals.push(type) - 1;
  }
}
