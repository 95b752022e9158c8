/** The outputs that a run requests, and their destinations. The caller's code runs only here, first. */
import { bytesOf } from '../../base/dtypes.js';
import { ShapeError } from '../../base/errors.js';
import type { TensorLike } from '../../base/types.js';
import { checkOut, overlaps } from '../../engine/output.js';
import type { LayoutIds } from '../../memory/layout-ids.js';
import { type Operand, recheck } from '../../memory/operand.js';
import { ModelError } from '../model/errors.js';
import { onnxMessages } from '../model/messages.js';
import { isRecord, kindOf } from './inputs.js';
import { foreignOption } from './options.js';
import type { Fetches } from './public.js';
import { isSequence, type ResultValue, tensorsIn } from './values.js';

/** An output that is fetched, and the tensor it is to be written into. */
export interface Target {
  /** Which output of the model. */
  readonly output: number;
  readonly name: string;
  readonly into: TensorLike | undefined;
  readonly out: Operand | undefined;
}

/** @throws ModelError */
export function readTargets(
  fetches: Fetches | undefined,
  outputNames: readonly string[],
  toOut: (into: TensorLike, name: string) => Operand,
): Target[] {
  const asked = askedIn(fetches, outputNames);
  // All outputs if none is named, as in onnxruntime.
  if (asked.length === 0)
    return outputNames.map((name, output) => ({ output, name, into: undefined, out: undefined }));
  const numbers = new Map(outputNames.map((name, output) => [name, output]));
  return asked.map(([key, into]) => {
    const name = key as string;
    const output = numbers.get(name);
    if (output === undefined)
      throw new ModelError(
        'invalid_fetches',
        foreignOption(String(key)) ?? onnxMessages.fetchUnknown(String(key), outputNames),
      );
    const out = into ? toOut(into, onnxMessages.target(name)) : undefined;
    return { output, name, into: into ?? undefined, out };
  });
}

/** The outputs that are named, and their destinations. */
function askedIn(
  fetches: Fetches | undefined,
  outputNames: readonly string[],
): (readonly [unknown, TensorLike | null | undefined])[] {
  const isList = Array.isArray(fetches);
  const isEmptyList = isList && fetches.length === 0;
  if (isEmptyList || !(fetches === undefined || isList || isRecord(fetches, new Set(outputNames))))
    throw new ModelError('invalid_fetches', onnxMessages.fetches(kindOf(fetches)));
  return isList ? fetches.map((name) => [name, null]) : Object.entries(fetches ?? {});
}

/**
 * Checks the destinations of outputs. Outputs are written in sequence after all are computed, so a
 * destination must not overlap another one, nor an operand that is itself an output.
 */
export function checkTargets(
  targets: readonly Target[],
  results: readonly ResultValue[],
  operands: readonly Operand[],
  layouts: LayoutIds,
): void {
  for (const target of targets) {
    const { name, out } = target;
    if (!out) continue;
    const made = results[target.output];
    if (!made || isSequence(made))
      throw new ModelError('invalid_fetches', onnxMessages.manyOutput(name));
    const { type, dims } = made;
    if (type === 'string') throw new ModelError('invalid_fetches', onnxMessages.stringOutput(name));
    checkOut(out, { type, dims, inPlace: true, layout: layouts.idOf(type, dims) }, []);
    const others = targets.filter((other) => other !== target);
    const outs = others.flatMap((other) => (other.out ? [other.out] : []));
    const read = others.flatMap(({ output }) =>
      tensorsIn(results[output]).map(({ address }) => address),
    );
    // Data in JavaScript has been copied already.
    const passed = operands.filter(({ type, size, data, address }) => {
      const end = address + (data ? 0 : bytesOf(type, size));
      return read.some((place) => place >= address && place < end);
    });
    const met = [...passed, ...outs].find((operand) => overlaps(out, operand));
    if (met) throw new ShapeError('out_overlaps', onnxMessages.outOverlaps(name, met.name));
    recheck(out);
  }
}
