/** Arithmetic on the sizes of dense tensors, outermost axis first. */

/** The number of elements of a tensor with these dims. */
export const sizeOf = (dims: readonly number[]): number =>
  dims.reduce((product, size) => product * size, 1);

export const sameDims = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((size, axis) => size === b[axis]);

/** All axes of these dims, in order. */
export const allAxes = ({ length }: readonly number[]): number[] =>
  Array.from({ length }, (_, axis) => axis);

/** The dims, with another size for one axis. */
export const withSize = (dims: readonly number[], axis: number, size: number): number[] =>
  dims.map((own, each) => (each === axis ? size : own));

/** Number of elements before an axis, along it, and after it; their product is the number of all elements. */
export const around = (dims: readonly number[], axis: number) => ({
  outer: sizeOf(dims.slice(0, axis)),
  size: dims[axis] as number,
  inner: sizeOf(dims.slice(axis + 1)),
});

/** The stride of each axis of a dense tensor, in elements. */
export function denseStrides(dims: readonly number[]): number[] {
  const strides = new Array<number>(dims.length);
  let stride = 1;
  for (let axis = dims.length - 1; axis >= 0; axis--) {
    strides[axis] = stride;
    stride *= dims[axis] as number;
  }
  return strides;
}
