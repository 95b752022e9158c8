// Why an alignment fails, in English.
#pragma once

#include <string>

#include "../rules/alignment.hpp"

namespace simdcast {

[[nodiscard]] std::string describe(const Alignment& alignment, const Error& error);

// Why the rule refuses an axis, whatever its sizes; nothing where it does not.
[[nodiscard]] std::string describeRefusal(const Alignment& alignment, int axis);

}  // namespace simdcast
