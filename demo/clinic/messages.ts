/**
 * Reads the error messages of the frameworks. A pattern gives the shapes, or, where the message has
 * no more than two sizes of an axis, a question for the rest.
 */
import { shapeText } from '../format.ts';
import type { Shape } from '../state.ts';

export type Framework = 'NumPy' | 'PyTorch' | 'JAX' | 'TensorFlow' | 'ONNX Runtime';
/** What a text was printed by; shapes alone say nothing of it. */
export type Source = Framework | 'Shapes';

export interface Diagnosis {
  readonly framework: Source;
  /** The operands' shapes, where the message tells them. */
  readonly shapes?: readonly Shape[];
  /** The first of the shapes may not be stretched: it is where the result goes. */
  readonly intoFirst?: boolean;
  /** The shapes are of `out` and of the result that does not fit into it: the operands are not told. */
  readonly output?: true;
  /** What the message tells of one axis, and leaves to be asked for. */
  readonly sizes?: readonly [number, number];
  readonly axis?: number;
  /** Sizes of a matrix product, which is no broadcast. */
  readonly product?: true;
}

interface Pattern {
  readonly framework: Framework;
  readonly pattern: RegExp;
  read(found: RegExpMatchArray): Omit<Diagnosis, 'framework'> | undefined;
}

/** The sizes in `(4, 3)`, `[79,11]`, `torch.Size([64, 1])`. */
const sizesOf = (text: string): Shape => (text.match(/\d+/g) ?? []).map(Number);

/** Every bracketed list in a text. */
const shapesIn = (text: string): Shape[] =>
  [...text.matchAll(/\(([\d,\s]*)\)|\[([\d,\s]*)\]/g)].map((found) =>
    sizesOf(found[1] ?? found[2] ?? ''),
  );

const several = (text: string) => {
  const shapes = shapesIn(text);
  return shapes.length >= 2 ? { shapes } : undefined;
};

const pair = (found: RegExpMatchArray): Omit<Diagnosis, 'framework'> => ({
  shapes: [sizesOf(found[1] ?? ''), sizesOf(found[2] ?? '')],
});

const list = String.raw`[([][\d,\s]*[)\]]`;

const reversed = (found: RegExpMatchArray): Omit<Diagnosis, 'framework'> => ({
  shapes: [sizesOf(found[2] ?? ''), sizesOf(found[1] ?? '')],
  intoFirst: true,
});

/** `(3,2)->(3,newaxis,2)`: what is broadcast stands behind the arrow. */
const remapped = (text: string): string =>
  text.replace(/[([][^)\]]*[)\]]\s*->/g, '').replace(/newaxis/g, '1');

