/** Elementwise operators with broadcasting: layouts × sizes × operators × types. */
import { elementTypes } from '../values.mjs';
import { brackets, exact, finish, loose, names, rounded, ulps } from './describe.mjs';

/** Side of the square, by size of the result. */
export const sizes = { 16: 4, '4k': 64, '64k': 256, '1M': 1024, '4M': 2048 };

/** Shapes of operands and result, for a square of side s. `sizes` limits the sizes of a layout. */
export const layouts = {
  same: {
    shapes: (s) => [
      [s, s],
      [s, s],
    ],
    output: (s) => [s, s],
  },
  row: { shapes: (s) => [[s, s], [s]], output: (s) => [s, s] },
  col: {
    shapes: (s) => [
      [s, s],
      [s, 1],
    ],
    output: (s) => [s, s],
  },
  one: { shapes: (s) => [[s, s], [1]], output: (s) => [s, s] },
  outer: {
    shapes: (s) => [
      [s, 1],
      [1, s],
    ],
    output: (s) => [s, s],
  },
  middle: {
    shapes: () => [
      [64, 128, 128],
      [64, 1, 128],
    ],
    output: () => [64, 128, 128],
    sizes: ['1M'],
  },
  rgb: { shapes: () => [[4096, 3], [3]], output: () => [4096, 3], sizes: ['1M'], flat: true },
  tiny: { shapes: () => [[16], [16]], output: () => [16], sizes: ['1M'] },
  'short-row': {
    shapes: (s) => [[thirds(s), 3], [3]],
    output: (s) => [thirds(s), 3],
    sizes: ['4k', '64k', '1M', '4M'],
    flat: true,
  },
  'short-col': {
    shapes: (s) => [
      [thirds(s), 3],
      [thirds(s), 1],
    ],
    output: (s) => [thirds(s), 3],
    sizes: ['4k', '64k', '1M', '4M'],
    flat: true,
  },
  // Rows of 16 and of 128 elements, each combined with one element of its own.
  'col-16': {
    shapes: (s) => [
      [(s * s) / 16, 16],
      [(s * s) / 16, 1],
    ],
    output: (s) => [(s * s) / 16, 16],
    sizes: ['4k', '64k', '1M', '4M'],
    flat: true,
  },
  'col-128': {
    shapes: (s) => [
      [(s * s) / 128, 128],
      [(s * s) / 128, 1],
    ],
    output: (s) => [(s * s) / 128, 128],
    sizes: ['4k', '64k', '1M', '4M'],
    flat: true,
  },
  'short-both': {
    shapes: (s) => [
      [Math.floor((s * s) / 24), 2, 1, 4],
      [Math.floor((s * s) / 24), 2, 3, 4],
    ],
    output: (s) => [Math.floor((s * s) / 24), 2, 3, 4],
    sizes: ['4k', '64k', '1M', '4M'],
    flat: true,
  },
};

function thirds(side) {
  return Math.floor((side * side) / 3);
}

export const numeric = Object.keys(elementTypes).filter((type) => type !== 'bool');
const whole = numeric.filter((type) => elementTypes[type].kind !== 'float');
const unsigned = numeric.filter((type) => elementTypes[type].kind === 'uint');

/**
 * One row per operator. `values`: the range of each operand's values (see values.mjs); `result`: 'bool' if it
 * is not the operands' type; `tolerance` (relative) and `absolute`: the maximum error of peers, in addition
 * to a rounding of 16-bit floats; `own`: the maximum error of the package by type (default: none); `arrange`:
 * maps the layout's two shapes to the operator's operands.
 */
