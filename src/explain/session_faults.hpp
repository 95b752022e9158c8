// Why a graph cannot run, or a run its inputs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "faults.hpp"

namespace simdcast::faults {

[[nodiscard]] Fault unsupported(const std::vector<std::string>& operators);

// -- nodes with subgraphs
[[nodiscard]] Fault body(std::string_view label);
[[nodiscard]] Fault carried(std::string_view label, int at, std::string_view before,
                            std::string_view after);
[[nodiscard]] Fault stacked(std::string_view label, const Shown& a, const Shown& b);
[[nodiscard]] Fault scanInputs(std::string_view label, Count a, Count b);
[[nodiscard]] Fault unrolled(std::string_view label, Count most);
[[nodiscard]] Fault endless(std::string_view label, Count most);
[[nodiscard]] Fault unknownTrips(std::string_view label);

// -- outputs
[[nodiscard]] Fault outputKind(std::string_view name, std::string_view declared,
                               std::string_view made);

// -- feeds
[[nodiscard]] Fault feedMissing(std::string_view name, const std::vector<std::string>& inputs);
[[nodiscard]] Fault feedUnknown(std::string_view name, const std::vector<std::string>& inputs);
[[nodiscard]] Fault feedType(std::string_view name, DType wanted, DType got);
[[nodiscard]] Fault feedShape(std::string_view name, const Shown& wanted, const Shown& got);
[[nodiscard]] Fault feedBytes(std::string_view name, Count wanted, Count got);
[[nodiscard]] Fault feedTexts(std::string_view name, Count wanted, Count got);
// Strings that are not UTF-8.
[[nodiscard]] Fault feedText(std::string_view name);
// A symbol that has two sizes.
[[nodiscard]] Fault feedSymbol(std::string_view symbol, std::string_view a, Count sizeOfA,
                               std::string_view b, Count sizeOfB);
[[nodiscard]] Fault feedKind(std::string_view name, bool isSequence);
// An output that is not a tensor, in a run that returns only tensors.
[[nodiscard]] Fault resultKind();

}  // namespace simdcast::faults
