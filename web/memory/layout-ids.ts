/** Numbers for layouts (pairs of type and dims), with which plans are found without joining keys. */
import type { DType } from '../base/dtypes.js';

interface Branch {
  id: number;
  /** Allocated on demand: most layouts are not the prefix of another. */
  next: Map<number, Branch> | undefined;
}

const MOST_LAYOUTS = 1 << 16;

export class LayoutIds {
  readonly #roots = new Map<DType, Branch>();
  #count = 0;
  #nextId = 1;

  /** The number of a layout. It may change after MOST_LAYOUTS others. */
  idOf(type: DType, dims: readonly number[]): number {
    let branch = this.#root(type);
    for (let axis = 0; axis < dims.length; axis++) {
      const size = dims[axis] as number;
      branch.next ??= new Map();
      let next = branch.next.get(size);
      if (!next) {
        next = this.#branch();
        branch.next.set(size, next);
      }
      branch = next;
    }
    return branch.id;
  }

  #root(type: DType): Branch {
    if (this.#count > MOST_LAYOUTS) this.#forget();
    let root = this.#roots.get(type);
    if (!root) {
      root = this.#branch();
      this.#roots.set(type, root);
    }
    return root;
  }

  /** Numbers are never reused, so an old one cannot refer to the plan of another layout. */
  #branch(): Branch {
    this.#count++;
    return { id: this.#nextId++, next: undefined };
  }

  #forget(): void {
    this.#roots.clear();
    this.#count = 0;
  }
}
