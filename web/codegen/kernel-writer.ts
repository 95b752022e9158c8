/**
 * Writes the module of a kernel that evaluates an expression in one pass. It has the same contract as the
 * engine's own kernels (src/kernels/kernel.hpp), so the engine runs it over any strides.
 *
 * Values that pass from one stage to another are stored in slots of `RUN` elements; an expression of one
 * stage needs none, and stays in registers.
 */
import { type DType, widthOf } from '../base/dtypes.js';
import { COMPUTE_FUNCTION, moduleOf, unsigned } from './binary-format.js';
import { Body } from './function-body.js';
import { DIFFER, EXTEND_LOW, LOADS, SPLAT_LOADS, STORES, type Width } from './lanes.js';
import type { SimdOpcode } from './opcodes.js';
import { assignSlots } from './slots.js';
import {
  type EngineCall,
  type Expression,
  isEngineCall,
  isRepeated,
  type Loop,
  type Stage,
  stagesOf,
} from './stages.js';

/** Number of elements that pass through all stages at a time. */
const RUN = 512;
const VECTOR = 16;
/** The parameters of a kernel. */
const [LENGTH, OUTPUT, INPUTS] = [0, 1, 2];
/** The global that holds the address of the scratch memory; plans come after it. */
const SCRATCH = 0;

/** The layout of the engine's `Input` (src/kernels/kernel.hpp), in bytes: an address, then a stride. */
export interface InputLayout {
  /** Whether threads share the memory. */
  readonly shared: boolean;
  readonly bytes: number;
  /** The offset of the stride, which is an element's width, or 0 if one element is repeated. */
  readonly stride: number;
}

/** A kernel, and the globals that it must be instantiated with. */
export interface KernelModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes of scratch memory, whose address is the first global. */
  readonly scratch: number;
  /** The nodes that the engine computes, whose plans are the remaining globals. */
  readonly called: readonly number[];
}

/** The source of a value. */
interface ReadPointer {
  readonly type: DType;
  readonly pointer: number;
  /** Whether it is a single element, whose pointer does not advance. */
  readonly repeats: boolean;
}

interface WritePointer {
  readonly type: DType;
  readonly pointer: number;
  /** The vector that is stored. */
  readonly local: number;
}

/** Vectors per iteration of a loop that computes this number of values: more if there are few. */
const unrolled = (values: number): number => (values <= 6 ? 4 : values <= 24 ? 2 : 1);

class KernelWriter {
  readonly #body = new Body(3);
  readonly #expression: Expression;
  readonly #stages: readonly Stage[];
  /** The inputs, whose pointers advance from run to run. */
  readonly #inputs: ReadPointer[] = [];
  readonly #slots: ReadonlyMap<number, number>;
  readonly #slotBytes: number;
  readonly #arguments: number;
  readonly #length: number;
  readonly #scratch: number;
  readonly #input: InputLayout;
  readonly called: readonly number[];

