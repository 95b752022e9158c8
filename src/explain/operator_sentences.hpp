// The reason why an operator rejects its inputs or attributes, in English, with the opset that
// would accept them.
#pragma once

#include <string>

#include "../operators/lower_operator.hpp"

namespace simdcast {

// The objection is one that lowerOperator() gave for the request.
[[nodiscard]] std::string describe(const OperatorRequest& request, const Objection& objection);

// " Opset 14 takes it.", if the operator accepts the same inputs in a later version; else empty.
[[nodiscard]] std::string describeLaterOpset(const OperatorRequest& request);

}  // namespace simdcast
