#include "say.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace simdcast {
namespace {

// In the order of ONNX's schemas, and of the versions of its format that added types.
constexpr DType kListed[] = {
    DType::float16,      DType::float32,        DType::float64,    DType::int32,
    DType::int64,        DType::uint32,         DType::uint64,     DType::int8,
    DType::int16,        DType::uint8,          DType::uint16,     DType::boolean,
    DType::string,       DType::complex64,      DType::complex128, DType::bfloat16,
    DType::float8e4m3fn, DType::float8e4m3fnuz, DType::float8e5m2, DType::float8e5m2fnuz,
    DType::int4,         DType::uint4,          DType::float4e2m1, DType::float8e8m0,
    DType::int2,         DType::uint2,
};
static_assert(std::size(kListed) == static_cast<std::size_t>(DType::count));

// Digits d1, d2, … and an exponent, for d1.d2… times ten to the power of the exponent.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

Decimal shortestOf(double magnitude) {
  constexpr int kMostDigits = 17;
  std::array<char, 32> text{};
  for (int digits = 1; digits <= kMostDigits; ++digits) {
    std::snprintf(text.data(), text.size(), "%.*e", digits - 1, magnitude);
    if (std::strtod(text.data(), nullptr) == magnitude) break;
  }
  const std::string_view whole = text.data();
  const std::size_t e = whole.find('e');
  Decimal decimal{.digits = std::string(whole.substr(0, e))};
  if (decimal.digits.size() > 1) decimal.digits.erase(1, 1);  // the decimal point
  decimal.exponent = std::atoi(text.data() + e + 1);
  return decimal;
}

// Number::toString of ECMAScript.
std::string written(const Decimal& decimal) {
  const auto& [digits, exponent] = decimal;
  const int count = static_cast<int>(digits.size());
  const int point = exponent + 1;  // digits before the decimal point
  const auto zeros = [](int zeros) { return std::string(static_cast<std::size_t>(zeros), '0'); };
  if (point >= count && point <= 21) return digits + zeros(point - count);
  if (point > 0 && point <= 21)
    return std::string(digits).insert(static_cast<std::size_t>(point), ".");
  if (point > -6 && point <= 0) return "0." + zeros(-point) + digits;
  const std::string sign = exponent < 0 ? "-" : "+";
  return (count == 1 ? digits : std::string(digits).insert(1, ".")) + "e" + sign +
         std::to_string(std::abs(exponent));
}

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

// The number of insertions, deletions, substitutions and swaps of neighbours between two words,
// ignoring case.
int distance(std::string_view a, std::string_view b) {
  std::vector<int> before, last(b.size() + 1);
  for (std::size_t j = 0; j < last.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<int> row(b.size() + 1, static_cast<int>(i));
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({row[j - 1] + 1, last[j] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                           lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before = std::move(last);
    last = std::move(row);
  }
  return last[b.size()];
}

}  // namespace

namespace text {

std::string numeral(double number) {
  if (std::isnan(number)) return "NaN";
  if (number == 0) return "0";
  const std::string sign = number < 0 ? "-" : "";
  if (std::isinf(number)) return sign + "Infinity";
  return sign + written(shortestOf(std::abs(number)));
}

std::string_view beginning(std::string_view text, int characters) {
  int count = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool continues = (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    if (!continues && count++ == characters) return text.substr(0, at);
  }
  return text;
}

std::string joined(const Names& names, std::string_view separator) {
  std::string out;
  for (const std::string_view name : names) {
    if (!out.empty()) out += separator;
    out += name;
  }
  return out;
}

std::string_view nearest(std::string_view given, const Names& known) {
  std::string_view found;
  int least = INT32_MAX;
  for (const std::string_view name : known) {
    const int most = std::max(1, static_cast<int>(name.size() / 3));
    const auto limit = static_cast<std::size_t>(most);
    // The given name may have any length.
    if (given.size() > name.size() + limit || name.size() > given.size() + limit) continue;
    const int edits = distance(given, name);
    if (edits > most || edits >= least) continue;
    found = name;
    least = edits;
  }
  return found;
}

std::string choices(std::string_view given, std::string_view are, const Names& known) {
  const std::string_view near = nearest(given, known);
  std::string words(are);
  if (near.empty()) return say("; {} {}.", {words, joined(known, ", ")});
  if (words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return say("; did you mean '{}'? {} {}.", {near, words, joined(known, ", ")});
}

}  // namespace text

std::string Literal::quoted(std::string_view text) {
  constexpr int kMost = 60;
  const std::string_view start = text::beginning(text, kMost);
  return say("'{}{}'", {start, start.size() < text.size() ? "…" : ""});
}

TypeNames::TypeNames(TypeSet types) {
  for (const DType type : kListed)
    if (types.has(type)) names_.push_back(name(type));
}
TypeNames::TypeNames(std::initializer_list<DType> types) {
  for (const DType type : types) names_.push_back(name(type));
}

std::string say(std::string_view pattern, std::initializer_list<Said> values) {
  std::string out;
  for (const Said& value : values) {
    const std::size_t hole = pattern.find("{}");
    out += pattern.substr(0, hole);
    out += value.text();
    pattern.remove_prefix(hole + 2);
  }
  out += pattern;
  return out;
}

std::string anyOf(const Names& names) {
  const Names first(names.begin(), names.end() - 1);
  const std::string_view last = names.back();
  if (first.empty()) return std::string(last);
  return say("{} or {}", {text::joined(first, ", "), last});
}

}  // namespace simdcast
