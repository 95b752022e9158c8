/** Values by key; evicts the least recently used one when their total cost exceeds a limit. */
export class LruCache<Value> {
  // A Map keeps insertion order, and values are re-inserted when used, so the first entry is the oldest.
  readonly #entries = new Map<string, { readonly value: Value; readonly cost: number }>();
  readonly #limit: number;
  readonly #giveUp: (value: Value) => void;
  #cost = 0;

  constructor(limit: number, giveUp: (value: Value) => void = () => {}) {
    this.#limit = limit;
    this.#giveUp = giveUp;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /**
   * Stores a value under a key, which is new or has the same value at another cost; it stays at least until the
   * next one is stored.
   */
  set(key: string, value: Value, cost: number): void {
    this.#cost -= this.#entries.get(key)?.cost ?? 0;
    this.#entries.delete(key);
    for (const [oldest, entry] of this.#entries) {
      if (this.#cost + cost <= this.#limit) break;
      this.#entries.delete(oldest);
      this.#cost -= entry.cost;
      this.#giveUp(entry.value);
    }
    this.#entries.set(key, { value, cost });
    this.#cost += cost;
  }

  /** Evicts all values; returns whether there were any. */
  clear(): boolean {
    const values = [...this.#entries.values()];
    this.#entries.clear();
    this.#cost = 0;
    for (const { value } of values) this.#giveUp(value);
    return values.length > 0;
  }
}
