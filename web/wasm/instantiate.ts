/** Instances of the engine's modules, and their memory. */
import createModule from '#glue';
import { DisposedError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import type { NativeModule } from './native.js';
import type { Sharing } from './worker-messages.js';

/** A module that has been instantiated. */
export interface Native extends NativeModule {
  readonly memory: WebAssembly.Memory;
  /** The threads that share its runs, if the memory is shared. */
  readonly workers: Sharing | undefined;
  /** The error of strings that do not fit, which the engine's memory sets. */
  readonly shortage: Shortage;
  /** The engine's functions; kernels that are compiled at run time are added to it. */
  readonly table: WebAssembly.Table;
}

interface Shortage {
  error: (bytes: number) => Error;
}

/** Replaces the module of an engine that was closed. */
export const CLOSED: Native = new Proxy({} as Native, {
  get() {
    throw new DisposedError('closed', messages.closed());
  },
});

const PAGE = 65536;
const LEAST_PAGES = 16;
/** A memory of 65,536 pages has a size of 2^32, which is 0 in 32 bits. */
const MOST_PAGES = 65535;
/** Enough for all cached plans: untouched pages cost nothing. */
const USUAL_PAGES = 32;

/** The smallest and the largest limit of wasm memory, in bytes. */
export const MEMORY_RANGE = [LEAST_PAGES * PAGE, 65536 * PAGE] as const;

/** The size that wasm memory can grow to under a limit, in bytes. */
export const roomWithin = (limit: number): number =>
  Math.min(Math.floor(limit / PAGE), MOST_PAGES) * PAGE;

/** A memory that may grow to `limit` bytes, which threads may share. */
export function makeMemory(limit: number, shared = false): WebAssembly.Memory {
  const maximum = roomWithin(limit) / PAGE;
  return new WebAssembly.Memory({ initial: Math.min(USUAL_PAGES, maximum), maximum, shared });
}

/** Emscripten's JavaScript for a module. */
export type CreateModule = (options: {
  readonly wasmMemory: WebAssembly.Memory;
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: Pick<WebAssembly.Instance, 'exports'>) => void,
  ): object;
}) => Promise<NativeModule>;

type Allocator = Readonly<Record<'malloc' | 'free', (argument: number) => number>>;

/** Up to this number of bytes, the headroom of a call also holds the copy of a string. */
const SMALL_STRING = 2 ** 12;

/**
 * An allocator for strings that are passed to the engine, which throws if memory is short. Emscripten's JavaScript
 * would write to address 0. The engine copies a string at least once.
 */
const checked =
  ({ malloc, free }: Allocator, shortage: Shortage) =>
  (bytes: number): number => {
    const isSmall = bytes <= SMALL_STRING;
    const probe = isSmall ? 0 : malloc(3 * bytes);
    free(probe);
    const address = isSmall || probe ? malloc(bytes) : 0;
    if (address === 0) throw shortage.error(bytes);
    return address;
  };

/**
 * Instantiates a compiled module.
 * @param create Emscripten's JavaScript for the module. Default: that for the single-threaded module
 */
export async function instantiate(
  compiled: WebAssembly.Module,
  memory: WebAssembly.Memory,
  workers?: Sharing,
  create: CreateModule = createModule,
): Promise<Native> {
  return new Promise((resolve, reject) => {
    let table: WebAssembly.Table;
    const shortage: Shortage = { error: () => new Error() };
    create({
      wasmMemory: memory,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports)
          .then(({ exports }) => {
            table = exports.__indirect_function_table as WebAssembly.Table;
            const malloc = checked(exports as unknown as Allocator, shortage);
            done({ exports: { ...exports, malloc } });
          })
          .catch(reject);
        return {};
      },
    }).then(
      (module) => resolve(Object.assign(module, { memory, table, workers, shortage })),
      reject,
    );
  });
}
