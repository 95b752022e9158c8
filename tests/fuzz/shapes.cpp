#include "shapes.hpp"

namespace simdcast::fuzz {
namespace {

Size readSize(Bytes& bytes, std::span<const Size> sizes) {
  const Size size = bytes.pick(sizes);
  return size == kAnySize ? static_cast<Size>(bytes.word() & INT32_MAX) : size;
}

}  // namespace

Shape readShape(Bytes& bytes, std::span<const Size> sizes, int maxRank) {
  Shape shape;
  const int rank = bytes.below(maxRank + 1);
  for (int axis = 0; axis < rank; ++axis) shape.push(readSize(bytes, sizes));
  return shape;
}

Shape readRelative(Bytes& bytes, const Shape& shape) {
  const int first = bytes.below(shape.size() + 1);
  const int last = shape.size() - bytes.below(shape.size() - first + 1);
  const std::uint32_t ones = bytes.word();
  Shape relative;
  for (int axis = first; axis < last; ++axis) relative.push(has(ones, axis) ? 1 : shape[axis]);
  if (!relative.empty() && bytes.below(8) == 1)
    relative[bytes.below(relative.size())] = bytes.below(8);
  return relative;
}

Shapes readShapes(Bytes& bytes, std::span<const Size> sizes, int maxRank, int count) {
  Shapes shapes;
  if (count == 0) return shapes;
  const Shape first = readShape(bytes, sizes, maxRank);
  shapes.push(first);
  while (shapes.size() < count)
    shapes.push(bytes.below(4) == 3 ? readShape(bytes, sizes, maxRank)
                                    : readRelative(bytes, first));
  if (bytes.flag()) std::swap(shapes[0], shapes.back());
  return shapes;
}

}  // namespace simdcast::fuzz
