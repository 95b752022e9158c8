/**
 * An instance of a global class where the reader's own type library declares it, else `Otherwise`:
 * the declarations have to hold with and without the DOM's library.
 */
export type Global<Name extends string, Otherwise> = typeof globalThis extends {
  readonly [key in Name]: { prototype: infer Instance };
}
  ? Instance
  : Otherwise;
