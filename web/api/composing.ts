/** Helpers for functions that are composed of operators. */
import type { DType } from '../base/dtypes.js';
import type { Attributes, ReduceOptions } from '../base/function-options.js';
import type { Term, Tracer } from '../expression/tracer.js';
import type { Arguments, Given, Own } from './function-row.js';

/**
 * An operator whose axes or sizes are inputs at later opsets, and attributes at earlier ones.
 * @param listed keyed by name, in the order of the inputs
 */
export function withIntegers(
  tracer: Tracer,
  name: string,
  x: Term | undefined,
  listed: readonly (readonly [name: string, values: readonly number[] | undefined])[],
  attributes: Attributes = {},
  takes?: readonly DType[],
): Term {
  const own: Record<string, unknown> = { ...attributes };
  const inputs: (Term | undefined)[] = [x];
  for (const [list, values] of listed) {
    if (tracer.hasAttribute(name, list)) own[list] = values;
    else inputs.push(values && tracer.integers(values));
  }
  while (inputs.at(-1) === undefined) inputs.pop();
  return tracer.apply(name, inputs, { attributes: own, ...(takes && { takes }) });
}

export const integersAt = ({ values }: Arguments, at: number): readonly number[] | undefined =>
  values[at] as readonly number[] | undefined;

export const reshaped = (
  tracer: Tracer,
  x: Term | undefined,
  dims: readonly number[],
  takes?: readonly DType[],
): Term =>
  withIntegers(
    tracer,
    'Reshape',
    x,
    [['shape', dims]],
    tracer.hasAttribute('Reshape', 'allowzero') ? { allowzero: 1 } : {},
    takes,
  );

export const REDUCTION: Own<ReduceOptions> = { axes: true, axis: true, keepDims: true };

/** A reduction by a single operator, over some or all axes. */
export function reduced(
  tracer: Tracer,
  name: string,
  x: Term | undefined,
  { axes, axis, keepDims }: Given<ReduceOptions>,
  takes?: readonly DType[],
): Term {
  const list = axes ?? (axis === undefined ? undefined : [axis]);
  // For ONNX, no axes means all axes by default.
  const isNone = list?.length === 0;
  const attributes = { keepdims: keepDims ? 1 : 0, ...(isNone && { noop_with_empty_axes: 1 }) };
  return withIntegers(tracer, name, x, [['axes', list]], attributes, takes);
}
