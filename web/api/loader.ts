import { urlOf } from '../base/addresses.js';
import { AttributeError, SimdcastError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import { checkOptions, optionNames } from '../base/option-names.js';
import { version } from '../base/version.js';
import {
  addMicroKernels,
  compileMicroKernels,
  FLAVOURS,
  type Flavour,
  isSupported,
} from '../wasm/flavours.js';
import { instantiate, MEMORY_RANGE, makeMemory, type Native } from '../wasm/instantiate.js';
import { compile, type WasmSource } from '../wasm/module-source.js';
import { functionMessages } from './messages.js';
import { Simdcast } from './simdcast.js';
import type { Threading } from './threading.js';

/** The engine to load, its source, and its maximum memory. */
export interface LoadOptions {
  /** The build of the engine. Default: the fastest one that the JavaScript engine supports. */
  readonly flavour?: Flavour | undefined;
  /** The engine's module (`simdcast/simd.wasm`), instead of the entry's own. */
  readonly wasm?: WasmSource | undefined;
  /**
   * The module that the flavour `relaxed` adds (`simdcast/relaxed.wasm`), for platforms that do not compile
   * WebAssembly at run time. Default: the one in the entry, if the platform compiles it.
   */
  readonly relaxed?: WasmSource | undefined;
  /** Maximum size of the WebAssembly memory, in bytes. Default: 4 GiB minus 64 KiB. */
  readonly maximumMemory?: number | undefined;
}

/** The module that comes with an entry. */
export type Own = () => WasmSource | Promise<WasmSource>;

const LOAD = optionNames<LoadOptions>(
  'load',
  {
    flavour: true,
    wasm: true,
    relaxed: true,
    maximumMemory: true,
  },
  (name) => (name === 'threads' ? functionMessages.threadsElsewhere() : undefined),
);

/** An engine, shared by calls with the same options. */
interface Instance {
  readonly engine: Promise<Simdcast>;
  /** Calls that wait for it. */
  waiting: number;
  /** Whether a call has returned it. */
  isUsed: boolean;
}

type Instances = Map<string, Instance>;

/** Everything that is needed to start an engine. */
export interface Start {
  /** The caller's own module, if there is one. */
  readonly wasm: WasmSource | undefined;
  readonly flavour: Flavour;
  readonly relaxed: WasmSource | undefined;
  readonly limit: number;
  readonly whenClosed: () => void;
}

/** Creates a `load` that returns the same instance for the same options. */
export function makeLoad(own?: Own): (options?: LoadOptions) => Promise<Simdcast> {
  const find = makeFind();
  return async (options) => {
    checkOptions(options, LOAD);
    if (options?.wasm === undefined && !own)
      throw new AttributeError('invalid_module', messages.wasm('wasm'));
    return find(options ?? {}, '', ({ wasm, ...start }) =>
      startAlone(wasm ?? (own as Own)(), start),
    );
  };
}

/**
 * Finds the instance for the given options, or starts it.
 * @param more further parts of the key
 */
export type Find = (
  options: LoadOptions,
  more: string,
  begin: (start: Start) => Promise<Simdcast>,
) => Promise<Simdcast>;

/** @returns a function that keeps the instances which it finds */
export function makeFind(): Find {
  const instancesOfOwn: Instances = new Map();
  const brought = new WeakMap<object, Instances>();
  const loops = new ObjectIds();
  return async ({ flavour: asked, wasm, relaxed, maximumMemory }, more, begin) => {
    const limit = checkMaximum(maximumMemory);
    const flavour = chooseFlavour(asked);
    const address = addressOf('wasm', wasm);
    const loopsAddress = addressOf('relaxed', relaxed);
    const instances = typeof address === 'object' ? instancesOf(brought, address) : instancesOfOwn;
    const key = [flavour, limit, address, loops.of(loopsAddress), more].join();
    const whenClosed = () => instances.delete(key);
    const made = () => begin({ wasm, flavour, relaxed, limit, whenClosed });
    const instance = instances.get(key) ?? keep(instances, key, made());
    instance.waiting++;
    const loaded = await instance.engine;
    instance.waiting--;
    // The environment may only compile deployed modules, and no module of the micro-kernels was passed.
    if (asked !== 'relaxed' || loaded.flavour === asked) {
      instance.isUsed = true;
      return loaded;
    }
    if (instance.waiting === 0 && !instance.isUsed) loaded.close();
    throw new AttributeError('unsupported_flavour', functionMessages.flavourUnsupported(asked));
  };
}

/** Stores an engine that is starting; removes it if that fails. */
function keep(instances: Instances, key: string, engine: Promise<Simdcast>): Instance {
  const instance = { engine, waiting: 0, isUsed: false };
  instances.set(key, instance);
  engine.catch(() => instances.delete(key));
  return instance;
}

/** Numbers that identify objects in keys. */
class ObjectIds {
  readonly #numbers = new WeakMap<object, number>();
  #next = 0;

  of(address: object | string): number | string {
    if (typeof address === 'string') return address;
    const number = this.#numbers.get(address) ?? this.#next++;
    this.#numbers.set(address, number);
    return number;
  }
}

/** The key of a module's source: the identity of the object, or its address. */
function addressOf(option: string, source: WasmSource | undefined): object | string {
  if (source === undefined) return '';
  // A relative address or a path differs from a URL with the same text.
  if (typeof source === 'string' && source !== '') return urlOf(source)?.href ?? `path ${source}`;
  if (typeof source !== 'object' || source === null)
    throw new AttributeError('invalid_module', messages.wasm(option));
  return 'href' in source ? String(source.href) : source;
}

function instancesOf(brought: WeakMap<object, Instances>, wasm: object): Instances {
  const instances = brought.get(wasm) ?? new Map();
  brought.set(wasm, instances);
  return instances;
}

/** A single-threaded engine. */
export async function startAlone(
  wasm: WasmSource | Promise<WasmSource>,
  start: Omit<Start, 'wasm'>,
  threading?: Threading,
): Promise<Simdcast> {
  const compiled = await compile('wasm', await wasm);
  const native = await checkVersion(instantiate(compiled, makeMemory(start.limit)));
  return makeEngine(native, start, threading);
}

/** @throws AttributeError if the module belongs to another version of the engine */
export async function checkVersion(instantiating: Promise<Native>): Promise<Native> {
  const native = await instantiating.catch((error) => {
    throw new AttributeError('invalid_module', functionMessages.notTheEngine(), error);
  });
  if (native.version !== version)
    throw new AttributeError('invalid_module', functionMessages.notTheEngine());
  return native;
}

/** The engine, with the micro-kernels of its flavour. */
export async function makeEngine(
  native: Native,
  { flavour, relaxed, limit, whenClosed }: Omit<Start, 'wasm'>,
  threading?: Threading,
): Promise<Simdcast> {
  const fused = flavour === 'relaxed' && (await useMicroKernels(native, relaxed));
  return new Simdcast(native, fused ? 'relaxed' : 'simd', limit, whenClosed, threading);
}

/** Loads the micro-kernels with fused multiply-adds; returns false if the environment does not support them. */
async function useMicroKernels(native: Native, relaxed: WasmSource | undefined): Promise<boolean> {
  const shared = native.workers !== undefined;
  const module =
    relaxed === undefined ? await compileMicroKernels(shared) : await compile('relaxed', relaxed);
  if (!module) return false;
  await addMicroKernels(native, module).catch((error) => {
    throw new AttributeError('invalid_module', functionMessages.notTheEngine(), error);
  });
  return true;
}

function chooseFlavour(asked: Flavour | undefined): Flavour {
  if (asked !== undefined && !FLAVOURS.includes(asked))
    throw new AttributeError('unknown_flavour', messages.unknown('flavour', asked, FLAVOURS));
  if (!isSupported('simd')) throw new SimdcastError('no_simd', messages.noSimd());
  if (asked !== undefined && !isSupported(asked))
    throw new AttributeError('unsupported_flavour', functionMessages.flavourUnsupported(asked));
  return asked ?? (FLAVOURS.find(isSupported) as Flavour);
}

function checkMaximum(bytes: number | undefined): number {
  const [lowest, highest] = MEMORY_RANGE;
  if (bytes === undefined) return highest;
  if (!(typeof bytes === 'number' && bytes >= lowest && bytes <= highest))
    throw new AttributeError(
      'invalid_memory',
      messages.badValue('maximumMemory', `a number of bytes from ${lowest} to ${highest}`, bytes),
    );
  return bytes;
}
