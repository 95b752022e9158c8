import { MICROSOFT } from '../builder.mjs';
import { hasConstantRows } from '../values.mjs';

export const UNARY = [
  'Tanh',
  'Relu',
  'Sigmoid',
  'Neg',
  'Abs',
  'Softplus',
  'Elu',
  'HardSigmoid',
  'Erf',
  'Sin',
  'LeakyRelu',
  'Ceil',
  'Sign',
  'HardSwish',
  'Softsign',
  'Selu',
  'Cos',
  'Identity',
  'Exp',
  'Sqrt',
];
// Some are repeated to be chosen more often.
const BINARY = ['Add', 'Sub', 'Mul', 'Max', 'Min', 'Div', 'Add', 'Mul'];

export const addUnary = (g, x) => g.one(g.pick(UNARY), [x], x.dims);

export const elementwise = {
  unary(g) {
    const x = g.value();
    if (x) addUnary(g, x);
  },
  gelu(g) {
    const x = g.value();
    if (x) g.one(g.pick(['Gelu', 'FastGelu', 'QuickGelu']), [x], x.dims, { domain: MICROSOFT });
  },
  clip(g) {
    const x = g.value();
    if (x) g.one('Clip', [x, g.scalar(-0.5, 'float32'), g.scalar(0.75, 'float32')], x.dims);
  },
  binary(g) {
    const x = g.value();
    if (!x) return;
    const { other, dims } = g.partner(x);
    const operands = g.chance(0.5) ? [x, other] : [other, x];
    g.one(g.pick(BINARY), operands, dims);
  },
  equalOperands(g) {
    const x = g.value();
    if (x) g.one(g.pick(['Mul', 'Add', 'Sub', 'Max']), [x, x], x.dims);
  },
  where(g) {
    const x = g.value();
    if (!x) return;
    const { other, dims } = g.partner(x);
    const test = g.one(g.pick(['Greater', 'LessOrEqual']), [x, other], dims, { type: 'bool' });
    g.one('Where', [test, x, other], dims);
  },
  cast(g) {
    const x = g.value();
    if (!x) return;
    const type = g.pick(['float16', 'float64', 'int32', 'bool', 'int64']);
    const y = g.cast(x, type);
    const op = g.pick(['Neg', 'Abs']);
    const z = type === 'bool' || g.chance(0.5) ? y : g.one(op, [y], x.dims, { type });
    g.cast(z, 'float32');
  },
  strings(g) {
    const x = g.value(hasConstantRows);
    if (!x) return;
    const strings = g.cast(x, 'string');
    const moved = g.one('Identity', [strings], x.dims, { type: 'string' });
    const test = g.one('Equal', [strings, moved], x.dims, { type: 'bool' });
    g.cast(test, 'float32');
  },
  noise(g) {
    const x = g.value();
    if (!x) return;
    const noise = g.one('RandomUniformLike', [x], x.dims, { attributes: { seed: { float: 7 } } });
    g.one('Add', [x, noise], x.dims);
  },
  /** Nodes whose inputs are constant, which are folded. */
  constants(g) {
    const x = g.value(hasConstantRows);
    if (!x) return;
    const row = [x.dims.at(-1)];
    const sum = g.one('Add', [g.floats(row), g.floats(row)], row);
    const y = g.one('Tanh', [sum], row);
    g.one('Mul', [x, y], x.dims);
  },
};
