// Legal results that are often not what was meant, and conflicts that ncnn would not notice.
#pragma once

#include "alignment.hpp"

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
};

using Warnings = SmallVector<Warning, 2>;

// `elementSize` in bytes, of operands and result alike; 0 for strings, whose bytes nobody knows.
[[nodiscard]] Warnings findWarnings(const Alignment& alignment, Count elementSize);

// The sizes that ncnn's BinaryOp would give without a check: the larger one on every axis.
[[nodiscard]] Shape uncheckedOutput(const Alignment& alignment);

[[nodiscard]] std::string_view name(WarningCode code) noexcept;

}  // namespace simdcast
