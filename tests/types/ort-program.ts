/**
 * A program that names onnxruntime's types, as its users write them. tests/ort/types.test.mjs compiles it with
 * onnxruntime-common too. Compiled, not run.
 */
import * as ort from 'simdcast/ort';
import { expectType } from './expect.js';

const options: ort.InferenceSession.SessionOptions = {
  executionProviders: ['wasm', { name: 'cpu' }],
  graphOptimizationLevel: 'all',
  externalData: [{ path: 'weights.bin', data: new Uint8Array(4) }, 'more.bin'],
  freeDimensionOverrides: { batch: 1 },
  extra: { session: { set_denormal_as_zero: '1' } },
};
options.logSeverityLevel = 3;
ort.env.wasm.numThreads = 4;
ort.env.wasm.wasmPaths = { wasm: '/ort.wasm' };
ort.env.logLevel = 'error';
const flags: ort.Env.WebAssemblyFlags = ort.env.wasm;
flags.simd = true;

const session: ort.InferenceSession = await ort.InferenceSession.create('model.onnx', options);
const part = await ort.InferenceSession.create(new ArrayBuffer(8), 0, 8, options);

const x = new ort.Tensor('float32', [1, 2, 3], [3]);
expectType<ort.TypedTensor<'float32'>>()(x);
expectType<Float32Array>()(x.data);
expectType<BigInt64Array>()(new ort.Tensor('int64', [1n, 2n], [2]).data);
expectType<'uint8'>()(new ort.Tensor(new Uint8ClampedArray(4)).type);
expectType<string[]>()(new ort.Tensor(['a']).data);
expectType<ort.TypedTensor<'float32'>>()(x.reshape([1, 3]));

const drawn = await ort.Tensor.fromImage('cat.png', { height: 224, tensorFormat: 'BGR' });
const feeds: Record<string, ort.Tensor> = { x, drawn };
const outputs: ort.InferenceSession.OnnxValueMapType = await session.run(feeds, { tag: 'first' });
const { y } = await part.run(feeds, ['y'], { terminate: false });
const scores = (outputs.y?.data ?? y?.data) as Float32Array;

export function largest(tensor: ort.Tensor): number {
  const data: ort.Tensor.DataType = tensor.data;
  const type: ort.Tensor.Type = tensor.type;
  const place: ort.OnnxValueDataLocation = tensor.location;
  return type === 'float32' && place === 'cpu'
    ? Math.max(...(data as Float32Array))
    : (scores[0] ?? 0);
}

export async function rows(): Promise<readonly (number | string)[]> {
  const [input] = session.inputMetadata;
  if (!input?.isTensor) return [];
  const type: ort.Tensor.Type = input.type;
  const values: ort.Tensor.DataTypeMap['float32'] | undefined =
    type === 'float32' ? await x.getData() : undefined;
  return [...input.shape, values?.length ?? 0];
}

export class Model {
  session: ort.InferenceSession | undefined;
  async run(given: ort.InferenceSession.FeedsType): Promise<ort.InferenceSession.ReturnType> {
    this.session ??= await ort.InferenceSession.create('model.onnx');
    return this.session.run(given);
  }
}
