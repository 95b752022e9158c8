/** The commands. A new one is a row here. */
import { align, alignOptions } from './align.js';
import { check, checkOptions } from './check.js';
import type { Environment } from './environment.js';
import type { OptionRow } from './option-row.js';
import { run, runOptions } from './run.js';

export interface Command {
  readonly name: string;
  readonly summary: string;
  /** The arguments in one line, starting with the name. */
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
      'Symbolic sizes, as in 2xN, are replaced by numbers.',
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
      'Warns of accidental outer products, operands that fit other axes too, nodes with the attribute axis (removed in opset 7), and nodes that ncnn would align differently, and suggests reshapes.',
      'Symbolic dimensions keep their names. ncnn has no batch axis, so a first axis that is symbolic or 1 is assumed to be one.',
      'The exit status is 0 if the model has no errors, 1 if it has errors, or warnings with --strict, and 2 if the file is not a model.',
    ],
    run: check,
  },
  {
    name: 'run',
    summary: 'run an ONNX model, on given or random inputs',
    usage: 'run <model.onnx> [options]',
    options: runOptions,
    notes: [
      'The file of --feeds is a JSON object with a member for each input: its data as a flat array, or an object with data and dims.',
      'The exit status is 0, or 2 if the file is not a model or the inputs do not fit it.',
    ],
    run,
  },
];
