/** The faults of nodes. */
import type { SimdcastError } from '../base/errors.js';
import type { Problem } from '../base/trail.js';

export type FaultCode =
  | 'operand_count'
  | 'output_count'
  | 'invalid_shape'
  | 'invalid_axis'
  | 'index_out_of_range'
  | 'dynamic_shape'
  | 'invalid_value'
  | 'type_unsupported'
  | 'result_unsupported'
  | 'types_differ'
  | 'strings_unsupported'
  | 'not_in_opset'
  | 'unsupported_type'
  | 'attribute_unknown'
  | 'attribute_missing'
  | 'invalid_attribute'
  | 'unsupported_training'
  | 'unsupported_graph';

/** Creates the error of a fault. */
export type Fault = (code: FaultCode, problem: string | Problem) => SimdcastError;

/** The location of a fault: the name of the node for messages, and the constructor of its error. */
export interface FaultyNode {
  readonly label: string;
  readonly fault: Fault;
}

type Sentence = (node: string, ...details: never[]) => string | Problem;

/** Sentences, keyed by the code of the fault, then by name. */
type Sentences = Partial<Record<FaultCode, Record<string, Sentence>>>;

/** A table's sentences, keyed only by name. */
type Named<Table, Row = Table[keyof Table]> = (
  Row extends unknown
    ? (row: Row) => void
    : never
) extends (all: infer All) => void
  ? All
  : never;

/** A fault of a table: its name and the parameters of its sentence, without the node. */
export type FaultIn<Table> = {
  [Name in keyof Named<Table>]: Named<Table>[Name] extends (
    node: string,
    ...details: infer Details
  ) => string | Problem
    ? [name: Name, ...details: Details]
    : never;
}[keyof Named<Table>];

/** Returns a function that creates the errors of a table's faults. */
export function faultsOf<Table extends Sentences>(table: Table) {
  const rows = new Map<unknown, { code: FaultCode; sentence: Sentence }>();
  for (const [code, sentences] of Object.entries(table))
    for (const [name, sentence] of Object.entries(sentences))
      rows.set(name, { code: code as FaultCode, sentence });
  return (node: FaultyNode, ...[name, ...details]: FaultIn<Table>): SimdcastError => {
    const { code, sentence } = rows.get(name) as { code: FaultCode; sentence: Sentence };
    return node.fault(code, sentence(node.label, ...(details as never[])));
  };
}
