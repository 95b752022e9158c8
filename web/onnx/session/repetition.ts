/** A body that runs repeatedly on its previous results, as one task. */
import type { Task, TensorType } from '../../engine/task.js';
import { bytesOfValue } from '../../graph/values.js';
import { ALIGNMENT, aligned, type Memory } from '../../memory/memory.js';
import { type Body, copyBytes } from './body.js';

/** Loops with more iterations than this are considered endless. */
export const MOST_ITERATIONS = 2 ** 24;

/** An operand with one slice per iteration: the bytes of a slice, and whether the order is reversed. */
export interface Sliced {
  readonly bytes: number;
  readonly reversed: boolean;
}

/**
 * Inputs of the body: the iteration number if it `counts`, then states, slices and captured values. Outputs:
 * the condition if it `checks`, then states and scan outputs.
 */
export interface Repetition {
  readonly body: Body;
  readonly memory: Memory;
  /** `undefined` if the trip count is the first input of the task. */
  readonly trips: number | undefined;
  readonly counts: boolean;
  readonly checks: boolean;
  readonly states: readonly TensorType[];
  readonly slices: readonly Sliced[];
  readonly stacks: readonly (Sliced & TensorType)[];
  /** The error for a loop that does not end. */
  endless(): Error;
}

const COUNTER = 0;
const FLAG = ALIGNMENT;
const STATES = 2 * ALIGNMENT;

/** The address of an iteration's slice in an operand that begins at `start`. */
const placeOf = ({ bytes, reversed }: Sliced, start: number, at: number, most: number): number =>
  start + bytes * (reversed ? most - 1 - at : at);

/** Two buffers in the workspace for a state: one is read, the other written. */
type Places = readonly [number, number];

/** Alternating buffers for each state, and the end of the last one. */
function placesOf(sizes: readonly number[]): { places: Places[]; end: number } {
  let end = STATES;
  const places = sizes.map((bytes): Places => {
    const start = end;
    end += 2 * aligned(bytes);
    return [start, start + aligned(bytes)];
  });
  return { places, end };
}

/**
 * Inputs of the task: a trip count and a condition, either of which may be absent, states, slices, captured
 * values.
 */
export function repeating(repetition: Repetition): Task {
  const { body, memory, counts, checks, states, slices, stacks } = repetition;
  const sizes = states.map(bytesOfValue);
  const { places, end } = placesOf(sizes);
  const tripsOf = (address: number): number =>
    repetition.trips ??
    (address === 0 ? Infinity : Number(memory.view(BigInt64Array, address, 1)[0]));
  const isOn = (address: number): boolean => memory.view(Uint8Array, address, 1)[0] !== 0;
  return {
    outputs: [...states, ...stacks],
    workspace: end + body.workspace,
    inPlace: false,
    bytes: body.bytes,
    run(base, outputs, [trips = 0, condition = 0, ...given]) {
      const most = tripsOf(trips);
      const read = given.slice(states.length, states.length + slices.length);
      const captured = given.slice(states.length + slices.length);
      const written = outputs.slice(states.length);
      let current: readonly number[] = given.slice(0, states.length);
      let goesOn = condition === 0 || isOn(condition);
      for (let at = 0; goesOn && at < most; at++) {
        if (at >= MOST_ITERATIONS) throw repetition.endless();
        if (counts) memory.write(base + COUNTER, BigInt64Array.of(BigInt(at)), 8);
        const next = places.map((pair) => base + (pair[at % 2] as number));
        const from = slices.map((slice, i) => placeOf(slice, read[i] as number, at, most));
        const to = stacks.map((stack, i) => placeOf(stack, written[i] as number, at, most));
        body.run(
          base + end,
          [...(counts ? [base + COUNTER] : []), ...current, ...from, ...captured],
          [...(checks ? [base + FLAG] : []), ...next, ...to],
        );
        current = next;
        if (checks) goesOn = isOn(base + FLAG);
      }
      current.forEach((from, i) => {
        const to = outputs[i] as number;
        if (to !== 0) copyBytes(memory, to, from, sizes[i] as number);
      });
    },
    dispose: () => body.dispose(),
  };
}
