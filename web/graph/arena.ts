/** One block of memory for all that a run needs: what is no longer read makes room for the rest. */
import { aligned } from '../tensor.js';
import type { Step } from './steps.js';
import { type Place, sameDims, type Value } from './values.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans in use, by who uses them. */
class Spans {
  readonly #used = new Map<object, Span>();
  bytes = 0;

  /** The lowest place that is free for so many bytes. */
  take(owner: object, bytes: number): number {
    const size = aligned(Math.max(bytes, 1));
    let start = 0;
    for (const { start: from, end } of [...this.#used.values()].sort((a, b) => a.start - b.start)) {
      if (from - start >= size) break;
      start = Math.max(start, end);
    }
    this.#used.set(owner, { start, end: start + size });
    this.bytes = Math.max(this.bytes, start + size);
    return start;
  }

  /** Hands what one uses to another. */
  hand(from: object, to: object): number {
    const span = this.#used.get(from) as Span;
    this.#used.delete(from);
    this.#used.set(to, span);
    return span.start;
  }

  free(owner: object): void {
    this.#used.delete(owner);
  }

  has(owner: object): boolean {
    return this.#used.has(owner);
  }
}

export interface Layout {
  readonly bytes: number;
  readonly offsets: ReadonlyMap<Place, number>;
  /** Where the workspace of each step starts. */
  readonly workspaces: ReadonlyMap<Step, number>;
}

const placesOf = (values: readonly (Value | undefined)[]): Place[] => [
  ...new Set(values.flatMap((value) => (value ? [value.place] : []))),
];

/** The last step that needs each place. Those that are kept outlast all steps. */
function lastUses(steps: readonly Step[], kept: ReadonlySet<Place>): Map<Place, number> {
  const last = new Map<Place, number>();
  steps.forEach(({ inputs, outputs }, at) => {
    for (const place of placesOf([...inputs, ...outputs])) last.set(place, at);
  });
  for (const place of kept) last.set(place, steps.length);
  return last;
}

/** An input whose place the output may take over, because it is read for the last time. */
function reusable(step: Step, at: number, last: ReadonlyMap<Place, number>): Place | undefined {
  if (step.kind === 'text' || !step.task.inPlace) return undefined;
  const [output] = step.outputs;
  if (!output) return undefined;
  const { inputs } = step;
  const fits = (input: Value) =>
    input.place.kind === 'temporary' &&
    last.get(input.place) === at &&
    input.type === output.type &&
    sameDims(input.dims, output.dims) &&
    // Read under other dims as well, it would change under that reading.
    inputs.every((other) => other?.place !== input.place || sameDims(other.dims, input.dims));
  return inputs.find((input) => input && fits(input))?.place;
}

/**
 * Where each temporary place lies in one block. `given` are places that are filled before the first
 * step; `kept` are read after the last; those of `elsewhere` that are not given have no room here.
 */
export function planMemory(
  steps: readonly Step[],
  given: readonly Place[],
  kept: ReadonlySet<Place>,
  elsewhere: ReadonlySet<Place>,
): Layout {
  const spans = new Spans();
  const last = lastUses(steps, kept);
  const offsets = new Map<Place, number>();
  const workspaces = new Map<Step, number>();
  for (const place of given) offsets.set(place, spans.take(place, place.bytes));
  steps.forEach((step, at) => {
    for (const output of step.outputs) {
      const place = output?.place;
      if (place?.kind !== 'temporary' || offsets.has(place) || output?.type === 'string') continue;
      if (elsewhere.has(place)) continue;
      const over = place === step.outputs[0]?.place ? reusable(step, at, last) : undefined;
      const takes = over !== undefined && spans.has(over);
      offsets.set(place, takes ? spans.hand(over, place) : spans.take(place, place.bytes));
    }
    if (step.kind !== 'text' && step.task.workspace > 0) {
      workspaces.set(step, spans.take(step, step.task.workspace));
      spans.free(step);
    }
    for (const place of placesOf([...step.inputs, ...step.outputs]))
      if ((last.get(place) ?? 0) <= at) spans.free(place);
  });
  return { bytes: spans.bytes, offsets, workspaces };
}
