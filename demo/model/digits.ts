/** The network that reads digits, in a session on the page's own engine. */
import { InferenceSession } from 'simdcast/onnx';
import { type DigitReader, pixels } from '../digits/reader.ts';
import type { Engine } from '../engine.ts';

export async function openReader(engine: Engine, model: URL | ArrayBuffer): Promise<DigitReader> {
  const session = await InferenceSession.create(model, { engine });
  return {
    read(pictures) {
      const x = { data: pictures, dims: [pictures.length / pixels, pixels] };
      return session.runSync({ x }).odds?.data as Float32Array;
    },
  };
}

/** Fetched when the reader is near. */
export const openDigits = (engine: Engine): Promise<DigitReader> =>
  openReader(engine, new URL('../digits/digits.onnx', import.meta.url));
