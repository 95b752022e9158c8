#include "random.hpp"

#include <catch2/catch_get_random_seed.hpp>

namespace simdcast::test {

Random::Random(std::uint32_t stream) : engine_(Catch::getSeed() * 0x9e3779b9ULL + stream) {}

int Random::between(int lowest, int highest) {
  const auto choices = static_cast<std::uint64_t>(highest - lowest) + 1;
  return lowest + static_cast<int>(engine_() % choices);
}

Shape randomShape(Random& random, const ShapeRange& range) {
  Shape shape;
  const int rank = random.between(range.lowestRank, range.highestRank);
  for (int i = 0; i < rank; ++i) shape.push(random.between(range.lowestSize, range.highestSize));
  return shape;
}

Shapes randomShapes(Random& random, const Shape& output, int count) {
  Shapes shapes;
  for (int k = 0; k < count; ++k) {
    Shape shape;
    const int first = random.chance(60) ? 0 : random.between(0, output.size());
    for (int axis = first; axis < output.size(); ++axis)
      shape.push(random.chance(35) ? 1 : output[axis]);
    shapes.push(shape);
  }
  return shapes;
}

}  // namespace simdcast::test
