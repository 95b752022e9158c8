/**
 * An instance of a global class, such as 'ImageData', if the program's type definitions have the class; otherwise
 * an object with the members named. A program that has neither the DOM's types nor WebGPU's compiles too.
 */
export type InstanceOf<Name extends string, Members = object> = typeof globalThis extends {
  readonly [Class in Name]: { readonly prototype: infer Instance };
}
  ? Instance
  : Members;
