/** Checks of values that clients pass. */
import { AttributeError } from '../base/errors.js';
import { ortMessages } from './messages.js';

export const wrong = (sentence: string): AttributeError =>
  new AttributeError('option_value', sentence);

/** @throws AttributeError for an unknown value */
export function checkChoice(name: string, known: readonly string[], value: unknown): void {
  if (value != null && !known.includes(value as string))
    throw wrong(ortMessages.oneOf(name, known, value));
}

/** @throws AttributeError for a value that is not an integer from 0 to `most` */
export function checkInteger(name: string, most: number, value: unknown): void {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > most)
    throw wrong(ortMessages.integer(name, most, value));
}
