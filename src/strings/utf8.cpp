#include "utf8.hpp"

#include <algorithm>
#include <utility>

namespace simdcast::strings {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr char32_t kFirstHigh = 0xD800;
constexpr char32_t kFirstLow = 0xDC00;
constexpr char32_t kAfterLow = 0xE000;
constexpr char32_t kFirstAstral = 0x10000;  // the first code point of two UTF-16 code units

bool isHigh(char32_t point) { return point >= kFirstHigh && point < kFirstLow; }
bool isLow(char32_t point) { return point >= kFirstLow && point < kAfterLow; }

// Takes the first code point of a non-empty text.
char32_t take(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const int more = first < 0x80 ? 0 : first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  const bool isLead = first < 0x80 || (first >= 0xC2 && first <= 0xF4);
  char32_t point = more == 0 ? first : first & (0x3FU >> more);
  std::size_t length = 1;
  for (; isLead && length <= static_cast<std::size_t>(more) && length < text.size(); ++length) {
    const auto next = static_cast<unsigned char>(text[length]);
    if ((next & 0xC0U) != 0x80) break;
    point = point << 6 | (next & 0x3FU);
  }
  const bool isWhole = isLead && length == static_cast<std::size_t>(more) + 1;
  text.remove_prefix(length);
  return isWhole ? point : kReplacement;
}

void append(std::string& text, char32_t point) {
  const auto put = [&](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xC0 | point >> 6);
  } else {
    if (point < kFirstAstral) {
      put(0xE0 | point >> 12);
    } else {
      put(0xF0 | point >> 18);
      put(0x80 | (point >> 12 & 0x3F));
    }
    put(0x80 | (point >> 6 & 0x3F));
  }
  put(0x80 | (point & 0x3F));
}

// The first of the three bytes of a lone surrogate.
constexpr char kSurrogateLead = '\xED';

// The UTF-16 code units; the second is 0 if there is one.
std::pair<char32_t, char32_t> unitsOf(char32_t point) {
  if (point < kFirstAstral) return {point, 0};
  const char32_t above = point - kFirstAstral;
  return {kFirstHigh + (above >> 10), kFirstLow + (above & 0x3FF)};
}

}  // namespace

Points pointsOf(std::string_view text) {
  Points points;
  points.reserve(text.size());
  while (!text.empty()) points.push_back(take(text));
  return points;
}

std::string textOf(PointsView points) {
  std::string text;
  text.reserve(points.size());
  for (const char32_t point : points) append(text, point);
  return text;
}

std::vector<std::size_t> startsOf(std::string_view text) {
  std::vector<std::size_t> starts;
  for (std::string_view rest = text; !rest.empty(); take(rest))
    starts.push_back(text.size() - rest.size());
  starts.push_back(text.size());
  return starts;
}

std::string joined(std::string_view a, std::string_view b) {
  std::string all(a);
  const bool mayMeet =
      a.size() >= 3 && b.size() >= 3 && a[a.size() - 3] == kSurrogateLead && b[0] == kSurrogateLead;
  if (mayMeet) {
    std::string_view end = a.substr(a.size() - 3);
    std::string_view rest = b;
    const char32_t high = take(end);
    const char32_t low = take(rest);
    if (isHigh(high) && isLow(low)) {
      all.resize(a.size() - 3);
      append(all, kFirstAstral + ((high - kFirstHigh) << 10) + (low - kFirstLow));
      return all.append(rest);
    }
  }
  return all.append(b);
}

bool isBefore(std::string_view a, std::string_view b) noexcept {
  const auto [inA, inB] = std::ranges::mismatch(a, b);
  auto same = static_cast<std::size_t>(inA - a.begin());
  if (same == a.size() || same == b.size()) return a.size() < b.size();
  // Back to the start of the code points that differ.
  while (same > 0 && (static_cast<unsigned char>(a[same]) & 0xC0U) == 0x80) --same;
  std::string_view restOfA = a.substr(same);
  std::string_view restOfB = b.substr(same);
  return unitsOf(take(restOfA)) < unitsOf(take(restOfB));
}

bool isSpace(char32_t point) noexcept {
  if (point < 0x80) return point == ' ' || (point >= 9 && point <= 13);
  return point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A) ||
         point == 0x2028 || point == 0x2029 || point == 0x202F || point == 0x205F ||
         point == 0x3000 || point == 0xFEFF;
}

PointsView trimmed(PointsView points) noexcept {
  while (!points.empty() && isSpace(points.front())) points.remove_prefix(1);
  while (!points.empty() && isSpace(points.back())) points.remove_suffix(1);
  return points;
}

}  // namespace simdcast::strings
