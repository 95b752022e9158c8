/** Register allocation for values between the stages of a kernel: slots of scratch memory, reused. */
import { isEngineCall, type Stage } from './stages.js';

export interface Slots {
  /** The slot of each value that a later stage uses. */
  readonly slots: ReadonlyMap<number, number>;
  readonly count: number;
}

const valuesOf = (stage: Stage): readonly number[] =>
  isEngineCall(stage) ? [stage.value] : stage.values.map(({ value }) => value);

/** @param readsOf the operands of a value */
export function assignSlots(
  stages: readonly Stage[],
  readsOf: (value: number) => readonly number[],
): Slots {
  const last = new Map<number, number>();
  stages.forEach((stage, at) => {
    for (const value of valuesOf(stage)) for (const read of readsOf(value)) last.set(read, at);
  });
  const slots = new Map<number, number>();
  const free: number[] = [];
  let count = 0;
  stages.forEach((stage, at) => {
    const waiting = [...slots].filter(([value]) => last.get(value) === at);
    for (const value of valuesOf(stage))
      if ((last.get(value) ?? at) > at) slots.set(value, free.pop() ?? count++);
    for (const [, slot] of waiting) free.push(slot);
  });
  return { slots, count };
}
