/** Sparse tensors (SparseTensorProto of onnx.proto), which are made dense when they are read. */
import { sizeOf } from '../../base/dims.js';
import { arrayOf, type DType, itemsOf } from '../../base/dtypes.js';
import type { TypedArray } from '../../base/typed-arrays.js';
import type { TensorValue } from './attributes.js';
import { ModelError } from './errors.js';
import { onnxMessages } from './messages.js';
import type { SparseTensorProto } from './schema.js';
import { dimsOf, EMPTY_TENSOR, tensorFrom } from './tensor-proto.js';

/** Positions of the values in the dense tensor. Indices are flat, or one per axis. */
function placesOf(name: string, dims: readonly number[], count: number, indices: TensorValue) {
  const fault = () =>
    new ModelError('invalid_tensor', onnxMessages.sparseIndices(name, dims, count));
  const { data, type } = indices;
  const perValue = indices.dims.length === 2 ? dims.length : 1;
  const shape = indices.dims.length === 2 ? [count, dims.length] : [count];
  if (type !== 'int64' || String(indices.dims) !== String(shape)) throw fault();
  const sizes = indices.dims.length === 2 ? dims : [sizeOf(dims)];
  return Array.from({ length: count }, (_, value) =>
    sizes.reduce((place, size, axis) => {
      const index = Number((data as BigInt64Array)[value * perValue + axis]);
      if (index < 0 || index >= size) throw fault();
      return place * size + index;
    }, 0),
  );
}

/** @throws ModelError for more zeros than an array can hold */
function zeros(name: string, type: DType, dims: readonly number[]): TypedArray {
  if (type === 'string') throw new ModelError('unsupported_type', onnxMessages.sparseTexts(name));
  try {
    return new (arrayOf(type))(itemsOf(type, sizeOf(dims)));
  } catch {
    throw new ModelError('invalid_tensor', onnxMessages.tensorDims(name, dims));
  }
}

/** The dense tensor, under the name of its values. @throws ModelError */
export function denseFrom(
  { values = EMPTY_TENSOR, indices = EMPTY_TENSOR, dims: sizes }: SparseTensorProto,
  name = values.name ?? '',
): TensorValue {
  const dims = dimsOf({ dims: sizes }, name);
  const given = tensorFrom(values, name);
  const { type } = given;
  const count = sizeOf(given.dims);
  const places = placesOf(name, dims, count, tensorFrom(indices, name));
  const data = zeros(name, type, dims);
  const items = itemsOf(type, 1);
  for (const [value, place] of places.entries())
    for (let item = 0; item < items; item++)
      data[place * items + item] = given.data[value * items + item] as never;
  return { type, dims, data };
}
