/** Dropout: returns its input, or, in training mode, drops elements at random in every run. */
import type { Value } from '../graph/values.js';
import { type Call, history, type Operator } from './operator.js';
import { drawn } from './random.js';
import { BOOL, FLOATS, FLOATS_BF } from './type-sets.js';

/** The share of elements that is dropped. */
function ratioOf(call: Call): number {
  const isInput = call.since >= 12;
  const ratio = isInput ? (call.inputs[1] ? call.scalar(1) : 0.5) : call.float('ratio', 0.5);
  if (ratio >= 0 && ratio < 1) return ratio;
  throw call.fault('allowed', 'ratio', ratio, 'at least 0 and less than 1');
}

/** Up to opset 6 an attribute selects test mode; since opset 12 an input selects training. */
function isTraining(call: Call): boolean {
  if (call.since < 7) return !call.flag('is_test');
  return call.inputs[2] !== undefined && call.scalar(2) !== 0;
}

/** Below opset 10, a mask has the type of the input. */
const maskOf = (call: Call, kept: Value): Value =>
  call.cast(kept, call.since >= 10 ? 'bool' : call.input(0).type);

export const dropout: Operator = {
  name: 'Dropout',
  versions: history(
    {
      since: 1,
      inputs: [1, 1],
      outputs: 2,
      types: [FLOATS],
      attributes: { ratio: 'float', is_test: 'int', consumed_inputs: 'ints' },
    },
    { since: 6, attributes: { ratio: 'float', is_test: 'int' } },
    { since: [7, 10], attributes: { ratio: 'float' } },
    { since: 12, inputs: [1, 3], types: [FLOATS, FLOATS, BOOL], attributes: { seed: 'int' } },
    { since: 13, types: [FLOATS_BF, FLOATS, BOOL] },
    { since: 22, types: [FLOATS_BF, FLOATS_BF, BOOL] },
  ),
  shapeInputs: [1, 2],
  lower(call) {
    const input = call.input(0);
    const ratio = isTraining(call) ? ratioOf(call) : 0;
    if (ratio === 0) {
      const truth = call.lowering.constant('bool', [], Uint8Array.of(1));
      return [input, call.wants(1) ? call.expand(maskOf(call, truth), input.dims) : undefined];
    }
    const made = {
      type: 'float32',
      dims: input.dims,
      seed: call.attribute('seed', 'int'),
    } as const;
    const kept = drawn(call, made, [], (target, draw) => {
      for (let i = 0; i < target.length; i++) target[i] = draw() < ratio ? 0 : 1;
    });
    const output = call.inFloats(input, (x) => {
      const scale = call.number(x.type, 1 / (1 - ratio));
      return call.compute('Mul', call.compute('Mul', x, call.cast(kept, x.type)), scale);
    });
    return [output, maskOf(call, kept)];
  },
};
