// Seeded randomness. Catch2 prints the seed of a failing run; --rng-seed repeats it.
#pragma once

#include <cstdint>
#include <random>

#include "base/shape.hpp"

namespace simdcast::test {

class Random {
 public:
  // A different `stream` has different numbers for the run's seed.
  explicit Random(std::uint32_t stream);

  // From `lowest` to `highest`, both included.
  int between(int lowest, int highest);
  bool chance(int percent) { return between(1, 100) <= percent; }
  std::uint64_t bits() { return engine_(); }
  template <class Items>
  auto& pick(Items& items) {
    return items[static_cast<std::size_t>(between(0, static_cast<int>(std::size(items)) - 1))];
  }

 private:
  std::mt19937_64 engine_;
};

struct ShapeRange {
  int lowestRank = 0;
  int highestRank = 6;
  Size lowestSize = 1;
  Size highestSize = 5;
};

[[nodiscard]] Shape randomShape(Random& random, const ShapeRange& range);

// `count` shapes that the multidirectional rule accepts together, the first few of full rank or
// not.
[[nodiscard]] Shapes randomShapes(Random& random, const Shape& output, int count);

}  // namespace simdcast::test
