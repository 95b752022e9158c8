/** The open engines, for sessions that run on the only one. */

/** Weak references: unused engines need not be closed. */
const open = new Map<object, WeakRef<object>>();
const collected = new FinalizationRegistry<object>((key) => open.delete(key));

/** Registers an open engine; returns a function that removes it. */
export function noteOpen(engine: object): () => void {
  const key = {};
  open.set(key, new WeakRef(engine));
  collected.register(engine, key, key);
  return () => {
    open.delete(key);
    collected.unregister(key);
  };
}

/** The open engine, from any entry; `undefined` if there is none, or more than one. */
export function onlyEngine(): object | undefined {
  const [only, other] = [...open.values()].flatMap((engine) => engine.deref() ?? []);
  return other ? undefined : only;
}
