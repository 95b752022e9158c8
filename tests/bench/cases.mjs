/**
 * What is measured, as data: layouts × sizes × operators × types × modes, grouped in sections.
 *
 * A case is a small graph (`nodes` over `operands`, one output), so that one description serves
 * every library. The layouts and types are those of the project's performance targets.
 */
import { elementCount, elementTypes, fill } from './values.mjs';

/** Side of the square, by size of the result. */
export const sizes = { 16: 4, '4k': 64, '64k': 256, '1M': 1024, '4M': 2048 };

/** Operand shapes and the result's, for a square of side s. `sizes` limits where a layout is made. */
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
  // Rows of 16 and of 128 elements, each with one of its own.
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

const numeric = Object.keys(elementTypes).filter((type) => type !== 'bool');
const whole = numeric.filter((type) => elementTypes[type].kind !== 'float');
const unsigned = numeric.filter((type) => elementTypes[type].kind === 'uint');
const exact = 0;
const rounded = 1e-6;
/** A peer whose pow is good to five digits is still a peer. */
const loose = 1e-4;

/** The package's own limits, in units of the last place, as tests/accuracy and docs/performance.md have them. */
const ulps = (count) => ({ float32: count * 2 ** -23, float64: count * 2 ** -52 });

/**
 * One row per operator. `values`: the range of each operand's values (see values.mjs), `result`:
 * 'bool' where it is not the operands' type, `tolerance` (relative) and `absolute`: how far peers
 * may be from the reference, besides a rounding of 16-bit floats, `own`: how far the package may, by
 * type (default: not at all), `arrange`: the layout's two shapes to the operator's operands.
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

const names = ['A', 'B', 'C'];

/** Layouts that the operator's own rule allows: a unidirectional one never stretches operand A. */
function allows(operator, layout) {
  return !operator.unidirectional || !['outer', 'short-both'].includes(layout);
}

function finish(description) {
  const { operands, output } = description;
  const bytes = ({ type, dims }) => elementCount(dims) * elementTypes[type].bytes;
  return {
    tolerance: exact,
    elements: elementCount(output.dims),
    readBytes: operands.reduce((sum, operand) => sum + bytes(operand), 0),
    writeBytes: bytes(output),
    ...description,
  };
}

function attributesOf(operator, type) {
  const fmod = operator.fmod && elementTypes[type].kind === 'float' ? { fmod: 1 } : {};
  return { ...operator.attributes, ...fmod };
}

const brackets = (dims) => `[${dims.join(',')}]`;

function elementwise({ section, op, type, size, layout, mode, values }) {
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

/** An operator on values that its fast path is not made for; `values` names them by operand. */
function awkward({ section, type, mode, size }, { op, types: own, values, name, absolute }) {
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

const floats = ['float32', 'float64'];
const wide = ['int64', 'uint64'];

const awkwardValues = [
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
    // A library that rounds twice is off by one unit of those.
    ...floats.map((type) => ({
      op,
      types: [type],
      values: [`subnormal ${type}`, 'any'],
      name: 'subnormal numbers',
      absolute: { float32: 2 ** -149, float64: 2 ** -1074 }[type],
    })),
  ]),
];

function unary({ section, type, mode }, op) {
  const dims = [1024, 1024];
  return finish({
    id: [section, op, type, '1M', mode].join('/'),
    section,
    label: `${op} ${type} ${brackets(dims)}`,
    shapes: brackets(dims),
    op,
    type,
    mode,
    nodes: [{ op, inputs: ['A'], output: 'Y' }],
    operands: [{ name: 'A', type, dims, range: 'steps' }],
    output: { name: 'Y', type, dims },
    tolerance: loose,
    absolute: loose,
    own: ulps({ Erf: 8, Tanh: 4 }[op] ?? 2)[type],
  });
}

/**
 * A product of m rows, n columns and k terms each. `transA`, `transB`: how the operands are stored,
 * `bias`: a C of n elements, `batch`: so many products, as MatMul.
 */
