/** Functions that move elements without computing. */
import { AttributeError } from '../base/errors.js';
import type { AxisOptions, PadOptions, SliceOptions } from '../base/function-options.js';
import type { Term, Tracer } from '../expression/tracer.js';
import { integersAt, reshaped, withIntegers } from './composing.js';
import { type Arguments, composed, type FunctionRow, type Rows, UNARY } from './function-row.js';
import { functionMessages } from './messages.js';

const unsqueezed = (tracer: Tracer, x: Term | undefined, axes: readonly number[]): Term =>
  withIntegers(tracer, 'Unsqueeze', x, [['axes', axes]]);

/** The end of a slice that runs backwards to the first element. */
const BEFORE_ALL = -(2 ** 31);

const SHARES = { shares: true } as const;

/** As a method of a tensor, which becomes the first of the array. */
const LISTED: Pick<FunctionRow, 'ofMethod'> = {
  ofMethod: (tensor, [others, ...rest]) => [
    [tensor, ...(Array.isArray(others) ? others : [others])],
    ...rest,
  ],
};

function splitInto(tracer: Tracer, { terms, values }: Arguments, axis: number): Term[] {
  const [parts] = values;
  if (typeof parts === 'number')
    return tracer.outputs('Split', terms, parts, { attributes: { axis } });
  const sizes = parts as readonly number[];
  const isAttribute = tracer.hasAttribute('Split', 'split');
  return tracer.outputs(
    'Split',
    isAttribute ? terms : [...terms, tracer.integers(sizes)],
    sizes.length,
    { attributes: { axis, ...(isAttribute && { split: sizes }) } },
  );
}

export const MOVEMENT = {
  reshape: composed(
    { x: 'tensor', dims: 'integers' },
    {},
    (tracer, given) => reshaped(tracer, given.terms[0], integersAt(given, 0) ?? []),
    SHARES,
  ),
  transpose: composed({ x: 'tensor', perm: 'integers?' }, {}, (tracer, given) =>
    tracer.apply('Transpose', given.terms, { attributes: { perm: integersAt(given, 0) } }),
  ),
  expand: composed({ x: 'tensor', dims: 'integers' }, {}, (tracer, given) =>
    tracer.apply('Expand', [given.terms[0], tracer.integers(integersAt(given, 0) ?? [])]),
  ),
  squeeze: composed(
    { x: 'tensor', axes: 'axes?' },
    {},
    (tracer, given) =>
      withIntegers(tracer, 'Squeeze', given.terms[0], [['axes', integersAt(given, 0)]]),
    SHARES,
  ),
  unsqueeze: composed(
    { x: 'tensor', axes: 'axes' },
    {},
    (tracer, given) => unsqueezed(tracer, given.terms[0], integersAt(given, 0) ?? []),
    SHARES,
  ),
  flatten: composed<AxisOptions>(
    UNARY,
    { axis: true },
    (tracer, { terms }, { axis }) =>
      axis === undefined
        ? reshaped(tracer, terms[0], [-1])
        : tracer.apply('Flatten', terms, { attributes: { axis } }),
    SHARES,
  ),
  concat: composed<AxisOptions>(
    { tensors: 'tensors' },
    { axis: true },
    (tracer, { terms }, { axis = 0 }) => tracer.apply('Concat', terms, { attributes: { axis } }),
    LISTED,
  ),
  stack: composed<AxisOptions>(
    { tensors: 'tensors' },
    { axis: true },
    (tracer, { terms }, { axis = 0 }) =>
      tracer.applyOwn(
        'Stack',
        terms.map((term) => unsqueezed(tracer, term, [axis])),
        { attributes: { axis } },
      ),
    LISTED,
  ),
  split: composed<AxisOptions>(
    { x: 'tensor', parts: 'count or integers' },
    { axis: true },
    (tracer, given, { axis = 0 }) => splitInto(tracer, given, axis),
    { several: true },
  ),
  slice: composed<SliceOptions>(
    { x: 'tensor', starts: 'integers', ends: 'integers' },
    { axes: true, steps: true },
    (tracer, given, { axes, steps }) =>
      withIntegers(tracer, 'Slice', given.terms[0], [
        ['starts', integersAt(given, 0)],
        ['ends', integersAt(given, 1)],
        ['axes', axes],
        ['steps', steps],
      ]),
  ),
  gather: composed<AxisOptions>(
    { x: 'tensor', indices: 'tensor' },
    { axis: true },
    (tracer, { terms }, { axis = 0 }) => tracer.apply('Gather', terms, { attributes: { axis } }),
    { ownTypes: [undefined, 'int64'] },
  ),
  tile: composed({ x: 'tensor', repeats: 'integers' }, {}, (tracer, given) =>
    withIntegers(tracer, 'Tile', given.terms[0], [['repeats', integersAt(given, 0)]]),
  ),
  pad: composed<PadOptions>(
    { x: 'tensor', pads: 'pads' },
    { mode: true, value: true },
    (tracer, given, { mode, value }) => {
      const pads = tracer.integers(integersAt(given, 0) ?? []);
      const inputs = [given.terms[0], pads];
      if (value !== undefined) inputs.push({ kind: 'constant', value });
      return tracer.apply('Pad', inputs, { attributes: { mode } });
    },
  ),
  flip: composed({ x: 'tensor', axes: 'axes?' }, {}, (tracer, given) => {
    if (tracer.hasAttribute('Slice', 'starts'))
      throw new AttributeError('not_in_opset', functionMessages.sinceOpset('flip', 10));
    const [x] = given.terms;
    const axes = integersAt(given, 0);
    const each = (number: number) =>
      axes
        ? tracer.integers(axes.map(() => number))
        : tracer.applyOwn('AxisNumbers', [x], { attributes: { first: number } });
    const all = () => tracer.applyOwn('AxisNumbers', [x], { attributes: { step: 1 } });
    const [start, end, step] = [each(-1), each(BEFORE_ALL), each(-1)];
    return tracer.apply('Slice', [x, start, end, axes ? tracer.integers(axes) : all(), step]);
  }),
} satisfies Rows;
