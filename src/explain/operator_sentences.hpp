// Why an operator refuses its inputs or attributes, in English, with the opset that would take
// them.
#pragma once

#include <string>

#include "../operators/prepare.hpp"

namespace simdcast {

// `prepared.error` must not be `none`.
[[nodiscard]] std::string describeOperatorError(const Prepared& prepared);

// " Opset 14 takes it.", where the operator takes the same inputs in a later version; else nothing.
[[nodiscard]] std::string describeLaterOpset(const Prepared& prepared);

}  // namespace simdcast
