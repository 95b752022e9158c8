/**
 * Reads the error messages of frameworks. A pattern returns the shapes, or, if the message only contains two
 * sizes of an axis, a question for the rest.
 */
import { plainShapes, type Shape, shapesIn } from './shapes.js';

export type Framework =
  | 'NumPy'
  | 'PyTorch'
  | 'JAX'
  | 'TensorFlow'
  | 'TensorFlow.js'
  | 'ONNX Runtime'
  | 'Paddle'
  | 'Julia';
/** The framework that printed a text; shapes alone do not reveal it. */
export type Source = Framework | 'Shapes';

/** Operations without broadcasting. */
export type Topic = 'product' | 'join' | 'memory';

export interface Diagnosis {
  readonly framework: Source;
  /** The operands' shapes, if the message contains them. */
  readonly shapes?: readonly Shape[];
  /** Whether symbolic sizes have been replaced by numbers. */
  readonly open?: true;
  /** Whether the first of the shapes must not be stretched, because it is the destination of the result. */
  readonly intoFirst?: boolean;
  /** Whether the shapes are those of `out` and of a result that does not fit into it: the operands are unknown. */
  readonly output?: true;
  /** The two sizes of an axis, if the message contains no shapes. */
  readonly sizes?: readonly [number, number];
  readonly axis?: number;
  /** The topic of a message that is not about broadcasting. */
  readonly topic?: Topic;
}

interface Pattern {
  readonly framework: Framework;
  readonly pattern: RegExp;
  read(found: RegExpMatchArray): Reading;
}

type Reading = Omit<Diagnosis, 'framework'> | undefined;

const list = String.raw`[([{][^()[\]{}]*[)\]}]`;
/** Consecutive lists, without anything that a program prints after them. */
const lists = `(?:[\\s,]*(?:and )?${list})+`;

const several = (found: RegExpMatchArray): Reading => shapesIn(found[1] ?? '');
const pair = (found: RegExpMatchArray): Reading => shapesIn(`${found[1]} ${found[2]}`);
const reversed = (found: RegExpMatchArray): Reading => {
  const read = shapesIn(`${found[2]} ${found[1]}`);
  return read && { ...read, intoFirst: true };
};
const output = (found: RegExpMatchArray): Reading => {
  const read = pair(found);
  return read && { ...read, output: true };
};

/** `(3,2)->(3,newaxis,2)`: the shape after the arrow is broadcast. */
const remapped = (text: string): string =>
  text.replace(/[([][^)\]]*[)\]]\s*->/g, '').replace(/newaxis/g, '1');

/** Messages about the inner sizes of a matrix product. */
const product = new RegExp(
  [
    'shapes .* not aligned: \\d+ \\(dim|mismatch in its core dimension',
    'shapes cannot be multiplied|size mismatch, m1:|dimensions of batch2 tensor',
    'dot_general requires contracting dimensions',
    "Matrix size-incompatible|Dimensions must be equal, but are \\d+ and \\d+ for .*?(?:= |op: ')(?:Batch)?MatMul",
    'A has (?:dimensions|size) \\(.* B has (?:dimensions|size) \\(|matrix A has axes',
    '[)\\]]\\s*@\\s*[([]',
  ].join('|'),
);

const topics: readonly (readonly [Topic, RegExp])[] = [
  ['product', product],
  [
    'join',
    /except for (?:the )?concatenation axis|Sizes of tensors must match except in dimension|Cannot concatenate arrays|ConcatOp\b.*Dimension/i,
  ],
  ['memory', /Unable to allocate .* for an array|out of memory\b|OOM when allocating/i],
];

