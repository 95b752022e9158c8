/** Snippets in JavaScript: the package, and TensorFlow.js. */
import type { ElementType, OperatorName } from '../state/operators.ts';
import { operandName } from '../state/state.ts';
import {
  comment,
  eachData,
  folded,
  type Given,
  isData,
  list,
  reshapes,
  resultOf,
  typeAt,
} from './snippet-parts.ts';
import { lineText, numbersOf, numberText } from './snippet-values.ts';

const classes: Readonly<Record<ElementType, string>> = {
  float32: 'Float32Array',
  float64: 'Float64Array',
  int32: 'Int32Array',
  uint8: 'Uint8Array',
  bool: 'Uint8Array',
};

export function javascript(given: Given): string {
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

/** ONNX's operators with any number of inputs; the package uses their names for reductions. */
const severalInputs: ReadonlySet<OperatorName> = new Set(['Max', 'Min', 'Sum', 'Mean']);

/** The type of TensorFlow.js, which has only these, for each type of the figure. */
const tfTypes: Readonly<Record<ElementType, string>> = {
  float32: 'float32',
  float64: 'float32',
  int32: 'int32',
  uint8: 'int32',
  bool: 'bool',
};

const tfMethods: Readonly<Partial<Record<OperatorName, string>>> = {
  Add: 'add',
  Sub: 'sub',
  Mul: 'mul',
  Div: 'div',
  Pow: 'pow',
  Mod: 'mod',
  And: 'logicalAnd',
  Or: 'logicalOr',
  Xor: 'logicalXor',
  Equal: 'equal',
  Greater: 'greater',
  Less: 'less',
  PRelu: 'prelu',
};

/** Maximum rank of a tensor in TensorFlow.js. */
const tfRank = 6;

function tfCall({ state, trace }: Given, names: readonly string[]): string {
  const { op, type } = state;
  const [a = 'A', b = 'B', c = 'C'] = names;
  const method = tfMethods[op];
  // Its division of integers rounds down; that of the figure truncates.
  if (op === 'Div' && !type.startsWith('float')) {
    return `${a}.toFloat().div(${b}.toFloat()).toInt()`;
  }
  if (method) return `${a}.${method}(${b})`;
  if (op === 'Where') return `tf.where(${a}, ${b}, ${c})`;
  if (op === 'Expand')
    return `${a}.broadcastTo(${list(trace.outputShape ?? state.shapes[1] ?? [])})`;
  if (op === 'Max') return folded('tf.maximum', names);
  if (op === 'Min') return folded('tf.minimum', names);
  const sum = folded('tf.add', names);
  return op === 'Mean' ? `${sum}.div(${names.length})` : sum;
}

export function tfjs(given: Given): string {
  const { state, explicit } = given;
  const made = eachData(state, '//', (p, own) => {
    const type = tfTypes[typeAt(state, p)];
    const shape = list(explicit?.[p] ?? own);
    const numbers = numbersOf(state, p);
    const tensor =
      'each' in numbers
        ? `tf.tensor([${numbers.each.map(numberText).join(', ')}], ${shape}, '${type}')`
        : `tf.range(0, ${numbers.count}).mul(${numbers.step}).add(${numbers.first}).reshape(${shape}).cast('${type}')`;
    return `const ${operandName(p)} = ${tensor};`;
  });
  const used = tfTypes[state.type];
  const deep = state.shapes.some(({ length }) => length > tfRank);
  return [
    "import * as tf from '@tensorflow/tfjs';",
    '',
    ...(used === state.type ? [] : [`// TensorFlow.js has no ${state.type}: this is ${used}`]),
    ...(deep ? [`// TensorFlow.js has no tensors of more than ${tfRank} axes`] : []),
    ...made,
    `const ${resultOf(state)} = ${tfCall(
      given,
      state.shapes.map((_, p) => operandName(p)),
    )};`,
    comment(given, '//', list),
  ].join('\n');
}
