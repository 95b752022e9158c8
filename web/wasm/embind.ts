/** Embind's types for the engine's enums and classes. */

/** Embind's handle for an object in wasm memory. */
export interface Held {
  delete(): void;
}

/** An enumerator: its number, for calls that accept integers. */
export interface Enumerator {
  readonly value: number;
}

/** Enumerators by name, in the order of their numbers. */
export type Enumeration = Readonly<Record<string, Enumerator>>;