function product({ section, type, mode }, { m, k, n, batch, bias, ...transposes }) {
  const op = batch ? 'MatMul' : 'Gemm';
  const times = (dims) => (batch ? [batch, ...dims] : dims);
  const shapes = [
    times(transposes.transA ? [k, m] : [m, k]),
    times(transposes.transB ? [n, k] : [k, n]),
    ...(bias ? [[n]] : []),
  ];
  const variant = [...Object.keys(transposes), ...(bias ? ['bias'] : [])].map((x) => `-${x}`);
  const size = `${times([m, k, n]).join('x')}${variant.join('')}`;
  return finish({
    id: [section, op, type, size, mode].join('/'),
    section,
    label: `${op} ${type} ${shapes.map(brackets).join(' ')}`,
    shapes: shapes.map(brackets).join('·') + variant.join(''),
    op,
    type,
    mode,
    flops: 2 * m * k * n * (batch ?? 1),
    nodes: [{ op, inputs: names.slice(0, shapes.length), output: 'Y', attributes: transposes }],
    operands: shapes.map((dims, i) => ({ name: names[i], type, dims, range: 'any' })),
    output: { name: 'Y', type, dims: times([m, n]) },
    // Any order of additions is within the reference's own bound.
    tolerance: exact,
  });
}

function expand({ section, type, mode }, [from, to]) {
  return finish({
    id: [section, 'Expand', type, from.join('x'), mode].join('/'),
    section,
    label: `Expand ${type} ${brackets(from)} to ${brackets(to)}`,
    shapes: `${brackets(from)} to ${brackets(to)}`,
    op: 'Expand',
    type,
    mode,
    nodes: [{ op: 'Expand', inputs: ['A'], output: 'Y', shape: to }],
    operands: [{ name: 'A', type, dims: from, range: 'any' }],
    output: { name: 'Y', type, dims: to },
  });
}

/** What works along axes, or moves elements, on squares; `takes` counts its operands. */
function axes({ section, type, mode }, { op, attributes = {}, takes = 1, result }) {
  const dims = [1024, 1024];
  const shapes = Array.from({ length: takes }, () => dims);
  const about = Object.entries(attributes).map(([name, value]) => `${name} ${value}`);
  return finish({
    id: [section, [op, ...about].join('-').replaceAll(' ', ''), type, '1M', mode].join('/'),
    section,
    label: `${[op, ...about].join(' ')} ${type} ${shapes.map(brackets).join(' ')}`,
    shapes: [...shapes.map(brackets), ...about].join(' '),
    op,
    type,
    mode,
    nodes: [{ op, inputs: names.slice(0, takes), output: 'Y', attributes }],
    operands: shapes.map((shape, i) => ({ name: names[i], type, dims: shape, range: 'any' })),
    output: { name: 'Y', type, dims: result },
    tolerance: loose,
    absolute: 1e-3,
    // Of a softmax: exponentials, a sum of 1,024 and a quotient.
    own: op === 'Softmax' ? ulps(1030)[type] : exact,
  });
}

const alongAxes = [
  { op: 'ReduceSum', attributes: { axes: [1] }, result: [1024] },
  { op: 'ReduceSum', attributes: { axes: [0] }, result: [1024] },
  { op: 'ReduceMax', attributes: { axes: [1] }, result: [1024] },
  { op: 'ReduceMean', attributes: { axes: [0, 1] }, result: [] },
  { op: 'Concat', attributes: { axis: 1 }, takes: 2, result: [1024, 2048] },
];

const square1M = [1024, 1024];
const float = (dims, range = 'any') => ({ type: 'float32', dims, range });

