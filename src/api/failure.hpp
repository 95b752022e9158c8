// Why an operator could not be planned or run: a value that the caller tests, never an exception.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "../error.hpp"

namespace simdcast {

enum class FailureCode : std::uint8_t {
  none,
  // of a plan
  unknownOperator,
  unknownAttribute,
  attributeValue,
  refused,      // the operator does not take these inputs or attributes: `cause` says what of them
  notComputed,  // strings: the engine aligns them, and leaves their characters to the caller
  // of a run
  notPlanned,
  inputCount,
  inputLength,
  outputLength,
  outputOverlaps,
  // of either
  outOfMemory,
  count
};

struct [[nodiscard]] Failure {
  FailureCode code = FailureCode::none;
  ErrorCode cause = ErrorCode::none;  // of `refused`
  int input = -1;                     // the position of the input concerned, where there is one
  std::string text = {};              // one or more sentences in English; empty for `none`

  [[nodiscard]] bool ok() const noexcept { return code == FailureCode::none; }
};

// The spelling that programs see.
[[nodiscard]] std::string_view name(FailureCode code) noexcept;

}  // namespace simdcast
