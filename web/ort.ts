/**
 * onnxruntime-web's names, with its defaults: an alias of `onnxruntime-web` to this entry makes its clients run on
 * simdcast.
 * @module simdcast/ort
 */
import { env } from './ort/env.js';
import { InferenceSession } from './ort/session.js';
import { Tensor } from './ort/tensor.js';
import * as tracing from './ort/trace.js';

export { type Env, env, type LogLevel, type WebAssemblyFlags } from './ort/env.js';
export type { FromImageOptions, Norm, Pixels, ToImageOptions } from './ort/image.js';
export type { ExternalFile, RunOptions, SessionOptions } from './ort/options.js';
export {
  type Feeds,
  type FetchNames,
  InferenceSession,
  type Outputs,
  type ValueMetadata,
} from './ort/session.js';
export { type DataLocation, Tensor } from './ort/tensor.js';
export * from './ort/trace.js';

/** All names, as `import ort from` expects them. */
export default { InferenceSession, Tensor, env, ...tracing };
