// The reason why an alignment fails, in English sentences.
#pragma once

#include <string>

#include "../rules/alignment.hpp"

namespace simdcast {

[[nodiscard]] std::string describe(const Alignment& alignment, const Error& error);

// The reason why the rule rejects an axis whatever its sizes, as a clause; empty if it does not.
[[nodiscard]] std::string describeRefusal(const Alignment& alignment, int axis);

}  // namespace simdcast
