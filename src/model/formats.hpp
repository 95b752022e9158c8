// Files of other formats that are passed as models.
#pragma once

#include <span>
#include <string>

#include "../explain/model_faults.hpp"

namespace simdcast::model {

// The reason why bytes are not a model: another format, or else the reason passed.
[[nodiscard]] std::string whyNoModel(std::span<const std::byte> bytes, std::string otherwise);

}  // namespace simdcast::model