  constructor(expression: Expression, input: InputLayout) {
    this.#expression = expression;
    this.#input = input;
    this.#stages = stagesOf(expression);
    const { inputs, nodes } = expression;
    this.called = this.#stages.filter(isEngineCall).map(({ value }) => value - inputs.length);
    this.#slotBytes = RUN * Math.max(...nodes.map(({ type }) => widthOf(type)));
    const { slots, count } = assignSlots(this.#stages, (value) => this.#readsOf(value));
    this.#slots = slots;
    this.#arguments = count * this.#slotBytes;
    const most = Math.max(0, ...this.called.map((node) => nodes[node]?.inputs.length ?? 0));
    this.#scratch = this.#arguments + most * this.#input.bytes;
    this.#length = this.#stages.length > 1 ? this.#body.number() : LENGTH;
  }

  write(): KernelModule {
    this.#readInputs();
    if (this.#stages.length === 1) this.#stage(this.#stages[0] as Stage);
    else this.#runs();
    const bytes = moduleOf(
      1 + this.called.length,
      this.#body.locals,
      this.#body.code,
      this.#input.shared,
    );
    return { bytes, scratch: this.#scratch, called: this.called };
  }

  #readInputs(): void {
    const body = this.#body;
    this.#expression.inputs.forEach((type, i) => {
      const pointer = body.number();
      body.loadNumber(INPUTS, i * this.#input.bytes).set(pointer);
      this.#inputs.push({ type, pointer, repeats: isRepeated(this.#expression, i) });
    });
  }

  /** Loops over runs: runs all stages on the first `RUN` elements, then on the next. */
  #runs(): void {
    const body = this.#body;
    body.whileLeft(LENGTH, 1, () => {
      body.get(LENGTH).constant(RUN);
      body.get(LENGTH).constant(RUN).op('i32.lt_s').op('select').set(this.#length);
      for (const stage of this.#stages) this.#stage(stage);
      for (const source of this.#inputs) this.#advance(source, widthOf(source.type), this.#length);
      const { type } = this.#result();
      this.#advance({ type, pointer: OUTPUT, repeats: false }, widthOf(type), this.#length);
      body.decrease(LENGTH, () => body.get(this.#length));
    });
  }

  #stage(stage: Stage): void {
    if (isEngineCall(stage)) this.#call(stage);
    else this.#loop(stage);
  }

  #result(): { readonly type: DType; readonly value: number } {
    const { inputs, nodes } = this.#expression;
    const value = inputs.length + nodes.length - 1;
    return { value, type: this.#typeOf(value) };
  }

  #typeOf(value: number): DType {
    const { inputs, nodes } = this.#expression;
    return (inputs[value] ?? nodes[value - inputs.length]?.type) as DType;
  }

  #readsOf(value: number): readonly number[] {
    const { inputs, nodes } = this.#expression;
    return (nodes[value - inputs.length]?.inputs ?? []).filter((input) => input !== undefined);
  }

  /** Pushes the address of a value's slot onto the stack. */
  #slotAddress(value: number): void {
    const slot = this.#slots.get(value) as number;
    this.#body
      .global(SCRATCH)
      .constant(slot * this.#slotBytes)
      .op('i32.add');
  }

  /** Pushes the address that a value is written to onto the stack. */
  #target(value: number): void {
    if (value === this.#result().value) this.#body.get(OUTPUT);
    else this.#slotAddress(value);
  }

  #call({ value }: EngineCall): void {
    const body = this.#body;
    const node = value - this.#expression.inputs.length;
    this.#expression.nodes[node]?.inputs.forEach((input, i) => {
      if (input === undefined) return;
      const at = this.#arguments + i * this.#input.bytes;
      const source = this.#inputs[input];
      body.storeNumber(SCRATCH, at, () =>
        source ? body.get(source.pointer) : this.#slotAddress(input),
      );
      body.storeNumber(SCRATCH, at + this.#input.stride, () =>
        body.constant(source?.repeats ? 0 : widthOf(this.#typeOf(input))),
      );
    });
    body.global(1 + this.called.indexOf(node)).get(this.#length);
    this.#target(value);
    body.global(SCRATCH).constant(this.#arguments).op('i32.add').call(COMPUTE_FUNCTION);
  }

  #loop(loop: Loop): void {
    const body = this.#body;
    const own = new Set(loop.values.map(({ value }) => value));
    const sources = this.#sourcesOf(own);
    const locals = new Map([...sources.keys(), ...own].map((value) => [value, body.vector()]));
    const sinks = this.#sinksOf(own, locals);
    const left = body.number();
    body.get(this.#length).set(left);
    const lanes = VECTOR / loop.width;
    const moving = new Map<number, ReadPointer>();
    for (const [value, source] of sources) {
      if (!source.repeats) moving.set(value, source);
      else this.#load(value, source, { width: loop.width, locals, lanes, at: 0 });
    }
    for (const { value, inline } of loop.values)
      inline.prepare?.(body, this.#operands(value, locals));
    const turn = (count: number, vectors: number): void => {
      body.whileLeft(left, count, () => {
        for (let at = 0; at < vectors; at++)
          this.#vector(loop, sinks, moving, {
            width: loop.width,
            locals,
            lanes: count / vectors,
            at,
          });
        for (const { type, pointer } of [...moving.values(), ...sinks])
          this.#advance({ type, pointer, repeats: false }, count * widthOf(type));
        body.decrease(left, () => body.constant(count));
      });
    };
    const vectors = unrolled(loop.values.length);
    if (vectors > 1) turn(vectors * lanes, vectors);
    turn(lanes, 1);
    if (lanes > 1) turn(1, 1);
  }

  /** New pointers to the inputs of these values. */
  #sourcesOf(values: ReadonlySet<number>): ReadonlyMap<number, ReadPointer> {
    const sources = new Map<number, ReadPointer>();
    for (const value of values)
      for (const read of this.#readsOf(value))
        if (!values.has(read) && !sources.has(read)) sources.set(read, this.#source(read));
    return sources;
  }

  /** New pointers to the slots of values that later stages use, and to the result. */
  #sinksOf(values: ReadonlySet<number>, locals: ReadonlyMap<number, number>): WritePointer[] {
    const body = this.#body;
    const stored = [...values].filter(
      (value) => value === this.#result().value || this.#slots.has(value),
    );
    return stored.map((value) => {
      const pointer = body.number();
      this.#target(value);
      body.set(pointer);
      return { type: this.#typeOf(value), pointer, local: locals.get(value) as number };
    });
  }

  /** A new pointer to a stored value. */
  #source(value: number): ReadPointer {
    const body = this.#body;
    const pointer = body.number();
    const input = this.#inputs[value];
    if (input) body.get(input.pointer);
    else this.#slotAddress(value);
    body.set(pointer);
    return { type: this.#typeOf(value), pointer, repeats: input?.repeats ?? false };
  }

  /** Advances a pointer by `bytes`, or by `bytes` times the local `times`, unless it repeats. */
  #advance({ pointer, repeats }: ReadPointer, bytes: number, times?: number): void {
    const body = this.#body;
    if (repeats) return;
    body.increase(pointer, () => {
      body.constant(bytes);
      if (times !== undefined) body.get(times).op('i32.mul');
    });
  }

  /** Computes one vector of every value of a loop, or one element if `lanes` is 1. */
  #vector(
    { values }: Loop,
    sinks: readonly WritePointer[],
    sources: ReadonlyMap<number, ReadPointer>,
    turn: Turn,
  ): void {
    for (const [value, source] of sources) this.#load(value, source, turn);
    for (const { value, inline } of values) {
      inline.emit(this.#body, this.#operands(value, turn.locals));
      this.#body.set(turn.locals.get(value) as number);
    }
    for (const sink of sinks) this.#store(sink, turn);
  }

  /** The locals of a value's operands; -1 for an absent one. */
  #operands(value: number, locals: ReadonlyMap<number, number>): number[] {
    const { inputs, nodes } = this.#expression;
    const from = nodes[value - inputs.length]?.inputs ?? [];
    return from.map((input) => locals.get(input ?? -1) ?? -1);
  }

  /** Loads a vector; bools become masks as wide as the loop's lanes. */
  #load(value: number, source: ReadPointer, { width, locals, lanes, at }: Turn): void {
    const body = this.#body;
    const { type, pointer, repeats } = source;
    const bytes = (lanes * widthOf(type)) as keyof typeof LOADS;
    body.get(pointer);
    if (repeats) body.simd(SPLAT_LOADS[widthOf(type) as Width], 0, 0);
    else body.simd(LOADS[bytes], 0, ...unsigned(at * bytes));
    if (type === 'bool') {
      if (width > 1) body.simd(EXTEND_LOW[1]);
      if (width > 2) body.simd(EXTEND_LOW[2]);
      if (width > 4) body.simd(EXTEND_LOW[4]);
      body.get(body.zero()).simd(DIFFER[width]);
    }
    body.set(locals.get(value) as number);
  }

