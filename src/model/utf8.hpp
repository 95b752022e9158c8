#pragma once

#include <string_view>

namespace simdcast::model {

// Whether a text is valid UTF-8.
[[nodiscard]] bool isUtf8(std::string_view text) noexcept;

}  // namespace simdcast::model
