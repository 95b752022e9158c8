/** onnxruntime's tensors are operands, and ours are assignable to its type. Compiled, not run. */
import { Tensor as OrtTensor } from 'onnxruntime-common';
import { load, type Tensor } from 'simdcast';
import { expectType } from './expect.js';

const sc = await load();

const typed = new OrtTensor('float32', new Float32Array(2), [2]);
const untyped: OrtTensor = typed;
expectType<Tensor<'float32'>>()(sc.add(typed, typed));
expectType<Tensor>()(sc.add(untyped, typed));
expectType<Tensor<'bool'>>()(sc.less(typed, untyped));

const sum = sc.add(typed, typed);
new OrtTensor(sum.type, sum.toArray(), sum.dims);
