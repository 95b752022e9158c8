/** The inputs of one run of an expression. */
import type { TensorLike } from '../base/types.js';
import type { CallSessions } from '../engine/call-sessions.js';
import type { Operand } from '../memory/operand.js';
import type { TracedExpression } from './tracer.js';

/** One run. Its operands have been read and rechecked. */
export interface Run {
  readonly sessions: CallSessions;
  /** The function's or expression's name in messages. */
  readonly of: string;
  /** Identifies the expression among those that share the sessions. */
  readonly key: string;
  readonly operands: readonly Operand[];
  /** Whether a result that is an operand with other dims shares its memory, or its array. */
  readonly shares: boolean;
  readonly out: TensorLike | undefined;
  readonly target: Operand | undefined;
  expression(): TracedExpression;
}
