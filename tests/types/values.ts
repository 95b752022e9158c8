/** Types of values, of methods of one operand, of lists, and of fused functions. Compiled, not run. */
import { type AnyTensor, type DType, type Floats, load, Tensor } from 'simdcast';
import { expectType } from './expect.js';

const sc = await load();
const floats = sc.ones([2, 3]);
const longs = sc.zeros([2, 3], 'int64');
const bytes = sc.zeros([2, 3], 'uint8');
const ints = sc.zeros([2, 3], 'int32');
const flags = sc.zeros([2], 'bool');
const unknown: Tensor = floats;
const any = sc.run('Relu', [floats]);
declare const maybe: number | undefined;
declare const flag: boolean | undefined;

// One value for all elements
expectType<Tensor<'int64'>>()(sc.full([2], 1n));
expectType<Tensor<'bool'>>()(sc.full([2], true));
expectType<Tensor<'float32'>>()(sc.full([2], 1));
expectType<Tensor<'int32'>>()(sc.full([2], 1, 'int32'));
expectType<Tensor<'uint64'>>()(sc.full([2], 1n, 'uint64'));

// Rows that are typed arrays have their type
expectType<Tensor<'uint8'>>()(sc.tensor([new Uint8Array(2), new Uint8Array(2)]));
expectType<Tensor<'int64'>>()(sc.tensor([[new BigInt64Array(2)], [new BigInt64Array(2)]]));
expectType<Tensor<'float64'>>()(sc.tensor('float64', [new Uint8Array(2)]));
expectType<Tensor<'float32'>>()(
  sc.tensor([
    [1, 2],
    [3, 4],
  ]),
);
expectType<Tensor<'float32'>>()(sc.add([new Float32Array(2)], 1));
expectType<Tensor<'float64'>>()(sc.sum([[new Float64Array(2)]]));
expectType<Tensor<'float32'>>()(floats.add([new Float32Array(3)]));
// @ts-expect-error
floats.add([new Int32Array(3)]);
// @ts-expect-error
sc.exp([new Int32Array(3)]);

// A boolean is bool
expectType<Tensor<'bool'>>()(flags.and(true));
expectType<Tensor<'bool'>>()(sc.and(true, flags));
expectType<Tensor<'bool'>>()(sc.equal(flags, true));
expectType<Tensor<'bool'>>()(unknown.and(true));
expectType<Tensor<'float32'>>()(sc.where(true, floats, 1));
// @ts-expect-error
sc.add(floats, true);
// @ts-expect-error
floats.add(true);
// @ts-expect-error
sc.equal(true, ints);

// Methods of one operand
expectType<Tensor<'float32'>>()(floats.exp().neg().mean(0));
expectType<Tensor<'int64'>>()(longs.neg().sum());
expectType<Tensor<'bool'>>()(flags.not().any());
expectType<Tensor>()(unknown.exp());
expectType<Tensor>()(any.exp().mean());
expectType<Tensor<'bool'>>()(unknown.not());
// @ts-expect-error
longs.exp();
// @ts-expect-error
bytes.mean();
// @ts-expect-error
floats.not();
// @ts-expect-error
ints.isNaN();
// @ts-expect-error
flags.argMax();
// @ts-expect-error
bytes.neg();
// @ts-expect-error
floats.bitwiseNot();
// @ts-expect-error
ints.softmax(0);
// @ts-expect-error
flags.clip(0, 1);
// @ts-expect-error
bytes.gemm(bytes);
// @ts-expect-error
longs.all();

// A number is one axis
expectType<Tensor<'float32'>>()(floats.softmax(-1).sum(0).unsqueeze(0).squeeze(0).flip(0));
expectType<Tensor<'int64'>>()(sc.argMax(floats, 1));
expectType<Tensor<'float32'>>()(sc.concat([floats, floats], 1));
expectType<Tensor<'float32'>[]>()(floats.split(2, 1));
expectType<Tensor<'float32'>>()(floats.sum({ axes: 0 }).slice([0], [1], { axes: 0, steps: 1 }));
// @ts-expect-error
floats.sum('0');
// @ts-expect-error
floats.exp(0);

// Lists of tensors
expectType<Tensor<'float32'>>()(
  sc.stack([floats, floats, { data: new Float32Array(6), dims: [2, 3] }]),
);
expectType<Tensor<'int64'>>()(longs.concat([longs, longs]));
expectType<Tensor>()(sc.concat([unknown, unknown]));
expectType<Tensor>()(sc.concat([any, floats]));
// @ts-expect-error
sc.concat([floats, longs]);
// @ts-expect-error
sc.stack([floats, longs]);
// @ts-expect-error
floats.concat([longs]);
// @ts-expect-error
floats.stack([floats, longs]);

// Fused functions
const shift = sc.fuse((x: Tensor<'float32'>, y: Tensor<'float32'>) => x.add(y));
expectType<Tensor<'float32'>>()(shift(floats, floats));
expectType<Tensor<'float32'>>()(shift([[1, 2]], 1));
expectType<Tensor<'float32'>>()(
  shift(new Float32Array(2), { data: new Float32Array(2), dims: [2] }),
);
shift(unknown, any);
shift(floats, floats, { out: floats });
// @ts-expect-error
shift(longs, floats);
// @ts-expect-error
shift(floats, longs);
// @ts-expect-error
shift(new Int32Array(2), floats);
// @ts-expect-error
shift({ type: 'int64', data: new BigInt64Array(2), dims: [2] } as const, floats);
// @ts-expect-error
shift(floats);
const loose = sc.fuse((x) => x.mul(2));
loose(floats);
loose(longs);
const outer = sc.fuse((x: Tensor<'float32'>) => shift(x, 1).neg());
expectType<Tensor<'float32'>>()(outer(floats));

// An option that is undefined counts as left out, under exactOptionalPropertyTypes too
floats.mean({ axis: maybe, keepDims: flag, opset: maybe, out: undefined });
sc.matMul(floats, floats, { transA: flag, transB: undefined });
sc.fuse((x) => x.neg(), { opset: maybe });
sc.align([[2]], { axis: maybe, order: undefined });
await load({ maximumMemory: maybe, flavour: undefined });
sc.run('Relu', [floats], { opset: maybe, attributes: undefined });

// JavaScript's own
const [first] = floats;
expectType<number | Tensor<'float32'> | undefined>()(
  first as number | Tensor<'float32'> | undefined,
);
expectType<number>()(floats.at<number>(0));
for (const row of longs) expectType<bigint | Tensor<'int64'>>()(row);
for (const row of any) if (row instanceof Tensor) expectType<readonly number[]>()(row.dims);
const generic = <T extends DType>(x: Tensor<T>): Tensor<T> => x.reshape([-1]);
expectType<Tensor<'bool'>>()(generic(flags));
const list: AnyTensor[] = [any];
expectType<number>()(list.length);

// Functions of any type, or of some types
const unary = <T extends Floats>(x: Tensor<T>): Tensor<T> => x.exp().softmax(0);
expectType<Tensor<'float16'>>()(unary(floats.cast('float16')));
const either: (x: Tensor<'float32' | 'float64'>) => Tensor = (x) => x.exp().sum(0);
expectType<Tensor>()(either(floats));
