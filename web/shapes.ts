/** Questions about shapes alone. */
import { checkDims, checkFlag, checkInteger, operandName } from './arguments.js';
import { widthOf } from './dtypes.js';
import type { Engine } from './engine.js';
import { AttributeError, BroadcastError, DTypeError, ShapeError } from './errors.js';
import { messages } from './messages.js';
import type { Alignment, AlignOptions, Trace } from './trace.js';

const SUFFIX = -1;

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

  align(shapes: readonly (readonly number[])[], options: AlignOptions = {}): Alignment {
    const request = this.#request(shapes, options);
    this.#engine.writeRequest(...request.words);
    return this.trace(JSON.parse(this.#engine.native.trace()) as Trace, shapes, options);
  }

  /** Gives a trace the questions that go back to the engine. */
  trace(trace: Trace, shapes: readonly (readonly number[])[], options: AlignOptions): Alignment {
    return {
      ...trace,
      source: (index) => this.#source(trace, shapes, options, index),
      fanout: (operand, index) => this.#fanout(trace, shapes, options, operand, index),
    };
  }

  broadcast(shapes: readonly (readonly number[])[], options: AlignOptions = {}): number[] {
    this.#engine.writeRequest(...this.#request(shapes, options).words);
    if (this.#engine.native.outputShape()) return this.#engine.reader().shape();
    throw new BroadcastError(this.align(shapes, options));
  }

  toExplicit(shapes: readonly (readonly number[])[], options: AlignOptions = {}): number[][] {
    const request = this.#request(shapes, options);
    this.#engine.writeRequest(...request.words);
    if (!this.#engine.native.explicitShapes())
      throw new BroadcastError(this.align(shapes, options));
    const reader = this.#engine.reader();
    return request.shapes.map(() => reader.shape());
  }

  #source(
    trace: Trace,
    shapes: readonly (readonly number[])[],
    options: AlignOptions,
    index: readonly number[],
  ): number[][] {
    if (!trace.outputShape) throw new ShapeError('no_result', messages.noSource());
    checkIndex(index, trace.outputShape);
    this.#engine.writeRequest(...this.#request(shapes, options).words, 0, index);
    this.#engine.native.source();
    const reader = this.#engine.reader();
    return trace.operands.map(() => reader.shape());
  }

  #fanout(
    trace: Trace,
    shapes: readonly (readonly number[])[],
    options: AlignOptions,
    operand: number,
    index: readonly number[],
  ): { count: number; first: number[][] } {
    const shape = trace.operands[operand]?.shape;
    if (!trace.outputShape || !shape) throw new ShapeError('no_result', messages.noSource());
    checkIndex(index, shape);
    this.#engine.writeRequest(...this.#request(shapes, options).words, operand, index);
    this.#engine.native.fanout();
    const reader = this.#engine.reader();
    const count = reader.count();
    return { count, first: Array.from({ length: reader.number() }, () => reader.shape()) };
  }

  #request(shapes: readonly (readonly number[])[], options: AlignOptions): RuleRequest {
    const { rules, maxRank, maxOperands } = this.#engine.catalogue;
    const name =
      options.rule === 'numpy' ? 'multidirectional' : (options.rule ?? 'multidirectional');
    const rule = rules.indexOf(name);
    if (rule < 0)
      throw new AttributeError('unknown_rule', messages.rule(String(name), [...new Set(rules)]));
    const width = widthOf(options.type ?? 'float32');
    if (width === 0)
      throw new DTypeError('unknown_type', messages.unknownType(String(options.type)));
    if (!Array.isArray(shapes)) throw new ShapeError('invalid_shapes', messages.shapes());
    if (shapes.length < 1 || shapes.length > maxOperands)
      throw new ShapeError('operand_count', messages.operands(shapes.length, maxOperands));
    const isTarget = (i: number) => name === 'expand' && i === 1;
    const sizes = shapes.map((shape, i) => checkDims(shape, operandName(i), maxRank, isTarget(i)));
    const axis = checkInteger(options.axis, SUFFIX, 'axis');
    const broadcast = checkFlag(options.broadcast, true, 'broadcast') ? 1 : 0;
    return { words: [rule, axis, broadcast, width, sizes.length, ...sizes], shapes: sizes };
  }
}

function checkIndex(index: readonly number[], shape: readonly number[]): void {
  const within =
    Array.isArray(index) &&
    index.length === shape.length &&
    index.every((at, axis) => Number.isInteger(at) && at >= 0 && at < (shape[axis] as number));
  if (!within)
    throw new ShapeError('invalid_index', messages.index(Array.from(index ?? []), shape));
}
