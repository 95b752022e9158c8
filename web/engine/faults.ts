/** The errors that calls throw for faults of nodes. */
import { AttributeError, DTypeError, ShapeError, type SimdcastError } from '../base/errors.js';
import type { Problem } from '../base/trail.js';

/** Error classes by code. A session throws a ModelError that names the node instead. */
const CLASSES: Readonly<
  Record<string, new (code: string, problem: string | Problem) => SimdcastError>
> = {
  operand_count: ShapeError,
  output_count: ShapeError,
  invalid_shape: ShapeError,
  invalid_axis: ShapeError,
  invalid_integers: ShapeError,
  inner_mismatch: ShapeError,
  index_out_of_range: ShapeError,
  dynamic_shape: ShapeError,
  invalid_value: DTypeError,
  wrong_type: DTypeError,
  type_unsupported: DTypeError,
  result_unsupported: DTypeError,
  types_differ: DTypeError,
  strings_unsupported: DTypeError,
};

/** The error of a fault; those about attributes, opsets and modes are AttributeErrors. */
export function errorOfFault(code: string, problem: string | Problem): SimdcastError {
  return new (CLASSES[code] ?? AttributeError)(code, problem);
}
