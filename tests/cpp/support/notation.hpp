// Shapes as the documents write them: (2,3,4) outermost first, [4,3,2] as ncnn does, innermost
// first.
#pragma once

#include <string>
#include <string_view>

#include "base/shape.hpp"

namespace simdcast::test {

// One shape, outermost first inside whatever its notation.
[[nodiscard]] Shape shape(std::string_view text);

// Several, with blanks between them: "(2,3) (3)".
[[nodiscard]] Shapes shapes(std::string_view text);

// Outermost first, as "(2,3)".
[[nodiscard]] std::string written(const Shape& shape);
[[nodiscard]] std::string written(const Shapes& shapes);

}  // namespace simdcast::test
