/** The package's checker of models, on the whole API's engine. */
import { type CheckReport, checkModel } from 'simdcast/onnx';
import type { WholeEngine } from '../base/engine.ts';

export const check = (engine: WholeEngine, bytes: ArrayBuffer): Promise<CheckReport> =>
  checkModel(bytes, { engine });
