// The operators and types of the page's figures, all that this module computes. Any other is
// unknown to it.
#pragma once

#include <algorithm>
#include <iterator>

#include "../../src/operators/request.hpp"

namespace simdcast::play {

inline constexpr OpId kOperators[] = {
    OpId::add,        OpId::sub,       OpId::mul,        OpId::div,   OpId::pow,
    OpId::mod,        OpId::max,       OpId::min,        OpId::mean,  OpId::sum,
    OpId::logicalAnd, OpId::logicalOr, OpId::logicalXor, OpId::equal, OpId::greater,
    OpId::less,       OpId::where,     OpId::expand,     OpId::prelu,
};

// int64 is for the shape that Expand takes. Each type is stored in its compute type.
inline constexpr DType kTypes[] = {DType::float32, DType::float64, DType::int32,
                                   DType::uint8,   DType::boolean, DType::int64};

[[nodiscard]] constexpr bool isHere(OpId op) {
  return std::ranges::find(kOperators, op) != std::end(kOperators);
}

// Whether an input of a request is computed without conversion. Powers may have exponents of
// another type than their base, which are converted.
[[nodiscard]] inline bool isHere(const OperatorRequest& request, int input) {
  const DType type = request.types[input];
  if (type == kAbsent) return true;
  if (request.op == OpId::pow && type != request.types[0]) return false;
  return std::ranges::find(kTypes, type) != std::end(kTypes);
}

}  // namespace simdcast::play
