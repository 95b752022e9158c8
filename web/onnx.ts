/**
 * Models of the supported operators, run or checked.
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
export type { ModelSource, Progress } from './onnx/model/source.js';
export type { Feeds } from './onnx/session/feeds.js';
export type { Shapes } from './onnx/session/inputs.js';
export type { SessionOptions } from './onnx/session/options.js';
export {
  InferenceSession,
  type Results,
  type ValueMetadata,
} from './onnx/session/session.js';
export type { Fetches } from './onnx/session/targets.js';
