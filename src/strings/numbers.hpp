// Numbers as strings, and strings as numbers, as ONNX's Cast converts them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace simdcast::strings {

// The shortest string that is read as the same number: "1.5", "1e+21", "INF", "-INF", "NaN", "-0".
[[nodiscard]] std::string textOf(float number);
[[nodiscard]] std::string textOf(double number);

// A decimal number, or inf or nan in any case, perhaps between white space; nothing for any other
// string.
[[nodiscard]] std::optional<double> numberIn(std::string_view text);
// Nothing for infinities and NaN either. Integers are exact; fractions are cut off, and numbers out
// of range become the nearest one in range.
[[nodiscard]] std::optional<std::int64_t> int64In(std::string_view text);
[[nodiscard]] std::optional<std::uint64_t> uint64In(std::string_view text);

}  // namespace simdcast::strings
