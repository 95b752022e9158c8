/** Values by key; what was used least recently is given up once all of them cost more than a limit. */
export class LruCache<Value> {
  // A Map keeps the order of insertion: what is used is inserted anew, so the first is the oldest.
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

  /** Keeps a value under a key that has none; it stays at least until the next one comes. */
  set(key: string, value: Value, cost: number): void {
    for (const [oldest, entry] of this.#entries) {
      if (this.#cost + cost <= this.#limit) break;
      this.#entries.delete(oldest);
      this.#cost -= entry.cost;
      this.#giveUp(entry.value);
    }
    this.#entries.set(key, { value, cost });
    this.#cost += cost;
  }

  /** Gives up all values; whether there were any. */
  clear(): boolean {
    const values = [...this.#entries.values()];
    this.#entries.clear();
    this.#cost = 0;
    for (const { value } of values) this.#giveUp(value);
    return values.length > 0;
  }
}
