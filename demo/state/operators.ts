/** The operators, element types and rules that the page offers, each as a row. */
import { inLanguage } from '../base/language.ts';
export type ElementType = 'float32' | 'float64' | 'int32' | 'uint8' | 'bool';
export type RuleChoice = 'numpy' | 'onnx-uni' | 'onnx-legacy' | 'ncnn';
export type OperatorName = keyof typeof rows;

const numbers = ['float32', 'float64', 'int32', 'uint8'] as const;
const floats = ['float32', 'float64'] as const;
const everywhere = ['numpy', 'onnx-legacy', 'ncnn'] as const;
const onnx = ['numpy', 'onnx-legacy'] as const;
const modern = ['numpy'] as const;

export interface OperatorRow {
  /** Between the operands, or before them in a call. */
  readonly sign: string;
  readonly form: 'infix' | 'call';
  /** Minimum number of operands. */
  readonly least: number;
  readonly most: number;
  readonly types: readonly ElementType[];
  readonly rules: readonly RuleChoice[];
  /** An operand whose values are booleans for every element type. */
  readonly condition?: number;
  /** An operand whose elements are not used, only its sizes. */
  readonly shapeOperand?: number;
  readonly truth?: boolean;
}

const infix = { form: 'infix', least: 2, most: 2 } as const;
const many = { form: 'call', least: 1, most: 8, rules: modern } as const;
const logical = { ...infix, types: ['bool'], rules: onnx, truth: true } as const;
const comparing = { ...infix, types: numbers, rules: onnx, truth: true } as const;

const rows = {
  Add: { ...infix, sign: '+', types: numbers, rules: everywhere },
  Sub: { ...infix, sign: '−', types: numbers, rules: everywhere },
  Mul: { ...infix, sign: '×', types: numbers, rules: everywhere },
  Div: { ...infix, sign: '÷', types: numbers, rules: everywhere },
  Pow: {
    ...infix,
    sign: '^',

    types: ['float32', 'float64', 'int32'],
    rules: everywhere,
  },
  Mod: { ...infix, sign: 'mod', types: numbers, rules: modern },
  Max: { ...many, sign: 'max', types: numbers },
  Min: { ...many, sign: 'min', types: numbers },
  Mean: { ...many, sign: 'mean', types: floats },
  Sum: { ...many, sign: 'sum', types: floats },
  And: { ...logical, sign: 'and' },
  Or: { ...logical, sign: 'or' },
  Xor: { ...logical, sign: 'xor' },
  Equal: { ...comparing, sign: '==' },
  Greater: { ...comparing, sign: '>' },
  Less: { ...comparing, sign: '<' },
  Where: {
    form: 'call',
    least: 3,
    most: 3,
    sign: 'where',

    types: numbers,
    rules: modern,
    condition: 0,
  },
  Expand: {
    form: 'call',
    least: 2,
    most: 2,
    sign: 'expand',

    types: [...numbers, 'bool'],
    rules: modern,
    shapeOperand: 1,
  },
  PRelu: {
    form: 'call',
    least: 2,
    most: 2,
    sign: 'prelu',

    types: ['float32', 'float64', 'int32'],
    rules: ['onnx-uni'],
  },
} as const satisfies Readonly<Record<string, OperatorRow>>;

export const operators: Readonly<Record<OperatorName, OperatorRow>> = rows;
export const operatorNames = Object.keys(rows) as OperatorName[];
/** The glossary of the rules: the name of each on the whole page, and the libraries that use it. */
export const rules = inLanguage('rules', {
  numpy: { label: 'NumPy rule', of: 'NumPy, PyTorch, ONNX' },
  'onnx-uni': { label: 'ONNX one-way', of: 'ONNX, B to A' },
  'onnx-legacy': { label: 'ONNX opset ≤ 6', of: 'ONNX, with axis and broadcast' },
  ncnn: { label: 'ncnn', of: 'ncnn BinaryOp' },
} satisfies Readonly<Record<RuleChoice, { readonly label: string; readonly of: string }>>);
export const ruleNames = Object.keys(rules) as RuleChoice[];

/** The sign before an operand in a row, or before the result: `+`, `=`. */
export function signBefore(op: OperatorName, p: number, operands: number): string {
  const { form, sign } = operators[op];
  if (p === operands) return '=';
  return (p === 0) === (form === 'call') ? sign : '';
}

/** `A + B`, `where(A, B, C)`: the operator written over names or numbers. */
export function writeOperation(op: OperatorName, parts: readonly string[]): string {
  const { form, sign } = operators[op];
  return form === 'infix' ? parts.join(` ${sign} `) : `${sign}(${parts.join(', ')})`;
}
