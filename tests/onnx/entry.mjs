/** The package for folders of tests that are separate packages, where its name cannot be resolved. */
export { load } from 'simdcast';
export { InferenceSession } from 'simdcast/onnx';
export * as ort from 'simdcast/ort';
