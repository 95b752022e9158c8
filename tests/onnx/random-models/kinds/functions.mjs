import { OPSET } from '../builder.mjs';
import { tensorOf } from '../tensors.mjs';
import { UNARY } from './elementwise.mjs';

const DOMAIN = 'local';

function randomFunction(g) {
  const value = tensorOf('float32', [], [g.random()]);
  const nodes = [
    { op: 'Constant', inputs: [], outputs: ['k'], attributes: { value } },
    { op: g.pick(UNARY), inputs: ['x'], outputs: ['y'] },
    { op: g.pick(['Add', 'Mul']), inputs: ['y', 'k'], outputs: ['z'] },
    ...(g.chance(0.5)
      ? [{ op: 'Softmax', inputs: ['z'], outputs: ['out'] }]
      : [
          { op: 'Shape', inputs: ['z'], outputs: ['dims'] },
          { op: 'ConstantOfShape', inputs: ['dims'], outputs: ['c'], attributes: { value } },
          { op: 'Sub', inputs: ['z', 'c'], outputs: ['out'] },
        ]),
  ];
  const name = `F${g.functions.length}`;
  return { name, domain: DOMAIN, inputs: ['x'], outputs: ['out'], nodes, opset: OPSET };
}

export const functions = {
  /** Calls a function of the model once or twice. */
  function(g) {
    const x = g.value();
    if (!x) return;
    if (g.functions.length < 3) g.functions.push(randomFunction(g));
    const { name } = g.pick(g.functions);
    if (x.dims.length === 0) return;
    const call = (operand) => g.one(name, [operand], x.dims, { domain: DOMAIN });
    const y = call(x);
    if (g.chance(0.5)) call(y);
  },
};
