/** Questions about shapes alone. */
import type { Alignment, AlignOptions, AxisOrder, Fanout, Trace } from '../base/alignment.js';
import {
  checkDims,
  checkFlag,
  checkInteger,
  checkType,
  copyOf,
  operandName,
} from '../base/checks.js';
import { AttributeError, BroadcastError, DTypeError, ShapeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import { checkOptions, type OptionNames, optionNames } from '../base/option-names.js';
import type { NativeAlignment } from '../wasm/native.js';
import { type Engine, type Inquiry, OWN_ORDER, ruleQuestion, SUFFIX, shapeOf } from './engine.js';

const MULTIDIRECTIONAL = 'multidirectional';
const LEGACY = 'legacy';
/** By the engine's numbers. */
const ORDERS: readonly AxisOrder[] = ['outermostFirst', 'innermostFirst'];

const taking = (of: string): OptionNames =>
  optionNames<AlignOptions>(of, {
    rule: true,
    axis: true,
    broadcast: true,
    type: true,
    order: true,
  });

const ALIGN = taking('align');
const BROADCAST_SHAPES = taking('broadcastShapes');
const TO_EXPLICIT = taking('toExplicit');

/** The parts of a trace that take longer to find, or to write. */
type Later = Pick<Trace, 'axes' | 'conflicts' | 'warnings' | 'fixes' | 'sentences' | 'text'>;
type Facts = Omit<Trace, keyof Later | 'error'>;

export class Shapes {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  align(shapes: readonly (readonly number[])[], options?: AlignOptions): Alignment {
    return this.alignment(this.#inquiry(shapes, options, ALIGN));
  }

  broadcast(shapes: readonly (readonly number[])[], options?: AlignOptions): number[] {
    const inquiry = this.#inquiry(shapes, options, BROADCAST_SHAPES);
    const aligned = this.#engine.align(inquiry);
    if (aligned.ok()) return shapeOf(aligned);
    throw new BroadcastError(this.alignment(inquiry));
  }

  toExplicit(shapes: readonly (readonly number[])[], options?: AlignOptions): number[][] {
    const inquiry = this.#inquiry(shapes, options, TO_EXPLICIT);
    const aligned = this.#engine.align(inquiry);
    if (aligned.ok()) return aligned.explicitShapes();
    throw new BroadcastError(this.alignment(inquiry));
  }

  /** All that the engine says of inputs that an operator takes. */
  trace(inquiry: Inquiry): Trace {
    const aligned = this.#engine.align(inquiry);
    const { axes, conflicts, warnings, fixes, sentences, text } = READERS;
    return {
      ...factsOf(aligned),
      axes: axes(aligned),
      conflicts: conflicts(aligned),
      warnings: warnings(aligned),
      fixes: fixes(aligned),
      sentences: sentences(aligned),
      text: text(aligned),
    };
  }

  /** An alignment whose longer parts, and questions, go back to the engine. */
  alignment(inquiry: Inquiry): Alignment {
    const answer = (): NativeAlignment => this.#engine.align(inquiry);
    const trace = lazyTrace(answer);
    const source: Alignment['source'] = (index) => {
      const shape = extentsOf(trace);
      const checked = checkIndex(index, shape);
      return answer().source(checked);
    };
    const fanout: Alignment['fanout'] = (operand, index): Fanout => {
      checkResult(trace);
      const shape = Number.isInteger(operand) ? trace.operands[operand]?.shape : undefined;
      if (!shape) throw new ShapeError('invalid_index', messages.noOperand(operand));
      const checked = checkIndex(index, shape);
      return answer().fanout(operand, checked);
    };
    return Object.assign(trace, { source, fanout });
  }

  #inquiry(
    shapes: readonly (readonly number[])[],
    options: AlignOptions | undefined,
    taken: OptionNames,
  ): Inquiry {
    const { rules, maxRank, maxOperands } = this.#engine.catalogue;
    // As NumPy has it: a shape for each argument.
    if (Array.isArray(options)) throw new ShapeError('invalid_shapes', messages.shapes(taken.of));
    checkOptions(options, taken);
    const {
      rule: asked = MULTIDIRECTIONAL,
      type = 'float32',
      axis: start,
      broadcast: stretch,
      order: wanted,
    } = options ?? {};
    const name = asked === 'numpy' ? MULTIDIRECTIONAL : asked;
    const rule = rules.indexOf(name);
    if (rule < 0)
      throw new AttributeError('unknown_rule', messages.unknown('rule', name, ['numpy', ...rules]));
    if (name !== LEGACY) checkIdle({ axis: start, broadcast: stretch }, name);
    // Strings have no width, so that nothing could be said in bytes.
    if (checkType(type) === 'string')
      throw new DTypeError(
        'unknown_type',
        messages.badValue('type', 'a type of fixed width', type),
      );
    if (!Array.isArray(shapes) || typeof shapes[0] === 'number')
      throw new ShapeError('invalid_shapes', messages.shapes(taken.of));
    const given = copyOf<readonly number[]>(shapes, maxOperands);
    if (!given?.length)
      throw new ShapeError('operand_count', messages.operands(shapes.length, maxOperands));
    const isTarget = (i: number) => name === 'expand' && i === 1;
    const inputs = given.map((shape, i) => ({
      type,
      dims: checkDims(shape, operandName(i), maxRank, isTarget(i)),
    }));
    const axis = checkInteger(start, SUFFIX, 'axis');
    const broadcast = checkFlag(stretch, true, 'broadcast', '0 or 1');
    return { question: ruleQuestion(rule, axis, broadcast, orderOf(wanted)), inputs };
  }
}

function orderOf(order: AxisOrder | undefined): number {
  if (order === undefined || order === null) return OWN_ORDER;
  const number = ORDERS.indexOf(order);
  if (number < 0)
    throw new AttributeError(
      'invalid_attribute',
      messages.badValue('order', ORDERS.join(' or '), order),
    );
  return number;
}

/** Parameters that a rule does not read are errors rather than ignored. */
function checkIdle(given: Readonly<Record<string, unknown>>, rule: string): void {
  for (const name in given)
    if (given[name] !== undefined && given[name] !== null)
      throw new AttributeError('option_unknown', messages.onlyLegacy(name, rule));
}

function checkResult({ ok }: Trace): void {
  if (!ok) throw new ShapeError('no_result', messages.noSource());
}

function extentsOf(trace: Trace): number[] {
  checkResult(trace);
  return trace.axes.map(({ size }) => size as number);
}

/** Without the members that are undefined or empty texts: what the engine does not say is absent in a trace. */
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
    aligned
      .warnings()
      .map((warning) => ({ ...warning, sizes: [] })) as unknown as Later['warnings'],
  fixes: (aligned) => aligned.fixes().map(present) as Later['fixes'],
  sentences: (aligned) => aligned.sentences().map(present) as Later['sentences'],
  text: (aligned) => aligned.text(),
};

/** Where Node looks for what to print: without it, the parts that are not read yet would be missing. */
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** The longer parts of a trace, each read when it is first asked for. */
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
}

/** Where a trace keeps its parts. */
const PARTS = Symbol('parts');

type Kept = Trace & { readonly [PARTS]: Parts };

/**
 * All traces share these functions: an object with accessors of its own functions gets a hidden class of its
 * own too, which takes longer to make and to collect than the rest of an alignment.
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

const PRINTED: PropertyDescriptor = {
  value(this: Trace) {
    return { ...this };
  },
};

/** A trace whose longer parts are read when they are first asked for. */
function lazyTrace(answer: () => NativeAlignment): Trace {
  const trace = factsOf(answer()) as Kept;
  Object.defineProperty(trace, PARTS, { value: new Parts(answer) });
  Object.defineProperty(trace, INSPECT, PRINTED);
  // One by one: defineProperties takes twice as long.
  for (const { name, accessor } of LATER) Object.defineProperty(trace, name, accessor);
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
