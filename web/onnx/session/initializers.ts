/** Initializers in wasm memory. */
import type { TypedArray } from '../../base/typed-arrays.js';
import type { TaskBuilder } from '../../engine/tasks.js';
import type { Resources } from '../../graph/resources.js';
import { bytesOfValue, Storage, type Value } from '../../graph/values.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import type { Model } from '../model/model.js';

/** Puts the initializers into wasm memory, where they stay. */
export function uploadInitializers(
  { initializers }: Model,
  { memory, engine }: TaskBuilder,
  constants: Resources,
): Map<string, Value> {
  const { maxRank } = engine.catalogue;
  const values = new Map<string, Value>();
  for (const [name, { type, dims, data }] of initializers) {
    if (dims.length > maxRank)
      throw new ModelError('invalid_tensor', onnxMessages.rank(`'${name}'`, dims.length, maxRank));
    const bytes = bytesOfValue({ type, dims });
    const storage = new Storage('constant', bytes);
    if (type === 'string') {
      storage.strings = data as readonly string[];
    } else {
      storage.address = constants.reserve(bytes);
      memory.write(storage.address, data as TypedArray);
    }
    values.set(name, { type, dims, storage });
  }
  return values;
}
