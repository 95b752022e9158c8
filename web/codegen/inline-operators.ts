/**
 * Operators that consist of a few vector instructions. Operands are in locals, and each operator leaves its
 * result on the stack, with the same bits as the engine's kernel. Bools are masks: lanes of all ones or all
 * zeros.
 */
import type { DType } from '../base/dtypes.js';
import type { Body } from './function-body.js';
import { type Lanes, lanesOf, type Operation, type Width } from './lanes.js';
import type { SimdOpcode } from './opcodes.js';

export interface Inline {
  /** Bytes per lane; undefined for operators on bools, whose masks are as wide as the loop's lanes. */
  readonly width: Width | undefined;
  /** Emits code that runs before the loop, once repeated operands are loaded. */
  prepare?(body: Body, operands: readonly number[]): void;
  /** Emits the code of one application. */
  emit(body: Body, operands: readonly number[]): void;
}

/** The types and layouts of the operands, and the attributes. */
interface Application {
  readonly types: readonly (DType | undefined)[];
  /** Which operands repeat one element. */
  readonly repeats: readonly boolean[];
  readonly attributes: Readonly<Record<string, unknown>>;
}

type Emit = Inline['emit'];
/** Undefined if the operator is not inlined for these lanes. */
type OfLanes = (lanes: Lanes, call: Application) => Emit | Omit<Inline, 'width'> | undefined;

const DEFAULT_ALPHA = Math.fround(0.01);

/** a op b op c, from the left. */
const fold =
  (step: (body: Body) => void): Emit =>
  (body, [first = 0, ...others]) => {
    body.get(first);
    for (const other of others) step(body.get(other));
  };

const folded =
  (name: Operation): OfLanes =>
  ({ operations }) => {
    const opcode = operations[name];
    return opcode === undefined ? undefined : fold((body) => body.simd(opcode));
  };

const single =
  (name: Operation): OfLanes =>
  ({ operations }) => {
    const opcode = operations[name];
    return opcode === undefined ? undefined : (body, [x = 0]) => body.get(x).simd(opcode);
  };

const bits = (opcode: SimdOpcode): OfLanes => {
  const emit = fold((body) => body.simd(opcode));
  return ({ isFloat }) => (isFloat ? undefined : emit);
};

type Extreme = 'min' | 'max';
const BEATS = { min: 'less', max: 'greater' } as const;

/** A step that runs code before the loop. */
interface BoundStep {
  prepare(body: Body, operands: readonly number[]): void;
  step(body: Body, x: number, bound: number): void;
}

/**
 * The maximum or minimum with a repeated float bound, in two of V8's instructions rather than eight.
 * `pmax` and `pmin` keep a NaN in x; a correction that is computed once handles a bound of zero or NaN.
 * It is added to a maximum: NaN for NaN, 0 for 0 (-0 becomes 0), and -0 otherwise, which changes nothing.
 * It is ORed into a minimum: NaN for NaN, the sign bit for -0, and nothing otherwise. The engine's kernels
 * do the same (src/kernels/ops/comparison.hpp).
 */
function bounding(name: Extreme, lanes: Lanes, at: number): BoundStep | undefined {
  const { add, notEqual } = lanes.operations;
  const opcode = lanes.operations[`p${name}` as const];
  const same = lanesOf(lanes.width === 4 ? 'int32' : 'int64')?.operations.equal;
  if (!lanes.isFloat || opcode === undefined || add === undefined) return undefined;
  if (notEqual === undefined || same === undefined) return undefined;
  let mend = -1;
  return {
    prepare(body, operands) {
      const bound = operands[at] as number;
      const minusZero = body.splat(lanes, -0);
      const zero = name === 'max' ? body.zero() : minusZero;
      mend = body.vector();
      body.get(minusZero).get(bound).get(zero).simd(same);
      body.simd(name === 'max' ? 'v128.andnot' : 'v128.and');
      body.get(bound).get(bound).simd(notEqual).simd('v128.or').set(mend);
    },
    step(body, x, bound) {
      body.get(x).get(bound).simd(opcode).get(mend);
      body.simd(name === 'max' ? add : 'v128.or');
    },
  };
}

/** The minimum or maximum of two lanes: one instruction, or a comparison and a select. */
const extreme =
  (name: Extreme): OfLanes =>
  (lanes, call) => {
    const { types, repeats } = call;
    if (types.length !== 2) return folded(name)(lanes, call);
    const bounded = repeats[1] && !repeats[0] ? bounding(name, lanes, 1) : undefined;
    if (bounded)
      return {
        prepare: bounded.prepare,
        emit: (body, [x = 0, bound = 0]) => bounded.step(body, x, bound),
      };
    const comparison = lanes.operations[BEATS[name]];
    if (lanes.operations[name] !== undefined || comparison === undefined)
      return folded(name)(lanes, call);
    return (body, [a = 0, b = 0]) =>
      body.get(a).get(b).get(a).get(b).simd(comparison).simd('v128.bitselect');
  };

/** x >= 0 ? x : x * slope; `slope` pushes the slope onto the stack. NaN stays NaN. */
const sloped = (
  { operations: { less, mul }, isFloat }: Lanes,
  slope: (body: Body, operands: readonly number[]) => void,
): Emit | undefined => {
  if (!isFloat || less === undefined || mul === undefined) return undefined;
  return (body, operands) => {
    const [x = 0] = operands;
    slope(body.get(x), operands);
    body.simd(mul).get(x).get(x);
    body.get(body.zero()).simd(less).simd('v128.bitselect');
  };
};

const same: Emit = (body, [x = 0]) => body.get(x);

const BOUNDS = ['max', 'min'] as const;

