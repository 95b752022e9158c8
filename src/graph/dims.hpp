// Arithmetic on the sizes of dense tensors, outermost axis first, in 64 bits.
#pragma once

#include <numeric>
#include <optional>
#include <span>

#include "../base/shape.hpp"

namespace simdcast::graph {

using Dims = SmallVector<Count, kUsualRank>;

[[nodiscard]] inline Dims toDims(const Shape& shape) {
  Dims dims;
  for (const Size size : shape) dims.push(size);
  return dims;
}
[[nodiscard]] inline Dims toDims(std::span<const Count> sizes) {
  Dims dims;
  for (const Count size : sizes) dims.push(size);
  return dims;
}

// The sizes must be valid (Call::checkDims).
[[nodiscard]] inline Shape toShape(const Dims& dims) {
  Shape shape;
  for (const Count size : dims) shape.push(static_cast<Size>(size));
  return shape;
}

// The product of the sizes from `first` up to `end`; 0 if one is 0, and kMaxCount if it exceeds
// that.
[[nodiscard]] inline Count sizeOf(const Dims& dims, int first, int end) {
  Count product = 1;
  for (int axis = first; axis < end; ++axis)
    if (dims[axis] == 0) return 0;
  for (int axis = first; axis < end; ++axis)
    product = product > kMaxCount / dims[axis] ? kMaxCount : product * dims[axis];
  return product;
}
[[nodiscard]] inline Count sizeOf(const Dims& dims) { return sizeOf(dims, 0, dims.size()); }
// The product of the sizes before `axis`, and of those after it.
[[nodiscard]] inline Count outerOf(const Dims& dims, int axis) { return sizeOf(dims, 0, axis); }
[[nodiscard]] inline Count innerOf(const Dims& dims, int axis) {
  return sizeOf(dims, axis + 1, dims.size());
}

// The axes from `first` up to `end`.
[[nodiscard]] inline Dims slice(const Dims& dims, int first, int end) {
  Dims part;
  for (int axis = first; axis < end; ++axis) part.push(dims[axis]);
  return part;
}
[[nodiscard]] inline Dims slice(const Dims& dims, int first) {
  return slice(dims, first, dims.size());
}

[[nodiscard]] inline Dims joined(std::initializer_list<Dims> parts) {
  Dims all;
  for (const Dims& part : parts)
    for (const Count size : part) all.push(size);
  return all;
}

// The dims with another size for one axis.
[[nodiscard]] inline Dims withSize(Dims dims, int axis, Count size) {
  dims[axis] = size;
  return dims;
}
[[nodiscard]] inline Dims withoutAxis(Dims dims, int axis) {
  dims.erase(axis);
  return dims;
}
[[nodiscard]] inline Dims ones(int rank) { return Dims(rank, 1); }
[[nodiscard]] inline Dims allAxes(int rank) {
  Dims axes;
  for (int axis = 0; axis < rank; ++axis) axes.push(axis);
  return axes;
}
[[nodiscard]] inline bool contains(const Dims& numbers, Count number) {
  return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
}
[[nodiscard]] inline Count last(const Dims& dims) { return dims[dims.size() - 1]; }
[[nodiscard]] inline Count sumOf(const Dims& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), Count{0});
}

// The stride of each axis of a dense tensor, in elements. Those of a tensor without elements are at
// most kMaxCount.
[[nodiscard]] inline Dims denseStrides(const Dims& dims) {
  Dims strides(dims.size(), 1);
  for (int axis = dims.size() - 2; axis >= 0; --axis) {
    const Count size = dims[axis + 1];
    const Count inner = strides[axis + 1];
    strides[axis] = size > 0 && inner > kMaxCount / size ? kMaxCount : inner * size;
  }
  return strides;
}

}  // namespace simdcast::graph
