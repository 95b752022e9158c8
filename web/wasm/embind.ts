/** What Embind makes of the engine's enums and classes. */

/** What Embind makes of an object that lives in wasm memory. */
export interface Held {
  delete(): void;
}

/** An enumerator: its number, for calls that take integers. */
export interface Enumerator {
  readonly value: number;
}

/** Enumerators by name, in the order of their numbers. */
export type Enumeration = Readonly<Record<string, Enumerator>>;
