/** Whether ncnn aligns a node's operands like ONNX, and reshapes that make both agree. */
import type { Simdcast } from '../../api/simdcast.js';
import type { Alignment } from '../../base/alignment.js';
import { sizeOf } from '../../base/dims.js';
import type { InferredValue } from './worlds.js';

/** Operators that ncnn implements as a BinaryOp. */
const BINARY: ReadonlySet<string> = new Set([
  ...['Add', 'Sub', 'Mul', 'Div', 'Max', 'Min', 'Pow', 'Mod'],
]);

type Shape = readonly number[];

/** ncnn has no batch axis: a first axis that is symbolic or 1 is dropped. */
export interface Batch {
  readonly rank: number;
  readonly size: number;
}

export interface NcnnDifference {
  /** How ncnn would align them, in its own order. */
  readonly alignment: Alignment;
  /** The operands' shapes for which both agree, batch axis included; `undefined` if there are none. */
  readonly explicit: readonly Shape[] | undefined;
}

export const isBinaryOp = (
  operator: string,
  inputs: readonly (InferredValue | undefined)[],
): boolean => BINARY.has(operator) && inputs.length === 2;

/** In ncnn's order: innermost first. A blob has at least one axis. */
function toNcnn(shape: Shape, batch: Batch | undefined): Shape {
  const own = batch && shape.length === batch.rank ? shape.slice(1) : shape;
  return own.length === 0 ? [1] : [...own].reverse();
}

/** Whether both read the same element of each operand for every element of the result. */
function agree(onnx: Alignment, ncnn: Alignment, batch: Batch | undefined): boolean {
  const { outputShape } = onnx;
  if (!outputShape || !ncnn.outputShape) return false;
  const wanted = toNcnn(outputShape, batch);
  // Axes that the explicit shapes add in front of all others have size 1.
  const rank = Math.max(wanted.length, ncnn.outputShape.length);
  const padded = (values: readonly number[], by: number) => [
    ...values,
    ...new Array<number>(rank - values.length).fill(by),
  ];
  const sizes = padded(wanted, 1);
  if (padded(ncnn.outputShape, 1).some((size, axis) => size !== sizes[axis])) return false;
  return onnx.operands.every(({ strides }, operand) => {
    const own = batch ? strides.slice(1) : strides;
    const mine = padded([...own].reverse(), 0);
    const theirs = padded(ncnn.operands[operand]?.strides ?? [], 0);
    return sizes.every((size, axis) => size === 1 || mine[axis] === theirs[axis]);
  });
}

const hasOneElement = (shape: Shape): boolean => shape.length === 0 || sizeOf(shape) === 1;

/** Whether an operand is one number, of no higher rank than the other: both repeat it along every axis. */
const isScalarBeside = ([a = [], b = []]: readonly Shape[]): boolean =>
  (hasOneElement(a) && a.length <= b.length) || (hasOneElement(b) && b.length <= a.length);

/** `undefined` if ncnn agrees. `shapes` are those of the operands, outermost first, as `onnx` aligned them. */
export function compareWithNcnn(
  sc: Simdcast,
  onnx: Alignment,
  shapes: readonly Shape[],
  explicit: readonly Shape[],
  batch: Batch | undefined,
): NcnnDifference | undefined {
  if (isScalarBeside(shapes)) return undefined;
  const asNcnn = (given: readonly Shape[]) =>
    sc.align(
      given.map((shape) => toNcnn(shape, batch)),
      { rule: 'ncnn' },
    );
  const alignment = asNcnn(shapes);
  if (agree(onnx, alignment, batch)) return undefined;
  const works = agree(onnx, asNcnn(explicit), batch);
  return { alignment, explicit: works ? explicit : undefined };
}
