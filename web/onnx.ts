/**
 * Runs and checks ONNX models.
 * @module simdcast/onnx
 */

export type {
  Broadcast,
  CheckedAxis,
  CheckedOperand,
  CheckWarning,
  CheckWarningCode,
  Reshape,
} from './onnx/check/broadcast.js';
export {
  type CheckedValue,
  type CheckOptions,
  type CheckReport,
  checkModel,
  type Uncertain,
} from './onnx/check/check.js';
export type { Size } from './onnx/check/symbols.js';
export { ModelError, type ModelErrorCode } from './onnx/model/errors.js';
export type { ExternalData, ExternalFile } from './onnx/model/external-files.js';
export type { ModelSource, Progress } from './onnx/model/source.js';
export type { SessionOptions } from './onnx/session/options.js';
export type { AnyResults, Feeds, Fetches, Result, Results, Shapes } from './onnx/session/public.js';
export {
  InferenceSession,
  type OutputMetadata,
  type ValueMetadata,
} from './onnx/session/session.js';
