/** The operation as code, in five dialects. Every snippet ends in a line that says what to expect. */
import type { Trace } from '../base/engine.ts';
import type { ElementType, OperatorName } from '../state/operators.ts';
import { operators } from '../state/operators.ts';
import { operandName, resultName, type Shape, type State } from '../state/state.ts';
import { lineText, numbersOf, numberText } from './snippet-values.ts';

export const dialects = ['NumPy', 'PyTorch', 'ONNX', 'JavaScript', 'ncnn'] as const;
export type Dialect = (typeof dialects)[number];

interface Given {
  readonly state: State;
  readonly trace: Trace;
  /** The shapes under which NumPy's rule aligns the operands as the state's rule does. */
  readonly explicit: readonly Shape[] | undefined;
}

/** The result is called as in the figure. */
const resultOf = ({ shapes }: State): string => resultName(shapes.length);

const tuple = (shape: Shape): string =>
  shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
const list = (shape: Shape): string => `[${shape.join(', ')}]`;

const pythonInfix: Readonly<Partial<Record<OperatorName, string>>> = {
  Add: '+',
  Sub: '-',
  Mul: '*',
  Div: '/',
  Pow: '**',
  Mod: '%',
  And: '&',
  Or: '|',
  Xor: '^',
  Equal: '==',
  Greater: '>',
  Less: '<',
};

/** What NumPy and PyTorch write in their own ways. */
interface Python {
  readonly imported: string;
  readonly name: string;
  readonly array: string;
  type(type: ElementType): string;
  cast(numbers: string, type: string): string;
  /** Integers truncate in the engine, and the / of both gives floats. */
  divide(a: string, b: string, type: string): string;
}

const np: Python = {
  imported: 'numpy as np',
  name: 'np',
  array: 'np.array',
  // `np.bool` came and went and came; Python's own is always there.
  type: (type) => (type === 'bool' ? 'bool' : `np.${type}`),
  cast: (numbers, type) => `(${numbers}).astype(${type})`,
  divide: (a, b, type) => `(${a} / ${b}).astype(${type})`,
};

const torch: Python = {
  imported: 'torch',
  name: 'torch',
  array: 'torch.tensor',
  type: (type) => `torch.${type}`,
  cast: (numbers, type) => `(${numbers}).to(${type})`,
  divide: (a, b) => `torch.div(${a}, ${b}, rounding_mode='trunc')`,
};

/** Joins two at a time: `f(f(A, B), C)`. */
const folded = (call: string, parts: readonly string[]): string =>
  parts.reduce((whole, part) => `${call}(${whole}, ${part})`);

function pythonCall(
  library: Python,
  { op, type, shapes }: State,
  names: readonly string[],
): string {
  const { name } = library;
  const [a = 'A', b = 'B'] = names;
  const sign = pythonInfix[op];
  if (op === 'Div' && !type.startsWith('float')) return library.divide(a, b, library.type(type));
  if (sign) return `${a} ${sign} ${b}`;
  if (op === 'Where') return `${name}.where(${names.join(', ')})`;
  if (op === 'Expand')
    return `${name}.broadcast_to(${a}, ${name}.broadcast_shapes(${a}.shape, ${tuple(shapes[1] ?? [])}))`;
  if (op === 'PRelu') return `${name}.where(${a} >= 0, ${a}, ${a} * ${b})`;
  if (op === 'Max') return folded(`${name}.maximum`, names);
  if (op === 'Min') return folded(`${name}.minimum`, names);
  const sum = names.join(' + ');
  return op === 'Mean' ? `(${sum}) / ${names.length}` : sum;
}

const isData = (state: State, p: number): boolean => operators[state.op].shapeOperand !== p;
const typeAt = ({ op, type }: State, p: number): ElementType =>
  operators[op].condition === p ? 'bool' : type;
const comment = ({ trace }: Given, mark: string): string =>
  trace.outputShape
    ? `${mark} result: ${tuple(trace.outputShape)}`
    : `${mark} fails: ${trace.error?.text ?? trace.text}`;

