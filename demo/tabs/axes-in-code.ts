/** Finds the shapes in a piece of code, and links each of their sizes to its axis in the figure. */
import { h } from '../base/dom.ts';
import type { Trace } from '../base/engine.ts';
import { resultName, type Shape } from '../state/state.ts';

/** `(4, 1)`, `(3,)` or `[1,4]`: sizes only, not the values of an array. */
const literal = /(?<!(?:array|tensor)\(|\.of)[([]\d+(?:, ?\d+)*,?[)\]]/g;

interface Named {
  readonly shape: Shape;
  /** The axis of each size. */
  readonly axes: readonly number[];
}

/** The shapes of a trace, keyed by their names in code. */
function namesOf({ operands, axes, outputShape }: Trace): ReadonlyMap<string, Named> {
  const own = operands.map(({ name, shape, added }): [string, Named] => [
    name,
    { shape, axes: axes.map(({ axis }) => axis).filter((axis) => !added.includes(axis)) },
  ]);
  const result: Named = { shape: outputShape ?? [], axes: axes.map(({ axis }) => axis) };
  return new Map([...own, [resultName(operands.length), result], ['result', result]]);
}

const sameSizes = (a: readonly string[], b: Shape): boolean => a.join() === b.join();

/** The axes of a literal in the order in which it is written; ncnn's dialect writes it backwards. */
function axesOf(sizes: readonly string[], found: Named | undefined): readonly number[] | undefined {
  if (!found || found.axes.length !== sizes.length) return undefined;
  if (sameSizes(sizes, found.shape)) return found.axes;
  return sameSizes([...sizes].reverse(), found.shape) ? [...found.axes].reverse() : undefined;
}

function withSpans(text: string, axes: readonly number[]): (string | HTMLElement)[] {
  let at = 0;
  return text
    .split(/(\d+)/)
    .map((part) => (/\d/.test(part) ? h('span', { 'data-axis': axes[at++] }, part) : part));
}

/** The same code; every size of a shape in the figure lights up with its axis. */
export function withAxes(code: string, trace: Trace): (string | HTMLElement)[] {
  const names = namesOf(trace);
  const parts: (string | HTMLElement)[] = [];
  let done = 0;
  for (const { 0: text, index } of code.matchAll(literal)) {
    // A shape belongs to the last name before it.
    const before = code.slice(0, index).match(/\b(?:[A-I]|result)\b/g);
    const axes = axesOf(text.match(/\d+/g) ?? [], names.get(before?.at(-1) ?? ''));
    if (!axes) continue;
    parts.push(code.slice(done, index), ...withSpans(text, axes));
    done = index + text.length;
  }
  return [...parts, code.slice(done)];
}
