/**
 * Regular expressions in RE2's syntax, matched in time linear in the text: all ways through an expression are followed
 * at once (Thompson's construction, simulated as in https://swtch.com/~rsc/regexp/regexp1.html). Neither a full match nor
 * the longest one depends on which quantifiers are greedy, so non-greedy ones are the same here.
 */
import { type Instruction, programOf } from './program.js';

/** The instructions at which a match may continue, without duplicates. */
class Places {
  readonly list: number[] = [];
  readonly #has: Uint8Array;

  constructor(count: number) {
    this.#has = new Uint8Array(count);
  }

  add(place: number): boolean {
    if (this.#has[place]) return false;
    this.#has[place] = 1;
    this.list.push(place);
    return true;
  }

  clear(): void {
    for (const place of this.list) this.#has[place] = 0;
    this.list.length = 0;
  }
}

/** The end of the longest match that begins at a code point; -1 if there is none. */
function longest(
  program: readonly Instruction[],
  points: readonly number[],
  first: number,
): number {
  let current = new Places(program.length + 1);
  let next = new Places(program.length + 1);
  const reach = (places: Places, from: number, at: number): void => {
    const waiting = [from];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      if (!places.add(place)) continue;
      const instruction = program[place];
      if (instruction?.kind === 'jump') waiting.push(instruction.to);
      else if (instruction?.kind === 'split') waiting.push(...instruction.to);
      else if (instruction?.kind === 'assert' && instruction.holds(points[at - 1], points[at]))
        waiting.push(place + 1);
    }
  };
  reach(current, 0, first);
  let end = -1;
  for (let at = first; current.list.length > 0; at++) {
    if (current.list.includes(program.length)) end = at;
    const point = points[at];
    if (point === undefined) break;
    for (const place of current.list) {
      const instruction = program[place];
      if (instruction?.kind === 'point' && instruction.test(point)) reach(next, place + 1, at + 1);
    }
    current.clear();
    [current, next] = [next, current];
  }
  return end;
}

const pointsOf = (text: string): number[] =>
  Array.from(text, (point) => point.codePointAt(0) as number);

/**
 * Returns a function that matches whole strings; `undefined` for a pattern that RE2 rejects, such as one with
 * backreferences or lookaround.
 */
export function fullMatcher(pattern: string): ((text: string) => boolean) | undefined {
  const program = programOf(pattern);
  if (!program) return undefined;
  return (text) => {
    const points = pointsOf(text);
    return longest(program, points, 0) === points.length;
  };
}

/** The start and end of a match, in code points. */
export type Match = readonly [first: number, end: number];

/**
 * Finds matches in a text from left to right: the longest at each position, never empty. Undefined as for
 * `fullMatcher`.
 */
export function finder(pattern: string): ((points: readonly number[]) => Match[]) | undefined {
  const program = programOf(pattern);
  if (!program) return undefined;
  return (points) => {
    const found: Match[] = [];
    for (let first = 0; first < points.length; ) {
      const end = longest(program, points, first);
      if (end > first) found.push([first, end]);
      first = Math.max(end, first + 1);
    }
    return found;
  };
}
