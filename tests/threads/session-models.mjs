/** Models whose kernels are compiled at run time, or that share runs of the engine. */
import { encodeModel } from '../onnx/models.mjs';
import { numbers } from './operands.mjs';

const input = (name) => ({ name, type: 'float32', dims: ['rows', 'columns'] });
const modelOf = (...nodes) =>
  encodeModel({ inputs: [input('x'), input('y')], outputs: [{ name: 'z' }], nodes });
const node = (op, inputs, output) => ({ op, inputs, outputs: [output] });

export const models = {
  'a chain in one kernel': modelOf(
    node('Add', ['x', 'y'], 's'),
    node('Mul', ['s', 'x'], 'p'),
    node('Relu', ['p'], 'z'),
  ),
  'a chain that calls the engine, with memory for each thread': modelOf(
    node('Mul', ['x', 'y'], 'p'),
    node('Exp', ['p'], 'e'),
    node('Pow', ['e', 'y'], 'q'),
    node('Erf', ['q'], 'z'),
  ),
  'a product and what follows it': modelOf(
    node('MatMul', ['x', 'y'], 'p'),
    node('Sigmoid', ['p'], 's'),
    node('Mul', ['p', 's'], 'z'),
  ),
  'a softmax and what follows it': modelOf(
    node('Softmax', ['x'], 's'),
    node('Add', ['s', 'y'], 'z'),
  ),
};

export const square = (side) => ({
  type: 'float32',
  dims: [side, side],
  data: Float32Array.from(numbers(side * side), (number) => number / 8),
});
