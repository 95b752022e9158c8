// The limits of sequences.
#pragma once

#include "call.hpp"

namespace simdcast::onnx {

// Elements of a sequence: each is a step of a program, with memory of its own.
inline constexpr Count kMostElements = 4096;

[[nodiscard]] inline std::optional<Fault> checkCount(std::string_view label, Count count) {
  if (count <= kMostElements) return {};
  return faults::elements(label, count, kMostElements);
}

// Checks the type of an element of a sequence; any fits if the sequence's type is unknown.
[[nodiscard]] inline std::optional<Fault> checkElement(std::string_view label,
                                                       std::optional<DType> type,
                                                       const Value& element) {
  if (!type || element.type == *type) return {};
  return faults::typesDiffer(label, *type, element.type);
}

}  // namespace simdcast::onnx
