/** Initializers in wasm memory. */
import type { TypedArray } from '../../base/typed-arrays.js';
import type { TaskBuilder } from '../../engine/tasks.js';
import type { Resources } from '../../graph/resources.js';
import { bytesOfValue, Storage, type Value } from '../../graph/values.js';
import { ModelError } from '../model/errors.js';
import type { ExternalFiles } from '../model/external-files.js';
import { onnxMessages } from '../model/messages.js';
import type { Model } from '../model/model.js';
import { isExternal, tensorIn } from '../model/tensor-proto.js';

/** @throws ModelError for a rank that the engine does not support */
export function checkRank(name: string, dims: readonly number[], { engine }: TaskBuilder): void {
  const { maxRank } = engine.catalogue;
  if (dims.length > maxRank)
    throw new ModelError('invalid_tensor', onnxMessages.rank(`'${name}'`, dims.length, maxRank));
}

/** Uploads the initializers into wasm memory, where they stay. */
export function uploadInitializers(
  { initializers }: Model,
  files: ExternalFiles,
  tasks: TaskBuilder,
  constants: Resources,
): Map<string, Value> {
  // Blocks of an attempt that ran out of memory.
  constants.releaseExcept(new Set());
  const values = new Map<string, Value>();
  for (const [name, tensor] of initializers) {
    checkRank(name, tensor.dims, tasks);
    const { type, dims, data } = isExternal(tensor)
      ? tensorIn(files.bytesOf(tensor), tensor)
      : tensor;
    const bytes = bytesOfValue({ type, dims });
    const storage = new Storage('constant', bytes);
    if (type === 'string') {
      storage.strings = data as readonly string[];
    } else {
      storage.address = constants.reserve(bytes);
      tasks.memory.write(storage.address, data as TypedArray, bytes);
    }
    values.set(name, { type, dims, storage });
  }
  return values;
}
