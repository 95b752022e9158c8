import { print } from './log.mjs';

/** The counts of one thing that passed, failed or was skipped. */
export const one = (name) => ({ passed: 0, failed: 0, skipped: 0, [name]: 1 });

/**
 * Says loudly that something was not run, and counts it: as skipped, or as failed where CI=true.
 * @returns {import('./junit.mjs').Counts}
 */
export function skip(title, reason, env = process.env) {
  const isFailure = env.CI === 'true';
  print(`${isFailure ? '✗' : '!'} ${title}: SKIPPED. ${reason}`);
  return one(isFailure ? 'failed' : 'skipped');
}
