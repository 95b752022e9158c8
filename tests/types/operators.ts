/** The types of results follow from those of the operands. Compiled, not run. */
import {
  type BroadcastError,
  type DataOf,
  type DType,
  type LoadOptions,
  load,
  type MemoryUse,
  OutOfMemoryError,
  type Simdcast,
  SimdcastError,
  type Tensor,
  type TensorLike,
} from 'simdcast';
import { load as loadCore } from 'simdcast/core';
import { load as loadExternal } from 'simdcast/external';
import { expectType } from './expect.js';

const sc = await load();
const other: Simdcast = await loadExternal({ flavour: 'simd', maximumMemory: 2 ** 24 });
const options: LoadOptions = { wasm: new URL('file:///simd.wasm') };
await loadCore({ wasm: new Uint8Array(8) });
// @ts-expect-error simdcast/core has no module of its own
await loadCore({ flavour: 'simd' });
// @ts-expect-error
await load({ flavour: 'scalar' });
await load(options);

const floats = { data: new Float32Array(2), dims: [2] };
const ints = { data: new Int32Array(2), dims: [2] } as const;
const longs = { data: new BigInt64Array(2), dims: [2] };
const strings = { data: ['a', 'b'], dims: [2] };
const named = { type: 'bfloat16', data: new Uint16Array(2), dims: [2] } as const;
const widened = { type: 'float64', data: new Float64Array(2), dims: [2] };
const any: TensorLike = floats;
const resident = sc.tensor('float16', new Uint16Array(1), [1]);

// Tensors
expectType<Tensor<'float16'>>()(resident);
expectType<Tensor<'float32'>>()(sc.tensor(new Float32Array(1), [1]));
expectType<Tensor<'uint8'>>()(sc.tensor(new Uint8ClampedArray(1), [1]));
expectType<Tensor<'int64'>>()(sc.tensor([1n], [1]));
expectType<Tensor<'int64'>>()(sc.tensor('int64', [1, 2n], [2]));
expectType<Tensor<'bool'>>()(sc.fromArray([[true], [false]]));
expectType<Tensor<'float32'>>()(
  sc.fromArray([
    [1, 2],
    [3, 4],
  ]),
);
expectType<Tensor<'string'>>()(sc.fromArray(['a']));
expectType<Tensor<'uint64'>>()(sc.fromArray([1, 2n], 'uint64'));
// @ts-expect-error
sc.tensor('float31', new Float32Array(1), [1]);
// @ts-expect-error
sc.fromArray([null]);
expectType<'float16'>()(resident.type);
expectType<readonly number[]>()(resident.dims);
expectType<'js' | 'wasm'>()(resident.location);

// Data
expectType<BigInt64Array>()(sc.add(longs, longs).data);
expectType<BigInt64Array>()(sc.add(longs, longs).toArray());
expectType<string[]>()(sc.stringConcat(strings, strings).data);
expectType<Uint16Array>()(sc.add(named, named).data);
expectType<DataOf<DType>>()(sc.add(any, any).data);
const [first] = sc.add(longs, longs).toNested() as bigint[];
expectType<bigint | undefined>()(first as bigint | undefined);

// Arithmetic has the operand's type
expectType<Tensor<'float32'>>()(sc.add(floats, floats));
expectType<Tensor<'int32'>>()(sc.pow(ints, floats));
expectType<Tensor<'bfloat16'>>()(sc.mul(named, named));
expectType<Tensor<'float16'>>()(sc.sub(resident, resident, { opset: 14 }));
expectType<Tensor>()(sc.div(widened, widened));
expectType<Tensor>()(sc.add(any, floats));
expectType<Tensor<'int32'>>()(sc.mod(ints, ints, { fmod: 1 }));
expectType<Tensor<'float32'>>()(sc.max(floats, floats, floats));
expectType<Tensor<'float32'>>()(sc.mean(floats, floats, { opset: 8 }));
expectType<Tensor<'float32'>>()(sc.gemm(floats, floats, undefined, { transA: 1 }));
expectType<Tensor<'float32'>>()(sc.matMul(floats, floats));
expectType<Tensor<'int32'>>()(sc.expand(ints, [2, 2]));
expectType<Tensor<'int32'>>()(sc.clip(ints, undefined, ints));
expectType<Tensor<'float32'>>()(sc.prelu(floats, floats));
expectType<Tensor<'int32'>>()(sc.bitShift(ints, ints, { direction: 'LEFT' }));
expectType<Tensor<'float32'>>()(sc.ncnn('ADD', floats, 2.5));
expectType<Tensor>()(sc.run('Add', [floats, floats]));

