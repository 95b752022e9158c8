/** Functions that sort or select elements. */
import { sameDims, sizeOf } from '../base/dims.js';
import { DTypeError, ShapeError } from '../base/errors.js';
import type { AxisOptions, SortOptions, TopKOptions } from '../base/function-options.js';
import type { Term, Tracer } from '../expression/tracer.js';
import { reshaped } from './composing.js';
import { type Arguments, composed, type Rows, UNARY } from './function-row.js';
import { functionMessages } from './messages.js';

/** All elements along an axis, in order, and their indices. */
function ordered(
  tracer: Tracer,
  { terms: [x] }: Arguments,
  {
    axis = -1,
    descending = false,
  }: { axis?: number | undefined; descending?: boolean | undefined },
): readonly Term[] {
  const count = tracer.integersOf([x], (dims) => [dims.at(axis) ?? 0]);
  return tracer.outputs('TopK', [x, count], 2, {
    attributes: { axis, largest: Number(descending) },
  });
}

const sorting = (output: number) =>
  composed<SortOptions>(
    UNARY,
    { axis: true, descending: true },
    (tracer, given, options) => ordered(tracer, given, options)[output] as Term,
  );

/** The dims of x with the axes of a mask merged into one. */
function maskedDims(dims: readonly number[], mask: readonly number[], axis: number): number[] {
  const first = axis < 0 ? axis + dims.length : axis;
  const end = first + mask.length;
  if (first < 0 || first > dims.length)
    throw new ShapeError('invalid_axis', functionMessages.maskAxis(axis, dims));
  if (!sameDims(dims.slice(first, end), mask))
    throw new ShapeError('invalid_shape', functionMessages.mask(mask, dims, axis));
  return [...dims.slice(0, first), sizeOf(mask), ...dims.slice(end)];
}

/** The parts of x where a mask of some of its axes is true. */
function masked(tracer: Tracer, [x, condition]: readonly (Term | undefined)[], axis: number): Term {
  const mask = condition?.kind === 'tensor' ? condition.value : undefined;
  if (mask && mask.type !== 'bool')
    throw new DTypeError('wrong_type', functionMessages.maskType(mask.type));
  const dims = tracer.integersOf([x, condition], (own, ofMask) => maskedDims(own, ofMask, axis));
  const joined = tracer.apply('Reshape', [x, dims], { attributes: { allowzero: 1 } });
  const shift = axis < 0 ? (mask?.dims.length ?? 1) - 1 : 0;
  return tracer.apply('Compress', [joined, reshaped(tracer, condition, [-1])], {
    attributes: { axis: axis + shift },
  });
}

export const ORDERING = {
  topK: composed<TopKOptions>(
    { x: 'tensor', k: 'integer' },
    { axis: true, largest: true },
    (tracer, { terms: [x], values: [k] }, { axis = -1, largest = true }) =>
      tracer.outputs('TopK', [x, tracer.integers([k as number])], 2, {
        attributes: { axis, largest: Number(largest) },
      }),
    { results: ['values', 'indices'] },
  ),
  sort: sorting(0),
  argSort: sorting(1),
  mask: composed<AxisOptions>(
    { x: 'tensor', condition: 'tensor' },
    { axis: true },
    (tracer, { terms }, { axis = 0 }) => masked(tracer, terms, axis),
    { ownTypes: [undefined, 'bool'], reads: [1] },
  ),
  nonZero: composed(UNARY, {}, (tracer, { terms }) => tracer.apply('NonZero', terms), {
    reads: [0],
  }),
  unique: composed<AxisOptions>(
    UNARY,
    { axis: true },
    (tracer, { terms }, { axis }) => tracer.apply('Unique', terms, { attributes: { axis } }),
    { reads: [0] },
  ),
  takeAlong: composed<AxisOptions>(
    { x: 'tensor', indices: 'tensor' },
    { axis: true },
    (tracer, { terms }, { axis = -1 }) =>
      tracer.apply('GatherElements', terms, { attributes: { axis } }),
    { ownTypes: [undefined, 'int64'] },
  ),
} satisfies Rows;
