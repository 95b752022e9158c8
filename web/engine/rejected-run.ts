/** Errors of runs that the engine rejects, before anything is written. */
import { ShapeError, SimdcastError } from '../base/errors.js';
import { messages } from '../base/messages.js';

/** An index that is out of range, by its position among the indices. */
export class IndexError extends ShapeError {
  readonly position: number;

  constructor(position: number) {
    super('index_out_of_range', messages.indexRange(position));
    this.position = position;
  }
}

/** The return value of a successful run. For an index out of range, it is the index's position, so non-negative. */
const DONE = -1;

/** @throws IndexError; SimdcastError if the engine rejected the run */
export function requireDone(end: number): void {
  if (end >= 0) throw new IndexError(end);
  requireRun(end === DONE);
}

/** @throws SimdcastError if the engine rejected a run. */
export function requireRun(ran: boolean): void {
  if (!ran) throw new SimdcastError('run_rejected', messages.runRejected());
}
