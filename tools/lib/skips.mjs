/** Counts the skipped tests of a suite. */
import { expectedSkips } from '../../tests/suites.mjs';

const expected = ({ reason }) => expectedSkips.find((one) => one.reason.test(reason));

/**
 * @param {{name: string, reason: string}[]} skips
 * @returns {{text: string, isExpected: boolean}[]} a line for each
 */
export const explained = (skips) =>
  skips.map((skip) => ({
    text: `${skip.name}: ${skip.reason}`,
    isExpected: expected(skip) !== undefined,
  }));

/** Whether a suite's state would change when its skipped tests become runnable. */
export const canBeRemembered = (skips) =>
  skips.map(expected).every((one) => one && (one.waits || one.module || one.machine));
