/** The package for folders of tests that are packages of their own, where its name finds nothing. */
export { load } from 'simdcast';
export { InferenceSession } from 'simdcast/onnx';
