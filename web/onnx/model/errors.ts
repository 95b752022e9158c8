/** The error of models. */
import { SimdcastError } from '../../base/errors.js';

/** The reason why a model cannot be read or run. */
export type ModelErrorCode =
  | 'invalid_source'
  | 'fetch_failed'
  | 'invalid_protobuf'
  | 'invalid_model'
  | 'invalid_tensor'
  | 'invalid_graph'
  | 'cyclic_graph'
  | 'unknown_opset'
  | 'unsupported_operator'
  | 'unsupported_type'
  | 'external_data'
  | 'invalid_attribute'
  | 'invalid_node'
  | 'dynamic_shape'
  | 'invalid_feeds'
  | 'invalid_fetches'
  | 'invalid_option'
  | 'released';

/** A model cannot be read or run, or its feeds do not match. */
export class ModelError extends SimdcastError {
  override readonly name = 'ModelError';
  declare readonly code: ModelErrorCode;
  /** Names of the nodes concerned; operator and position for those without a name. */
  readonly nodes: readonly string[];

  constructor(
    code: ModelErrorCode,
    message: string,
    nodes: readonly string[] = [],
    cause?: unknown,
  ) {
    super(code, message);
    this.nodes = nodes;
    if (cause !== undefined) this.cause = cause;
  }
}
