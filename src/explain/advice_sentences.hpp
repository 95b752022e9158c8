// Advice about an alignment and its fixes, in English.
#pragma once

#include <string>

#include "../rules/fixes.hpp"
#include "../rules/warnings.hpp"

namespace simdcast {

[[nodiscard]] std::string describe(const Alignment& alignment, const Warning& warning,
                                   Count elementSize);
[[nodiscard]] std::string describe(const Alignment& alignment, const Fix& fix);

}  // namespace simdcast
