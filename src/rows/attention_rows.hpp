// The two products of attention for one query, in float32.
#pragma once

#include <cstddef>

#include "../base/shape.hpp"

namespace simdcast {

// Rows of floats without gaps: keys or values.
struct FloatMatrix {
  const std::byte* from = nullptr;
  Count rows = 0;
  Count columns = 0;
};

// scores[i] = scale * (query . key i). The bits of a score do not depend on its neighbours.
void scoreKeys(std::byte* scores, const std::byte* query, const FloatMatrix& keys, float scale);

// sums += the values weighted by a number each, one value after another.
void addValues(std::byte* sums, const std::byte* weights, const FloatMatrix& values);

}  // namespace simdcast
