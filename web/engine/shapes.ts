/** Questions that concern only shapes. */
import type { Alignment, AlignOptions, AxisOrder, Fanout, Trace } from '../base/alignment.js';
import {
  checkDims,
  checkFlag,
  checkInteger,
  checkType,
  copyOf,
  operandName,
} from '../base/checks.js';
import type { DType } from '../base/dtypes.js';
import { AttributeError, BroadcastError, DTypeError, ShapeError } from '../base/errors.js';
import { messages } from '../base/messages.js';
import { checkOptions, type OptionNames, optionNames } from '../base/option-names.js';
import type { NativeAlignment } from '../wasm/native.js';
import {
  type Asked,
  type Engine,
  type Inquiry,
  OWN_ORDER,
  ruleQuestion,
  SUFFIX,
  shapeOf,
} from './engine.js';
import { lazyTrace, wholeTrace } from './traces.js';

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
    throw new BroadcastError(this.refusal(inquiry));
  }

  toExplicit(shapes: readonly (readonly number[])[], options?: AlignOptions): number[][] {
    const inquiry = this.#inquiry(shapes, options, TO_EXPLICIT);
    const aligned = this.#engine.align(inquiry);
    if (aligned.ok()) return aligned.explicitShapes();
    throw new BroadcastError(this.refusal(inquiry));
  }

  /** The engine's description of the alignment of an operator's inputs. */
  trace(inquiry: Inquiry): Trace {
    return wholeTrace(() => this.#engine.align(inquiry));
  }

  /** The alignment of an error, which is read immediately: errors may be inspected after their engine is closed. */
  refusal(inquiry: Inquiry): Alignment {
    return refused(this.trace(inquiry));
  }

  /** The same for an alignment of the engine's own. */
  conflict(aligned: NativeAlignment): Alignment {
    return refused(wholeTrace(() => aligned));
  }

  /** An alignment whose longer parts and methods query the engine on demand. */
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
    // NumPy's form has one argument per shape.
    if (Array.isArray(options)) throw new ShapeError('invalid_shapes', messages.shapes(taken.of));
    checkOptions(options, taken);
    const { rule = MULTIDIRECTIONAL, type = 'float32', axis, broadcast, order } = options ?? {};
    const name = rule === 'numpy' ? MULTIDIRECTIONAL : rule;
    const number = this.#ruleNumber(name);
    if (name !== LEGACY) checkIdle({ axis, broadcast }, name);
    // Strings have no size in bytes.
    if (checkType(type) === 'string')
      throw new DTypeError(
        'unknown_type',
        messages.badValue('type', 'a type of fixed width', type),
      );
    const inputs = this.#inputs(shapes, type, name, taken.of);
    const start = checkInteger(axis, SUFFIX, 'axis');
    const stretches = checkFlag(broadcast, true, 'broadcast', '0 or 1');
    return { question: ruleQuestion(number, start, stretches, orderOf(order)), inputs };
  }

  #ruleNumber(name: string): number {
    const { rules } = this.#engine.catalogue;
    const number = rules.indexOf(name);
    if (number >= 0) return number;
    throw new AttributeError('unknown_rule', messages.unknown('rule', name, ['numpy', ...rules]));
  }

  #inputs(shapes: unknown, type: DType, rule: string, of: string): Asked[] {
    const { maxRank, maxOperands } = this.#engine.catalogue;
    if (!Array.isArray(shapes) || typeof shapes[0] === 'number')
      throw new ShapeError('invalid_shapes', messages.shapes(of));
    const given = copyOf<readonly number[]>(shapes, maxOperands);
    if (!given?.length)
      throw new ShapeError('operand_count', messages.operands(shapes.length, maxOperands));
    const isTarget = (i: number) => rule === 'expand' && i === 1;
    return given.map((shape, i) => ({
      type,
      dims: checkDims(shape, operandName(i), maxRank, isTarget(i)),
    }));
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

/** Parameters that a rule does not use are errors, rather than ignored. */
function checkIdle(given: Readonly<Record<string, unknown>>, rule: string): void {
  for (const name in given)
    if (given[name] !== undefined && given[name] !== null)
      throw new AttributeError('option_unknown', messages.onlyLegacy(name, rule));
}

function checkResult({ ok }: Trace): void {
  if (!ok) throw new ShapeError('no_result', messages.noSource());
}

function refused(trace: Trace): Alignment {
  const noResult = (): never => {
    throw new ShapeError('no_result', messages.noSource());
  };
  return { ...trace, source: noResult, fanout: noResult };
}

function extentsOf(trace: Trace): number[] {
  checkResult(trace);
  return trace.axes.map(({ size }) => size as number);
}

/** Maximum number of numbers of an index that messages show. */
const MOST_SHOWN = 64;

/** A copy of an index, checked against a shape. */
function checkIndex(index: readonly number[], shape: readonly number[]): number[] {
  const copy = Array.isArray(index) ? (copyOf<number>(index, MOST_SHOWN) ?? []) : [];
  const isWithin = (size: number, axis: number): boolean =>
    Number.isInteger(copy[axis]) && (copy[axis] as number) >= 0 && (copy[axis] as number) < size;
  if (copy.length !== shape.length || !shape.every(isWithin))
    throw new ShapeError('invalid_index', messages.index(copy, shape));
  return copy;
}
