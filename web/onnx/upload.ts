/** Initializers in wasm memory. */
import type { TypedArray } from '../dtypes.js';
import type { Resources } from '../graph/resources.js';
import { bytesOfValue, Place, type Value } from '../graph/values.js';
import type { Kernels } from '../kernels.js';
import { ModelError } from './errors.js';
import { onnxMessages } from './messages.js';
import type { Model } from './model.js';

/** Puts the initializers into wasm memory, where they stay. */
export function upload(
  { initializers }: Model,
  { memory }: Kernels,
  constants: Resources,
  maxRank: number,
): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [name, { type, dims, data }] of initializers) {
    if (dims.length > maxRank)
      throw new ModelError('invalid_tensor', onnxMessages.rank(`'${name}'`, dims.length, maxRank));
    const bytes = type === 'string' ? 0 : bytesOfValue({ type, dims });
    const place = new Place('constant', bytes);
    if (type === 'string') place.strings = data as readonly string[];
    else place.address = constants.reserve(bytes);
    if (bytes > 0) memory.write(place.address, data as TypedArray);
    values.set(name, { type, dims, place });
  }
  return values;
}