/** What programs do every day, each as one would write it with the library. */
const everyday = [
  {
    name: 'softmax',
    op: 'Softmax',
    attributes: { axis: -1 },
    own: ulps(1030).float32,
    absolute: 1e-6,
  },
  {
    name: 'mean along an axis',
    op: 'ReduceMean',
    attributes: { axes: [1] },
    result: [1024],
    absolute: 1e-5,
  },
  {
    name: 'normalise',
    operands: [float(square1M), float([1024]), float([1024], 'positive')],
    nodes: [
      { op: 'Sub', inputs: ['A', 'B'], output: 'T' },
      { op: 'Div', inputs: ['T', 'C'], output: 'Y' },
    ],
    tolerance: rounded,
  },
  {
    name: 'matMul, bias and relu',
    operands: [float([256, 256]), float([256, 256]), float([256])],
    nodes: [
      { op: 'MatMul', inputs: ['A', 'B'], output: 'P' },
      { op: 'Add', inputs: ['P', 'C'], output: 'S' },
      { op: 'Relu', inputs: ['S'], output: 'Y' },
    ],
    result: [256, 256],
    absolute: 1e-3,
    flops: 2 * 256 ** 3,
  },
  { name: 'argMax', op: 'ArgMax', attributes: { axis: 1 }, result: [1024], type: 'int64' },
  {
    name: 'cast of uint8',
    op: 'Cast',
    attributes: { to: 'float32' },
    operands: [{ ...float(square1M), type: 'uint8' }],
  },
  { name: 'cast to int32', op: 'Cast', attributes: { to: 'int32' }, type: 'int32' },
  { name: 'transpose', op: 'Transpose', attributes: { perm: [1, 0] } },
  {
    name: 'gather of rows',
    op: 'Gather',
    attributes: { axis: 0 },
    operands: [float(square1M), { type: 'int32', dims: [1024], range: 'index' }],
  },
  {
    name: 'concat',
    op: 'Concat',
    attributes: { axis: 0 },
    operands: [float(square1M), float(square1M)],
    result: [2048, 1024],
  },
  { name: 'clip', op: 'Clip', attributes: { min: -1, max: 1 } },
];

function task(
  { section, mode },
  {
    name,
    op,
    attributes = {},
    operands = [float(square1M)],
    nodes,
    result = square1M,
    type = 'float32',
    ...limits
  },
) {
  const named = operands.map((operand, i) => ({ name: names[i], ...operand }));
  const one = { op, inputs: named.map((operand) => operand.name), output: 'Y', attributes };
  const shapes = named.map(({ dims }) => brackets(dims)).join(' ');
  return finish({
    id: [section, name.replaceAll(/,? /g, '-'), mode].join('/'),
    section,
    label: `${name}, ${shapes}`,
    shapes: `${name} ${shapes}`,
    op: op ?? name,
    type: 'float32',
    mode,
    nodes: nodes ?? [one],
    operands: named,
    output: { name: 'Y', type, dims: result },
    ...limits,
  });
}

/** (frame − mean) / std over channels-last RGB, the usual first step of an image model. */
function frame({ section, mode }) {
  const dims = [1080, 1920, 3];
  const operands = [
    { name: 'A', type: 'float32', dims, range: 'any' },
    { name: 'B', type: 'float32', dims: [3], range: 'any' },
    { name: 'C', type: 'float32', dims: [3], range: 'positive' },
  ];
  return finish({
    id: [section, 'normalise', 'float32', '1080p', mode].join('/'),
    section,
    label: '(frame - mean) / std, float32 [1080,1920,3]',
    shapes: '[1080,1920,3] [3] [3]',
    op: 'normalise',
    type: 'float32',
    mode,
    nodes: [
      { op: 'Sub', inputs: ['A', 'B'], output: 'T' },
      { op: 'Div', inputs: ['T', 'C'], output: 'Y' },
    ],
    operands,
    output: { name: 'Y', type: 'float32', dims },
    tolerance: rounded,
    loop: normaliseLoop,
  });
}

