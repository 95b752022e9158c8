/** The engines that are open, for whoever runs on the only one. */

/** Weakly held: an engine that nobody uses any more need not be closed. */
const open = new Map<object, WeakRef<object>>();
const collected = new FinalizationRegistry<object>((key) => open.delete(key));

/** Notes that an engine is open; returns a function that notes that it is closed. */
export function noteOpen(engine: object): () => void {
  const key = {};
  open.set(key, new WeakRef(engine));
  collected.register(engine, key, key);
  return () => {
    open.delete(key);
    collected.unregister(key);
  };
}

/** The engine that is open, of whichever entry; `undefined` if there is none, or more than one. */
export function onlyEngine(): object | undefined {
  const [only, other] = [...open.values()].flatMap((engine) => engine.deref() ?? []);
  return other ? undefined : only;
}
