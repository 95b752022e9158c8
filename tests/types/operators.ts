/** The types of results follow from those of the operands. Compiled, not run. */
import {
  type AnyTensor,
  type BroadcastError,
  type DataOf,
  type DType,
  type LoadOptions,
  load,
  type MemoryUse,
  type OperatorName,
  OutOfMemoryError,
  type Simdcast,
  SimdcastError,
  Tensor,
  type TensorLike,
} from 'simdcast';
import { load as loadCore } from 'simdcast/core';
import { load as loadExternal } from 'simdcast/external';
import { InferenceSession } from 'simdcast/onnx';
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
expectType<Tensor<'bool'>>()(sc.tensor([[true], [false]]));
expectType<Tensor<'float32'>>()(
  sc.tensor([
    [1, 2],
    [3, 4],
  ]),
);
expectType<Tensor<'string'>>()(sc.tensor(['a']));
expectType<Tensor<'uint64'>>()(sc.tensor('uint64', [1, 2n]));
// @ts-expect-error
sc.tensor('float31', new Float32Array(1), [1]);
// @ts-expect-error
sc.tensor([null]);
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
expectType<Tensor<'float32'>>()(sc.maximum(floats, floats));
expectType<Tensor<'float32'>>()(sc.mean(floats, { axis: 0, keepDims: true }));
expectType<Tensor<'float32'>>()(sc.gemm(floats, floats, undefined, { transA: 1 }));
expectType<Tensor<'float32'>>()(sc.matMul(floats, floats));
expectType<Tensor<'int32'>>()(sc.expand(ints, [2, 2]));
expectType<Tensor<'int32'>>()(sc.clip(ints, undefined, ints));
expectType<Tensor<'float32'>>()(sc.prelu(floats, floats));
expectType<Tensor<'int32'>>()(sc.bitShift(ints, ints, { direction: 'LEFT' }));
expectType<Tensor<'float32'>>()(sc.ncnn('ADD', floats, 2.5));
expectType<AnyTensor>()(sc.run('Add', [floats, floats]));
expectType<AnyTensor[]>()(sc.run('TopK', [floats, [1n]], { outputs: 2 }));
expectType<AnyTensor[]>()(sc.run('Split', [floats]));

// Comparisons and logic return booleans, Where returns the type of its values
expectType<Tensor<'bool'>>()(sc.equal(strings, strings));
expectType<Tensor<'bool'>>()(sc.lessOrEqual(ints, ints));
expectType<Tensor<'bool'>>()(sc.and(sc.less(ints, ints), sc.greater(ints, ints)));
expectType<Tensor<'string'>>()(sc.where(sc.less(ints, ints), strings, strings));

// out is returned with its own type
const out = sc.tensor(new Float32Array(2), [2]);
expectType<Tensor<'float32'>>()(sc.add(floats, floats, { out }));
expectType<typeof floats>()(sc.add(floats, floats, { out: floats }));
expectType<typeof floats>()(sc.maximum(floats, floats, { out: floats }));
expectType<typeof floats>()(sc.run('Add', [floats, floats], { out: floats }));

// Refused
// @ts-expect-error an operand has data and dims
sc.add({ data: new Float32Array(1) }, floats);
// @ts-expect-error a string is not an operand
sc.add(floats, '1');
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
// @ts-expect-error the elements of a tensor can change, its type cannot
out.dims = [3];
// @ts-expect-error no option of matMul
sc.matMul(floats, floats, { alpha: 1 });
// @ts-expect-error a letter too few
sc.gemm(floats, floats, undefined, { alph: 2 });
// @ts-expect-error attributes go under attributes
sc.run('Add', [floats, floats], { opset: 6, broadcast: 1 });
// @ts-expect-error sum reduces one tensor
sc.sum(floats, floats);
// @ts-expect-error maximum has no axis
sc.maximum(floats, floats, { axis: 0 });
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
expectType<AnyTensor>()(normalise(floats, floats, floats));
expectType<typeof out>()(normalise(floats, floats, floats, { out }));
// @ts-expect-error an operand for each parameter
normalise(floats, floats);
// @ts-expect-error an option of fuse, and not of its functions
normalise(floats, floats, floats, { opset: 13 });
// @ts-expect-error an option of the function
sc.fuse((x) => x.neg(), { out });
// @ts-expect-error no function of tensors
sc.fuse((x) => x.toFixed());
// @ts-expect-error the result is a value of the expression
sc.fuse((_x) => 1);

