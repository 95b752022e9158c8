/** The commands there are. A new one is a row here. */
import { align, alignOptions } from './align.js';
import { check, checkOptions } from './check.js';
import type { Environment } from './environment.js';
import type { OptionRow } from './option-row.js';
import { run, runOptions } from './run.js';

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The arguments in one line, the name first. */
  readonly usage: string;
  readonly options: Readonly<Record<string, OptionRow>>;
  /** Further paragraphs of the help. */
  readonly notes: readonly string[];
  run(args: readonly string[], environment: Environment): Promise<number>;
}

export const commands: readonly Command[] = [
  {
    name: 'align',
    summary: 'show how shapes broadcast, axis by axis',
    usage: 'align <shape> <shape>… [options]',
    options: alignOptions,
    notes: [
      'A shape is written 2x3x4, 2,3,4, (2,3,4) or [2,3,4]; one element is scalar or ().',
      'In the table ·1 is a 1 that the rule adds, and 1→4 a 1 that is repeated 4 times.',
      'The exit status is 0 if the shapes broadcast, 1 if they do not, and 2 for arguments that cannot be understood.',
    ],
    run: align,
  },
  {
    name: 'check',
    summary: 'list every broadcast in an ONNX model, and what deserves a second look',
    usage: 'check <model.onnx> [options]',
    options: checkOptions,
    notes: [
      'It warns of accidental outer products, of vectors that meet a square, of nodes that name an axis (gone from opset 7 on), and of nodes that ncnn would align otherwise; with the reshape that helps.',
      'Open sizes keep their names. ncnn has no batch axis: the first axis is taken for one where it is open or 1.',
      'The exit status is 1 for a model in which something does not fit, or has a warning with --strict, and 2 for a file that is no model.',
    ],
    run: check,
  },
  {
    name: 'run',
    summary: 'run an ONNX model, on given or made-up inputs',
    usage: 'run <model.onnx> [options]',
    options: runOptions,
    notes: [
      'The feeds are a JSON object: for each input its data as a flat list, or an object with data and dims. Inputs without a feed are filled.',
      'The exit status is 2 for a file that is no model, or inputs that do not fit it.',
    ],
    run,
  },
];
