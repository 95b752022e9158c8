/** The package's checker of models, on the page's own engine. */
import { type CheckReport, checkModel } from 'simdcast/onnx';
import type { Engine } from '../engine.ts';

export const check = (engine: Engine, bytes: ArrayBuffer): Promise<CheckReport> =>
  checkModel(bytes, { engine });
