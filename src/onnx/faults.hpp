// The sentences about rejected nodes, by the names that operators use.
#pragma once

#include "../explain/faults.hpp"

namespace simdcast::onnx {

namespace faults = simdcast::faults;
using simdcast::Fault;

}  // namespace simdcast::onnx
