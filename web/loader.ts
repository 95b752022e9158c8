import { AttributeError } from './errors.js';
import { type Flavour, isSupported } from './flavours.js';
import { messages } from './messages.js';
import { instantiate, MEMORY_RANGE } from './native.js';
import { Simdcast } from './simdcast.js';

export interface LoadOptions {
  /** The best that the JavaScript engine can run, unless given. */
  readonly flavour?: Flavour;
  /** The most bytes that wasm memory may grow to: 4 GiB unless given. */
  readonly maximumMemory?: number;
}

/** Flavours that an entry carries, best first, and how it compiles one. */
export interface Source {
  readonly flavours: readonly Flavour[];
  compile(flavour: Flavour): Promise<WebAssembly.Module>;
}

/** A `load` that gives the same instance for the same options. */
export function makeLoad(source: Source): (options?: LoadOptions) => Promise<Simdcast> {
  const instances = new Map<string, Promise<Simdcast>>();
  return async (options = {}) => {
    const flavour = chooseFlavour(source, options.flavour);
    const maximum = checkMaximum(options.maximumMemory);
    const key = `${flavour},${maximum}`;
    const known = instances.get(key);
    if (known) return known;
    const made = source
      .compile(flavour)
      .then((compiled) => instantiate(compiled, maximum))
      .then((native) => new Simdcast(native, flavour));
    instances.set(key, made);
    made.catch(() => instances.delete(key));
    return made;
  };
}

function chooseFlavour({ flavours }: Source, asked: Flavour | undefined): Flavour {
  if (asked === undefined) return flavours.find(isSupported) ?? 'scalar';
  if (!flavours.includes(asked))
    throw new AttributeError('unknown_flavour', messages.flavour(String(asked), flavours));
  if (!isSupported(asked))
    throw new AttributeError('unsupported_flavour', messages.flavourUnsupported(asked));
  return asked;
}

function checkMaximum(bytes: number | undefined): number {
  const [lowest, highest] = MEMORY_RANGE;
  if (bytes === undefined) return highest;
  if (!(typeof bytes === 'number' && bytes >= lowest && bytes <= highest))
    throw new AttributeError('invalid_memory', messages.maximumMemory(lowest, highest));
  return bytes;
}