/** The loop that one would write by hand, a channel at a time. */
function normaliseLoop([pixels, mean, std], out) {
  for (let i = 0; i < pixels.length; i += 3) {
    out[i] = Math.fround(pixels[i] - mean[0]) / std[0];
    out[i + 1] = Math.fround(pixels[i + 1] - mean[1]) / std[1];
    out[i + 2] = Math.fround(pixels[i + 2] - mean[2]) / std[2];
  }
}

/** Five operators, as after a layer of a model: max((x - a) / b * c + d, 0). */
function chain({ section, type, mode }, [dims, other]) {
  const shapes = [dims, other, other, other, other, []];
  const ranges = ['any', 'any', 'positive', 'any', 'any', 'zero'];
  const letters = ['A', 'B', 'C', 'D', 'E', 'F'];
  const ops = ['Sub', 'Div', 'Mul', 'Add', 'Max'];
  const outputs = ['T1', 'T2', 'T3', 'T4', 'Y'];
  return finish({
    id: [section, type, dims.join('x'), other.join('x') || 'one', mode].join('/'),
    section,
    label: `max((x - a) / b * c + d, 0), ${type} ${brackets(dims)} ${brackets(other)}`,
    shapes: `${brackets(dims)} ${brackets(other)}`,
    op: 'chain',
    type,
    mode,
    fused: true,
    nodes: ops.map((op, i) => ({
      op,
      inputs: [i === 0 ? 'A' : outputs[i - 1], letters[i + 1]],
      output: outputs[i],
      attributes: {},
    })),
    operands: shapes.map((shape, i) => ({ name: letters[i], type, dims: shape, range: ranges[i] })),
    output: { name: 'Y', type, dims },
    tolerance: rounded,
    absolute: 1e-5,
  });
}

const chains = [
  [[1024, 1024], [1024]],
  [
    [1024, 1024],
    [1024, 1],
  ],
  [[1024, 1024], []],
  [
    [1024, 1024],
    [1024, 1024],
  ],
  [[349525, 3], [3]],
];

const square = (n) => ({ m: n, k: n, n });

const products = [
  ...[64, 128, 256, 512, 1024].map(square),
  { m: 1, k: 1024, n: 1024 },
  { m: 1024, k: 1024, n: 1 },
  square(8),
  square(16),
  square(65),
  { m: 16, k: 512, n: 512 },
  { m: 4096, k: 3, n: 3 },
  { ...square(256), transA: 1 },
  { ...square(256), transB: 1 },
  { m: 1, k: 1024, n: 1024, transB: 1 },
  { ...square(256), bias: true },
  { ...square(32), batch: 64 },
];

const expandShapes = [
  [[1], [1024, 1024]],
  [[1024], [1024, 1024]],
  [
    [1024, 1],
    [1024, 1024],
  ],
  [
    [349525, 1],
    [349525, 3],
  ],
];

const squares = ['same', 'row', 'col'];
/** The patterns that the performance targets name. */
const patterns = ['same', 'row', 'col', 'one', 'outer', 'middle', 'rgb', 'tiny'];
/** Operators that compute for longer than they move memory. */
const costly = ['Div', 'Mod', 'Pow', 'BitShift'];
const every = Object.keys(layouts);
const resident = ['resident'];

/** How tensors come and go, in the words of the tables. */
export const modes = {
  resident: 'resident tensors, a new result',
  'resident-out': 'resident tensors, into `out`',
  arrays: 'arrays in, a new array out',
  'arrays-out': 'arrays in, into an array given as `out`',
};

/**
 * The sections. A field that lists several values is crossed with the others; `make` builds from
 * `items` what is not element-wise. `quick` replaces fields in the short run, and a section whose
 * `when` is 'full' is made only when everything is asked for. What two sections would share is the
 * first one's alone, so that nothing is measured twice.
 */