// Comparisons and logic are truth values, Where is its values'
expectType<Tensor<'bool'>>()(sc.equal(strings, strings));
expectType<Tensor<'bool'>>()(sc.lessOrEqual(ints, ints));
expectType<Tensor<'bool'>>()(sc.and(sc.less(ints, ints), sc.greater(ints, ints)));
expectType<Tensor<'string'>>()(sc.where(sc.less(ints, ints), strings, strings));

// out comes back as what it is
const out = sc.tensor(new Float32Array(2), [2]);
expectType<Tensor<'float32'>>()(sc.add(floats, floats, { out }));
expectType<typeof floats>()(sc.add(floats, floats, { out: floats }));
expectType<typeof floats>()(sc.max(floats, floats, { out: floats }));
expectType<typeof floats>()(sc.run('Add', [floats, floats], { out: floats }));

// Refused
// @ts-expect-error an operand has data and dims
sc.add({ data: new Float32Array(1) }, floats);
// @ts-expect-error numbers are no operands
sc.add(floats, 1);
// @ts-expect-error no array of numbers
sc.add({ data: [1, 2], dims: [2] }, floats);
// @ts-expect-error no DataView
sc.add({ data: new DataView(new ArrayBuffer(4)), dims: [1] }, floats);
// @ts-expect-error the direction is needed
sc.bitShift(ints, ints);
// @ts-expect-error
sc.bitShift(ints, ints, { direction: 'UP' });
// @ts-expect-error
sc.ncnn('SQUARE', floats, floats);
// @ts-expect-error what a tensor holds can change, what it is cannot
out.dims = [3];
// @ts-expect-error no option of matMul
sc.matMul(floats, floats, { transB: 1 });
// @ts-expect-error a letter too few
sc.gemm(floats, floats, undefined, { alph: 2 });
// @ts-expect-error attributes go under attributes
sc.run('Add', [floats, floats], { opset: 6, broadcast: 1 });
// @ts-expect-error sum adds tensors, and has no axis
sc.sum(floats, { axis: 0 });
// @ts-expect-error
sc.align([[1]], { rul: 'numpy' });
// @ts-expect-error
await load({ flavor: 'simd' });
// @ts-expect-error shapes are arrays of arrays
sc.broadcastShapes([2, 3]);
// @ts-expect-error
sc.align([[1]], { rule: 'torch' });
// @ts-expect-error
sc.supports('Add', 'float31');

const normalise = sc.fuse((x, mean, std) => x.sub(mean).div(std).mul(2));
expectType<Tensor>()(normalise(floats, floats, floats));
expectType<typeof out>()(normalise(floats, floats, floats, { out }));
// @ts-expect-error an operand for each parameter
normalise(floats, floats);
// @ts-expect-error an option of fuse, and not of its functions
normalise(floats, floats, floats, { opset: 13 });
// @ts-expect-error an option of the function
sc.fuse((x) => x.neg(), { out });
// @ts-expect-error an operator that is not elementwise
sc.fuse((x) => x.gemm(x));
// @ts-expect-error the result is a value of the expression
sc.fuse((_x) => 1);

{
  using scoped = sc.tensor(new Float32Array(1), [1]);
  expectType<Tensor<'float32'>>()(scoped);
}

try {
  sc.broadcastShapes([[2], [3]], { rule: 'numpy' });
} catch (error) {
  if (error instanceof SimdcastError) expectType<string>()(error.code);
  const { axis, sizes } = error as BroadcastError;
  expectType<number | undefined>()(axis);
  expectType<readonly number[]>()(sizes);
  if (error instanceof OutOfMemoryError)
    expectType<number[]>()([error.limit, error.used, error.asked, error.tensors]);
}
expectType<MemoryUse>()(other.memory());
