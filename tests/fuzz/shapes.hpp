// Shapes from the fuzzer's bytes, often ones that broadcast.
#pragma once

#include <span>

#include "base/shape.hpp"
#include "bytes.hpp"

namespace simdcast::fuzz {

// Up to `maxRank` axes with sizes of the list; a size of kAnySize represents any from 0.
inline constexpr Size kAnySize = -1;
[[nodiscard]] Shape readShape(Bytes& bytes, std::span<const Size> sizes, int maxRank);

// `shape` with axes left out at either end, others made 1, and perhaps one of another size.
[[nodiscard]] Shape readRelative(Bytes& bytes, const Shape& shape);

// Each is a relative of the first, or a shape of its own.
[[nodiscard]] Shapes readShapes(Bytes& bytes, std::span<const Size> sizes, int maxRank, int count);

}  // namespace simdcast::fuzz
