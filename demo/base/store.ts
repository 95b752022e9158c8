/** A value that notifies its listeners of changes. */
export interface Store<T> {
  get(): T;
  /** Notifies the listeners synchronously, but only if a part differs. */
  set(part: Partial<T>): void;
  subscribe(listener: (value: T) => void): () => void;
}

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<(value: T) => void>();
  return {
    get: () => value,
    set(part) {
      const names = Object.keys(part) as (keyof T)[];
      if (names.every((name) => Object.is(part[name], value[name]))) return;
      value = { ...value, ...part };
      for (const listener of listeners) listener(value);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
