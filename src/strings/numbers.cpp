#include "numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include "../explain/say.hpp"
#include "utf8.hpp"

namespace simdcast::strings {
namespace {

// The decimal digits of a magnitude, and the exponent of the first one.
struct Digits {
  std::string digits;
  int exponent = 0;
};

// All digits of a float32, which has at most 112.
Digits exactDigits(float magnitude) {
  constexpr int kMost = 112;
  std::array<char, kMost + 16> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*e", kMost - 1, static_cast<double>(magnitude));
  const std::string_view text = buffer.data();
  const std::size_t e = text.find('e');
  Digits exact{std::string(text.substr(0, 1)), std::atoi(text.data() + e + 1)};
  exact.digits += text.substr(2, e - 2);
  return exact;
}

// The number with this many digits, halves rounded up, as Number.prototype.toPrecision returns it.
std::string withPrecision(const Digits& exact, std::size_t count) {
  std::string digits = exact.digits.substr(0, count);
  int exponent = exact.exponent;
  if (exact.digits[count] >= '5') {
    auto at = digits.rbegin();
    for (; at != digits.rend() && *at == '9'; ++at) *at = '0';
    if (at != digits.rend()) {
      ++*at;
    } else {
      digits.front() = '1';
      ++exponent;
    }
  }
  return digits.insert(1, ".") + 'e' + std::to_string(exponent);
}

std::string shortest(float magnitude) {
  constexpr std::size_t kMostDigits = 9;
  const Digits exact = exactDigits(magnitude);
  for (std::size_t count = 1;; ++count) {
    const double read = std::strtod(withPrecision(exact, count).c_str(), nullptr);
    if (static_cast<float>(read) == magnitude || count == kMostDigits) return text::numeral(read);
  }
}

template <class Number>
std::string written(Number number, std::string (*ofMagnitude)(Number)) {
  if (std::isnan(number)) return "NaN";
  const std::string sign = std::signbit(number) ? "-" : "";
  if (std::isinf(number)) return sign + "INF";
  return sign + (number == 0 ? "0" : ofMagnitude(std::abs(number)));
}

bool isDigit(char character) { return character >= '0' && character <= '9'; }

// The characters of a text without white space around them; empty if some are not ASCII.
std::string asciiIn(std::string_view text) {
  std::string ascii;
  const Points points = pointsOf(text);
  for (const char32_t point : trimmed(points)) {
    if (point >= 0x80) return {};
    ascii.push_back(static_cast<char>(point));
  }
  return ascii;
}

std::size_t digitsFrom(std::string_view text, std::size_t at) {
  const std::size_t first = at;
  while (at < text.size() && isDigit(text[at])) ++at;
  return at - first;
}

std::size_t afterSign(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == '+' || text[at] == '-') ? at + 1 : at;
}

// [+-] digits [. digits] [e [+-] digits], with a digit before or after the point.
bool isDecimal(std::string_view text) {
  std::size_t at = afterSign(text, 0);
  std::size_t digits = digitsFrom(text, at);
  at += digits;
  if (at < text.size() && text[at] == '.') {
    const std::size_t more = digitsFrom(text, at + 1);
    digits += more;
    at += more + 1;
  }
  if (digits == 0) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    at = afterSign(text, at + 1);
    const std::size_t exponent = digitsFrom(text, at);
    if (exponent == 0) return false;
    at += exponent;
  }
  return at == text.size();
}

bool isWhole(std::string_view text) {
  const std::size_t first = afterSign(text, 0);
  const std::size_t digits = digitsFrom(text, first);
  return digits > 0 && first + digits == text.size();
}

std::optional<double> special(std::string_view text) {
  std::string low(text);
  for (char& letter : low)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (low == "inf" || low == "+inf") return kInfinity;
  if (low == "-inf") return -kInfinity;
  if (low == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

std::optional<double> numberOf(const std::string& ascii) {
  if (const std::optional<double> number = special(ascii)) return number;
  return isDecimal(ascii) ? std::optional(std::strtod(ascii.c_str(), nullptr)) : std::nullopt;
}

// The nearest integer in range, of decimal digits.
template <class Integer>
Integer wholeOf(std::string_view text) {
  using Limits = std::numeric_limits<Integer>;
  const bool isNegative = text[0] == '-';
  const std::uint64_t most = isNegative
                                 ? std::uint64_t{0} - static_cast<std::uint64_t>(Limits::min())
                                 : static_cast<std::uint64_t>(Limits::max());
  std::uint64_t magnitude = 0;
  for (const char digit : text.substr(afterSign(text, 0))) {
    const auto next = static_cast<std::uint64_t>(digit - '0');
    if (magnitude > (most - std::min(next, most)) / 10 || next > most)
      return isNegative ? Limits::min() : Limits::max();
    magnitude = magnitude * 10 + next;
  }
  return static_cast<Integer>(isNegative ? std::uint64_t{0} - magnitude : magnitude);
}

template <class Integer>
std::optional<Integer> integerIn(std::string_view text) {
  using Limits = std::numeric_limits<Integer>;
  const std::string ascii = asciiIn(text);
  const std::optional<double> number = numberOf(ascii);
  if (!number || !std::isfinite(*number)) return std::nullopt;
  if (isWhole(ascii)) return wholeOf<Integer>(ascii);
  const double cut = std::trunc(*number);
  if (cut <= static_cast<double>(Limits::min())) return Limits::min();
  // The largest integer is not a double: this is the power of two above it.
  if (cut >= static_cast<double>(Limits::max())) return Limits::max();
  return static_cast<Integer>(cut);
}

}  // namespace

std::string textOf(float number) { return written(number, shortest); }
std::string textOf(double number) { return written(number, text::numeral); }

std::optional<double> numberIn(std::string_view text) { return numberOf(asciiIn(text)); }
std::optional<std::int64_t> int64In(std::string_view text) { return integerIn<std::int64_t>(text); }
std::optional<std::uint64_t> uint64In(std::string_view text) {
  return integerIn<std::uint64_t>(text);
}

}  // namespace simdcast::strings
