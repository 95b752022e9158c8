/**
 * The addresses of a program's operands, as a slot for each storage and offsets from it: a storage that moves
 * changes one number.
 */
import type { MemoryPlan } from './arena.js';
import type { Step } from './steps.js';
import type { Storage, Value } from './values.js';

/** The slot of absent operands, whose address is 0. */
const ABSENT = 0;

/** Not in the block: a storage with an address elsewhere, or a step without a workspace. */
const ELSEWHERE = -1;

export class Places {
  /** The slots of storages whose addresses are visible to callers. */
  readonly #visible = new Map<Storage, number>();
  /** By slot. */
  readonly #addresses = [0];
  /** By slot: offset in the block, or ELSEWHERE. */
  readonly #offsets = [ELSEWHERE];
  /** For each output and input of each engine step in turn: a slot, and an offset in its storage. */
  readonly #operands: Float64Array;
  /** For each engine step: offset of its workspace in the block, or ELSEWHERE. */
  readonly #workspaces: Float64Array;
  /** Arrays of addresses that all steps reuse, by length. */
  readonly #outputs: number[][] = [];
  readonly #inputs: number[][] = [];
  #block = 0;
  #operand = 0;
  #step = 0;

  constructor(steps: readonly Step[], plan: MemoryPlan, visible: readonly Storage[]) {
    const slots = new Map<Storage, number>();
    const slotOf = (storage: Storage): number => {
      const slot = slots.get(storage) ?? this.#add(plan.offsets.get(storage), storage);
      slots.set(storage, slot);
      return slot;
    };
    const operands: number[] = [];
    const add = (value: Value | undefined): void => {
      const { whole, offset } = value?.storage.place ?? { whole: undefined, offset: 0 };
      operands.push(whole ? slotOf(whole) : ABSENT, offset);
    };
    const workspaces: number[] = [];
    for (const step of steps) {
      if (step.kind === 'text') continue;
      workspaces.push(plan.workspaces.get(step) ?? ELSEWHERE);
      step.outputs.forEach(add);
      step.inputs.forEach(add);
    }
    for (const storage of visible) this.#visible.set(storage, slotOf(storage));
    this.#operands = Float64Array.from(operands);
    this.#workspaces = Float64Array.from(workspaces);
  }

  /** Offset in the block, in bytes. */
  offsetOf(storage: Storage): number {
    return this.#offsets[this.#visible.get(storage) as number] as number;
  }

  /** Moves everything in the block. */
  place(block: number): void {
    this.#block = block;
    this.#offsets.forEach((offset, slot) => {
      if (offset !== ELSEWHERE) this.#addresses[slot] = block + offset;
    });
  }

  put(storage: Storage, address: number): void {
    const slot = this.#visible.get(storage);
    if (slot === undefined) return;
    storage.address = address;
    this.#addresses[slot] = address;
  }

  /** Sets the addresses that callers read. */
  show(): void {
    for (const [storage, slot] of this.#visible) storage.address = this.#addresses[slot] as number;
  }

  /** Returns to the first step. */
  restart(): void {
    this.#operand = 0;
    this.#step = 0;
  }

  /** The address of the next step's workspace, or 0. Read its outputs next, then its inputs. */
  workspace(): number {
    const offset = this.#workspaces[this.#step++] as number;
    return offset === ELSEWHERE ? 0 : this.#block + offset;
  }

  outputs(count: number): readonly number[] {
    return this.#next(this.#outputs, count);
  }

  inputs(count: number): readonly number[] {
    return this.#next(this.#inputs, count);
  }

  /** Addresses that are valid until the next step. */
  #next(lists: number[][], count: number): readonly number[] {
    lists[count] ??= new Array<number>(count).fill(0);
    const list = lists[count];
    let at = this.#operand;
    for (let i = 0; i < count; i++, at += 2) {
      const slot = this.#operands[at] as number;
      list[i] = (this.#addresses[slot] as number) + (this.#operands[at + 1] as number);
    }
    this.#operand = at;
    return list;
  }

  #add(offset: number | undefined, { address }: Storage): number {
    this.#addresses.push(address);
    return this.#offsets.push(offset ?? ELSEWHERE) - 1;
  }
}
