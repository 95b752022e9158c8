// Why functions of the package reject their operands.
#pragma once

#include "faults.hpp"

namespace simdcast::faults {

// The option `name` of resize is a list with a number for each axis.
[[nodiscard]] Fault perAxis(std::string_view name, int axes, Count given);
[[nodiscard]] Fault stack(std::span<const Count> a, std::span<const Count> b);
[[nodiscard]] Fault maskType(DType type);
[[nodiscard]] Fault maskAxis(Count axis, std::span<const Count> dims);
[[nodiscard]] Fault mask(std::span<const Count> mask, std::span<const Count> dims, Count axis);

}  // namespace simdcast::faults
