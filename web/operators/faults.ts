/** What can be wrong with a node, and the error that a call of its operator throws for it. */
import { AttributeError, DTypeError, ShapeError, type SimdcastError } from '../base/errors.js';

/** Error classes by code. A session throws a ModelError that names the node in their place. */
const CLASSES = {
  operand_count: ShapeError,
  output_count: ShapeError,
  invalid_shape: ShapeError,
  invalid_axis: ShapeError,
  index_out_of_range: ShapeError,
  dynamic_shape: ShapeError,
  invalid_value: DTypeError,
  type_unsupported: DTypeError,
  types_differ: DTypeError,
  strings_unsupported: DTypeError,
  unsupported_type: AttributeError,
  attribute_unknown: AttributeError,
  attribute_missing: AttributeError,
  invalid_attribute: AttributeError,
  unsupported_training: AttributeError,
  unsupported_graph: AttributeError,
} as const satisfies Record<string, new (code: string, message: string) => SimdcastError>;

export type FaultCode = keyof typeof CLASSES;

/** Makes the error of a fault. */
export type Fault = (code: FaultCode, message: string) => SimdcastError;

/** The fault of a call that is no model's node. */
export const typedFault: Fault = (code, message) => new CLASSES[code](code, message);
