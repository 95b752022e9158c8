/** What becomes of the tests that a suite skipped. */
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

/** Whether the state of a suite tells when each of them would run. */
export const canBeRemembered = (skips) =>
  skips.map(expected).every((one) => one && (one.waits || one.module || one.machine));
