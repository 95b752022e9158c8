/**
 * onnxruntime-web's names and defaults. If `onnxruntime-web` is an alias of this entry, its clients run on simdcast.
 * @module simdcast/ort
 */
import { env } from './ort/env.js';
import { InferenceSession } from './ort/session.js';
import * as tracing from './ort/trace.js';
import { Tensor } from './ort/typed-tensor.js';

export { type Env, env } from './ort/env.js';
export type {
  ImageFormat,
  ImageTensorLayout,
  TensorFromImageBitmapOptions,
  TensorFromImageDataOptions,
  TensorFromImageElementOptions,
  TensorFromUrlOptions,
  TensorToDataUrlOptions,
  TensorToImageDataOptions,
} from './ort/image.js';
export type {
  ExternalDataFileDescription,
  ExternalDataFileType,
  OnnxModelOptions,
} from './ort/options.js';
export {
  InferenceSession,
  type OnnxValue,
  type OnnxValueDataLocation,
} from './ort/session.js';
export * from './ort/trace.js';
export { Tensor, type TensorConstructor, type TypedTensor } from './ort/typed-tensor.js';

/** All names, as `import ort from` expects them. */
export default { InferenceSession, Tensor, env, ...tracing };
