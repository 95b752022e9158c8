// The versions of the engine's own operators in the form of the table.
#pragma once

#include <string_view>
#include <vector>

#include "schema.hpp"

namespace simdcast::onnx {

[[nodiscard]] std::vector<Version> engineVersions(std::string_view name);

}  // namespace simdcast::onnx
