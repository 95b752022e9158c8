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
      'Write a shape as 2x3x4, 2,3,4, (2,3,4) or [2,3,4], and a scalar as scalar or (). One argument may hold several, as "(3,4) (3,)", or be the error message of NumPy, PyTorch, JAX, TensorFlow or ONNX Runtime.',
      'Sizes that are names, as in 2xN, are filled in with numbers.',
      'In the table, ·1 is a 1 that the rule adds, and 1→4 is a 1 that is repeated 4 times.',
      'The exit status is 0 if the shapes broadcast, 1 if they do not, and 2 for invalid arguments.',
    ],
    run: align,
  },
  {
    name: 'check',
    summary: 'list every broadcast in an ONNX model, with warnings',
    usage: 'check <model.onnx> [options]',
    options: checkOptions,
    notes: [
      'It warns of accidental outer products, of operands that fit other axes too, of nodes with the attribute axis (removed in opset 7), and of nodes that ncnn would align differently, and suggests reshapes.',
      'Open sizes keep their names. ncnn has no batch axis: a first axis that is open or 1 is taken for one.',
      'The exit status is 1 if shapes in the model do not fit, or with --strict if there is a warning, and 2 if the file is not a model.',
    ],
    run: check,
  },
  {
    name: 'run',
    summary: 'run an ONNX model, on given or random inputs',
    usage: 'run <model.onnx> [options]',
    options: runOptions,
    notes: [
      '--feeds names a JSON object with a member for each input: its data as a flat list, or an object with data and dims.',
      'The exit status is 2 if the file is not a model, or the inputs do not fit it.',
    ],
    run,
  },
];
