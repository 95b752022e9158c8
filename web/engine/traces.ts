/** The engine's description of an alignment, as a trace: read immediately, or in parts on demand. */
import type { Trace } from '../base/alignment.js';
import { DisposedError } from '../base/errors.js';
import type { NativeAlignment } from '../wasm/native.js';

/** The parts of a trace that take longer to find or to write. */
type Later = Pick<Trace, 'axes' | 'conflicts' | 'warnings' | 'fixes' | 'sentences' | 'text'>;
type Facts = Omit<Trace, keyof Later | 'error'>;

/** Drops undefined members and empty strings, which are then absent in a trace. */
function present<Fields extends object>(fields: Fields): Fields {
  const kept: Partial<Fields> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined && value !== '') kept[name] = value;
  }
  return kept as Fields;
}

// The names are those of the engine's tables; web/base/alignment.ts lists them.
function factsOf(aligned: NativeAlignment): Facts {
  const facts = aligned.facts();
  return present(facts.ok ? facts : { ...facts, outputShape: undefined }) as Facts;
}

type Reader<Part> = (aligned: NativeAlignment) => Part;

const READERS: { readonly [Name in keyof Later]: Reader<Later[Name]> } = {
  axes: (aligned) => aligned.axes().map(present) as Later['axes'],
  conflicts: (aligned) => aligned.conflicts().map(present) as Later['conflicts'],
  warnings: (aligned) =>
    aligned.warnings().map((warning) => ({
      ...warning,
      sizes: [],
      fixes: warning.fixes.map(present),
    })) as unknown as Later['warnings'],
  fixes: (aligned) => aligned.fixes().map(present) as Later['fixes'],
  sentences: (aligned) => aligned.sentences().map(present) as Later['sentences'],
  text: (aligned) => aligned.text(),
};

/** Reads the whole description now, because the engine may be closed later. */
export function wholeTrace(answer: () => NativeAlignment): Trace {
  const facts = factsOf(answer());
  const parts = Object.entries(READERS).map(([name, read]) => [name, read(answer())]);
  const trace = { ...facts, ...Object.fromEntries(parts) } as Trace;
  return trace.ok ? trace : { ...trace, error: trace.conflicts[0] };
}

/** Node prints the object that this method returns; otherwise unread parts would be missing. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** The longer parts of a trace, each read on first access. */
class Parts {
  readonly #answer: () => NativeAlignment;
  readonly #read: Record<string, unknown> = {};

  constructor(answer: () => NativeAlignment) {
    this.#answer = answer;
  }

  get(name: string, reader: Reader<unknown>): unknown {
    this.#read[name] ??= reader(this.#answer());
    return this.#read[name];
  }

  /** With its own tag, a Vue proxy of a trace does not wrap its parts in another one. */
  get [Symbol.toStringTag](): string {
    return 'Parts';
  }
}

/** The key under which a trace stores its parts. */
const PARTS = Symbol('parts');

type Kept = Trace & { readonly [PARTS]: Parts };

/**
 * All traces share these functions, because own accessors would create a hidden class per object, which
 * costs more than the rest of an alignment.
 */
const shown = (get: (this: Kept) => unknown): PropertyDescriptor => ({
  get,
  enumerable: true,
  configurable: true,
});

const LATER = Object.entries(READERS).map(([name, reader]) => {
  const accessor = shown(function () {
    return this[PARTS].get(name, reader);
  });
  return { name, accessor };
});

const ERROR = shown(function () {
  return this.conflicts[0];
});

/** The parts that can be read: once the engine is closed, only those that were read before. */
const PRINTED: PropertyDescriptor = {
  value(this: Record<string, unknown>) {
    const parts: Record<string, unknown> = {};
    for (const name in this)
      try {
        parts[name] = this[name];
      } catch (error) {
        if (!(error instanceof DisposedError)) throw error;
      }
    return parts;
  },
};

/** A trace whose longer parts are read on first access. */
export function lazyTrace(answer: () => NativeAlignment): Trace {
  const trace = factsOf(answer()) as Kept;
  Object.defineProperty(trace, PARTS, { value: new Parts(answer) });
  Object.defineProperty(trace, INSPECT, PRINTED);
  // Separate calls, because defineProperties takes twice as long.
  for (const { name, accessor } of LATER) Object.defineProperty(trace, name, accessor);
  return trace.ok ? trace : Object.defineProperty(trace, 'error', ERROR);
}
