// What is worth knowing about an alignment, and what would mend it, in English.
#pragma once

#include <string>

#include "../rules/fixes.hpp"
#include "../rules/warnings.hpp"

namespace simdcast {

[[nodiscard]] std::string describe(const Alignment& alignment, const Warning& warning,
                                   Count elementSize);
[[nodiscard]] std::string describe(const Alignment& alignment, const Fix& fix);

}  // namespace simdcast
