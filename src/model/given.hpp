// The values passed to a graph, and the inputs of a program that represent them.
#pragma once

#include <span>

#include "program.hpp"
#include "shared.hpp"

namespace simdcast::model {

// A number by which values of other sizes differ nearly always.
[[nodiscard]] std::uint64_t sizesOf(std::span<const graph::Value> given);

// Whether a program is for values like these: of the same types and sizes, and the same constants.
[[nodiscard]] bool isFor(const Program& program, std::span<const graph::Value> given);

// An input for values like this one. A constant that outlives the program is used directly.
[[nodiscard]] graph::Value inputFor(const graph::Value& given, graph::Holdings& holdings);

// Whether a value is a list with too many items for its programs to be cached.
[[nodiscard]] bool isLong(const graph::Value& given);

// Sets the addresses of the inputs.
void feed(const Program& program, std::span<const graph::Value> given);

}  // namespace simdcast::model
