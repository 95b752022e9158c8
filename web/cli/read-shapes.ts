/** Shapes from arguments: one per argument, or in any text that the page accepts, such as an error message. */
import { type Diagnosis, diagnose } from '../reader/frameworks.js';
import { UsageError } from './arguments.js';
import { cliMessages } from './messages.js';
import { parseShape } from './shape-text.js';

export interface ReadShapes {
  readonly shapes: readonly (readonly number[])[];
  /** The rule that the message is about. Default: NumPy's. */
  readonly rule?: 'unidirectional';
  /** Whether symbolic sizes have been replaced by numbers. */
  readonly open?: true;
}

/** An argument that is one shape without brackets, such as `2xN`. */
const UNBRACKETED = /^(?:\d+|[A-Z?])(?:\s*[,x×]\s*(?:\d+|[A-Z?]))*$/;

const bracketed = (text: string): string => (UNBRACKETED.test(text) ? `(${text})` : text);

function shapesOf({ shapes, sizes, axis, topic, output, intoFirst, open }: Diagnosis): ReadShapes {
  if (topic === 'product') throw new UsageError(cliMessages.product());
  if (!shapes) throw new UsageError(cliMessages.oneAxis(axis, sizes));
  if (output) throw new UsageError(cliMessages.output(shapes));
  return { shapes, open, ...(intoFirst ? { rule: 'unidirectional' } : {}) };
}

/** @throws UsageError if no shapes are found */
export function readShapes(texts: readonly string[]): ReadShapes {
  try {
    return { shapes: texts.map(parseShape) };
  } catch (error) {
    const diagnosis = diagnose(
      texts.length > 1 ? texts.map(bracketed).join(' ') : (texts[0] ?? ''),
    );
    if (!diagnosis) throw error;
    return shapesOf(diagnosis);
  }
}
