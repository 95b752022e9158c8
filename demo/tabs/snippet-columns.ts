/**
 * MATLAB and Julia. Both store columns first, and align shapes at the first axis: a shorter shape gets its 1s
 * at the end. Here each shape has its 1s in front, so the axes line up as in the figure.
 */
import type { ElementType, OperatorName } from '../state/operators.ts';
import { isUnit, operandName, type Shape, type State } from '../state/state.ts';
import {
  comment,
  eachData,
  folded,
  type Given,
  isData,
  resultOf,
  tuple,
  typeAt,
} from './snippet-parts.ts';
import { type Numbers, numbersOf, numberText } from './snippet-values.ts';

interface Language {
  readonly mark: string;
  readonly end: string;
  /** Minimum rank of an array. */
  readonly least: number;
  /** Values in a row, in their type. */
  row(numbers: Numbers, type: ElementType): string;
  /** A matrix of at least two rows and columns. */
  matrix(rows: readonly string[], type: ElementType): string;
  /** The function that reorders axes. */
  permute: string;
  infix: Readonly<Partial<Record<OperatorName, string>>>;
  call(state: State, names: readonly string[]): string;
  /** An operand in the shape of another, which may be longer. */
  expanded(name: string, type: ElementType, shape: Shape): string;
  notes(state: State): readonly string[];
  result(shape: Shape): string;
}

const isFloat = ({ type }: State): boolean => type.startsWith('float');

const reversed = (shape: Shape): string => [...shape].reverse().join(', ');

function infinite(value: number): string {
  if (Number.isFinite(value)) return numberText(value);
  return Number.isNaN(value) ? 'NaN' : value < 0 ? '-Inf' : 'Inf';
}

/** A value as both languages write it. */
const written = (value: number, type: ElementType): string =>
  type === 'bool' ? String(value !== 0) : infinite(value);

const matlabTypes: Readonly<Record<ElementType, string>> = {
  float32: 'single',
  float64: 'double',
  int32: 'int32',
  uint8: 'uint8',
  bool: 'logical',
};

const overflowing: ReadonlySet<OperatorName> = new Set(['Add', 'Sub', 'Mul', 'Pow', 'PRelu']);

const matlabLanguage: Language = {
  mark: '%',
  end: ';',
  least: 2,
  row(numbers, type) {
    const values =
      'each' in numbers
        ? `[${numbers.each.map((value) => written(value, type)).join(' ')}]`
        : `(0:${numbers.count - 1}) * ${numbers.step} + ${numbers.first}`;
    return `${matlabTypes[type]}(${values})`;
  },
  matrix: (rows, type) => `${matlabTypes[type]}([${rows.join('; ')}])`,
  permute: 'permute',
  infix: {
    Add: '+',
    Sub: '-',
    Mul: '.*',
    Div: './',
    Pow: '.^',
    And: '&',
    Or: '|',
    Equal: '==',
    Greater: '>',
    Less: '<',
  },
  call({ op }, names) {
    const [a = 'A', b = 'B', c = 'C'] = names;
    if (op === 'Div') return `idivide(${a}, ${b}, 'fix')`;
    if (op === 'Mod') return `mod(${a}, ${b})`;
    if (op === 'Xor') return `xor(${a}, ${b})`;
    if (op === 'Where') return `${a} .* ${b} + ~${a} .* ${c}`;
    return `max(${a}, 0) + ${b} .* min(${a}, 0)`;
  },
  expanded: (name, type, shape) =>
    type === 'bool'
      ? `${name} | false(${shape.join(', ')})`
      : `${name} + zeros(${shape.join(', ')}, '${matlabTypes[type]}')`,
  notes: (state) =>
    !isFloat(state) && overflowing.has(state.op)
      ? ['% integers saturate in MATLAB, and wrap around in the figure']
      : [],
  result: (shape) => shape.join('×'),
};

const juliaTypes: Readonly<Record<ElementType, string>> = {
  float32: 'Float32',
  float64: 'Float64',
  int32: 'Int32',
  uint8: 'UInt8',
  bool: 'Bool',
};