export const sections = [
  {
    section: 'layouts',
    title: 'float32 Add, every layout',
    ops: ['Add'],
    types: ['float32'],
    sizes: ['1M'],
    layouts: every,
    modes: ['resident', 'resident-out'],
    quick: {
      layouts: ['same', 'row', 'col', 'outer', 'rgb', 'tiny', 'short-row'],
      modes: resident,
    },
  },
  {
    section: 'arithmetic',
    title: 'Sub, Mul, Div',
    ops: ['Sub', 'Mul', 'Div'],
    types: ['float32', 'int32'],
    sizes: ['1M'],
    layouts: squares,
    modes: resident,
    quick: { sizes: ['64k'], layouts: ['row'] },
  },
  {
    section: 'types',
    title: 'Add, every other type',
    ops: ['Add'],
    types: numeric.filter((type) => type !== 'float32'),
    sizes: ['1M'],
    layouts: patterns,
    modes: resident,
    quick: { sizes: ['64k'], layouts: ['row'] },
  },
  {
    section: 'operators',
    title: 'the other operators',
    ops: Object.keys(operators).filter((op) => !['Add', 'Sub', 'Mul', ...costly].includes(op)),
    types: ['float32', 'int32', 'bool', 'uint8'],
    sizes: ['1M'],
    layouts: patterns,
    modes: resident,
    quick: { sizes: ['64k'], types: ['float32', 'bool', 'uint8'], layouts: ['col'] },
  },
  {
    section: 'costly',
    title: 'quotients, remainders, powers and shifts of small numbers',
    ops: costly,
    types: ['float32', 'int32', 'uint8'],
    sizes: ['1M'],
    layouts: ['same', 'col'],
    modes: resident,
    quick: { sizes: ['64k'], types: ['float32', 'uint8'], layouts: ['col'] },
  },
  {
    section: 'values',
    title: 'values that take the slow paths',
    make: awkward,
    items: awkwardValues,
    types: [...floats, 'int32', ...wide],
    modes: resident,
    quick: { types: ['float32', 'int64'], sizes: ['64k'] },
  },
  {
    section: 'sizes',
    title: 'float32 Add from 16 to 4M elements',
    ops: ['Add'],
    types: ['float32'],
    sizes: Object.keys(sizes),
    layouts: squares,
    modes: resident,
    quick: { sizes: ['4k'], layouts: ['same'] },
  },
  {
    section: 'small',
    title: '16 elements',
    ops: ['Add'],
    types: ['float32'],
    sizes: ['1M'],
    layouts: ['tiny'],
    modes: Object.keys(modes),
  },
  {
    section: 'arrays',
    title: 'float32 Add',
    ops: ['Add'],
    types: ['float32'],
    sizes: ['1M'],
    layouts: ['same', 'row', 'col', 'one', 'outer', 'middle', 'short-row'],
    modes: ['arrays', 'arrays-out'],
    quick: { layouts: ['same', 'row'] },
  },
  {
    section: 'array-types',
    title: 'Add of other types, as arrays',
    ops: ['Add'],
    types: numeric.filter((type) => type !== 'float32'),
    sizes: ['1M'],
    layouts: ['same', 'row'],
    modes: ['arrays'],
    quick: { sizes: ['64k'], types: ['int32', 'uint8'], layouts: ['row'] },
  },
  {
    section: 'array-operators',
    title: 'other operators, as arrays',
    ops: ['Mul', 'Div', 'Pow', 'Max', 'Greater', 'Where'],
    types: ['float32', 'int32'],
    sizes: ['1M'],
    layouts: ['same', 'col'],
    modes: ['arrays'],
    quick: { sizes: ['64k'], types: ['float32'], layouts: ['col'] },
  },
  {
    section: 'tasks',
    title: 'everyday tasks',
    make: task,
    items: everyday,
    modes: ['resident', 'arrays'],
    quick: { modes: resident },
  },
  {
    section: 'frame',
    title: 'a 1080p RGB frame, normalised',
    make: frame,
    items: [null],
    modes: Object.keys(modes),
    quick: { modes: resident },
  },
  {
    section: 'chain',
    title: 'five operators as one expression',
    make: chain,
    items: chains,
    types: ['float32', 'float64'],
    modes: ['resident', 'resident-out'],
    quick: { items: chains.slice(0, 1), types: ['float32'] },
  },
  {
    section: 'expand',
    title: 'Expand',
    make: expand,
    items: expandShapes,
    types: ['float32', 'uint8'],
    modes: resident,
    quick: { items: expandShapes.slice(0, 2), types: ['float32'] },
  },
  {
    section: 'unary',
    title: 'functions of one operand',
    make: unary,
    items: ['Exp', 'Tanh', 'Erf'],
    types: ['float32', 'float64'],
    modes: resident,
    quick: { items: ['Erf'], types: ['float32'] },
  },
  {
    section: 'axes',
    title: 'reductions and concat',
    make: axes,
    items: alongAxes,
    types: ['float32'],
    modes: resident,
    quick: { items: alongAxes.slice(0, 1) },
  },
  {
    section: 'gemm',
    title: 'Gemm and MatMul',
    make: product,
    items: products,
    types: ['float32', 'float64'],
    modes: resident,
    quick: { items: products.slice(0, 2), types: ['float32'] },
  },
  {
    section: 'all',
    title: 'every operator, type, size and layout',
    when: 'full',
    ops: Object.keys(operators),
    types: Object.keys(elementTypes),
    sizes: Object.keys(sizes),
    layouts: every,
    modes: resident,
  },
];

