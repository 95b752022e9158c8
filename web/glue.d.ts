/** Emscripten's glue, as the package uses it. */
declare module '#glue' {
  interface Options {
    wasmMemory: WebAssembly.Memory;
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ): object;
  }
  export default function createModule(options: Options): Promise<object>;
}

/** The wasm modules, inlined by the bundler: deflated, in base64. */
declare module '*.wasm' {
  const text: string;
  export default text;
}