/** Operands that another rule aligns elsewhere are reshaped first, and keep their data. */
function reshapes(given: Given, write: (name: string, shape: Shape) => string): string[] {
  const { state, explicit } = given;
  return (explicit ?? []).flatMap((shape, p) =>
    shape.join() === state.shapes[p]?.join() || !isData(state, p)
      ? []
      : [write(operandName(p), shape)],
  );
}

/** A line for each operand that holds data, and one before it where the figure has other values. */
const eachData = (state: State, mark: string, write: (p: number, shape: Shape) => string) =>
  state.shapes.flatMap((shape, p) => {
    if (!isData(state, p)) return [];
    const numbers = numbersOf(state, p);
    const others = 'others' in numbers && numbers.others;
    const note = `${mark} ${operandName(p)} has other values in the figure, too many to be written`;
    return [...(others ? [note] : []), write(p, shape)];
  });

function pythonNumber(value: number, type: ElementType): string {
  if (type === 'bool') return value === 0 ? 'False' : 'True';
  if (Number.isFinite(value)) return numberText(value);
  return `float('${Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf'}')`;
}

/** The values in a row, in their type. */
function pythonRow(library: Python, state: State, p: number): string {
  const type = typeAt(state, p);
  const numbers = numbersOf(state, p);
  if ('each' in numbers) {
    const each = numbers.each.map((value) => pythonNumber(value, type)).join(', ');
    return `${library.array}([${each}], dtype=${library.type(type)})`;
  }
  const line = lineText(`${library.name}.arange(${numbers.count})`, numbers);
  return library.cast(line, library.type(type));
}

function python(library: Python, given: Given): string {
  const { state } = given;
  const made = eachData(
    state,
    '#',
    (p, shape) => `${operandName(p)} = ${pythonRow(library, state, p)}.reshape(${tuple(shape)})`,
  );
  const names = state.shapes.map((_, p) => operandName(p));
  return [
    `import ${library.imported}`,
    '',
    ...made,
    ...reshapes(given, (name, shape) => `${name} = ${name}.reshape(${tuple(shape)})`),
    `${resultOf(state)} = ${pythonCall(library, state, names)}`,
    comment(given, '#'),
  ].join('\n');
}

const onnxTypes: Readonly<Record<ElementType, string>> = {
  float32: 'FLOAT',
  float64: 'DOUBLE',
  int32: 'INT32',
  uint8: 'UINT8',
  bool: 'BOOL',
};

function onnx(given: Given): string {
  const { state, trace, explicit } = given;
  const legacy = state.rule === 'onnx-legacy';
  const floatMod = state.op === 'Mod' && state.type.startsWith('float');
  // ONNX has no attribute for ncnn's places: there the 1s are in the shapes.
  const shapes = (state.rule === 'ncnn' && explicit) || state.shapes;
  const names = state.shapes.map((_, p) => operandName(p));
  const attributes = legacy
    ? `, broadcast=${state.broadcast ? 1 : 0}${state.axis === null ? '' : `, axis=${state.axis}`}`
    : floatMod
      ? ', fmod=1'
      : '';
  const type = (t: ElementType) => `TensorProto.${onnxTypes[t]}`;
  const inputs = shapes.map((shape, p) =>
    isData(state, p)
      ? `  helper.make_tensor_value_info("${names[p]}", ${type(typeAt(state, p))}, ${list(shape)}),`
      : `  helper.make_tensor_value_info("${names[p]}", TensorProto.INT64, [${shape.length}]),`,
  );
  const made: ElementType = operators[state.op].truth ? 'bool' : state.type;
  const result = trace.outputShape ? list(trace.outputShape) : 'None';
  return [
    'from onnx import TensorProto, helper',
    '',
    ...(shapes === state.shapes ? [] : ['# with the 1s that ncnn puts in']),
    ...(floatMod ? ['# up to opset 27 a Mod of floats takes the sign of A'] : []),
    `node = helper.make_node("${state.op}", ${JSON.stringify(names)}, ["${resultOf(state)}"]${attributes})`,
    'graph = helper.make_graph([node], "broadcast", [',
    ...inputs,
    `], [helper.make_tensor_value_info("${resultOf(state)}", ${type(made)}, ${result})])`,
    `model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", ${legacy ? 6 : 21})])`,
    comment(given, '#'),
  ].join('\n');
}

