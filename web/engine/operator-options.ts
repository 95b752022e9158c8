/** What the operators take besides tensors, by name, and how values may be written. */
import { messages } from '../base/messages.js';
import {
  checkOptions,
  type Elsewhere,
  type NamesOf,
  type OptionNames,
  optionNames,
} from '../base/option-names.js';
import type { TensorLike } from '../base/types.js';
import type { Attributes } from './attributes.js';

/** What every operator takes after its inputs. */
export interface OperatorOptions<Out extends TensorLike = TensorLike> {
  /** The version of ONNX's operators to follow. Default: the newest. */
  readonly opset?: number;
  /** Where the result goes: a tensor of its type and shape. It is written in place and returned. */
  readonly out?: Out;
}

/** Options of an operator that had `broadcast` and `axis` up to opset 6. */
export interface ArithmeticOptions<Out extends TensorLike = TensorLike>
  extends OperatorOptions<Out> {
  /** Opset 1 to 6: 1 lets B be stretched. Default: 0. */
  readonly broadcast?: 0 | 1;
  /** Opset 1 to 6: the axis of A on which B starts. Default: suffix matching. */
  readonly axis?: number;
}

/** More tensors, and options after them where there are any. */
export type Variadic<Out extends TensorLike = TensorLike> =
  | readonly TensorLike[]
  | readonly [...TensorLike[], OperatorOptions<Out>];

/** Options of `mod`. */
export interface ModOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** 1 for the remainder with the dividend's sign; needed for floats below opset 28. */
  readonly fmod?: 0 | 1;
}

/** Options of `bitShift`. */
export interface BitShiftOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** Towards the most significant bit, or away from it; there is no default. */
  readonly direction: 'LEFT' | 'RIGHT';
}

/** Options of `gemm`. */
export interface GemmOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** The factor of the product. Default: 1. */
  readonly alpha?: number;
  /** The factor of C, which is not read where it is 0. Default: 1. */
  readonly beta?: number;
  /** Whether A is stored transposed, as (k,m). Default: 0. */
  readonly transA?: 0 | 1 | boolean;
  /** Whether B is stored transposed, as (n,k). Default: 0. */
  readonly transB?: 0 | 1 | boolean;
  /** Opset 1 to 6: 1 lets C be stretched. */
  readonly broadcast?: 0 | 1;
}

/** Options of `clip`. */
export interface ClipOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** Opset 1 to 6, which have the bounds as attributes: the lower one. */
  readonly min?: number;
  /** Opset 1 to 6: the upper bound. */
  readonly max?: number;
}

/** ncnn's operators, in the order of their numbers. */
export type NcnnOperator =
  | 'ADD'
  | 'SUB'
  | 'MUL'
  | 'DIV'
  | 'MAX'
  | 'MIN'
  | 'POW'
  | 'RSUB'
  | 'RDIV'
  | 'RPOW'
  | 'ATAN2'
  | 'RATAN2'
  | 'FMOD'
  | 'RFMOD'
  | 'LOGADDEXP'
  | 'FLOOR_DIVIDE'
  | 'RFLOOR_DIVIDE'
  | 'REMAINDER'
  | 'RREMAINDER';

/** Options of `run`. */
export interface RunOptions<Out extends TensorLike = TensorLike> extends OperatorOptions<Out> {
  /** The node's attributes, by ONNX's names: `{ broadcast: 1, axis: 1 }`. */
  readonly attributes?: Attributes;
}

/** Elements that people write. */
export type PlainValue = number | bigint | boolean | string;
/** Elements in one array. */
export type PlainData = readonly (number | bigint | boolean)[];

/** Values in arrays, as deep as there are axes. */
export type NestedInput<Value> = Value | readonly NestedInput<Value>[];

/** An operator's attributes among its options, each read once. */
type Read<Options> = (
  options: Options,
) => Readonly<Record<Exclude<keyof Options, keyof OperatorOptions>, unknown>>;

/** The options of an operator's method: its attributes, and what every operator takes. */
export interface MethodOptions extends OptionNames {
  read?(options: object): Attributes;
}

const EVERY: NamesOf<OperatorOptions> = { opset: true, out: true };

const plain = (of: string, elsewhere?: Elsewhere): MethodOptions =>
  optionNames<OperatorOptions>(of, EVERY, elsewhere);

const taking = <Options extends OperatorOptions>(
  of: string,
  read: Read<Options>,
): MethodOptions => ({
  ...optionNames<object>(of, { ...read({} as Options), ...EVERY }),
  read,
});

const legacy = (of: string): MethodOptions =>
  taking<ArithmeticOptions>(of, ({ broadcast, axis }) => ({ broadcast, axis }));

/** In other libraries these names are of methods that reduce. */
const elementwise = (of: string, operator: string): MethodOptions =>
  plain(of, (name) =>
    /^(axis|axes|dims?|keep_?dims?)$/i.test(name) ? messages.elementwise(operator) : undefined,
  );

/** What each operator's method takes. */
export const OPERATORS = {
  Add: legacy('add'),
  Sub: legacy('sub'),
  Mul: legacy('mul'),
  Div: legacy('div'),
  Pow: legacy('pow'),
  Mod: taking<ModOptions>('mod', ({ fmod }) => ({ fmod })),
  And: legacy('and'),
  Or: legacy('or'),
  Xor: legacy('xor'),
  Equal: legacy('equal'),
  Greater: legacy('greater'),
  Less: legacy('less'),
  GreaterOrEqual: plain('greaterOrEqual'),
  LessOrEqual: plain('lessOrEqual'),
  BitwiseAnd: plain('bitwiseAnd'),
  BitwiseOr: plain('bitwiseOr'),
  BitwiseXor: plain('bitwiseXor'),
  BitShift: taking<BitShiftOptions>('bitShift', ({ direction }) => ({ direction })),
  Max: elementwise('max', 'Max'),
  Min: elementwise('min', 'Min'),
  Sum: elementwise('sum', 'Sum'),
  Mean: elementwise('mean', 'Mean'),
  Where: plain('where'),
  PRelu: plain('prelu'),
  Gemm: taking<GemmOptions>('gemm', ({ alpha, beta, transA, transB, broadcast }) => ({
    alpha,
    beta,
    transA,
    transB,
    broadcast,
  })),
  MatMul: plain('matMul', (name) => (/^trans[AB]$/i.test(name) ? messages.gemmHasIt() : undefined)),
  Expand: plain('expand'),
  StringConcat: plain('stringConcat'),
  Clip: taking<ClipOptions>('clip', ({ min, max }) => ({ min, max })),
};

export const RUN = optionNames<RunOptions>(
  'run',
  { attributes: true, ...EVERY },
  messages.underAttributes,
);

export const NCNN = optionNames<OperatorOptions>('ncnn', EVERY);

/**
 * The attributes among an operator's options, where any is given.
 * @throws AttributeError for an option that the operator does not take.
 */
export function attributesOf(options: object, taken: MethodOptions): Attributes | undefined {
  checkOptions(options, taken);
  const attributes = taken.read?.(options);
  for (const name in attributes) if (attributes[name] !== undefined) return attributes;
  return undefined;
}