export const operators = {
  Add: { types: numeric, values: ['any', 'any'], tolerance: exact },
  Sub: { types: numeric, values: ['positive', 'any'], tolerance: exact },
  Mul: { types: numeric, values: ['any', 'any'], tolerance: exact },
  Div: { types: numeric, values: ['positive', 'positive'], tolerance: rounded },
  Mod: {
    types: numeric,
    values: ['positive', 'positive'],
    tolerance: rounded,
    absolute: 1e-5,
    fmod: true,
  },
  Pow: { types: numeric, values: ['positive', 'small'], tolerance: loose, own: ulps(1) },
  Max: { types: numeric, values: ['any', 'any'], tolerance: exact },
  Min: { types: numeric, values: ['any', 'any'], tolerance: exact },
  Sum: { types: numeric, values: ['any', 'any'], tolerance: exact },
  Mean: { types: numeric, values: ['any', 'any'], tolerance: exact },
  PRelu: { types: numeric, values: ['any', 'any'], tolerance: exact, unidirectional: true },
  Equal: { types: [...numeric, 'bool'], values: ['coarse', 'coarse'], result: 'bool' },
  Greater: { types: numeric, values: ['coarse', 'coarse'], result: 'bool' },
  Less: { types: numeric, values: ['coarse', 'coarse'], result: 'bool' },
  GreaterOrEqual: { types: numeric, values: ['coarse', 'coarse'], result: 'bool' },
  LessOrEqual: { types: numeric, values: ['coarse', 'coarse'], result: 'bool' },
  And: { types: ['bool'], values: ['any', 'any'], result: 'bool' },
  Or: { types: ['bool'], values: ['any', 'any'], result: 'bool' },
  Xor: { types: ['bool'], values: ['any', 'any'], result: 'bool' },
  BitwiseAnd: { types: whole, values: ['any', 'any'] },
  BitwiseOr: { types: whole, values: ['any', 'any'] },
  BitwiseXor: { types: whole, values: ['any', 'any'] },
  BitShift: {
    types: unsigned,
    values: ['any', 'shift'],
    attributes: { direction: 'RIGHT' },
  },
  Where: {
    types: [...numeric, 'bool'],
    values: ['any', 'any', 'any'],
    arrange: ([a, b]) => [a, b, a],
    operandTypes: (type) => ['bool', type, type],
  },
};

/** Layouts that the operator's own rule allows: a unidirectional one never stretches operand A. */
export function allows(operator, layout) {
  return !operator.unidirectional || !['outer', 'short-both'].includes(layout);
}

function attributesOf(operator, type) {
  const fmod = operator.fmod && elementTypes[type].kind === 'float' ? { fmod: 1 } : {};
  return { ...operator.attributes, ...fmod };
}

export function elementwise({ section, op, type, size, layout, mode, values }) {
  const operator = operators[op];
  const side = sizes[size];
  const shapes = (operator.arrange ?? ((pair) => pair))(layouts[layout].shapes(side));
  const types = operator.operandTypes?.(type) ?? [type, type];
  const operands = shapes.map((dims, i) => ({
    name: names[i],
    type: types[i],
    dims,
    range: (values ?? operator.values)[i],
  }));
  const inputs = operands.map(({ name }) => name);
  return finish({
    id: [section, op, type, size, layout, mode].join('/'),
    section,
    label: `${op} ${type} ${shapes.map(brackets).join(' ')}`,
    shapes: shapes.map(brackets).join('+'),
    op,
    type,
    size,
    layout,
    mode,
    flat: layouts[layout].flat ?? false,
    nodes: [{ op, inputs, output: 'Y', attributes: attributesOf(operator, type) }],
    operands,
    output: { name: 'Y', type: operator.result ?? type, dims: layouts[layout].output(side) },
    tolerance: operator.tolerance ?? exact,
    absolute: operator.absolute,
    own: operator.own?.[type],
  });
}

/** An operator on values for which its fast path is not designed; `values` names them by operand. */
export function awkward({ section, type, mode, size }, { op, types: own, values, name, absolute }) {
  if (!own.includes(type)) return [];
  const made = elementwise({ section, op, type, size, layout: 'same', mode, values });
  const label = `${made.label}, ${name}`;
  return {
    ...made,
    absolute: absolute ?? made.absolute,
    id: [section, op, type, name.replaceAll(' ', '-'), mode].join('/'),
    label,
    shapes: name,
  };
}

export const floats = ['float32', 'float64'];
export const wide = ['int64', 'uint64'];

export const awkwardValues = [
  {
    op: 'Pow',
    types: ['int32', 'int64'],
    values: ['coarse', 'exponent'],
    name: 'exponents up to 200',
  },
  { op: 'Pow', types: floats, values: ['positive', 'steep'], name: 'exponents from -60 to 60' },
  { op: 'Div', types: wide, values: ['huge', 'large'], name: 'quotients of 64 bits' },
  { op: 'Mod', types: wide, values: ['huge', 'large'], name: 'quotients of 64 bits' },
  { op: 'Mod', types: floats, values: ['far', 'positive'], name: 'quotients up to two million' },
  ...['Add', 'Mul', 'Div', 'Max'].flatMap((op) => [
    { op, types: floats, values: ['special', 'special'], name: 'NaN and infinities' },
    // A library that rounds twice is off by one unit.
    ...floats.map((type) => ({
      op,
      types: [type],
      values: [`subnormal ${type}`, 'any'],
      name: 'subnormal numbers',
      absolute: { float32: 2 ** -149, float64: 2 ** -1074 }[type],
    })),
  ]),
];
