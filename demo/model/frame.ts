/** The tensors of the first real run. */
import type { Engine } from '../engine.ts';
import {
  channelDeviation,
  channelMean,
  type FrameReport,
  frameShape,
  measureFrame,
  type Normaliser,
} from '../frame-run.ts';

/** The frame's tensors stay in the engine's memory, and every run writes to the same place. */
export function createNormaliser(engine: Engine, pixels: Float32Array): Normaliser {
  const frame = engine.tensor('float32', pixels, frameShape);
  const mean = engine.tensor('float32', channelMean, [3]);
  const deviation = engine.tensor('float32', channelDeviation, [3]);
  const centred = engine.sub(frame, mean);
  const out = engine.div(centred, deviation);
  return {
    run() {
      engine.sub(frame, mean, { out: centred });
      engine.div(centred, deviation, { out });
    },
    get result() {
      return out.data as Float32Array;
    },
    dispose() {
      for (const tensor of [frame, mean, deviation, centred, out]) tensor.dispose();
    },
  };
}

/** Normalises a frame on the engine and in a plain loop, and measures both. */
export const runFrame = (engine: Engine, frame: Float32Array): Promise<FrameReport> =>
  measureFrame(frame, createNormaliser(engine, frame), String(engine.flavour));
