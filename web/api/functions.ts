/**
 * The functions of an engine, which are also methods of its tensors. To add a function, add a row here and a declaration
 * in its family's file in `signatures`. Larger families have their own files of rows.
 */
import type {
  AllCloseOptions,
  ArgOptions,
  AxisOptions,
  BitShiftOptions,
  ClipOptions,
  GeluOptions,
  GemmOptions,
  IsInfOptions,
  LeakyReluOptions,
  MatMulOptions,
  ModOptions,
  NormalizationOptions,
  OneHotOptions,
} from '../base/function-options.js';
import { isOptions } from '../base/option-names.js';
import type { Term, Tracer } from '../expression/tracer.js';
import { reduced, reshaped } from './composing.js';
import {
  BINARY,
  binary,
  composed,
  engines,
  type FunctionRow,
  legacy,
  type MakeRow,
  type Own,
  operator,
  taking,
  UNARY,
  unary,
} from './function-row.js';
import type { Functions } from './function-types.js';
import { functionMessages } from './messages.js';
import { MOVEMENT } from './movement.js';
import { ORDERING } from './ordering.js';
import { reduction, STATISTICS } from './statistics.js';
import { CASTABLE_BF, FLOATS_BF } from './type-sets.js';
import { VISION } from './vision.js';

const arg = (name: string) =>
  composed<ArgOptions>(UNARY, { axis: true, keepDims: true }, (tracer, { terms }, options) => {
    const { axis, keepDims = false } = options;
    const [x] = terms;
    if (axis !== undefined)
      return tracer.apply(name, [x], { attributes: { axis, keepdims: keepDims ? 1 : 0 } });
    const flat = reshaped(tracer, x, [-1]);
    const found = tracer.apply(name, [flat], { attributes: { axis: 0, keepdims: 0 } });
    if (!keepDims) return found;
    const ones = tracer.applyOwn('AxisNumbers', [x], { attributes: { first: 1 } });
    return tracer.apply('Reshape', [found, ones]);
  });

const alongAxis = (name: string) =>
  composed<AxisOptions>(UNARY, { axis: true }, (tracer, { terms }, { axis = -1 }) =>
    tracer.apply(name, terms, { attributes: { axis } }),
  );

const isSet = (flag: unknown): boolean => flag === true || flag === 1 || flag === 1n;

/** Swaps the last two axes. */
const transposed = (tracer: Tracer, x: Term | undefined): Term | undefined =>
  tracer.applyOwn('Transpose', [x]);

/** The first opset at which the bounds of Clip are inputs. */
const INPUT_BOUNDS = 11;

const INFINITY: Term = { kind: 'constant', value: Number.POSITIVE_INFINITY };

/**
 * Whether all |a - b| are at most atol + rtol |b|, in float64: equal infinities are close, as in NumPy, and no
 * finite number is close to one.
 */
const allClose = composed<AllCloseOptions>(
  BINARY,
  { rtol: true, atol: true },
  (tracer, { terms }, { rtol = 1e-5, atol = 1e-8 }) => {
    const apply = (name: string, ...inputs: Term[]) => tracer.apply(name, inputs);
    const number = (value: number): Term => ({ kind: 'constant', value });
    const equal = tracer.apply('Equal', terms, { takes: CASTABLE_BF });
    const [a, b] = terms.map((term) =>
      tracer.apply('Cast', [term], { attributes: { to: 'float64' } }),
    ) as [Term, Term];
    const size = apply('Abs', b);
    const bound = apply('Add', number(atol), apply('Mul', number(rtol), size));
    const near = apply('LessOrEqual', apply('Abs', apply('Sub', a, b)), bound);
    const close = apply('Or', equal, apply('And', near, apply('Less', size, INFINITY)));
    return reduced(tracer, 'ReduceMin', close, {});
  },
  { isValue: true },
);