const juliaLanguage: Language = {
  mark: '#',
  end: '',
  least: 1,
  row: (numbers, type) =>
    'each' in numbers
      ? `${juliaTypes[type]}[${numbers.each.map((value) => written(value, type)).join(', ')}]`
      : `${juliaTypes[type]}.((0:${numbers.count - 1}) .* ${numbers.step} .+ ${numbers.first})`,
  matrix: (rows, type) => `${juliaTypes[type]}[${rows.join('; ')}]`,
  permute: 'permutedims',
  infix: {
    Add: '.+',
    Sub: '.-',
    Mul: '.*',
    Div: './',
    Pow: '.^',
    And: '.&',
    Or: '.|',
    Equal: '.==',
    Greater: '.>',
    Less: '.<',
  },
  call({ op }, names) {
    const [a = 'A', b = 'B'] = names;
    if (op === 'Div') return `div.(${a}, ${b})`;
    if (op === 'Mod') return `mod.(${a}, ${b})`;
    if (op === 'Xor') return `xor.(${a}, ${b})`;
    if (op === 'Where') return `ifelse.(${names.join(', ')})`;
    return `ifelse.(${a} .>= 0, ${a}, ${a} .* ${b})`;
  },
  expanded: (name, type, shape) =>
    type === 'bool'
      ? `${name} .| falses(${shape.join(', ')})`
      : `${name} .+ zeros(${juliaTypes[type]}, ${shape.join(', ')})`,
  notes: () => [],
  result: tuple,
};

function callOf(language: Language, state: State, wide: (p: number) => Shape): string {
  const names = state.shapes.map((_, p) => operandName(p));
  const sign = language.infix[state.op];
  const dot = language.infix.Add?.startsWith('.') ? '.' : '';
  if (sign && (state.op !== 'Div' || isFloat(state))) return names.join(` ${sign} `);
  if (state.op === 'Max') return folded(`max${dot}`, names);
  if (state.op === 'Min') return folded(`min${dot}`, names);
  const sum = names.join(` ${language.infix.Add} `);
  if (state.op === 'Sum') return sum;
  if (state.op === 'Mean') return `(${sum}) ${language.infix.Div} ${names.length}`;
  if (state.op === 'Expand') return language.expanded('A', state.type, wide(1));
  return language.call(state, names);
}

/** An array with the values of a row in C order. */
function filled({ permute, least }: Language, row: string, shape: Shape): string {
  if (shape.length === 1 && least === 1) return row;
  // With one axis longer than 1, both orders are the same.
  if (shape.filter((size) => !isUnit(size)).length < 2)
    return `reshape(${row}, ${shape.join(', ')})`;
  return `${permute}(reshape(${row}, ${reversed(shape)}), ${shape.length}:-1:1)`;
}

function operandOf(language: Language, state: State, p: number, shape: Shape): string {
  const numbers = numbersOf(state, p);
  const type = typeAt(state, p);
  const [rows = 1, columns = 1] = shape;
  const isMatrix = shape.length === 2 && rows > 1 && columns > 1;
  if (!('each' in numbers && isMatrix)) {
    return filled(language, language.row(numbers, type), shape);
  }
  const each = numbers.each.map((value) => written(value, type));
  const lines = Array.from({ length: rows }, (_, r) =>
    each.slice(r * columns, (r + 1) * columns).join(' '),
  );
  return language.matrix(lines, type);
}

function columnsFirst(language: Language, given: Given): string {
  const { state, explicit, trace } = given;
  const shapes = explicit ?? state.shapes;
  const ranks = shapes.map(({ length }) => length);
  const rank = Math.max(language.least, ...ranks);
  const wide = (p: number): Shape => {
    const shape = shapes[p] ?? [];
    return [...Array<number>(rank - shape.length).fill(1), ...shape];
  };
  const { mark, end } = language;
  const made = eachData(
    state,
    mark,
    (p) => `${operandName(p)} = ${operandOf(language, state, p, wide(p))}${end}`,
  );
  const grows = shapes.some(
    (shape, p) => isData(state, p) && shape.length > 0 && shape.length < wide(p).length,
  );
  const result = [...Array<number>(rank - (trace.outputShape?.length ?? 0)).fill(1)];
  return [
    ...(grows
      ? [`${mark} shapes line up from the first axis here, so the 1s are written in front`]
      : []),
    ...language.notes(state),
    ...made,
    `${resultOf(state)} = ${callOf(language, state, wide)}${end}`,
    comment(given, mark, (shape) => language.result([...result, ...shape])),
  ].join('\n');
}

export const matlab = (given: Given): string => columnsFirst(matlabLanguage, given);
export const julia = (given: Given): string => columnsFirst(juliaLanguage, given);
