/**
 * Stops a change from spreading. If the outputs of a re-lowered node have the type and dims of the previous
 * ones, they become the previous ones, so the nodes after it are unchanged. When a token of a decoder is the
 * first at its length, a product of attention changes, but the size of its result does not.
 */
import { sameDims } from '../base/dims.js';
import type { Memory } from '../memory/memory.js';
import type { Lowered } from './alike.js';
import type { Resources } from './resources.js';
import { type Step, storagesOf } from './steps.js';
import { isConstant, isValue, type Storage, type Value } from './values.js';

interface Before extends Lowered {
  readonly owners: readonly Resources[];
}

interface Settled extends Lowered {
  /** The owners of constants that equal previous ones. */
  readonly owners: readonly Resources[];
}

/** Constants with at most this number of bytes are compared: shapes, sizes and indices. */
const MOST_COMPARED = 4096;

const isSameForm = (a: Value, b: Value): boolean => a.type === b.type && sameDims(a.dims, b.dims);

/** Whether constants of the same type and dims have the same elements. */
function areEqual(a: Storage, b: Storage, memory: Memory): boolean {
  if (a.strings && b.strings) {
    const { strings } = b;
    return a.strings.length === strings.length && a.strings.every((one, i) => one === strings[i]);
  }
  if (a.bytes > MOST_COMPARED) return false;
  const bytesAt = ({ address }: Storage) => memory.view(Uint8Array, address, a.bytes);
  const others = bytesAt(b);
  return bytesAt(a).every((byte, i) => byte === others[i]);
}

const ownerOf = ({ address }: Storage, owners: readonly Resources[]): Resources | undefined =>
  owners.find((owner) => owner.owns(address));

export function settle(now: Lowered, before: Before, memory: Memory): Settled {
  const owners = new Set<Resources>();
  const moved = new Map<Storage, Storage>();
  const taken = new Set<Storage>();
  const outputs = now.outputs.map((made, i) => {
    const old = before.outputs[i];
    if (!isValue(made) || !isValue(old) || !isSameForm(made, old)) return made;
    const [from, to] = [made.storage, old.storage];
    if (from === to || (from.kind === 'input' && to.kind === 'input')) return old;
    if (isConstant(made) && isConstant(old)) {
      const owner = ownerOf(to, before.owners);
      if ((!owner && !to.strings) || !areEqual(from, to, memory)) return made;
      if (owner) owners.add(owner);
      return old;
    }
    if (moved.get(from) === to) return old;
    const isOther = moved.has(from) || taken.has(to) || from.bytes !== to.bytes;
    if (isOther || !isWritten(from, now.steps) || !isWritten(to, before.steps)) return made;
    moved.set(from, to);
    taken.add(to);
    return old;
  });
  if (moved.size === 0) return { outputs, steps: now.steps, owners: [...owners] };
  const inPlace = <Made>(made: Made): Made => {
    const storage = isValue(made) ? moved.get(made.storage) : undefined;
    return storage ? { ...made, storage } : made;
  };
  const steps = now.steps.map((step) => {
    const inputs = step.inputs.map((input) => inPlace(input));
    const to = step.outputs.map((output) => inPlace(output));
    return { ...step, inputs, outputs: to, storages: storagesOf(inputs, to) } as Step;
  });
  return { outputs: outputs.map(inPlace), steps, owners: [...owners] };
}

/**
 * Whether steps write a temporary storage that another may replace. It may not if string steps or parts refer
 * to it.
 */
function isWritten(storage: Storage, steps: readonly Step[]): boolean {
  if (storage.kind !== 'temporary' || storage.isPart) return false;
  let isOutput = false;
  for (const { kind, inputs, outputs } of steps) {
    if (kind === 'text') return false;
    for (const value of outputs) if (value?.storage === storage) isOutput = true;
    for (const value of inputs) if (isPartOf(value, storage)) return false;
    for (const value of outputs) if (isPartOf(value, storage)) return false;
  }
  return isOutput;
}

const isPartOf = (value: Value | undefined, whole: Storage): boolean =>
  value?.storage.isPart === true && value.storage.place.whole === whole;
