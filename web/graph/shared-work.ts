/** Results that several parts of a program need, made once. Each part keeps them alive. */
import type { Memory } from '../memory/memory.js';
import { Resources } from './resources.js';

export class SharedWork<Key, Result> {
  readonly #memory: Memory;
  readonly #made = new Map<Key, { readonly result: Result; readonly owner: Resources }>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /**
   * @param user keeps the resources of the result
   * @param make must return the same for equal keys
   */
  of(key: Key, user: Resources, make: (owner: Resources) => Result): Result {
    const known = this.#made.get(key);
    if (known) {
      user.keep(known.owner.share());
      return known.result;
    }
    const owner = new Resources(this.#memory);
    user.keep(owner);
    const result = make(owner);
    this.#made.set(key, { result, owner });
    return result;
  }
}