const ROWS = {
  add: legacy,
  sub: legacy,
  mul: legacy,
  div: legacy,
  pow: legacy,
  mod: operator<ModOptions>(BINARY, { fmod: true }),
  maximum: operator(BINARY, {}, { name: 'Max' }),
  minimum: operator(BINARY, {}, { name: 'Min' }),
  neg: unary,
  abs: unary,
  sign: unary,
  sqrt: unary,
  reciprocal: unary,
  exp: unary,
  log: unary,
  sin: unary,
  cos: unary,
  tanh: unary,
  sigmoid: unary,
  relu: unary,
  erf: unary,
  softplus: unary,
  floor: unary,
  ceil: unary,
  round: unary,
  isNaN: unary,
  leakyRelu: operator<LeakyReluOptions>(UNARY, { alpha: true }, { defaults: { alpha: 0.01 } }),
  prelu: operator({ x: 'tensor', slope: 'tensor' }, {}, { name: 'PRelu' }),
  gelu: operator<GeluOptions>(UNARY, { approximate: true }),
  clip: operator<ClipOptions>(
    { x: 'tensor', low: 'tensor?', high: 'tensor?' },
    { min: true, max: true },
    {
      refusal: (_, opset = INPUT_BOUNDS) =>
        opset < INPUT_BOUNDS ? undefined : functionMessages.bounds(),
    },
  ),

  and: legacy,
  or: legacy,
  xor: legacy,
  not: unary,
  equal: legacy,
  greater: legacy,
  less: legacy,
  greaterOrEqual: binary,
  lessOrEqual: binary,
  notEqual: composed(BINARY, {}, (tracer, { terms }) =>
    tracer.apply('Not', [tracer.apply('Equal', terms)]),
  ),
  isInf: operator<IsInfOptions>(UNARY, { detect_negative: true, detect_positive: true }),
  isFinite: composed(UNARY, {}, (tracer, { terms }) =>
    tracer.apply('Less', [tracer.apply('Abs', terms, { takes: FLOATS_BF }), INFINITY]),
  ),
  allClose,
  where: operator({ condition: 'tensor', x: 'tensor', y: 'tensor' }, {}),

  bitShift: operator<BitShiftOptions>({ x: 'tensor', amount: 'tensor' }, { direction: true }),
  bitwiseAnd: binary,
  bitwiseOr: binary,
  bitwiseXor: binary,
  bitwiseNot: unary,

  sum: reduction('ReduceSum'),
  mean: reduction('ReduceMean'),
  max: reduction('ReduceMax'),
  min: reduction('ReduceMin'),
  prod: reduction('ReduceProd'),
  all: reduction('ReduceMin', ['bool']),
  any: reduction('ReduceMax', ['bool']),
  ...STATISTICS,
  argMax: arg('ArgMax'),
  argMin: arg('ArgMin'),
  softmax: alongAxis('Softmax'),
  logSoftmax: alongAxis('LogSoftmax'),
  layerNormalization: composed<NormalizationOptions>(
    { x: 'tensor', scale: 'tensor', bias: 'tensor?' },
    { axis: true, epsilon: true },
    (tracer, { terms }, { axis, epsilon }) =>
      tracer.apply('LayerNormalization', terms, { attributes: { axis, epsilon } }),
  ),

  ...ORDERING,
  ...VISION,
  ...MOVEMENT,

  matMul: (method) => ({
    ...taking(method, BINARY, { transA: true, transB: true } satisfies Own<MatMulOptions>),
    ...engines('MatMul', BINARY),
    isOperator: ({ transA, transB }) => !isSet(transA) && !isSet(transB),
    build: (tracer, { terms: [a, b] }, { transA, transB }) =>
      tracer.apply('MatMul', [
        isSet(transA) ? transposed(tracer, a) : a,
        isSet(transB) ? transposed(tracer, b) : b,
      ]),
  }),
  gemm: operator<GemmOptions>(
    { a: 'tensor', b: 'tensor', c: 'tensor?' },
    {
      alpha: true,
      beta: true,
      transA: true,
      transB: true,
      broadcast: true,
    },
  ),

  cast: composed(
    { x: 'tensor', type: 'type' },
    {},
    (tracer, { terms, values }) => tracer.apply('Cast', terms, { attributes: { to: values[0] } }),
    { ownTypes: ['widest'] },
  ),
  einsum: (method) => ({
    ...taking(method, { equation: 'string', operands: 'tensors' }, {}),
    arrange: withList(1),
    ofMethod: (tensor, [equation, ...rest]) => [equation, tensor, ...rest],
    build: (tracer, { terms, values: [equation] }) =>
      tracer.apply('Einsum', terms, { attributes: { equation } }),
  }),

  stringConcat: binary,
  oneHot: composed<OneHotOptions>(
    { indices: 'tensor', depth: 'integer' },
    { axis: true, type: true },
    (tracer, given, { axis, type = 'float32' }) => {
      const depth = tracer.integers([given.values[0] as number]);
      const off = tracer.integers([0, 1]);
      const values = tracer.apply('Cast', [off], { attributes: { to: type } });
      return tracer.apply('OneHot', [given.terms[0], depth, values], { attributes: { axis } });
    },
    { ownTypes: ['int64'] },
  ),
} satisfies Record<keyof Functions, MakeRow>;

/** Collects the tensors after the first arguments, up to the options, in an array. */
function withList(before: number): NonNullable<FunctionRow['arrange']> {
  return (given) => {
    const end = given.length - Number(given.length > before && isOptions(given.at(-1)));
    const first = Array.from({ length: before }, (_, at) => given[at]);
    return [...first, given.slice(before, end), ...given.slice(end)];
  };
}

/** The functions by name. */
export const FUNCTIONS: ReadonlyMap<string, FunctionRow> = new Map(
  Object.entries(ROWS).map(([name, make]) => [name, make(name)]),
);
