// Strings as code points. Strings are in UTF-8; lone surrogates, which strings of JavaScript may
// contain, have three bytes like other code points of their size (WTF-8).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace simdcast::strings {

using Points = std::u32string;
using PointsView = std::u32string_view;

// Bytes that are not UTF-8 are U+FFFD.
[[nodiscard]] Points pointsOf(std::string_view text);
[[nodiscard]] std::string textOf(PointsView points);
// The positions of the code points of a text in UTF-8, and its length.
[[nodiscard]] std::vector<std::size_t> startsOf(std::string_view text);

// If `a` ends and `b` begins with the halves of a surrogate pair, these become one code point.
[[nodiscard]] std::string joined(std::string_view a, std::string_view b);

// Whether a string is before another one in the order of their UTF-16 code units, which is
// JavaScript's and differs from that of code points.
[[nodiscard]] bool isBefore(std::string_view a, std::string_view b) noexcept;

// White space of JavaScript.
[[nodiscard]] bool isSpace(char32_t point) noexcept;
// Without white space at the start and the end.
[[nodiscard]] PointsView trimmed(PointsView points) noexcept;

}  // namespace simdcast::strings
