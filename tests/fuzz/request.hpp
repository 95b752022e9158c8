// A node from the fuzzer's bytes: any operator, opset, attributes, types and shapes.
#pragma once

#include "bytes.hpp"
#include "operators/prepare.hpp"

namespace simdcast::fuzz {

[[nodiscard]] OperatorRequest readRequest(Bytes& bytes);

}  // namespace simdcast::fuzz
