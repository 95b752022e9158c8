/** Initializers for the checker: elements of small ones may determine shapes; the others need only a shape. */
import type { TaskBuilder } from '../../engine/tasks.js';
import type { Resources } from '../../graph/resources.js';
import { bytesOfValue, Storage, type Value } from '../../graph/values.js';
import { ExternalFiles } from '../model/external-files.js';
import type { Model } from '../model/model.js';
import { isExternal } from '../model/tensor-proto.js';
import { checkRank, uploadInitializers } from '../session/initializers.js';
import { MOST_FOLDED } from './infer.js';

/** The elements of weights are not read, wherever they are. */
export function knownConstants(
  model: Model,
  tasks: TaskBuilder,
  weights: Resources,
): Map<string, Value> {
  const all = [...model.initializers];
  const small = all.filter(
    ([, tensor]) => !isExternal(tensor) && bytesOfValue(tensor) <= MOST_FOLDED,
  );
  const read = { ...model, initializers: new Map(small) };
  const values = uploadInitializers(read, ExternalFiles.none, tasks, weights);
  for (const [name, { type, dims }] of all)
    if (!values.has(name)) {
      checkRank(name, dims, tasks);
      values.set(name, { type, dims, storage: new Storage('input', bytesOfValue({ type, dims })) });
    }
  return values;
}
