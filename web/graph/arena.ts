/** Plans one block of memory for a run: a buffer is reused after its last use, first fit. */
import { sameDims } from '../base/dims.js';
import { aligned } from '../memory/memory.js';
import type { Step } from './steps.js';
import type { Storage, Value } from './values.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Spans in use, by owner. */
class Spans {
  readonly #used = new Map<object, Span>();
  /** The same spans in the order of their addresses. */
  readonly #inOrder: Span[] = [];
  bytes = 0;

  /** The lowest free address for a block of this size. */
  take(owner: object, bytes: number): number {
    const size = aligned(Math.max(bytes, 1));
    let start = 0;
    let at = 0;
    for (; at < this.#inOrder.length; at++) {
      const next = this.#inOrder[at] as Span;
      if (next.start - start >= size) break;
      start = next.end;
    }
    const span = { start, end: start + size };
    this.#inOrder.splice(at, 0, span);
    this.#used.set(owner, span);
    this.bytes = Math.max(this.bytes, span.end);
    return start;
  }

  /** Transfers a block to another owner. */
  hand(from: object, to: object): number {
    const span = this.#used.get(from) as Span;
    this.#used.delete(from);
    this.#used.set(to, span);
    return span.start;
  }

  free(owner: object): void {
    const span = this.#used.get(owner);
    if (!span) return;
    this.#used.delete(owner);
    this.#inOrder.splice(this.#inOrder.indexOf(span), 1);
  }

  has(owner: object): boolean {
    return this.#used.has(owner);
  }
}

export interface MemoryPlan {
  readonly bytes: number;
  readonly offsets: ReadonlyMap<Storage, number>;
  /** Offsets of the workspace of each step. */
  readonly workspaces: ReadonlyMap<Step, number>;
}

/** The last step that needs each storage. Kept storages outlast all steps. */
function lastUses(steps: readonly Step[], kept: ReadonlySet<Storage>): Map<Storage, number> {
  const last = new Map<Storage, number>();
  steps.forEach(({ storages }, at) => {
    for (const storage of storages) last.set(storage, at);
  });
  for (const storage of kept) last.set(storage, steps.length);
  return last;
}

/** An input whose storage the output may reuse, because this is the input's last use. */
function reusable(step: Step, at: number, last: ReadonlyMap<Storage, number>): Storage | undefined {
  if (step.kind === 'text' || !step.task.inPlace) return undefined;
  const [output] = step.outputs;
  if (!output) return undefined;
  const isReadInParts = (storage: Storage): boolean =>
    step.inputs.some((input) => input?.storage.isPart && input.storage.place.whole === storage);
  // With a different shape, each element still overwrites the same position.
  const fits = (input: Value) =>
    input.storage.kind === 'temporary' &&
    last.get(input.storage) === at &&
    input.type === output.type &&
    sameDims(input.dims, output.dims) &&
    !isReadInParts(input.storage);
  return step.inputs.find((input) => input && fits(input))?.storage;
}

/**
 * The position of each temporary storage in one block. `given` are written before the first step; `kept` are
 * read after the last. Those `elsewhere` need no memory here, unless they are also `given`.
 */
export function planMemory(
  steps: readonly Step[],
  given: readonly Storage[],
  kept: ReadonlySet<Storage>,
  elsewhere: ReadonlySet<Storage>,
): MemoryPlan {
  const spans = new Spans();
  const last = lastUses(steps, kept);
  const offsets = new Map<Storage, number>();
  const workspaces = new Map<Step, number>();
  for (const storage of given) offsets.set(storage, spans.take(storage, storage.bytes));
  steps.forEach((step, at) => {
    for (const output of step.outputs) {
      const storage = output?.storage;
      if (storage?.kind !== 'temporary' || offsets.has(storage) || output?.type === 'string')
        continue;
      if (elsewhere.has(storage)) continue;
      const over = storage === step.outputs[0]?.storage ? reusable(step, at, last) : undefined;
      const takes = over !== undefined && spans.has(over);
      offsets.set(storage, takes ? spans.hand(over, storage) : spans.take(storage, storage.bytes));
    }
    if (step.kind !== 'text' && step.task.workspace > 0) {
      workspaces.set(step, spans.take(step, step.task.workspace));
      spans.free(step);
    }
    for (const storage of step.storages) if ((last.get(storage) ?? 0) <= at) spans.free(storage);
  });
  return { bytes: spans.bytes, offsets, workspaces };
}
