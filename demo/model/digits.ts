/** The network that reads digits, in sessions on the page's own engine. */
import { InferenceSession } from 'simdcast/onnx';
import type { WholeEngine } from '../base/engine.ts';
import { type DigitReader, pictureDims } from '../data/digit-reader.ts';
import { nodesOf, withOutputs } from './onnx-graph.ts';

/** Two sessions: one predicts; the other, slower, also returns the values between the nodes. */
export async function openReader(engine: WholeEngine, model: ArrayBuffer): Promise<DigitReader> {
  const bytes = new Uint8Array(model);
  const nodes = nodesOf(bytes);
  const reading = await InferenceSession.create(model, { engine });
  const known = new Set([...reading.inputNames, ...reading.outputNames]);
  const between = new Set(nodes.flatMap(({ inputs, output }) => [...inputs, output]));
  const names = [...between].filter((name) => !known.has(name));
  const looking = await InferenceSession.create(withOutputs(bytes, names).buffer, { engine });
  const [input = 'x'] = reading.inputNames;
  const [output = 'odds'] = reading.outputNames;
  const feeds = (pictures: Float32Array) => ({
    [input]: { data: pictures, dims: pictureDims(pictures) },
  });
  return {
    read: (pictures) => reading.runSync(feeds(pictures))[output]?.data as Float32Array,
    nodes,
    look(pictures) {
      const given = feeds(pictures);
      const values = Object.entries({ ...given, ...looking.runSync(given) });
      return new Map(
        values.map(([name, { data, dims }]) => [name, { name, dims, data: data as Float32Array }]),
      );
    },
  };
}

/** Fetches the model and opens it; called when the reader comes near. */
export async function openDigits(engine: WholeEngine): Promise<DigitReader> {
  const address = new URL('../digits/digits.onnx', import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return openReader(engine, await response.arrayBuffer());
}
