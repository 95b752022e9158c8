/** Error messages of other libraries: the package reads them, and they are printed here. */
import type { Framework } from '#reader';
import { shapeText } from '../state/format.ts';
import type { Shape } from '../state/state.ts';

export { type Diagnosis, diagnose } from '#reader';

interface Conflict {
  readonly axis: number;
  /** The operands that disagree on the axis, and the size of each. */
  readonly operands: readonly number[];
  readonly sizes: readonly number[];
}

/** The approximate message of each framework; those with two operands name the first that disagree. */
export function wouldPrint(
  shapes: readonly Shape[],
  { axis, operands, sizes }: Conflict,
): readonly (readonly [Framework, string])[] {
  const other = sizes.findIndex((size) => size !== sizes[0]);
  const [a, b] = [sizes[0], sizes[other]];
  const shapeAt = (position: number) => shapes[operands[position] ?? 0] ?? [];
  const spaced = (shape: Shape) => `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`;
  return [
    [
      'NumPy',
      `operands could not be broadcast together with shapes ${shapes.map(shapeText).join(' ')}`,
    ],
    [
      'PyTorch',
      `The size of tensor a (${a}) must match the size of tensor b (${b}) at non-singleton dimension ${axis}`,
    ],
    ['JAX', `add got incompatible shapes for broadcasting: ${shapes.map(spaced).join(', ')}.`],
    [
      'TensorFlow',
      `Incompatible shapes: [${shapeAt(0).join(',')}] vs. [${shapeAt(other).join(',')}]`,
    ],
    ['ONNX Runtime', `Attempting to broadcast an axis by a dimension other than 1. ${a} by ${b}`],
  ];
}
