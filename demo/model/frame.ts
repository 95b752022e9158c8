/** The tensors of the first real run. */
import type { WholeEngine } from '../base/engine.ts';
import {
  channels,
  type Frame,
  type FrameReport,
  measureFrame,
  type Normaliser,
  type Statistics,
  statisticsOf,
} from '../data/frame-run.ts';

/** The frame's tensors stay in the engine's memory, and every run writes to the same tensor. */
export function createNormaliser(
  engine: WholeEngine,
  { pixels, height, width }: Frame,
  statistics: Statistics,
): Normaliser {
  const frame = engine.tensor('float32', pixels, [height, width, channels]);
  const mean = engine.tensor('float32', statistics.mean, [channels]);
  const deviation = engine.tensor('float32', statistics.deviation, [channels]);
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
export function runFrame(engine: WholeEngine, frame: Frame, rounds: number): Promise<FrameReport> {
  const statistics = statisticsOf(frame.pixels);
  return measureFrame(frame, statistics, createNormaliser(engine, frame, statistics), rounds);
}
