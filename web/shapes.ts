/** Questions about shapes alone. */
import { checkDims, checkFlag, checkInteger, copyOf, operandName } from './arguments.js';
import { widthOf } from './dtypes.js';
import type { Engine } from './engine.js';
import { AttributeError, BroadcastError, DTypeError, ShapeError } from './errors.js';
import { checkOptions, type Known, known } from './known.js';
import { messages } from './messages.js';
import type { Alignment, AlignOptions, Trace } from './trace.js';

const SUFFIX = -1;
const MULTIDIRECTIONAL = 'multidirectional';
const LEGACY = 'legacy';

const taking = (of: string): Known =>
  known<AlignOptions>(of, { rule: true, axis: true, broadcast: true, type: true });

const ALIGN = taking('align');
const BROADCAST_SHAPES = taking('broadcastShapes');
const TO_EXPLICIT = taking('toExplicit');

/** The parts of a trace, as the engine numbers them. */
const FACTS = 1;
const FINDINGS = 2;
const ADVICE = 4;

type Findings = Pick<Trace, 'axes' | 'error' | 'conflicts'>;
type Advice = Pick<Trace, 'warnings' | 'fixes' | 'sentences' | 'text'>;
type Facts = Omit<Trace, keyof Findings | keyof Advice>;

interface RuleRequest {
  /** The words of the request. */
  readonly words: readonly (number | readonly number[])[];
  readonly shapes: readonly (readonly number[])[];
}

export class Shapes {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  align(shapes: readonly (readonly number[])[], options?: AlignOptions): Alignment {
    return this.#align(this.#request(shapes, options, ALIGN));
  }

  /** Gives a trace the questions that go back to the engine. */
  trace(trace: Trace, shapes: readonly (readonly number[])[], options: AlignOptions): Alignment {
    const { rule, axis } = options;
    const read = rule === LEGACY ? { rule, axis } : { rule };
    return this.#answering(trace, this.#request(shapes, read, ALIGN));
  }

  broadcast(shapes: readonly (readonly number[])[], options?: AlignOptions): number[] {
    const request = this.#request(shapes, options, BROADCAST_SHAPES);
    this.#engine.writeRequest(...request.words);
    if (this.#engine.native.outputShape()) return this.#engine.reader().shape();
    throw new BroadcastError(this.#align(request));
  }

  toExplicit(shapes: readonly (readonly number[])[], options?: AlignOptions): number[][] {
    const request = this.#request(shapes, options, TO_EXPLICIT);
    this.#engine.writeRequest(...request.words);
    if (!this.#engine.native.explicitShapes()) throw new BroadcastError(this.#align(request));
    const reader = this.#engine.reader();
    return request.shapes.map(() => reader.shape());
  }

  #align(request: RuleRequest): Alignment {
    const read = <Part>(part: number): Part => {
      this.#engine.memory.headroom();
      this.#engine.writeRequest(...request.words);
      return this.#engine.reply(this.#engine.native.trace(part)) as Part;
    };
    return this.#answering(lazyTrace(read), request);
  }

  /** What the caller does to its shapes afterwards does not change the answers. */
  #answering(trace: Trace, request: RuleRequest): Alignment {
    const source: Alignment['source'] = (index) => this.#source(trace, request, index);
    const fanout: Alignment['fanout'] = (operand, index) =>
      this.#fanout(trace, request, operand, index);
    return Object.assign(trace, { source, fanout });
  }

  #source(trace: Trace, request: RuleRequest, index: readonly number[]): number[][] {
    if (!trace.outputShape) throw new ShapeError('no_result', messages.noSource());
    this.#engine.writeRequest(...request.words, 0, checkIndex(index, trace.outputShape));
    this.#engine.native.source();
    const reader = this.#engine.reader();
    return request.shapes.map(() => reader.shape());
  }

