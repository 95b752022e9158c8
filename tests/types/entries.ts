/** Every entry's declarations, for programs without the types of the DOM and of Node. */
import type { AnyTensor, Fused, Simdcast, TensorLike } from 'simdcast';
import { load } from 'simdcast/core';
import type { LoadOptions } from 'simdcast/external';
import { checkModel, InferenceSession, type ModelSource } from 'simdcast/onnx';
import simd from 'simdcast/simd.wasm';

export type Named = [Simdcast, TensorLike, LoadOptions, Fused, AnyTensor, typeof simd];

export async function run(source: ModelSource, x: TensorLike): Promise<number> {
  const engine = await load({ wasm: simd });
  const { warnings } = await checkModel(source, { engine });
  const session = await InferenceSession.create(source, { engine });
  const results = await session.run({ x });
  return warnings + Object.keys(results).length;
}
