#include "characters.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>

#include "../host.hpp"
#include "../utf8.hpp"

namespace simdcast::strings::expressions {
namespace {

constexpr char32_t kAfterAscii = 0x80;

bool isIn(char32_t point, char32_t low, char32_t high) { return point >= low && point <= high; }

bool isDigit(char32_t point) { return isIn(point, '0', '9'); }
bool isLower(char32_t point) { return isIn(point, 'a', 'z'); }
bool isUpper(char32_t point) { return isIn(point, 'A', 'Z'); }
bool isLetter(char32_t point) { return isLower(point) || isUpper(point); }
bool isAlphanumeric(char32_t point) { return isLetter(point) || isDigit(point); }
bool isSpace(char32_t point) { return isIn(point, 9, 10) || isIn(point, 12, 13) || point == ' '; }

struct PosixRow {
  std::u32string_view name;
  bool (*test)(char32_t point);
};

constexpr PosixRow kPosix[] = {
    {U"alnum", isAlphanumeric},
    {U"alpha", isLetter},
    {U"ascii", [](char32_t point) { return point < kAfterAscii; }},
    {U"blank", [](char32_t point) { return point == '\t' || point == ' '; }},
    {U"cntrl", [](char32_t point) { return point < ' ' || point == 127; }},
    {U"digit", isDigit},
    {U"graph", [](char32_t point) { return isIn(point, 33, 126); }},
    {U"lower", isLower},
    {U"print", [](char32_t point) { return isIn(point, 32, 126); }},
    {U"punct", [](char32_t point) { return isIn(point, 33, 126) && !isAlphanumeric(point); }},
    {U"space", [](char32_t point) { return isSpace(point) || point == '\v'; }},
    {U"upper", isUpper},
    {U"word", isWord},
    {U"xdigit",
     [](char32_t point) {
       return isDigit(point) || isIn(point, 'A', 'F') || isIn(point, 'a', 'f');
     }},
};

bool isBoundary(Neighbour before, Neighbour after) {
  return (before && isWord(*before)) != (after && isWord(*after));
}

// The code points that differ from one only in case, or itself if the other case is not one point.
std::array<char32_t, 3> othersOf(char32_t point) {
  if (point < kAfterAscii) {
    constexpr char32_t kDistance = 'a' - 'A';
    if (isLower(point)) return {point, point - kDistance, point};
    if (isUpper(point)) return {point + kDistance, point, point + kDistance};
    return {point, point, point};
  }
  const std::string text = textOf({&point, 1});
  const std::string upper = host().change(text, Case::upper, {});
  std::array<char32_t, 3> others{};
  const std::string changed[] = {host().change(text, Case::lower, {}), upper,
                                 host().change(upper, Case::lower, {})};
  std::ranges::transform(changed, others.begin(), [&](const std::string& each) {
    const Points points = pointsOf(each);
    return points.size() == 1 ? points[0] : point;
  });
  return others;
}

// A property of Unicode, whose blocks are requested when they are needed.
class Property {
 public:
  explicit Property(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] bool exists() { return !blockAt(0).empty(); }
  [[nodiscard]] bool has(char32_t point) {
    const std::string& block = blockAt(point / kBlockPoints);
    return point % kBlockPoints < block.size() && block[point % kBlockPoints] == '1';
  }

 private:
  const std::string& blockAt(std::uint32_t block) {
    const auto [at, isNew] = blocks_.try_emplace(block);
    if (isNew) at->second = host().property(name_, block);
    return at->second;
  }

  std::string name_;
  std::map<std::uint32_t, std::string> blocks_;
};

}  // namespace

bool isWord(char32_t point) noexcept { return isAlphanumeric(point) || point == '_'; }

Test between(char32_t low, char32_t high) {
  return [low, high](char32_t point) { return isIn(point, low, high); };
}

Test negated(Test test) {
  return [test = std::move(test)](char32_t point) { return !test(point); };
}

Test folded(Test test) {
  return [test = std::move(test)](char32_t point) {
    return test(point) || std::ranges::any_of(othersOf(point), std::cref(test));
  };
}

std::optional<Test> perlClass(char32_t letter) {
  switch (letter) {
    case 'd':
      return isDigit;
    case 'D':
      return negated(isDigit);
    case 's':
      return isSpace;
    case 'S':
      return negated(isSpace);
    case 'w':
      return isWord;
    case 'W':
      return negated(isWord);
    default:
      return std::nullopt;
  }
}

std::optional<Test> posixClass(std::u32string_view name) {
  const auto* const row = std::ranges::find(kPosix, name, &PosixRow::name);
  return row == std::end(kPosix) ? std::nullopt : std::optional<Test>(row->test);
}

std::optional<Test> unicodeClass(std::u32string_view name) {
  if (name == U"Any") return [](char32_t /*point*/) { return true; };
  if (name.empty() || !std::ranges::all_of(name, isWord)) return std::nullopt;
  const auto property = std::make_shared<Property>(textOf(name));
  if (!property->exists()) return std::nullopt;
  return [property](char32_t point) { return property->has(point); };
}

std::optional<char32_t> controlPoint(char32_t letter) {
  constexpr std::u32string_view kLetters = U"afnrtv";
  constexpr std::u32string_view kPoints = U"\a\f\n\r\t\v";
  const std::size_t at = kLetters.find(letter);
  return at == std::u32string_view::npos ? std::nullopt : std::optional(kPoints[at]);
}

Assertion assertion(char32_t letter) {
  switch (letter) {
    case 'A':
      return [](Neighbour before, Neighbour /*after*/) { return !before; };
    case 'z':
      return [](Neighbour /*before*/, Neighbour after) { return !after; };
    case 'b':
      return isBoundary;
    case 'B':
      return [](Neighbour before, Neighbour after) { return !isBoundary(before, after); };
    default:
      return nullptr;
  }
}

}  // namespace simdcast::strings::expressions
