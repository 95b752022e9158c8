/** Emscripten's glue, as the package uses it. */
declare module '#glue' {
  interface Options {
    wasmMemory: WebAssembly.Memory;
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ): object;
  }
  export default function createModule(
    options: Options,
  ): Promise<import('./native.js').NativeModule>;
}

/** The same for the multi-threaded module. */
declare module '#threads-glue' {
  export { default } from '#glue';
}
