/** Regular expressions as instructions (Thompson's construction). */
import { type Assertion, Refusal, type Test } from './characters.js';
import { type Node, Parser } from './parser.js';

/** Maximum number of instructions of an expression; RE2 has a limit too. */
const MOST_INSTRUCTIONS = 20_000;

export type Instruction =
  | { readonly kind: 'point'; readonly test: Test }
  | { readonly kind: 'assert'; readonly holds: Assertion }
  | { readonly kind: 'split'; readonly to: readonly number[] }
  | { readonly kind: 'jump'; to: number };

/** Appends the instructions of a node. @throws Refusal if there are too many */
function emit(node: Node, program: Instruction[]): void {
  if (program.length > MOST_INSTRUCTIONS) throw new Refusal();
  if (node.kind === 'point' || node.kind === 'assert') {
    program.push(node);
  } else if (node.kind === 'sequence') {
    for (const part of node.parts) emit(part, program);
  } else if (node.kind === 'choice') {
    const starts: number[] = [];
    const ends: { kind: 'jump'; to: number }[] = [];
    program.push({ kind: 'split', to: starts });
    for (const part of node.parts) {
      starts.push(program.length);
      emit(part, program);
      const end = { kind: 'jump' as const, to: 0 };
      program.push(end);
      ends.push(end);
    }
    for (const end of ends) end.to = program.length;
  } else {
    emitRepeat(node, program);
  }
}

function emitRepeat(
  { part, least, most }: Node & { kind: 'repeat' },
  program: Instruction[],
): void {
  for (let i = 0; i < least; i++) {
    const before = program.length;
    emit(part, program);
    // Copies of an empty program would not count towards the limit.
    if (program.length === before) break;
  }
  const isOpen = most === Infinity;
  const ends: number[][] = [];
  for (let i = least; i < (isOpen ? least + 1 : most); i++) {
    const to = [program.length + 1];
    ends.push(to);
    const split = program.length;
    program.push({ kind: 'split', to });
    emit(part, program);
    if (isOpen) program.push({ kind: 'jump', to: split });
  }
  for (const to of ends) to.push(program.length);
}

/** The instructions of a pattern; undefined if RE2 rejects it, as it does backreferences and lookaround. */
export function programOf(pattern: string): readonly Instruction[] | undefined {
  const program: Instruction[] = [];
  try {
    emit(new Parser(pattern).whole(), program);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
  return program;
}
