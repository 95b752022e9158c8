// Failures are values: a code and its parameters. Their sentences are in explain/ only.
#pragma once

#include <cstdint>
#include <string_view>

#include "shape.hpp"

namespace simdcast {

// Reasons why shapes do not align.
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

// Reasons why an operator rejects its inputs or attributes, apart from their shapes.
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

// Reasons why a request or a run of the engine was rejected.
enum class RefusalCode : std::uint8_t {
  // invalid requests
  nothingAsked,
  unknownOperator,
  unknownRule,
  unknownOpset,
  unknownAttribute,
  attributeValue,
  unknownType,
  tooManyInputs,
  tooManyAxes,
  // valid requests
  byOperator,  // see the ObjectionCode
  byRule,      // see the ErrorCode
  impossibleLayer,
  // runs
  notComputed,
  inputCount,
  inputLength,
  outputCount,
  outputLength,
  outputOverlaps,  // an input
  outputsOverlap,
  indexOutOfRange,
  // any of these
  outOfMemory,
  count
};

// The machine-readable code.
[[nodiscard]] std::string_view name(ErrorCode code) noexcept;
[[nodiscard]] std::string_view name(ObjectionCode code) noexcept;
[[nodiscard]] std::string_view name(RefusalCode code) noexcept;

}  // namespace simdcast