/** All combinations of one value from each list. */
function cross(lists) {
  return Object.entries(lists).reduce(
    (rows, [name, values]) =>
      rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
}

function elementwiseCases({ section, ops, types, sizes: sizeNames, layouts: layoutNames, modes }) {
  return cross({ op: ops, type: types, layout: layoutNames, size: sizeNames, mode: modes })
    .filter(({ op, type }) => operators[op].types.includes(type))
    .filter(({ op, layout }) => allows(operators[op], layout))
    .filter(({ layout, size }) => layouts[layout].sizes?.includes(size) ?? true)
    .map((row) => elementwise({ section, ...row }));
}

function madeCases({
  section,
  make,
  items,
  types = ['float32'],
  modes,
  sizes: sizeNames = ['1M'],
}) {
  return cross({ type: types, item: items, mode: modes, size: sizeNames }).flatMap(
    ({ item, ...row }) => make({ section, ...row }, item),
  );
}

/** What is measured, whatever section it is listed in. */
const workOf = ({ label, mode }) => `${label} ${mode}`;

function once(cases) {
  const seen = new Set();
  return cases.filter((description) => {
    const isNew = !seen.has(workOf(description));
    seen.add(workOf(description));
    return isNew;
  });
}

/** @param {'normal'|'quick'|'full'} extent */
export function listCases(extent) {
  const all = sections
    .filter(({ when }) => when === undefined || when === extent)
    .map((section) => (extent === 'quick' ? { ...section, ...section.quick } : section))
    .flatMap((section) => (section.make ? madeCases(section) : elementwiseCases(section)));
  return once(all);
}

/** The case with its operands filled. Every operand has its own seed, derived from the run's. */
export function fillCase(description, seed) {
  const operands = description.operands.map((operand, i) => ({
    ...operand,
    data: fill(operand.type, elementCount(operand.dims), operand.range, seed + i),
  }));
  return { ...description, operands };
}

/** The same operator and types on one axis, without broadcasting, moving as many bytes. */
export function flatTwin(description) {
  const widths = [...description.operands, description.output].map(
    ({ type }) => elementTypes[type].bytes,
  );
  const perElement = widths.reduce((sum, width) => sum + width, 0);
  const { elements: _, readBytes, writeBytes, ...rest } = description;
  const dims = [Math.floor((readBytes + writeBytes) / perElement)];
  return finish({
    ...rest,
    id: `${description.id}/flat`,
    operands: description.operands.map((operand) => ({ ...operand, dims })),
    output: { ...description.output, dims },
  });
}
