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
[[nodiscard]] Fault carried(std::string_view label, int at, DType before, DType after);
[[nodiscard]] Fault stacked(std::string_view label, const Shown& a, const Shown& b);
[[nodiscard]] Fault scanInputs(std::string_view label, Count a, Count b);
[[nodiscard]] Fault endless(std::string_view label, Count most);

// -- feeds
[[nodiscard]] Fault feedMissing(std::string_view name, const std::vector<std::string>& inputs);
[[nodiscard]] Fault feedUnknown(std::string_view name, const std::vector<std::string>& inputs);
[[nodiscard]] Fault feedType(std::string_view name, DType wanted, DType got);
[[nodiscard]] Fault feedShape(std::string_view name, const Shown& wanted, const Shown& got);
[[nodiscard]] Fault feedBytes(std::string_view name, Count wanted, Count got);
// A symbol that has two sizes.
[[nodiscard]] Fault feedSymbol(std::string_view symbol, std::string_view a, Count sizeOfA,
                               std::string_view b, Count sizeOfB);
// A type that sessions do not take yet: strings, sequences and optional values.
[[nodiscard]] Fault feedKind(std::string_view name);

}  // namespace simdcast::faults
