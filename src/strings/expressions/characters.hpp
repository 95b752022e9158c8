// Classes of code points and assertions of regular expressions, as in RE2.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

namespace simdcast::strings::expressions {

// Whether a code point matches.
using Test = std::function<bool(char32_t point)>;

// A code point, or nothing before the start and after the end of a text.
using Neighbour = std::optional<char32_t>;

// Whether an empty match is possible between two neighbours.
using Assertion = bool (*)(Neighbour before, Neighbour after);

inline constexpr char32_t kNewline = '\n';

[[nodiscard]] Test between(char32_t low, char32_t high);
[[nodiscard]] Test negated(Test test);
// Letters, digits and underscores of ASCII.
[[nodiscard]] bool isWord(char32_t point) noexcept;
// Code points that match, and those that differ from them only in case.
[[nodiscard]] Test folded(Test test);

// These return nothing for an unknown name.
// \d, \D, \s, \S, \w and \W; they contain only ASCII.
[[nodiscard]] std::optional<Test> perlClass(char32_t letter);
// [:alpha:] and others.
[[nodiscard]] std::optional<Test> posixClass(std::u32string_view name);
// A category of Unicode by one or two letters, a script by its name, or "Any".
[[nodiscard]] std::optional<Test> unicodeClass(std::u32string_view name);
// \a, \f, \n, \r, \t and \v.
[[nodiscard]] std::optional<char32_t> controlPoint(char32_t letter);
// \A, \z, \b and \B.
[[nodiscard]] Assertion assertion(char32_t letter);

}  // namespace simdcast::strings::expressions
