/**
 * Operators that ONNX marked as experimental, and had removed by opset 10. Models that were converted from
 * Core ML or by WinMLTools have them, and onnxruntime runs them.
 */
import { formula, version } from './activations.js';
import { cutsOf, sliced } from './movement.js';
import { type Call, history, type Operator } from './operator.js';
import { ALL, FLOATS, INDICES } from './type-sets.js';

/** Sizes of an image's height and width. */
function planeOf(call: Call): [number, number] {
  const { dims } = call.input(0);
  if (dims.length !== 4) throw call.wrongShape(0, ['batch', 'channels', 'height', 'width']);
  return [dims[2] as number, dims[3] as number];
}

/** The numbers of an attribute, which must have exactly `count` items. */
function numbersOf(
  call: Call,
  name: string,
  numbers: readonly number[],
  count: number,
): readonly number[] {
  if (numbers.length !== count) throw call.fault('eachAxis', name, numbers.length, count);
  return numbers;
}

export const experimentalOperators: readonly Operator[] = [
  formula('Affine', [version(1, FLOATS, 'alpha', 'beta')], (x, terms) =>
    terms('Add', terms('Mul', terms.attribute('alpha', 1), x), terms.attribute('beta', 0)),
  ),

  formula('ScaledTanh', [version(1, FLOATS, 'alpha', 'beta')], (x, terms) =>
    terms('Mul', terms.needed('alpha'), terms('Tanh', terms('Mul', terms.needed('beta'), x))),
  ),

  formula('ParametricSoftplus', [version(1, FLOATS, 'alpha', 'beta')], (x, terms) =>
    terms('Mul', terms.needed('alpha'), terms('Softplus', terms('Mul', terms.needed('beta'), x))),
  ),

  /** Multiplies pixels by a number, and adds a bias per channel. */
  {
    name: 'ImageScaler',
    versions: history({
      since: 1,
      inputs: [1, 1],
      types: [FLOATS],
      attributes: { bias: 'floats', scale: 'float' },
    }),
    lower(call) {
      planeOf(call);
      const input = call.input(0);
      const bias = call.needs('bias', 'floats');
      const channels = input.dims[1] as number;
      numbersOf(call, 'bias', bias, channels);
      return [
        call.inFloats(input, (images) => {
          const scaled = call.compute(
            'Mul',
            images,
            call.number(images.type, call.float('scale', 1)),
          );
          return call.compute('Add', scaled, call.floats(images.type, [channels, 1, 1], bias));
        }),
      ];
    },
  },

  /**
   * Removes a border (left, top, right, bottom), or takes a region of a given height and width after the left
   * and top border.
   */
  {
    name: 'Crop',
    versions: history({
      since: 1,
      inputs: [1, 1],
      types: [FLOATS],
      attributes: { border: 'ints', scale: 'ints' },
    }),
    lower(call) {
      const plane = planeOf(call);
      const border = numbersOf(call, 'border', call.needs('border', 'ints'), 4);
      const [left, top, right, bottom] = border as [number, number, number, number];
      const given = call.attribute('scale', 'ints');
      const size = given && numbersOf(call, 'scale', given, 2);
      const cut = (i: 0 | 1, before: number, after: number) => {
        const kept = size?.[i];
        const end = kept === undefined ? plane[i] - after : before + kept;
        if (before < 0 || after < 0 || end < before || end > plane[i])
          throw call.fault('allowed', 'border', `(${border})`, `within ${plane.join(' × ')}`);
        return { axis: 2 + i, start: before, end, step: 1 };
      };
      return [sliced(call, [cut(0, top, bottom), cut(1, left, right)])];
    },
  },

  /** Slice as in opset 10, without steps. */
  {
    name: 'DynamicSlice',
    versions: history({ since: 1, inputs: [3, 4], types: [ALL, INDICES] }),
    shapeInputs: [1, 2, 3],
    lower: (call) => [sliced(call, cutsOf(call))],
  },
];
