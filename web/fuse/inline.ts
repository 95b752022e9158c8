/**
 * Operators that are a few vector instructions: what each leaves of operands in locals, bit for bit
 * what the engine's kernel gives. Truth values are masks: all bits of a lane, or none.
 */
import type { DType } from '../dtypes.js';
import type { Body } from './body.js';
import { AND, type Lanes, lanesOf, NOT, OR, SELECT_BITS, XOR } from './lanes.js';

export interface Inline {
  /** Bytes of a lane; undefined for truth values alone, which follow what is around them. */
  readonly width: number | undefined;
  /** Writes code that leaves the result of operands in locals. */
  emit(body: Body, operands: readonly number[]): void;
}

/** What an operator is applied to. */
interface Call {
  readonly types: readonly (DType | undefined)[];
  /** Values of operands that are one known number. */
  readonly known: readonly (number | undefined)[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

type Emit = Inline['emit'];
/** Undefined where the operator needs more than a few instructions in these lanes. */
type OfLanes = (lanes: Lanes, call: Call) => Emit | undefined;

const DEFAULT_ALPHA = 0.01;

/** a op b op c, from the left. */
const fold =
  (step: (body: Body) => void): Emit =>
  (body, [first = 0, ...others]) => {
    body.get(first);
    for (const other of others) step(body.get(other));
  };

const folded =
  (name: string): OfLanes =>
  ({ operations }) => {
    const opcode = operations[name];
    return opcode === undefined ? undefined : fold((body) => body.simd(opcode));
  };

const single =
  (name: string): OfLanes =>
  ({ operations }) => {
    const opcode = operations[name];
    return opcode === undefined ? undefined : (body, [x = 0]) => body.get(x).simd(opcode);
  };

const bits = (opcode: number): OfLanes => {
  const emit = fold((body) => body.simd(opcode));
  return ({ isFloat }) => (isFloat ? undefined : emit);
};

/**
 * With a bound that is known, and no NaN, one comparison does: x stays where it is NaN. Zeros differ
 * from the instruction for any two floats: where x is the zero of the other sign, a sum gives the one
 * that is wanted, or there is no such way.
 */
function bounding(name: Bound, { operations }: Lanes, bound: number | undefined): Emit | undefined {
  const opcode = operations[`p${name}`];
  if (opcode === undefined || bound === undefined || Number.isNaN(bound)) return undefined;
  if (name === 'min' && Object.is(bound, -0)) return undefined;
  const add = name === 'max' && Object.is(bound, 0) ? operations.add : undefined;
  return (body, [x = 0, limit = 0]) => {
    body.get(x).get(limit).simd(opcode);
    if (add !== undefined) body.get(limit).simd(add);
  };
}

type Bound = 'min' | 'max';
const BEATS = { min: 'less', max: 'greater' } as const;

/** The extreme of two lanes by a comparison, where there is no instruction of its own. */
const extreme =
  (name: Bound): OfLanes =>
  (lanes, call) => {
    const { types, known } = call;
    const comparison = lanes.operations[BEATS[name]];
    if (types.length === 2) {
      const bounded = bounding(name, lanes, known[1]);
      if (bounded) return bounded;
      if (lanes.operations[name] === undefined && comparison !== undefined)
        return (body, [a = 0, b = 0]) =>
          body.get(a).get(b).get(a).get(b).simd(comparison).simd(SELECT_BITS);
    }
    return folded(name)(lanes, call);
  };

/** x where it is not below zero, and otherwise x times the slope that `slope` leaves. */
const sloped = (
  { operations: { less, mul }, isFloat }: Lanes,
  slope: (body: Body, operands: readonly number[]) => void,
): Emit | undefined => {
  if (!isFloat || less === undefined || mul === undefined) return undefined;
  return (body, operands) => {
    const [x = 0] = operands;
    slope(body.get(x), operands);
    body.simd(mul).get(x).get(x);
    body.get(body.zero()).simd(less).simd(SELECT_BITS);
  };
};

const same: Emit = (body, [x = 0]) => body.get(x);

const BOUNDS = ['max', 'min'] as const;

/** The lower bound, then the upper one. */
const clip: OfLanes = (lanes, { types, known, attributes }) => {
  // Up to opset 10 the bounds are attributes, or have defaults.
  if (types.length === 1 || Object.keys(attributes).length > 0) return undefined;
  const steps = BOUNDS.flatMap((name, i) => {
    if (types[i + 1] === undefined) return [];
    const step = bounding(name, lanes, known[i + 1]) ?? folded(name)(lanes, NOTHING_KNOWN);
    return [{ step, bound: i + 1 }];
  });
  if (!steps.every(({ step }) => step)) return undefined;
  return (body, operands) => {
    let [x = 0] = operands;
    const between = body.vector();
    for (const { step, bound } of steps) {
      step?.(body, [x, operands[bound] as number]);
      x = between;
      body.set(x);
    }
    body.get(x);
  };
};

const NOTHING_KNOWN: Call = { types: [], known: [], attributes: {} };

const mean: OfLanes = (lanes, { types: { length } }) => {
  const { add, div } = lanes.operations;
  if (add === undefined || div === undefined) return undefined;
  const sum = fold((body) => body.simd(add));
  return (body, operands) => {
    sum(body, operands);
    if (length > 1) body.get(body.splat(lanes, length)).simd(div);
  };
};

const reciprocal: OfLanes = (lanes) => {
  const { div } = lanes.operations;
  if (div === undefined) return undefined;
  return (body, [x = 0]) => body.get(body.splat(lanes, 1)).get(x).simd(div);
};

const relu: OfLanes = (lanes) => {
  const step = bounding('max', lanes, 0) ?? folded('max')(lanes, NOTHING_KNOWN);
  return step && ((body, [x = 0]) => step(body, [x, body.zero()]));
};

const leakyRelu: OfLanes = (lanes, { attributes: { alpha = DEFAULT_ALPHA } }) =>
  sloped(lanes, (body) => body.get(body.splat(lanes, Math.fround(alpha as number))));

/** Operators on numbers that give numbers, or truth values. */
const ON_NUMBERS: Readonly<Record<string, OfLanes>> = {
  Add: folded('add'),
  Sub: folded('sub'),
  Mul: folded('mul'),
  Div: folded('div'),
  Sum: folded('add'),
  Mean: mean,
  Max: extreme('max'),
  Min: extreme('min'),
  Neg: single('neg'),
  Abs: single('abs'),
  Sqrt: single('sqrt'),
  Floor: single('floor'),
  Ceil: single('ceil'),
  Round: single('nearest'),
  Reciprocal: reciprocal,
  Relu: relu,
  LeakyRelu: leakyRelu,
  PRelu: (lanes) => sloped(lanes, (body, [, slope = 0]) => body.get(slope)),
  Clip: clip,
  Identity: () => same,
  BitwiseAnd: bits(AND),
  BitwiseOr: bits(OR),
  BitwiseXor: bits(XOR),
  Equal: folded('equal'),
  Less: folded('less'),
  Greater: folded('greater'),
  LessOrEqual: folded('lessOrEqual'),
  GreaterOrEqual: folded('greaterOrEqual'),
};

const ON_TRUTH: Readonly<Record<string, Emit>> = {
  And: fold((body) => body.simd(AND)),
  Or: fold((body) => body.simd(OR)),
  Xor: fold((body) => body.simd(XOR)),
  Equal: (body, [a = 0, b = 0]) => body.get(a).get(b).simd(XOR).simd(NOT),
  Not: (body, [x = 0]) => body.get(x).simd(NOT),
};

const where: Emit = (body, [condition = 0, yes = 0, no = 0]) =>
  body.get(yes).get(no).get(condition).simd(SELECT_BITS);

/** Undefined for what the engine has to compute. */
export function inlineOf(operator: string, call: Call): Inline | undefined {
  const { types } = call;
  const type = types[operator === 'Where' ? 1 : 0] as DType;
  if (type === 'bool' && operator !== 'Where') {
    const emit = ON_TRUTH[operator];
    return emit && { width: undefined, emit };
  }
  const lanes = lanesOf(type);
  if (!lanes) return undefined;
  const emit = operator === 'Where' ? where : ON_NUMBERS[operator]?.(lanes, call);
  return emit && { width: lanes.width, emit };
}
