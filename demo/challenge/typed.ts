/** Typed answers: whether a shape is right, and if not, why. */
import type { Trace } from '../base/engine.ts';
import { parseShape } from '../state/shape-text.ts';
import { elementsOf, type Shape } from '../state/state.ts';
import { say } from './words.ts';

/** Reads a typed shape; anything else is not accepted. */
export const typed = (accepts: (shape: Shape) => boolean) => (text: string) => {
  const parsed = parseShape(text);
  return 'shape' in parsed && accepts(parsed.shape);
};

/** The reason why a typed shape is wrong: its number of elements, or the engine's verdict. */
export const refuted =
  (count: number, judge: (shape: Shape) => readonly Trace[], otherwise: string) =>
  (text: string): string => {
    const parsed = parseShape(text);
    if (!('shape' in parsed)) return parsed.message;
    const elements = elementsOf(parsed.shape);
    if (elements !== count) return say.itHas(elements, count);
    const bad = judge(parsed.shape).find(({ ok }) => !ok);
    return bad ? say.withThat(bad.text) : otherwise;
  };
