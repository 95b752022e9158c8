/** Runs that the engine rejects: none should, and none goes unnoticed. */
import { SimdcastError } from '../base/errors.js';
import { messages } from '../base/messages.js';

/** @throws SimdcastError if the engine rejected a run. It has done nothing then. */
export function requireRun(ran: boolean): void {
  if (!ran) throw new SimdcastError('run_rejected', messages.runRejected());
}