  #fanout(
    trace: Trace,
    request: RuleRequest,
    operand: number,
    index: readonly number[],
  ): { count: number; first: number[][] } {
    const shape = Number.isInteger(operand) ? request.shapes[operand] : undefined;
    if (!trace.outputShape) throw new ShapeError('no_result', messages.noSource());
    if (!shape) throw new ShapeError('invalid_index', messages.noOperand(operand));
    this.#engine.writeRequest(...request.words, operand, checkIndex(index, shape));
    this.#engine.native.fanout();
    const reader = this.#engine.reader();
    const count = reader.count();
    return { count, first: Array.from({ length: reader.number() }, () => reader.shape()) };
  }

  #request(
    shapes: readonly (readonly number[])[],
    options: AlignOptions | undefined,
    taken: Known,
  ): RuleRequest {
    const { rules, maxRank, maxOperands } = this.#engine.catalogue;
    checkOptions(options, taken);
    const {
      rule: asked = MULTIDIRECTIONAL,
      type = 'float32',
      axis: start,
      broadcast: stretch,
    } = options ?? {};
    const name = asked === 'numpy' ? MULTIDIRECTIONAL : asked;
    const rule = rules.indexOf(name);
    if (rule < 0)
      throw new AttributeError('unknown_rule', messages.rule(name, [...new Set(rules)]));
    if (name !== LEGACY) checkIdle({ axis: start, broadcast: stretch }, name);
    const width = widthOf(type);
    if (width === 0) throw new DTypeError('unknown_type', messages.unknownType(type));
    if (!Array.isArray(shapes)) throw new ShapeError('invalid_shapes', messages.shapes());
    const given = copyOf<readonly number[]>(shapes, maxOperands);
    if (!given?.length)
      throw new ShapeError('operand_count', messages.operands(shapes.length, maxOperands));
    const isTarget = (i: number) => name === 'expand' && i === 1;
    const sizes = given.map((shape, i) => checkDims(shape, operandName(i), maxRank, isTarget(i)));
    const axis = checkInteger(start, SUFFIX, 'axis');
    const broadcast = checkFlag(stretch, true, 'broadcast') ? 1 : 0;
    return { words: [rule, axis, broadcast, width, sizes.length, ...sizes], shapes: sizes };
  }
}

/** What a rule does not read would be passed over, and the answer be that of another question. */
function checkIdle(given: Readonly<Record<string, unknown>>, rule: string): void {
  for (const name in given)
    if (given[name] !== undefined && given[name] !== null)
      throw new AttributeError('option_unknown', messages.onlyLegacy(name, rule));
}

/** Where Node looks for what to print: without it, the parts that are not read yet would be missing. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** Where a trace keeps what it has not shown yet. */
const PARTS = Symbol('parts');

type Read = <Part>(part: number) => Part;

/** The parts of a trace that take longer, read when they are first asked for. */
class Parts {
  readonly #read: Read;
  #findings: Findings | undefined;
  #advice: Advice | undefined;

  constructor(read: Read) {
    this.#read = read;
  }

  get findings(): Findings {
    this.#findings ??= this.#read<Findings>(FINDINGS);
    return this.#findings;
  }

  get advice(): Advice {
    this.#advice ??= this.#read<Advice>(ADVICE);
    return this.#advice;
  }
}

type Unread = Trace & { readonly [PARTS]: Parts };

/** A property of a trace that comes from a part. */
const later = (get: (this: Unread) => unknown): PropertyDescriptor => ({
  get,
  enumerable: true,
  configurable: true,
});

/**
 * All traces share these functions. An object with accessors of its own functions gets a hidden class
 * of its own too, which takes longer to make and to collect than the rest of an alignment.
 */
const LATER: PropertyDescriptorMap = {
  axes: later(function () {
    return this[PARTS].findings.axes;
  }),
  conflicts: later(function () {
    return this[PARTS].findings.conflicts;
  }),
  warnings: later(function () {
    return this[PARTS].advice.warnings;
  }),
  fixes: later(function () {
    return this[PARTS].advice.fixes;
  }),
  sentences: later(function () {
    return this[PARTS].advice.sentences;
  }),
  text: later(function () {
    return this[PARTS].advice.text;
  }),
  [INSPECT]: {
    value(this: Trace) {
      return { ...this };
    },
  },
};

const ERROR: PropertyDescriptor = later(function () {
  return this[PARTS].findings.error;
});

/** A trace whose findings and advice are read when they are first asked for. */
function lazyTrace(read: Read): Trace {
  const trace = read<Facts>(FACTS) as Unread;
  Object.defineProperty(trace, PARTS, { value: new Parts(read) });
  Object.defineProperties(trace, LATER);
  return trace.ok ? trace : Object.defineProperty(trace, 'error', ERROR);
}

/** Of an index that is too long, messages show as many numbers. */
const MOST_SHOWN = 64;

/** An index as it is now, within a shape. */
function checkIndex(index: readonly number[], shape: readonly number[]): number[] {
  const copy = Array.isArray(index) ? (copyOf<number>(index, MOST_SHOWN) ?? []) : [];
  const isWithin = (size: number, axis: number): boolean =>
    Number.isInteger(copy[axis]) && (copy[axis] as number) >= 0 && (copy[axis] as number) < size;
  if (copy.length !== shape.length || !shape.every(isWithin))
    throw new ShapeError('invalid_index', messages.index(copy, shape));
  return copy;
}
