/** Advice for shapes that do not fit: the engine's rules, applied to the codes of its fixes. */
import type { Alignment, Fix } from '../base/engine.ts';
import type { Align } from '../base/language.ts';
import { shapeText } from '../state/format.ts';
import type { Teller } from './teller.ts';

/** An outer product is advice only if an operand gets 1s for the other's sizes. */
const isAdvice = ({ grows, kind, outputShape }: Fix, { operands }: Alignment): boolean =>
  !grows ||
  (kind === 'unsqueeze' &&
    outputShape.length <= Math.max(...operands.map(({ shape }) => shape.length)));

/** The usual cause of a conflict, as a question. */
function guess({ words }: Teller, { conflicts, operands, axes }: Alignment): string {
  for (const { axis, sizes } of conflicts) {
    const [a = 0, b = 0] = sizes;
    if (axis === undefined || sizes.length !== 2 || Math.abs(a - b) !== 1) return '';
    const fromEnd = -(axes[axis]?.fromEnd ?? 0);
    const channels = operands.length > 0 && axes.length >= 3 && (fromEnd === 1 || fromEnd === 3);
    if (channels && Math.min(a, b) === 3) return words.rgba;
  }
  return words.offByOne;
}

/** The shape of the matrix product, if the operands can be read as matrices. */
function productOf(align: Align, shapes: readonly (readonly number[])[]): string | undefined {
  if (shapes[0]?.at(-1) === 1) return undefined;
  const product = align(shapes, { rule: 'matMul' });
  const elements = Math.max(...product.operands.map((operand) => operand.elements));
  const grows =
    product.outputElements > elements &&
    product.operands.every(({ stretched }) => stretched.length > 0);
  if (product.outputElements === 0 || grows) return undefined;
  return shapeText(product.outputShape ?? []);
}

interface Reading {
  readonly isTransposed: boolean;
  readonly output: string;
}

function asMatrices({ operands, rule }: Alignment, align: Align): Reading | undefined {
  const [a = [], b = []] = operands.map(({ shape }) => shape);
  const isElementwise = rule === 'multidirectional' || rule === 'legacy';
  const sameStack = b.length === 2 || b.length === a.length;
  if (!isElementwise || operands.length !== 2 || a.length < 2 || !sameStack) return undefined;
  const output = productOf(align, [a, b]);
  if (output) return { isTransposed: false, output };
  const turned = [...b.slice(0, -2), ...b.slice(-2).reverse()];
  const other = productOf(align, [a, turned]);
  return other ? { isTransposed: true, output: other } : undefined;
}

/** All pairs of two vectors, as an aside; empty for other shapes. */
function allPairs({ words, shape }: Teller, { operands, axes, fixes }: Alignment): string {
  const fix = fixes.find(({ operand }) => operand === 0);
  const [a, b] = operands;
  if (!a || !b || operands.length !== 2 || axes.length !== 1 || !fix) return '';
  return words.allPairs(`${a.elements}×${b.elements}`, a.name, shape(fix.shape));
}

/** After the reason, with a space before each sentence. */
export function advise(teller: Teller, trace: Alignment, align: Align): string {
  const { words } = teller;
  const [best] = trace.fixes;
  const isSizeWrong =
    trace.conflicts[0]?.code === 'size_conflict' && !(best && isAdvice(best, trace));
  const product = asMatrices(trace, align);
  const isGuessed = guess(teller, trace) !== '';
  const says = product && !(product.isTransposed && ((best && !best.grows) || isGuessed));
  const matrices = !says
    ? ''
    : product.isTransposed
      ? words.transposed(trace.operands[1]?.name ?? '', product.output)
      : words.matrices(product.output);
  const fix = isSizeWrong
    ? product && !product.isTransposed
      ? ''
      : `${words.wrongSize(trace.conflicts[0]?.sizes ?? [], guess(teller, trace))}${allPairs(teller, trace)}`
    : best
      ? `${best.grows ? words.possible : words.likely}${best.text}`
      : '';
  return [matrices, fix].map((part) => (part ? ` ${part}` : '')).join('');
}
