/** The operation as code. Every snippet ends in a line with the expected result. */
import { julia, matlab } from './snippet-columns.ts';
import { javascript, tfjs } from './snippet-javascript.ts';
import { ncnn, onnx } from './snippet-onnx.ts';
import type { Given } from './snippet-parts.ts';
import { jax, numpy, tensorflow, torch } from './snippet-python.ts';

const writers = {
  NumPy: numpy,
  PyTorch: torch,
  JAX: jax,
  TensorFlow: tensorflow,
  'TensorFlow.js': tfjs,
  MATLAB: matlab,
  Julia: julia,
  ONNX: onnx,
  JavaScript: javascript,
  ncnn,
} satisfies Readonly<Record<string, (given: Given) => string>>;

export type Dialect = keyof typeof writers;
export const dialects = Object.keys(writers) as Dialect[];

export const snippet = (dialect: Dialect, given: Given): string => writers[dialect](given);