const classes: Readonly<Record<ElementType, string>> = {
  float32: 'Float32Array',
  float64: 'Float64Array',
  int32: 'Int32Array',
  uint8: 'Uint8Array',
  bool: 'Uint8Array',
};

function javascript(given: Given): string {
  const { state, trace } = given;
  const made = eachData(state, '//', (p, shape) => {
    const type = typeAt(state, p);
    const named = type === 'bool' ? "type: 'bool', " : '';
    const numbers = numbersOf(state, p);
    const data =
      'each' in numbers
        ? `${classes[type]}.of(${numbers.each.map(numberText).join(', ')})`
        : `${classes[type]}.from({ length: ${numbers.count} }, (_, i) => ${lineText('i', numbers)})`;
    return `const ${operandName(p)} = { ${named}data: ${data}, dims: ${list(shape)} };`;
  });
  const sized = reshapes(given, (name, shape) => `${name}.dims = ${list(shape)};`);
  const legacy = state.rule === 'onnx-legacy';
  const names = state.shapes.map((shape, p) => (isData(state, p) ? operandName(p) : list(shape)));
  const axis = state.axis === null ? '' : `, axis: ${state.axis}`;
  const options = legacy ? `, { opset: 6, broadcast: ${state.broadcast ? 1 : 0}${axis} }` : '';
  const method = state.op === 'PRelu' ? 'prelu' : state.op[0]?.toLowerCase() + state.op.slice(1);
  const applied = severalInputs.has(state.op)
    ? `sc.run('${state.op}', [${names.join(', ')}]${legacy ? ', { opset: 6 }' : ''})`
    : `sc.${method}(${names.join(', ')}${options})`;
  const call = `const ${resultOf(state)} = ${applied};`;
  return [
    "import { load } from 'simdcast';",
    '',
    'const sc = await load();',
    ...made,
    ...(legacy ? [] : sized),
    call,
    trace.outputShape
      ? `// ${resultOf(state)}.dims: ${list(trace.outputShape)}`
      : `// fails: ${trace.error?.text ?? trace.text}`,
  ].join('\n');
}

/** ONNX's operators of any number of inputs, whose names are of reductions in the package. */
const severalInputs: ReadonlySet<OperatorName> = new Set(['Max', 'Min', 'Sum', 'Mean']);

/** ncnn's numbers of its operations. */
export const ncnnNumbers: Readonly<Partial<Record<OperatorName, number>>> = {
  Add: 0,
  Sub: 1,
  Mul: 2,
  Div: 3,
  Max: 4,
  Min: 5,
  Pow: 6,
};

function ncnn({ state, trace }: Given): string {
  const number = ncnnNumbers[state.op];
  const takes = state.rule === 'ncnn' || state.rule === 'numpy';
  if (number === undefined || state.shapes.length !== 2 || !takes) {
    return `# ncnn's BinaryOp does not represent ${state.op} here`;
  }
  const own = (shape: Shape) => `[${[...shape].reverse().join(',')}]`;
  const result = state.rule === 'ncnn' && trace.outputShape ? own(trace.outputShape) : undefined;
  return [
    `# A is ${own(state.shapes[0] ?? [])}, B is ${own(state.shapes[1] ?? [])}: innermost first`,
    `BinaryOp         op  2 1 A B C 0=${number}`,
    result
      ? `# result: ${result}`
      : '# the Rules compared tab says what ncnn makes of these shapes',
  ].join('\n');
}

const writers: Readonly<Record<Dialect, (given: Given) => string>> = {
  NumPy: (given) => python(np, given),
  PyTorch: (given) => python(torch, given),
  ONNX: onnx,
  JavaScript: javascript,
  ncnn,
};

export const snippet = (dialect: Dialect, given: Given): string => writers[dialect](given);
