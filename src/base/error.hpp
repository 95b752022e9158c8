// Failures are values: a code, and what it is about. The sentences that describe them are in
// explain/ and nowhere else.
#pragma once

#include <cstdint>
#include <string_view>

#include "shape.hpp"

namespace simdcast {

// Why shapes do not align.
enum class ErrorCode : std::uint8_t {
  none,
  sizeConflict,
  targetWouldGrow,
  rankExceedsTarget,
  interiorOne,
  axisOutOfRange,
  negativeAxis,
  broadcastOff,
  rankNotRepresentable,
  zeroNotRepresentable,
  operandCount,
  rankTooHigh,
  rankTooLow,
  tooManyElements,
  negativeSize,
  innerMismatch,
  count
};

// Why an operator refuses its inputs or attributes, whatever its rule for shapes says.
enum class ObjectionCode : std::uint8_t {
  none,
  notInOpset,
  operandCount,
  typesDiffer,
  typeUnsupported,
  attributeUnknown,
  attributeMissing,
  resultUnsupported,
  innerMismatch,
  count
};

inline constexpr int kNoAxis = -1;

struct Error {
  ErrorCode code = ErrorCode::none;
  int axis = kNoAxis;  // of the output, outermost first
  OperandMask operands = 0;
};

// Why a request or a run of the engine was refused.
enum class RefusalCode : std::uint8_t {
  // of a request that does not say what it asks
  nothingAsked,
  unknownOperator,
  unknownRule,
  unknownOpset,
  unknownAttribute,
  attributeValue,
  unknownType,
  tooManyInputs,
  tooManyAxes,
  // of one that does
  byOperator,  // an ObjectionCode says more
  byRule,      // an ErrorCode does
  // of a run
  notComputed,
  inputCount,
  inputLength,
  outputLength,
  outputOverlaps,
  // of either
  outOfMemory,
  count
};

// The spelling that programs see.
[[nodiscard]] std::string_view name(ErrorCode code) noexcept;
[[nodiscard]] std::string_view name(ObjectionCode code) noexcept;
[[nodiscard]] std::string_view name(RefusalCode code) noexcept;

}  // namespace simdcast