/** The maximum with the lower bound, then the minimum with the upper one. */
const clip: OfLanes = (lanes, { types, repeats, attributes }) => {
  // Up to opset 10, the bounds are attributes with defaults.
  if (types.length === 1 || Object.keys(attributes).length > 0) return undefined;
  const steps = BOUNDS.flatMap((name, i): BoundStep[] => {
    const at = i + 1;
    const opcode = lanes.operations[name];
    if (types[at] === undefined || opcode === undefined) return [];
    const plain: BoundStep = {
      prepare: () => {},
      step: (body, x, bound) => body.get(x).get(bound).simd(opcode),
    };
    return [(repeats[at] && bounding(name, lanes, at)) || plain];
  });
  const bounds = [1, 2].filter((at) => types[at] !== undefined);
  if (steps.length !== bounds.length) return undefined;
  return {
    prepare(body, operands) {
      for (const { prepare } of steps) prepare(body, operands);
    },
    emit(body, operands) {
      let [x = 0] = operands;
      const between = body.vector();
      steps.forEach(({ step }, i) => {
        step(body, x, operands[bounds[i] as number] as number);
        x = between;
        body.set(x);
      });
      body.get(x);
    },
  };
};

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

/** max(x, 0). For floats: x < 0 ? 0 : x, plus 0 to turn -0 into 0. */
const relu: OfLanes = ({ operations: { max, pmax, add } }) => {
  if (max === undefined) return undefined;
  return (body, [x = 0]) => {
    const zero = body.zero();
    body
      .get(x)
      .get(zero)
      .simd(pmax ?? max);
    if (pmax !== undefined && add !== undefined) body.get(zero).simd(add);
  };
};

/** -1, 0 or 1; 0 for -0, and NaN for NaN. */
const sign: OfLanes = (lanes) => {
  const { less, greater, notEqual, sub } = lanes.operations;
  if (less === undefined || greater === undefined || notEqual === undefined) return undefined;
  if (!lanes.isFloat) {
    if (sub === undefined) return undefined;
    // A mask is -1 for true.
    return (body, [x = 0]) =>
      body.get(x).get(body.zero()).simd(less).get(x).get(body.zero()).simd(greater).simd(sub);
  }
  return (body, [x = 0]) => {
    const zero = body.zero();
    body.get(x).get(zero).simd(greater).get(body.splat(lanes, 1)).simd('v128.and');
    body.get(x).get(zero).simd(less).get(body.splat(lanes, -1)).simd('v128.and').simd('v128.or');
    body.get(x).get(x).simd(notEqual).get(x).simd('v128.and').simd('v128.or');
  };
};

const bitwiseNot: OfLanes = ({ isFloat }) =>
  isFloat ? undefined : (body, [x = 0]) => body.get(x).simd('v128.not');

/** x != x, which is true only for NaN. */
const differsFromItself: OfLanes = ({ operations: { notEqual } }) => {
  if (notEqual === undefined) return undefined;
  return (body, [x = 0]) => body.get(x).get(x).simd(notEqual);
};

/** Equality with one or both infinities. */
const equalsInfinity: OfLanes = (lanes, { attributes }) => {
  const { equal } = lanes.operations;
  const { detect_negative: negative = 1, detect_positive: positive = 1 } = attributes;
  if (equal === undefined || !lanes.isFloat) return undefined;
  const sought = [...(negative ? [-Infinity] : []), ...(positive ? [Infinity] : [])];
  return (body, [x = 0]) => {
    body.get(body.zero());
    for (const infinity of sought)
      body.get(x).get(body.splat(lanes, infinity)).simd(equal).simd('v128.or');
  };
};

const leakyRelu: OfLanes = (lanes, { attributes: { alpha = DEFAULT_ALPHA } }) =>
  sloped(lanes, (body) => body.get(body.splat(lanes, alpha as number)));

/** Operators on numbers. */
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
  Sign: sign,
  Reciprocal: reciprocal,
  Relu: relu,
  LeakyRelu: leakyRelu,
  PRelu: (lanes) => sloped(lanes, (body, [, slope = 0]) => body.get(slope)),
  Clip: clip,
  Identity: () => same,
  BitwiseAnd: bits('v128.and'),
  BitwiseOr: bits('v128.or'),
  BitwiseXor: bits('v128.xor'),
  BitwiseNot: bitwiseNot,
  IsNaN: differsFromItself,
  IsInf: equalsInfinity,
  Equal: folded('equal'),
  Less: folded('less'),
  Greater: folded('greater'),
  LessOrEqual: folded('lessOrEqual'),
  GreaterOrEqual: folded('greaterOrEqual'),
};

const ON_TRUTH: Readonly<Record<string, Emit>> = {
  And: fold((body) => body.simd('v128.and')),
  Or: fold((body) => body.simd('v128.or')),
  Xor: fold((body) => body.simd('v128.xor')),
  Equal: (body, [a = 0, b = 0]) => body.get(a).get(b).simd('v128.xor').simd('v128.not'),
  Not: (body, [x = 0]) => body.get(x).simd('v128.not'),
};

const where: Emit = (body, [condition = 0, yes = 0, no = 0]) =>
  body.get(yes).get(no).get(condition).simd('v128.bitselect');

/** Undefined for operators that the engine has to compute. */
export function inlineOf(operator: string, call: Application): Inline | undefined {
  const { types } = call;
  const type = types[operator === 'Where' ? 1 : 0] as DType;
  if (type === 'bool' && operator !== 'Where') {
    const emit = ON_TRUTH[operator];
    return emit && { width: undefined, emit };
  }
  const lanes = lanesOf(type);
  if (!lanes) return undefined;
  const found = operator === 'Where' ? where : ON_NUMBERS[operator]?.(lanes, call);
  const steps = typeof found === 'function' ? { emit: found } : found;
  return steps && { width: lanes.width, ...steps };
}
