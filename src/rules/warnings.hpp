// Valid results that are often unintended, and conflicts that ncnn does not detect.
#pragma once

#include "fixes.hpp"

namespace simdcast {

enum class WarningCode : std::uint8_t {
  outerProduct,
  squareTrap,
  rankChange,
  ncnnUnchecked,
  bigResult,
  count
};

struct Warning {
  WarningCode code{};
  AxisMask axes = 0;
  OperandMask operands = 0;
  Fixes fixes = {};  // how to get the other result; empty if the warning suggests none
};

using Warnings = SmallVector<Warning, 2>;

// `elementSize` is in bytes, the same for operands and result; 0 for strings, whose size is
// unknown.
[[nodiscard]] Warnings findWarnings(const Alignment& alignment, Count elementSize);

// The shape that ncnn's BinaryOp would return without checking: the larger size of every axis.
[[nodiscard]] Shape uncheckedOutput(const Alignment& alignment);

[[nodiscard]] std::string_view name(WarningCode code) noexcept;

}  // namespace simdcast
