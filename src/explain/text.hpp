// Formatting of shapes, names and lists, in the order and brackets of the alignment's rule.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "../rules/alignment.hpp"

namespace simdcast::text {

[[nodiscard]] std::string operandName(const Alignment& alignment, int operand);

// "(3,4)", or "[4,3]" where the rule lists the innermost axis first.
[[nodiscard]] std::string shape(const Alignment& alignment, const Shape& shape);

// The number of an axis in the rule's own order.
[[nodiscard]] int axisNumber(const Alignment& alignment, int axis);

// "axis 1", or "axis 2 (c)" under ncnn, whose axes have letters.
[[nodiscard]] std::string axis(const Alignment& alignment, int axis);

// "a", "a and b", "a, b and c" over `count` items.
[[nodiscard]] std::string list(int count, const std::function<std::string(int)>& item);

// Items with `separator` between them.
[[nodiscard]] std::string listWith(std::string_view separator, int count,
                                   const std::function<std::string(int)>& item);

using Resolve = std::function<std::string(std::string_view key)>;

// The template with every {key} replaced.
[[nodiscard]] std::string fill(std::string_view pattern, const Resolve& resolve);

}  // namespace simdcast::text
