/** The sessions of calls, cached by their keys. */
import { LruCache } from '../base/lru-cache.js';
import type { Memory, Relief } from '../memory/memory.js';
import { CLOSED } from '../wasm/instantiate.js';
import { CallSession, type Draft, type SessionParts } from './call-session.js';

/** Maximum number of bytes of the sessions of one cache, and the maximum share of wasm memory. */
const MOST_BYTES = 2 ** 26;
const PART = 1 / 4;

const BYTES_PER_CHARACTER = 2;

/** Estimated bytes that a session takes in JavaScript. */
const BYTES_OF_SESSION = 2 ** 12;

/** Calls of a session after which its size is read again: sessions keep programs for shapes that recur. */
const CALLS_PER_READING = 32;

interface Entry {
  readonly session: CallSession;
  calls: number;
}

export class CallSessions {
  readonly #parts: SessionParts;
  readonly #memory: Memory;
  readonly #entries: LruCache<Entry>;
  readonly #relief: Relief = () => this.clear();
  #last: { readonly key: string; readonly entry: Entry } | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#memory = parts.engine.memory;
    const most = Math.min(MOST_BYTES, this.#memory.limit * PART);
    this.#entries = new LruCache(most, ({ session }) => session.dispose());
    this.#memory.onShortage(this.#relief);
  }

  /** The session of a key, described on a miss. */
  find(key: string, describe: () => Draft): CallSession {
    if (this.#last?.key === key) return this.#counted(key, this.#last.entry);
    const known = this.#entries.get(key);
    const entry = known ?? { session: new CallSession(this.#parts, describe()), calls: 0 };
    if (!known) this.#entries.set(key, entry, this.#costOf(key, entry));
    this.#last = { key, entry };
    return this.#counted(key, entry);
  }

  /** Discards all sessions and the memory that they run in; returns whether there were any. */
  clear(): boolean {
    this.#last = undefined;
    // The memory of a closed engine is gone.
    if (this.#parts.engine.native === CLOSED) return false;
    const hadSessions = this.#entries.clear();
    return this.#parts.engine.native.clearShared() || hadSessions;
  }

  /** Discards all sessions, permanently. */
  close(): void {
    this.clear();
    this.#memory.offShortage(this.#relief);
  }

  #counted(key: string, entry: Entry): CallSession {
    if (++entry.calls % CALLS_PER_READING === 0)
      this.#entries.set(key, entry, this.#costOf(key, entry));
    return entry.session;
  }

  #costOf(key: string, { session }: Entry): number {
    return session.bytes + BYTES_OF_SESSION + key.length * BYTES_PER_CHARACTER;
  }
}