/** Narrower patterns come first, because some begin like others. */
const patterns: readonly Pattern[] = [
  {
    framework: 'NumPy',
    pattern: new RegExp(
      `non-broadcastable output operand with shape (${list}) doesn't match the broadcast shape (${list})`,
    ),
    read: output,
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
    pattern: new RegExp(
      `could not be broadcast together with remapped shapes .*?:((?:[\\s,]*(?:${list}->)?${list})+)`,
    ),
    read: (found) => shapesIn(remapped(found[1] ?? '')),
  },
  {
    framework: 'PyTorch',
    pattern: new RegExp(`indexing tensors could not be broadcast together with shapes(${lists})`),
    read: several,
  },
  {
    framework: 'NumPy',
    pattern: new RegExp(`could not be broadcast together with shapes:?(${lists})`),
    read: several,
  },
  {
    framework: 'TensorFlow.js',
    pattern: /could not be broadcast together with shapes ([\d,]*) and ([\d,]*)\.?(?!\w)/,
    read: (found) => shapesIn(`(${found[1]}) (${found[2]})`),
  },
  {
    framework: 'NumPy',
    pattern: new RegExp(
      `value array of shape (${list}) could not be broadcast to indexing result of shape (${list})`,
    ),
    read: reversed,
  },
  {
    framework: 'PyTorch',
    pattern: new RegExp(
      `value tensor of shape (${list}) cannot be broadcast to indexing result of shape (${list})`,
    ),
    read: reversed,
  },
  {
    framework: 'NumPy',
    pattern: new RegExp(
      `could not broadcast (?:input )?array from shape:? (${list}) (?:into shape|to:) (${list})`,
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
    read: (found) => shapesIn(`${found[2]} ${found[1]}`),
  },
  {
    framework: 'PyTorch',
    pattern: new RegExp(`output with shape (${list}) doesn't match the broadcast shape (${list})`),
    read: output,
  },
  {
    framework: 'PyTorch',
    pattern: new RegExp(
      `expanded size of the tensor \\((\\d+)\\) must match the existing size \\((\\d+)\\) at non-singleton dimension (\\d+).*?Target sizes: (${list}).*?Tensor sizes: (${list})`,
      's',
    ),
    read: (found) => {
      const read = shapesIn(`${found[4]} ${found[5]}`);
      return read && { ...read, intoFirst: true };
    },
  },
  {
    framework: 'PyTorch',
    pattern: new RegExp(`expand\\([\\w.]+\\{(${list})\\}, size=(${list})\\): the number of sizes`),
    read: reversed,
  },
  {
    framework: 'JAX',
    pattern: new RegExp(`shapes for broadcasting: (${list}) and requested shape (${list})`),
    read: reversed,
  },
  {
    framework: 'JAX',
    pattern: new RegExp(
      `(?:got )?[Ii]ncompatible shapes for broadcasting: (?:shapes=)?[([]?(${lists})`,
    ),
    read: several,
  },
  {
    framework: 'JAX',
    pattern: /requires arguments to have equal shapes or be scalars.*?got (.*)/,
    read: several,
  },
  {
    framework: 'TensorFlow',
    pattern: new RegExp(`Incompatible shapes: (${list}) vs\\.? (${list})`),
    read: pair,
  },
  {
    framework: 'TensorFlow',
    pattern: new RegExp(
      `Dimensions must be equal, but are .*?BroadcastTo.*? with input shapes: (${list}), .*?input\\[1\\] = (${list})`,
    ),
    read: reversed,
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
    pattern: new RegExp(`LeftShape: (${list}), RightShape: (${list})`),
    read: pair,
  },
  {
    framework: 'Paddle',
    pattern: new RegExp(`with the shape of X = (${list}) and the shape of Y = (${list})`),
    read: pair,
  },
  {
    framework: 'Julia',
    pattern: /got a dimension with lengths (\d+) and (\d+)/,
    read: (found) => ({ sizes: [Number(found[1]), Number(found[2])] }),
  },
  // These messages also contain ranks and source positions, but no shapes.
  { framework: 'ONNX Runtime', pattern: /differ in (?:rank|dimension)/, read: () => ({}) },
  { framework: 'Julia', pattern: /could not be broadcast to match/, read: () => ({}) },
];

/** Two shapes in any text: `(3,4) (3,)`, `a.shape=(3,4), b.shape=(3,)`, `3x4 + 3`. */
function bare(line: string): Diagnosis | undefined {
  // Lines of a program contain other brackets.
  const said = line.replace(/.*Traceback.*?\b(?=\w*(?:Error|Exception|Warning)\b:)/s, '');
  const found = plainShapes(said) ?? shapesIn(said.replace(/Base\.OneTo\((\d+)\)/g, '$1'));
  if (!found) return undefined;
  // Logs may contain the message twice.
  const { shapes } = found;
  const half = shapes.slice(0, shapes.length / 2);
  const twice = half.length > 1 && JSON.stringify(shapes) === JSON.stringify([...half, ...half]);
  return { framework: 'Shapes', ...found, shapes: twice ? half : shapes };
}

/** Reads an error message or bare shapes; `undefined` for other text. */
export function diagnose(text: string): Diagnosis | undefined {
  const line = text.replace(/\s+/g, ' ');
  for (const [topic, pattern] of topics) {
    if (pattern.test(line)) return { framework: 'Shapes', topic };
  }
  for (const { framework, pattern, read } of patterns) {
    const found = line.match(pattern);
    const diagnosis = found && read(found);
    if (!diagnosis) continue;
    return Object.keys(diagnosis).length > 0 ? { framework, ...diagnosis } : undefined;
  }
  return bare(line);
}
