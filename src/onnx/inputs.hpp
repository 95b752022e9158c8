// Inputs that several families of operators read in the same way.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// The numbers of an input (Call::numbers); nothing if it is absent.
[[nodiscard]] inline std::optional<Dims> numbersIfGiven(Call& call, int at) {
  if (!call.has(at)) return std::nullopt;
  return call.numbers(at);
}

// Fails if an input has strings as elements; returns whether the call has failed.
[[nodiscard]] inline bool refusesStrings(Call& call, int at = 0) {
  if (call.optional(at).type == DType::string) call.fail(faults::noStrings(call.label()));
  return call.failed();
}

}  // namespace simdcast::onnx
