import { AttributeError, SimdcastError } from './errors.js';
import { type Flavour, isSupported } from './flavours.js';
import { checkOptions, known } from './known.js';
import { messages } from './messages.js';
import { compile, type WasmSource } from './modules.js';
import { instantiate, MEMORY_RANGE } from './native.js';
import { Simdcast } from './simdcast.js';
import { version } from './version.js';

/** Which engine to load, from where, and how much memory it may take. */
export interface LoadOptions {
  /** The best that the JavaScript engine can run, unless given. */
  readonly flavour?: Flavour;
  /** A module to use in the place of the entry's own. */
  readonly wasm?: WasmSource;
  /** The most bytes that wasm memory may grow to: 4 GiB unless given. */
  readonly maximumMemory?: number;
}

/** Flavours that an entry carries, best first, and what it has of each. */
export interface Source {
  readonly flavours: readonly Flavour[];
  wasm(flavour: Flavour): WasmSource | Promise<WasmSource>;
}

const LOAD = known<LoadOptions>('load', { flavour: true, wasm: true, maximumMemory: true });

type Instances = Map<string, Promise<Simdcast>>;

/** A `load` that gives the same instance for the same options. */
export function makeLoad(source: Source): (options?: LoadOptions) => Promise<Simdcast> {
  const own: Instances = new Map();
  const brought = new WeakMap<object, Instances>();
  return async (options) => {
    checkOptions(options, LOAD);
    const { flavour: asked, wasm, maximumMemory } = options ?? {};
    const maximum = checkMaximum(maximumMemory);
    const flavour = wasm === undefined ? chooseFlavour(source, asked) : asked;
    const address = addressOf(wasm);
    const instances = typeof address === 'object' ? instancesOf(brought, address) : own;
    const key = [flavour, maximum, address].join();
    const known = instances.get(key);
    if (known) return known;
    const made = start(wasm ?? source.wasm(flavour as Flavour), flavour, maximum);
    instances.set(key, made);
    made.catch(() => instances.delete(key));
    return made;
  };
}

/** What makes one source of a module the same as another: its identity, or where it is. */
function addressOf(wasm: WasmSource | undefined): object | string {
  if (wasm === undefined) return '';
  if (typeof wasm !== 'object' || wasm === null)
    throw new AttributeError('invalid_module', messages.wasm());
  return 'href' in wasm ? String(wasm.href) : wasm;
}

function instancesOf(brought: WeakMap<object, Instances>, wasm: object): Instances {
  const instances = brought.get(wasm) ?? new Map();
  brought.set(wasm, instances);
  return instances;
}

async function start(
  wasm: WasmSource | Promise<WasmSource>,
  flavour: Flavour | undefined,
  maximum: number,
): Promise<Simdcast> {
  const module = await compile(await wasm);
  const sc = await instantiate(module, maximum).then(
    (native) => new Simdcast(native),
    (error) => {
      throw error instanceof SimdcastError
        ? error
        : new AttributeError('invalid_module', messages.notTheEngine(), error);
    },
  );
  if (sc.version !== version) throw new AttributeError('invalid_module', messages.notTheEngine());
  if (flavour !== undefined && sc.flavour !== flavour)
    throw new AttributeError('other_flavour', messages.otherFlavour(flavour, sc.flavour));
  return sc;
}

function chooseFlavour({ flavours }: Source, asked: Flavour | undefined): Flavour {
  if (flavours.length === 0) throw new AttributeError('invalid_module', messages.wasm());
  if (asked !== undefined && !flavours.includes(asked))
    throw new AttributeError('unknown_flavour', messages.flavour(asked, flavours));
  const flavour = (asked ? [asked] : flavours).find(isSupported);
  if (flavour) return flavour;
  throw new AttributeError('unsupported_flavour', messages.flavourUnsupported(asked ?? 'scalar'));
}

function checkMaximum(bytes: number | undefined): number {
  const [lowest, highest] = MEMORY_RANGE;
  if (bytes === undefined) return highest;
  if (!(typeof bytes === 'number' && bytes >= lowest && bytes <= highest))
    throw new AttributeError('invalid_memory', messages.maximumMemory(lowest, highest));
  return bytes;
}
