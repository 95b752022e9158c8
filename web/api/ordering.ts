/** Functions that sort or select elements. */
import type { AxisOptions, SortOptions, TopKOptions } from '../base/function-options.js';
import type { Term, Tracer } from '../expression/tracer.js';
import { type Arguments, composed, type Rows, UNARY } from './function-row.js';

/** All elements along an axis, in order, and their indices. */
function ordered(
  tracer: Tracer,
  { terms: [x] }: Arguments,
  {
    axis = -1,
    descending = false,
  }: { axis?: number | undefined; descending?: boolean | undefined },
): readonly Term[] {
  const count = tracer.applyOwn('SizeAt', [x], { attributes: { axis } });
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
    (tracer, { terms }, { axis = 0 }) => tracer.applyOwn('Mask', terms, { attributes: { axis } }),
    { ownTypes: [undefined, 'bool'] },
  ),
  nonZero: composed(UNARY, {}, (tracer, { terms }) => tracer.apply('NonZero', terms)),
  unique: composed<AxisOptions>(UNARY, { axis: true }, (tracer, { terms }, { axis }) =>
    tracer.apply('Unique', terms, { attributes: { axis } }),
  ),
  takeAlong: composed<AxisOptions>(
    { x: 'tensor', indices: 'tensor' },
    { axis: true },
    (tracer, { terms }, { axis = -1 }) =>
      tracer.apply('GatherElements', terms, { attributes: { axis } }),
    { ownTypes: [undefined, 'int64'] },
  ),
} satisfies Rows;
