/** Modules of Node, Deno and Bun, without imports or names that a bundler would follow. */
export interface OpenFile {
  stat(): Promise<{ readonly size: number }>;
  read(
    into: Uint8Array,
    options: { offset: number; length: number; position: number },
  ): Promise<{ readonly bytesRead: number }>;
  close(): Promise<void>;
}

interface Builtins {
  'fs/promises': {
    readFile(file: URL | string): Promise<Uint8Array<ArrayBuffer>>;
    open(file: URL | string): Promise<OpenFile>;
  };
  buffer: { Buffer: { from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer> } };
  worker_threads: { Worker: new (file: URL | string, options: object) => object };
  os: { availableParallelism?(): number };
  zlib: { inflateRawSync(deflated: Uint8Array): Uint8Array<ArrayBuffer> };
}

interface Host {
  readonly process?: {
    getBuiltinModule?<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined;
  };
}

/** Undefined in browsers. */
export function builtin<Name extends keyof Builtins>(name: Name): Builtins[Name] | undefined {
  return (globalThis as Host).process?.getBuiltinModule?.(name);
}
