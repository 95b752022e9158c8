/** Builds the body of a function: its instructions and its locals. */
import { type Bytes, I32, signed, unsigned, V128 } from './binary-format.js';
import type { Lanes } from './lanes.js';
import { OPCODES, type Opcode, SIMD_OPCODES, SIMD_PREFIX, type SimdOpcode } from './opcodes.js';

const scalar = (opcode: Opcode, ...immediates: Bytes): Bytes => [OPCODES[opcode], ...immediates];
const vector = (opcode: SimdOpcode, ...immediates: Bytes): Bytes => [
  SIMD_PREFIX,
  ...unsigned(SIMD_OPCODES[opcode]),
  ...immediates,
];

/** The alignment of memory accesses, as an exponent: 2^0, none. */
const ANY_ALIGNMENT = 0;
/** The type of a block without a result. */
const NO_RESULT = 0x40;

const bytesOf = (value: number, isWide: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(isWide ? 8 : 4));
  if (isWide) view.setFloat64(0, value, true);
  else view.setFloat32(0, value, true);
  return new Uint8Array(view.buffer);
};

export class Body {
  readonly locals: number[] = [];
  readonly #code: number[] = [];
  /** Code that runs once, before the rest: it sets the locals of constants. */
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

  /** An instruction, with its immediates. */
  op(opcode: Opcode, ...immediates: Bytes): this {
    return this.#write(scalar(opcode, ...immediates));
  }

  /** A vector instruction, with its immediates. */
  simd(opcode: SimdOpcode, ...immediates: Bytes): this {
    return this.#write(vector(opcode, ...immediates));
  }

  #write(bytes: Bytes): this {
    for (const byte of bytes) this.#code.push(byte);
    return this;
  }

  get(local: number): this {
    return this.op('local.get', ...unsigned(local));
  }

  set(local: number): this {
    return this.op('local.set', ...unsigned(local));
  }

  global(index: number): this {
    return this.op('global.get', ...unsigned(index));
  }

  constant(value: number): this {
    return this.op('i32.const', ...signed(value));
  }

  call(target: number): this {
    return this.op('call', ...unsigned(target));
  }

  /** Subtracts the value that `value` leaves on the stack from a local. */
  decrease(local: number, value: () => void): this {
    this.get(local);
    value();
    return this.op('i32.sub').set(local);
  }

  /** Adds the value that `value` leaves on the stack to a local. */
  increase(local: number, value: () => void): this {
    this.get(local);
    value();
    return this.op('i32.add').set(local);
  }

  loadNumber(address: number, offset: number): this {
    return this.get(address).op('i32.load', ANY_ALIGNMENT, ...unsigned(offset));
  }

  /** Stores the value that `value` leaves on the stack at a global's address. */
  storeNumber(global: number, offset: number, value: () => void): this {
    this.global(global);
    value();
    return this.op('i32.store', ANY_ALIGNMENT, ...unsigned(offset));
  }

  /** Runs `turn`, which decreases the local `left`, as long as `left` is at least `least`. */
  whileLeft(left: number, least: number, turn: () => void): this {
    this.op('block', NO_RESULT).op('loop', NO_RESULT);
    // br_if 1 leaves the outer block, br 0 goes back to the start of the loop.
    this.get(left).constant(least).op('i32.lt_s').op('br_if', 1);
    turn();
    return this.op('br', 0).op('end').op('end');
  }

  /** A local with a constant float in every lane. */
  splat({ width }: Lanes, value: number): number {
    const isWide = width === 8;
    const load = scalar(isWide ? 'f64.const' : 'f32.const', ...bytesOf(value, isWide));
    const splat = vector(isWide ? 'f64x2.splat' : 'f32x4.splat');
    return this.#constant(`splat ${load}`, [...load, ...splat]);
  }

  /** A local with all bits 0. */
  zero(): number {
    return this.#constant('zero', vector('v128.const', ...new Uint8Array(16)));
  }

  #constant(key: string, code: Bytes): number {
    const known = this.#constants.get(key);
    if (known !== undefined) return known;
    const local = this.vector();
    this.#constants.set(key, local);
    this.#before.push(...code, ...scalar('local.set', ...unsigned(local)));
    return local;
  }

  #local(type: number): number {
    return this.#parameters + this.locals.push(type) - 1;
  }
}
