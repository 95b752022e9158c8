/** Snippets in Python: NumPy, PyTorch, JAX and TensorFlow. */
import type { ElementType, OperatorName } from '../state/operators.ts';
import { operandName, type Shape, type State } from '../state/state.ts';
import {
  comment,
  eachData,
  folded,
  type Given,
  reshapes,
  resultOf,
  tuple,
  typeAt,
} from './snippet-parts.ts';
import { lineText, numbersOf, numberText } from './snippet-values.ts';

const infix: Readonly<Partial<Record<OperatorName, string>>> = {
  Add: '+',
  Sub: '-',
  Mul: '*',
  Div: '/',
  Pow: '**',
  Mod: '%',
  And: '&',
  Or: '|',
  Xor: '^',
  Greater: '>',
  Less: '<',
};

/** The functions that have different names in the libraries. */
interface Library {
  readonly imported: string;
  readonly name: string;
  readonly array: string;
  readonly range: string;
  type(type: ElementType): string;
  cast(numbers: string, type: string): string;
  reshape(numbers: string, shape: string): string;
  equal(a: string, b: string): string;
  /** The shape that an operand is expanded to. */
  expanded(a: string, shape: string): string;
  /** The quotient of integers, truncated; `/` returns floats. */
  divide(a: string, b: string, type: string): string;
  /** Lines that a type requires. */
  setUp(type: ElementType): readonly string[];
}

const np: Library = {
  imported: 'numpy as np',
  name: 'np',
  array: 'np.array',
  range: 'np.arange',
  // Some versions lack `np.bool`; Python's own always exists.
  type: (type) => (type === 'bool' ? 'bool' : `np.${type}`),
  cast: (numbers, type) => `(${numbers}).astype(${type})`,
  reshape: (numbers, shape) => `${numbers}.reshape(${shape})`,
  equal: (a, b) => `${a} == ${b}`,
  expanded: (a, shape) => `np.broadcast_shapes(${a}.shape, ${shape})`,
  divide: (a, b, type) => `(${a} / ${b}).astype(${type})`,
  setUp: () => [],
};

const pytorch: Library = {
  ...np,
  imported: 'torch',
  name: 'torch',
  array: 'torch.tensor',
  range: 'torch.arange',
  type: (type) => `torch.${type}`,
  cast: (numbers, type) => `(${numbers}).to(${type})`,
  expanded: (a, shape) => `torch.broadcast_shapes(${a}.shape, ${shape})`,
  divide: (a, b) => `torch.div(${a}, ${b}, rounding_mode='trunc')`,
};

const jnp: Library = {
  ...np,
  imported: 'jax.numpy as jnp',
  name: 'jnp',
  array: 'jnp.array',
  range: 'jnp.arange',
  type: (type) => (type === 'bool' ? 'bool' : `jnp.${type}`),
  expanded: (a, shape) => `jnp.broadcast_shapes(${a}.shape, ${shape})`,
  setUp: (type) =>
    type === 'float64' ? ['import jax', "jax.config.update('jax_enable_x64', True)"] : [],
};

const tf: Library = {
  imported: 'tensorflow as tf',
  name: 'tf',
  array: 'tf.constant',
  range: 'tf.range',
  type: (type) => `tf.${type}`,
  cast: (numbers, type) => `tf.cast(${numbers}, ${type})`,
  reshape: (numbers, shape) => `tf.reshape(${numbers}, ${shape})`,
  // For incompatible shapes, `==` returns False.
  equal: (a, b) => `tf.equal(${a}, ${b})`,
  expanded: (a, shape) => `tf.broadcast_static_shape(${a}.shape, tf.TensorShape(${shape}))`,
  divide: (a, b, type) => `tf.cast(${a} / ${b}, ${type})`,
  setUp: () => [],
};

function call(library: Library, { op, type, shapes }: State, names: readonly string[]): string {
  const { name } = library;
  const [a = 'A', b = 'B'] = names;
  const sign = infix[op];
  if (op === 'Div' && !type.startsWith('float')) return library.divide(a, b, library.type(type));
  if (op === 'Equal') return library.equal(a, b);
  if (sign) return `${a} ${sign} ${b}`;
  if (op === 'Where') return `${name}.where(${names.join(', ')})`;
  if (op === 'Expand')
    return `${name}.broadcast_to(${a}, ${library.expanded(a, tuple(shapes[1] ?? []))})`;
  if (op === 'PRelu') return `${name}.where(${a} >= 0, ${a}, ${a} * ${b})`;
  if (op === 'Max') return folded(`${name}.maximum`, names);
  if (op === 'Min') return folded(`${name}.minimum`, names);
  const sum = names.join(' + ');
  return op === 'Mean' ? `(${sum}) / ${names.length}` : sum;
}

function numberIn(value: number, type: ElementType): string {
  if (type === 'bool') return value === 0 ? 'False' : 'True';
  if (Number.isFinite(value)) return numberText(value);
  return `float('${Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf'}')`;
}

/** The values in a row, in their type. */
function rowOf(library: Library, state: State, p: number): string {
  const type = typeAt(state, p);
  const numbers = numbersOf(state, p);
  if ('each' in numbers) {
    const each = numbers.each.map((value) => numberIn(value, type)).join(', ');
    return `${library.array}([${each}], dtype=${library.type(type)})`;
  }
  const line = lineText(`${library.range}(${numbers.count})`, numbers);
  return library.cast(line, library.type(type));
}

function python(library: Library, given: Given): string {
  const { state } = given;
  const assign = (name: string, numbers: string, shape: Shape) =>
    `${name} = ${library.reshape(numbers, tuple(shape))}`;
  return [
    ...library.setUp(state.type),
    `import ${library.imported}`,
    '',
    ...eachData(state, '#', (p, shape) => assign(operandName(p), rowOf(library, state, p), shape)),
    ...reshapes(given, (name, shape) => assign(name, name, shape)),
    `${resultOf(state)} = ${call(
      library,
      state,
      state.shapes.map((_, p) => operandName(p)),
    )}`,
    comment(given, '#'),
  ].join('\n');
}

export const numpy = (given: Given): string => python(np, given);
export const torch = (given: Given): string => python(pytorch, given);
export const jax = (given: Given): string => python(jnp, given);
export const tensorflow = (given: Given): string => python(tf, given);