// Several results, annotated parameters, and the result of an expression
const split = sc.fuse((x: Tensor<'float32'>, y: Tensor<'float32'>) => ({
  sum: x.add(y),
  less: x.less(y),
  any: sc.run('Max', [x, y]),
}));
const { sum, less, any: either } = split(floats, floats);
expectType<Tensor<'float32'>>()(sum);
expectType<Tensor<'bool'>>()(less);
expectType<AnyTensor>()(either);
// @ts-expect-error a parameter has a type
split(ints, ints);
split(floats, 1);

// A result of unknown type can be narrowed
const result = sc.run('Abs', [any]);
if (result.type === 'int64') {
  const narrowed: Tensor<'int64'> = result;
  const data: BigInt64Array = result.data;
  const first: bigint | undefined = data[0];
  expectType<bigint>()(first ?? 0n);
  expectType<bigint>()(result.item());
  expectType<Tensor<'int64'>>()(narrowed.add(1));
} else if (result.type === 'string') {
  const texts: string[] = result.data;
  expectType<string>()(texts.join());
}
// Its methods need no narrowing
expectType<Tensor>()(result.neg().add(result));

// Numbers, arrays and methods take the type of the tensor that they are combined with
expectType<Tensor<'int64'>>()(sc.add(longs, 1));
expectType<Tensor<'float32'>>()(sc.sub([1, 2], floats));
expectType<Tensor<'float32'>>()(sc.add(1, 2));
expectType<Tensor<'int32'>>()(sc.add(Int32Array.of(1), [[1], [2]]));
expectType<Tensor<'float32'>>()(sc.where(true, floats, 0));
expectType<Tensor<'float16'>>()(resident.sub(1).mul(resident));
expectType<Tensor<'bool'>>()(resident.less(0));
expectType<Tensor<'int64'>>()(resident.argMax({ axis: 0 }));
expectType<Tensor<'int8'>>()(resident.cast('int8'));
expectType<Tensor<'float32'>[]>()(sc.split(floats, 2));
expectType<Tensor<'int32'>>()(sc.concat([ints, ints], { axis: 0 }));
expectType<Tensor<'uint8'>>()(sc.zeros([2], 'uint8'));
expectType<Tensor<'float32'>>()(sc.eye(2));
expectType<Tensor<'float32'>>()(sc.tidy(() => sc.add(floats, floats)));
expectType<Tensor<'int16'>>()(new Tensor('int16', [1, 2], [2]));

// Types that differ, or that the operator does not take
const boolean = sc.tensor([true]);
// @ts-expect-error
sc.add(floats, ints);
// @ts-expect-error
resident.add(floats);
// @ts-expect-error
sc.add(boolean, boolean);
// @ts-expect-error
sc.and(floats, floats);
// @ts-expect-error
sc.sqrt(ints);
// @ts-expect-error
sc.bitwiseAnd(floats, floats);
// @ts-expect-error
sc.where(floats, floats, floats);
// @ts-expect-error
sc.all(floats);
// @ts-expect-error
sc.stringConcat(floats, floats);
// @ts-expect-error
boolean.add(boolean);
// @ts-expect-error out of another type
sc.add(floats, floats, { out: ints });
// @ts-expect-error out of the operands' type, but the result is bool
sc.less(floats, floats, { out });
// @ts-expect-error out of another type
resident.add(1, { out });

const session = await InferenceSession.create(new Uint8Array(8), { engine: sc });
const results = await session.run({ x: floats, y: 1, z: [1, 2] });
for (const made of Object.values(results)) {
  expectType<AnyTensor>()(made);
  if (made.type === 'uint64') {
    const data: BigUint64Array = made.data;
    expectType<bigint>()(data[0] ?? 0n);
  }
}

