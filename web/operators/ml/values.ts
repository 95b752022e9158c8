/** Attributes and values that the operators of `ai.onnx.ml` share. */
import { sizeOf } from '../../base/dims.js';
import type { DType } from '../../base/dtypes.js';
import { reader } from '../../base/elements.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { Value } from '../../graph/values.js';
import type { TensorValue } from '../attributes.js';
import type { Call } from '../operator.js';
import { mlFault } from './messages.js';

/** The types that most of the operators accept. */
export const FEATURES: readonly DType[] = ['float32', 'float64', 'int64', 'int32'];

/** The first input as rows of features; an input with one axis is a single row. */
export function rowsOf(call: Call): Value {
  const input = call.input(0);
  const { dims } = input;
  if (dims.length === 2) return input;
  if (dims.length === 1) return call.lowering.alias(input, [1, dims[0] as number]);
  throw mlFault(call, 'rows', dims);
}

/** One of several strings, selected by an attribute that holds its index. */
export function choiceAt<Word extends string>(
  call: Call,
  name: string,
  words: readonly Word[],
  absent: Word,
): Word {
  const at = call.attribute(name, 'int');
  if (at === undefined) return absent;
  const word = words[at];
  if (word !== undefined) return word;
  throw mlFault(call, 'noPosition', name, at, words.length);
}

/** Checks the length of an array. */
export function checkLength(call: Call, name: string, got: number, wanted: number): void {
  if (got !== wanted) throw mlFault(call, 'lengths', name, got, wanted);
}

/** The elements of a tensor of floats as numbers. */
export function numbersIn({ type, dims, data }: TensorValue): number[] {
  const read = reader(type, data);
  return Array.from({ length: sizeOf(dims) }, (_, at) => read(at) as number);
}

/** Computes elements in JavaScript, for strings and lookups. */
export function computedHere(
  call: Call,
  inputs: readonly Value[],
  type: DType,
  dims: readonly number[],
  compute: (...elements: (TypedArray | readonly string[])[]) => TypedArray | readonly string[],
): Value {
  const { lowering } = call;
  call.checkDims(dims);
  const output = lowering.make(type, dims, lowering.allConstant(inputs));
  lowering.text(inputs, [output], () => {
    const elements = inputs.map((input) =>
      input.type === 'string' ? (input.storage.strings ?? []) : lowering.read(input),
    );
    const made = compute(...elements);
    if (type === 'string') output.storage.strings = made as readonly string[];
    else lowering.memory.write(output.storage.address, made as TypedArray, output.storage.bytes);
  });
  return output;
}

/** The error for an input type that the node rejects because of its attributes, although the operator accepts it. */
export const wrongType = (call: Call, takes: readonly DType[]) =>
  call.fault('type', 0, call.input(0).type, takes);
