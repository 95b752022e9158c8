/**
 * An instance of a global class if the reader's own type library declares the class, otherwise `Otherwise`:
 * the declarations must compile with and without the DOM's library.
 */
export type Global<Name extends string, Otherwise> = typeof globalThis extends {
  readonly [key in Name]: { prototype: infer Instance };
}
  ? Instance
  : Otherwise;