  #store({ type, pointer, local }: WritePointer, { width, lanes, at }: Turn): void {
    const body = this.#body;
    const bytes = (lanes * widthOf(type)) as keyof typeof STORES;
    body.get(pointer).get(local);
    if (type === 'bool') this.#narrow(local, width);
    body.simd(STORES[bytes], 0, ...unsigned(at * bytes), ...(bytes < VECTOR ? [0] : []));
  }

  /** Narrows a mask to bytes of 0 and 1, in the low lanes. */
  #narrow(local: number, width: Width): void {
    const body = this.#body;
    const again = (opcode: SimdOpcode): void => {
      body.set(local).get(local).get(local).simd(opcode);
    };
    if (width === 8) {
      body.get(local);
      const low = [0, 1, 2, 3, 8, 9, 10, 11];
      body.simd('i8x16.shuffle', ...low, ...low);
    }
    if (width >= 4) again('i16x8.narrow_i32x4_s');
    if (width >= 2) again('i8x16.narrow_i16x8_s');
    body.simd('i8x16.neg');
  }
}

/** One of the vectors that each iteration of a loop computes. */
interface Turn {
  /** Bytes of a lane. */
  readonly width: Width;
  /** The local of each value. */
  readonly locals: ReadonlyMap<number, number>;
  readonly lanes: number;
  readonly at: number;
}

export const writeKernel = (expression: Expression, input: InputLayout): KernelModule =>
  new KernelWriter(expression, input).write();
