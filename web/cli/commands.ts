/** The commands there are. A new one is a row here. */
import { align, alignOptions } from './align.js';
import type { Surroundings } from './surroundings.js';

/** An option as `parseArgs` takes it, and as the help shows it. */
export interface OptionRow {
  readonly type: 'string' | 'boolean';
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly help: string;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The arguments in one line, the name first. */
  readonly usage: string;
  readonly options: Readonly<Record<string, OptionRow>>;
  /** Further paragraphs of the help. */
  readonly notes: readonly string[];
  run(args: readonly string[], surroundings: Surroundings): Promise<number>;
}

export const commands: readonly Command[] = [
  {
    name: 'align',
    summary: 'show how shapes broadcast, axis by axis',
    usage: 'align <shape> <shape>… [options]',
    options: alignOptions,
    notes: [
      'A shape is written 2x3x4, 2,3,4, (2,3,4) or [2,3,4]; one element is scalar or ().',
      'In the table ·1 is a 1 that the rule adds, and 1→4 a 1 that is reused 4 times.',
      'The exit status is 0 if the shapes broadcast, 1 if they do not, and 2 for arguments that cannot be understood.',
    ],
    run: align,
  },
];
