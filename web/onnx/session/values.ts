/**
 * The inputs and results of a run as float64 in wasm memory. A value is 0 if it is absent. For a tensor it is its
 * rank plus 1, the number of its type, its address and its sizes; for a sequence of n tensors it is -(n + 1), the
 * number of its type, and its tensors.
 */
import { sizeOf } from '../../base/dims.js';
import { bytesOf, type DType } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { Engine } from '../../engine/engine.js';
import { aligned } from '../../memory/memory.js';
import { encodeTexts } from '../../memory/texts.js';

const WIDTH = Float64Array.BYTES_PER_ELEMENT;

/** A tensor in wasm memory. */
export interface TensorAt {
  readonly type: DType;
  readonly dims: readonly number[];
  /** 0 if there are no elements yet. */
  readonly address: number;
}

/** A tensor of an input. */
export interface InputTensor extends TensorAt {
  /** Its elements, if they are in JavaScript. */
  readonly data: TypedArray | readonly string[] | undefined;
}

/** The value of an input. */
export interface InputValue {
  readonly type: DType;
  readonly isSequence: boolean;
  readonly tensors: readonly InputTensor[];
}

/** A tensor, the tensors of a sequence, or an empty optional value. */
export type ResultValue = TensorAt | readonly TensorAt[] | undefined;

export const isSequence = (value: ResultValue): value is readonly TensorAt[] =>
  Array.isArray(value);

export function tensorsIn(value: ResultValue): readonly TensorAt[] {
  if (!value) return [];
  return isSequence(value) ? value : [value];
}

const bytesIn = ({ type, dims }: TensorAt): number => bytesOf(type, sizeOf(dims));

const itemsOf = (value: InputValue | undefined): number =>
  value
    ? value.tensors.reduce((sum, { dims }) => sum + 3 + dims.length, value.isSequence ? 2 : 0)
    : 1;

const isText = (data: InputTensor['data']): data is readonly string[] => Array.isArray(data);

/** Elements in JavaScript, and their bytes. */
function contentOf(tensor: InputTensor): readonly [TypedArray, number] | undefined {
  const { data } = tensor;
  if (!isText(data)) return data && [data, bytesIn(tensor)];
  const block = encodeTexts(data);
  return [block, block.byteLength];
}

/**
 * Writes inputs, with elements that are in JavaScript, into one block, and returns its address.
 * @param blockOf returns the aligned address of a block of this number of bytes
 */
export function writeInputs(
  engine: Engine,
  values: readonly (InputValue | undefined)[],
  blockOf: (bytes: number) => number,
): number {
  const { memory } = engine;
  const list = new Float64Array(values.reduce((sum, value) => sum + itemsOf(value), 0));
  const contents = new Map(
    values.flatMap((value) =>
      (value?.tensors ?? []).flatMap((tensor) => {
        const content = contentOf(tensor);
        return content ? [[tensor, content] as const] : [];
      }),
    ),
  );
  const start = aligned(list.byteLength);
  let bytes = start;
  for (const [, size] of contents.values()) bytes += aligned(size);
  const block = blockOf(bytes);
  let free = block + start;
  let at = 0;
  const put = (tensor: InputTensor): void => {
    const { type, dims, address } = tensor;
    const content = contents.get(tensor);
    list.set([dims.length + 1, engine.typeNumber(type), content ? free : address, ...dims], at);
    at += 3 + dims.length;
    if (!content) return;
    memory.write(free, ...content);
    free += aligned(content[1]);
  };
  for (const value of values) {
    if (!value) at++;
    if (value?.isSequence) {
      list.set([-1 - value.tensors.length, engine.typeNumber(value.type)], at);
      at += 2;
    }
    for (const tensor of value?.tensors ?? []) put(tensor);
  }
  memory.write(block, list, list.byteLength);
  return block;
}

/** Reads `count` values at an address. */
export function readResults(
  { memory, catalogue }: Engine,
  address: number,
  count: number,
): ResultValue[] {
  let at = address;
  const take = (items: number): number[] => {
    const taken = Array.from(memory.view(Float64Array, at, items) as Float64Array);
    at += items * WIDTH;
    return taken;
  };
  const tensor = (rank: number): TensorAt => {
    const [number = 0, place = 0, ...dims] = take(2 + rank);
    return { type: catalogue.types[number] as DType, dims, address: place };
  };
  return Array.from({ length: count }, () => {
    const [head = 0] = take(1);

    if (head === 0) return undefined;
    if (head > 0) return tensor(head - 1);
    take(1);
    return Array.from({ length: -head - 1 }, () => tensor((take(1)[0] as number) - 1));
  });
}