const parts = await session.run<{ rows: AnyTensor[]; held: AnyTensor | null }>({
  rows: [floats, [1, 2]],
  held: null,
});
expectType<AnyTensor[]>()(parts.rows);
expectType<AnyTensor | null>()(parts.held);
// @ts-expect-error an output is a tensor, a list of them or null
await session.run<{ rows: number }>({});

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

// Statistics, order and selection
expectType<Tensor<'float32'>>()(sc.std(floats, 0));
expectType<Tensor<'float16'>>()(resident.variance({ axis: 0, keepDims: true }));
expectType<Tensor<'float32'>>()(sc.norm(floats, { order: Infinity }));
expectType<Tensor<'float32'>>()(sc.logSumExp(floats, { axes: [0] }));
expectType<Tensor<'int32'>>()(sc.cumSum(ints, { axis: 0, exclusive: true }));
expectType<{ values: Tensor<'int32'>; indices: Tensor<'int64'> }>()(sc.topK(ints, 1));
expectType<Tensor<'float16'>>()(resident.sort({ descending: true }));
expectType<Tensor<'int64'>>()(sc.argSort(floats, 0));
expectType<Tensor<'float32'>>()(sc.mask(floats, [true, false]));
expectType<Tensor<'int64'>>()(sc.nonZero(ints));
expectType<Tensor<'string'>>()(sc.unique(strings));
expectType<Tensor<'int32'>>()(sc.takeAlong(ints, longs));
expectType<Tensor<'bool'>>()(sc.isFinite(floats));
expectType<boolean>()(resident.allClose(0.5, { rtol: 1e-3 }));
expectType<Tensor<'float32'>>()(sc.einsum('i,i->', floats, floats));
expectType<Tensor<'float16'>>()(resident.einsum('i,i->', resident));
expectType<typeof floats>()(sc.einsum('i->i', floats, { out: floats }));
expectType<Tensor<'float32'>>()(sc.resize(floats, { scales: [2], mode: 'linear' }));
expectType<Tensor<'int64'>>()(sc.nonMaxSuppression(floats, floats, { iouThreshold: 0.5 }));
// @ts-expect-error integers have no standard deviation: cast them first
sc.std(ints);
// @ts-expect-error the same, as a method
sc.tensor('int32', [1]).norm();
// @ts-expect-error topK needs k
sc.topK(floats);
// @ts-expect-error several results have no out
sc.topK(floats, 1, { out: floats });
// @ts-expect-error a mask is bool
sc.mask(floats, ints);
// @ts-expect-error indices are integers
sc.takeAlong(floats, floats);
// @ts-expect-error strings have no order here
sc.sort(strings);
// @ts-expect-error operands of one type
sc.allClose(floats, ints);
// @ts-expect-error operands of one type
sc.einsum('i,i->', floats, ints);
// @ts-expect-error
sc.resize(floats, { mode: 'bicubic' });

// Creation, and writing in place
expectType<Tensor<'float32'>>()(sc.linspace(0, 1));
expectType<Tensor<'float64'>>()(sc.linspace(0, 1, 5, 'float64'));
expectType<Tensor<'float32'>>()(sc.random([2], { seed: 1 }));
expectType<Tensor<'float64'>>()(sc.randomNormal([2], { type: 'float64' }));
expectType<Uint8ClampedArray>()(sc.toImageData(floats).data as Uint8ClampedArray);
expectType<Tensor<'float16'>>()(resident.set(1, [0]));
expectType<typeof floats>()(sc.set(floats, 0, { mask: [true, false] }));
// @ts-expect-error random numbers are floats
sc.random([2], { type: 'int32' });
// @ts-expect-error values of the tensor's type
sc.set(floats, ints);
// @ts-expect-error
resident.set(1, { where: [true] });

// run has the operators' names, and a type that is declared
expectType<Tensor<'float32'>>()(sc.run<'float32'>('CumSum', [floats, 0]));
expectType<Tensor<'int64'>[]>()(sc.run<'int64'>('TopK', [longs, 1], { outputs: 2 }));
expectType<Tensor<'float32'>[]>()(sc.run<'float32'>('Split', [floats], { outputs: 2 }));
const operator: OperatorName = 'GatherElements';
expectType<AnyTensor>()(sc.run(operator, [floats, longs]));
// @ts-expect-error no operator
sc.run('CumSumm', [floats, 0]);