/** The narrower ones first: some begin like others. */
const patterns: readonly Pattern[] = [
  {
    framework: 'NumPy',
    pattern: new RegExp(
      `non-broadcastable output operand with shape (${list}) doesn't match the broadcast shape (${list})`,
    ),
    read: (found) => ({ ...pair(found), output: true }),
  },
  {
    framework: 'NumPy',
    pattern: new RegExp(
      `Mismatch is between arg \\d+ with shape (${list}) and arg \\d+ with shape (${list})`,
    ),
    read: pair,
  },
  {
    framework: 'NumPy',
    pattern: new RegExp(
      `could not be broadcast together with remapped shapes .*?: (${list}) +and requested shape (${list})`,
    ),
    read: reversed,
  },
  {
    framework: 'NumPy',
    pattern: /could not be broadcast together with (?:remapped )?shapes(.*)/,
    read: (found) => several(remapped(found[1] ?? '')),
  },
  {
    framework: 'NumPy',
    pattern: new RegExp(
      `value array of shape (${list}) could not be broadcast to indexing result of shape (${list})`,
    ),
    read: reversed,
  },
  {
    framework: 'NumPy',
    pattern: /shapes .* not aligned: \d+ \(dim|mismatch in its core dimension/,
    read: () => ({ product: true }),
  },
  {
    framework: 'PyTorch',
    pattern: /shapes cannot be multiplied/,
    read: () => ({ product: true }),
  },
  {
    framework: 'NumPy',
    pattern: new RegExp(
      `could not broadcast input array from shape (${list}) into shape (${list})`,
    ),
    read: reversed,
  },
  {
    framework: 'PyTorch',
    pattern:
      /size of tensor a \((\d+)\) must match the size of tensor b \((\d+)\) at non-singleton dimension (\d+)/,
    read: (found) => ({ sizes: [Number(found[1]), Number(found[2])], axis: Number(found[3]) }),
  },
  {
    framework: 'PyTorch',
    pattern: new RegExp(
      `target size \\((?:torch\\.Size\\()?(${list})\\)*\\s*that is different to the input size \\((?:torch\\.Size\\()?(${list})`,
    ),
    read: (found) => ({ shapes: [sizesOf(found[2] ?? ''), sizesOf(found[1] ?? '')] }),
  },
  {
    framework: 'PyTorch',
    pattern: new RegExp(`output with shape (${list}) doesn't match the broadcast shape (${list})`),
    read: (found) => ({ ...pair(found), output: true }),
  },
  {
    framework: 'PyTorch',
    pattern: new RegExp(
      `expanded size of the tensor \\((\\d+)\\) must match the existing size \\((\\d+)\\) at non-singleton dimension (\\d+).*?Target sizes: (${list}).*?Tensor sizes: (${list})`,
      's',
    ),
    read: (found) => ({
      shapes: [sizesOf(found[4] ?? ''), sizesOf(found[5] ?? '')],
      intoFirst: true,
    }),
  },
  {
    framework: 'JAX',
    pattern: /(?:got )?[Ii]ncompatible shapes for broadcasting:(.*)/,
    read: (found) => several((found[1] ?? '').replace(/shapes=\[/, '')),
  },
  {
    framework: 'JAX',
    pattern: /requires arguments to have equal shapes or be scalars.*?got (.*)/,
    read: (found) => several(found[1] ?? ''),
  },
  {
    framework: 'TensorFlow',
    pattern: new RegExp(`Incompatible shapes: (${list}) vs\\.? (${list})`),
    read: pair,
  },
  {
    framework: 'TensorFlow',
    pattern: /Dimensions must be equal, but are \d+ and \d+ for .*?MatMul/,
    read: () => ({ product: true }),
  },
  {
    framework: 'TensorFlow',
    pattern: new RegExp(
      `Dimensions must be equal, but are .*? with input shapes: (${list}), (${list})`,
    ),
    read: pair,
  },
  {
    framework: 'TensorFlow',
    pattern: new RegExp(`required broadcastable shapes.*?(${list}).*?(${list})`),
    read: pair,
  },
  {
    framework: 'ONNX Runtime',
    pattern: /broadcast an axis by a dimension other than 1\.\s*(\d+) by (\d+)/i,
    read: (found) => ({ sizes: [Number(found[1]), Number(found[2])] }),
  },
  {
    framework: 'ONNX Runtime',
    pattern: /broadcast (\d+) by (\d+)|Can broadcast 0 by 0 or 1\.\s*(\d+) is invalid/i,
    read: (found) => ({ sizes: [Number(found[1] ?? 0), Number(found[2] ?? found[3])] }),
  },
  {
    framework: 'ONNX Runtime',
    pattern: /Incompatible dimensions.*?(\d+)\D+(\d+)/i,
    read: (found) => ({ sizes: [Number(found[1]), Number(found[2])] }),
  },
];

/** Two tuples, whoever wrote them: `(3,4) (3,)`, `a.shape=(3,4), b.shape=(3,)`. */
const bare = (line: string): Diagnosis | undefined => {
  const found = several(line);
  return found && { framework: 'Shapes', ...found };
};

/** What a message says, or two bare shapes; undefined where there are none. */
export function diagnose(text: string): Diagnosis | undefined {
  const line = text.replace(/\s+/g, ' ');
  for (const { framework, pattern, read } of patterns) {
    const found = line.match(pattern);
    const diagnosis = found && read(found);
    if (diagnosis) return { framework, ...diagnosis };
  }
  return bare(line);
}

interface Conflict {
  readonly axis: number;
  /** The operands that disagree there, and the size of each. */
  readonly operands: readonly number[];
  readonly sizes: readonly number[];
}

const python = (shape: Shape): string => (shape.length === 1 ? `(${shape[0]},)` : shapeText(shape));

/** What each framework would print, about; those that take two operands name the first that disagree. */
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
      `operands could not be broadcast together with shapes ${shapes.map(python).join(' ')}`,
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
