#include "parser.hpp"

#include <algorithm>

#include "../utf8.hpp"

namespace simdcast::strings::expressions {
namespace {

using Kind = Node::Kind;

// RE2's limits for repetition and nesting.
constexpr int kMostRepeats = 1000;
constexpr int kMostDepth = 250;
// Digits of a count; longer ones exceed kMostRepeats.
constexpr std::size_t kMostDigits = 9;

// The flags of RE2 that affect matches: i, m and s. U changes only the order of alternatives.
struct Flags {
  bool ignoresCase = false;
  bool isMultiLine = false;
  bool dotMatchesNewline = false;
};

struct Bounds {
  int least = 0;
  int most = kUnbounded;
};

bool isStart(Neighbour before, Neighbour /*after*/) { return !before; }
bool isEnd(Neighbour /*before*/, Neighbour after) { return !after; }
bool isLineStart(Neighbour before, Neighbour /*after*/) { return !before || *before == kNewline; }
bool isLineEnd(Neighbour /*before*/, Neighbour after) { return !after || *after == kNewline; }

bool isDecimal(char32_t point) { return point >= '0' && point <= '9'; }
bool isOctal(char32_t point) { return point >= '0' && point <= '7'; }

// The value of a hexadecimal digit; -1 for anything else.
int hexadecimal(char32_t point) {
  if (isDecimal(point)) return static_cast<int>(point - '0');
  const char32_t low = point | 0x20U;
  return low >= 'a' && low <= 'f' ? static_cast<int>(low - 'a') + 10 : -1;
}

// After the first error, everything that is parsed is empty, and the pattern seems to end.
class Parser {
 public:
  explicit Parser(PointsView points) : points_(points) {}

  std::optional<Node> whole() {
    Node node = choice();
    if (at_ < points_.size()) fail();
    return failed_ ? std::nullopt : std::optional(std::move(node));
  }

 private:
  void fail() {
    failed_ = true;
    at_ = points_.size();
  }

  [[nodiscard]] bool isAtEnd() const { return at_ >= points_.size(); }
  // 0 at the end, which no caller expects in a pattern.
  [[nodiscard]] char32_t peek(std::size_t ahead = 0) const {
    return at_ + ahead < points_.size() ? points_[at_ + ahead] : 0;
  }

  bool takes(PointsView text) {
    if (!points_.substr(at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }

  char32_t take() {
    if (isAtEnd()) fail();
    return failed_ ? 0 : points_[at_++];
  }

  PointsView until(char32_t end) {
    const std::size_t found = points_.find(end, at_);
    if (found == PointsView::npos) fail();
    if (failed_) return {};
    const PointsView text = points_.substr(at_, found - at_);
    at_ = found + 1;
    return text;
  }

  Node choice() {
    if (++depth_ > kMostDepth) fail();
    Node node{.kind = Kind::choice};
    node.parts.push_back(sequence());
    while (takes(U"|")) node.parts.push_back(sequence());
    --depth_;
    if (node.parts.size() > 1) return node;
    Node only = std::move(node.parts[0]);
    return only;
  }

  Node sequence() {
    Node node;
    while (!isAtEnd() && peek() != '|' && peek() != ')') node.parts.push_back(repeated());
    return node;
  }

  Node repeated() {
    Node part = atom();
    const std::optional<Bounds> given = bounds();
    if (!given) return part;
    takes(U"?");
    // RE2 rejects a** and a+?+.
    if (bounds()) fail();
    return repeat(std::move(part), *given);
  }

  static Node repeat(Node part, const Bounds& bounds) {
    Node node{.kind = Kind::repeat, .least = bounds.least, .most = bounds.most};
    node.parts.push_back(std::move(part));
    return node;
  }

  std::optional<Bounds> bounds() {
    if (takes(U"*")) return Bounds{};
    if (takes(U"+")) return Bounds{.least = 1};
    if (takes(U"?")) return Bounds{.most = 1};
    // Braces that are no count stand for themselves.
    const std::size_t start = at_;
    const std::optional<Bounds> counted = count();
    if (!counted) at_ = start;
    if (!counted || failed_) return std::nullopt;
    const auto& [least, most] = *counted;
    const bool isOpen = most == kUnbounded;
    if (least > kMostRepeats || most > kMostRepeats || (!isOpen && most < least)) fail();
    return counted;
  }

  // {n}, {n,} or {n,m}
  std::optional<Bounds> count() {
    if (!takes(U"{")) return std::nullopt;
    const std::optional<int> least = number();
    if (!least) return std::nullopt;
    Bounds given{.least = *least, .most = *least};
    if (takes(U",")) given.most = number().value_or(kUnbounded);
    return takes(U"}") ? std::optional(given) : std::nullopt;
  }

  std::optional<int> number() {
    const std::size_t start = at_;
    int value = 0;
    for (; isDecimal(peek()); ++at_)
      if (at_ - start < kMostDigits) value = value * 10 + static_cast<int>(peek() - '0');
    if (at_ == start) return std::nullopt;
    return at_ - start > kMostDigits ? kMostRepeats + 1 : value;
  }

  Node atom() {
    const char32_t letter = take();
    if (failed_) return {};
    const auto asserting = [](Assertion holds) {
      return Node{.kind = Kind::assertion, .holds = holds};
    };
    switch (letter) {
      case '(':
        return group();
      case '[':
        return point(bracketed());
      case '.':
        return flags_.dotMatchesNewline ? point([](char32_t /*point*/) { return true; })
                                        : point([](char32_t point) { return point != kNewline; });
      case '^':
        return asserting(flags_.isMultiLine ? isLineStart : isStart);
      case '$':
        return asserting(flags_.isMultiLine ? isLineEnd : isEnd);
      case '\\':
        return escape();
      case '*':
      case '+':
      case '?':
        fail();
        return {};
      default:
        return literal(letter);
    }
  }

  Node point(Test test) const {
    return {.kind = Kind::point, .test = flags_.ignoresCase ? folded(std::move(test)) : test};
  }

  [[nodiscard]] Node literal(char32_t letter) const {
    return point([letter](char32_t each) { return each == letter; });
  }

  // (…), (?:…), (?P<name>…), (?<name>…), (?flags) and (?flags:…).
  Node group() {
    const Flags before = flags_;
    if (takes(U"?")) {
      if (takes(U"P<") || takes(U"<")) {
        const PointsView name = until('>');
        if (name.empty() || !std::ranges::all_of(name, isWord)) fail();
      } else if (readFlags() == ')') {
        // Flags apply up to the end of the enclosing group.
        return {};
      }
    }
    Node node = choice();
    if (!takes(U")")) fail();
    flags_ = before;
    return node;
  }

  // The character that ends the flags.
  char32_t readFlags() {
    bool value = true;
    for (;;) {
      const char32_t flag = take();
      if (failed_ || flag == ':' || flag == ')') return flag;
      if (flag == '-' && value)
        value = false;
      else if (flag == 'i')
        flags_.ignoresCase = value;
      else if (flag == 'm')
        flags_.isMultiLine = value;
      else if (flag == 's')
        flags_.dotMatchesNewline = value;
      else if (flag != 'U')
        fail();
    }
  }

  Node escape() {
    if (const Assertion holds = assertion(peek())) {
      ++at_;
      return {.kind = Kind::assertion, .holds = holds};
    }
    if (takes(U"Q")) return quoted();
    if (std::optional<Test> test = escapedClass()) return point(*std::move(test));
    return failed_ ? Node{} : literal(escapedPoint());
  }

  // \Q…\E
  Node quoted() {
    Node node;
    while (!isAtEnd() && !takes(U"\\E")) node.parts.push_back(literal(take()));
    if (node.parts.empty()) return node;
    // A quantifier applies to the last character of a quotation.
    if (const std::optional<Bounds> given = bounds()) {
      takes(U"?");
      node.parts.back() = repeat(std::move(node.parts.back()), *given);
    }
    return node;
  }

  // \d, \pL and similar escapes, after the backslash; nothing for another escape.
  std::optional<Test> escapedClass() {
    const char32_t letter = peek();
    if (std::optional<Test> test = perlClass(letter)) {
      ++at_;
      return test;
    }
    if (letter != 'p' && letter != 'P') return std::nullopt;
    ++at_;
    const bool isNamed = takes(U"{");
    const bool isNegated = isNamed && takes(U"^");
    const char32_t one = isNamed ? 0 : take();
    std::optional<Test> test = unicodeClass(isNamed ? until('}') : PointsView(&one, 1));
    if (!test) fail();
    if (failed_) return std::nullopt;
    return (letter == 'P') != isNegated ? negated(*std::move(test)) : test;
  }

  // The code point of an escape, after the backslash.
  char32_t escapedPoint() {
    const char32_t letter = take();
    if (failed_) return 0;
    if (const std::optional<char32_t> control = controlPoint(letter)) return *control;
    if (letter == 'x') return hexadecimalPoint();
    if (isOctal(letter)) return octalPoint(letter);
    if (letter >= 0x80 || isWord(letter)) fail();
    return letter;
  }

  char32_t hexadecimalPoint() {
    constexpr char32_t kMostPoints = 0x10FFFF;
    const PointsView digits = takes(U"{") ? until('}') : points_.substr(at_, 2);
    const bool isBraced = at_ > 0 && points_[at_ - 1] == '}';
    if (!isBraced) {
      take();
      take();
    }
    char32_t code = 0;
    for (const char32_t digit : digits) {
      const int value = hexadecimal(digit);
      if (value < 0) fail();
      code = std::min(code * 16 + static_cast<char32_t>(value), kMostPoints + 1);
    }
    if (digits.empty() || code > kMostPoints) fail();
    return code;
  }

  // A single digit, \1 to \9, is a backreference, which RE2 rejects; with more octal digits it is a
  // code point.
  char32_t octalPoint(char32_t first) {
    char32_t code = first - '0';
    int digits = 1;
    for (; digits < 3 && isOctal(peek()); ++digits) code = code * 8 + (take() - '0');
    if (first != '0' && digits < 2) fail();
    return code;
  }

  // A class in brackets, after the opening bracket.
  Test bracketed() {
    const bool isNegated = takes(U"^");
    std::vector<Test> tests;
    for (bool isFirst = true; !failed_ && (isFirst || peek() != ']'); isFirst = false)
      tests.push_back(classItem());
    take();
    Test any = [tests = std::move(tests)](char32_t point) {
      return std::ranges::any_of(tests, [&](const Test& test) { return test(point); });
    };
    if (flags_.ignoresCase) any = folded(std::move(any));
    return isNegated ? negated(std::move(any)) : any;
  }

  Test classItem() {
    if (isAtEnd()) fail();
    if (failed_) return {};
    if (takes(U"[:")) return namedClass();
    if (peek() == '\\') {
      ++at_;
      if (std::optional<Test> test = escapedClass()) return *std::move(test);
      if (failed_) return {};
      --at_;
    }
    const char32_t low = classPoint();
    const bool isRange = peek() == '-' && peek(1) != ']';
    if (!isRange) return between(low, low);
    ++at_;
    const char32_t high = classPoint();
    if (high < low) fail();
    return between(low, high);
  }

  // [:name:] or [:^name:], after the colon.
  Test namedClass() {
    const bool isNegated = takes(U"^");
    std::optional<Test> test = posixClass(until(':'));
    if (!test || !takes(U"]")) fail();
    if (failed_) return {};
    return isNegated ? negated(*std::move(test)) : *std::move(test);
  }

  char32_t classPoint() { return takes(U"\\") ? escapedPoint() : take(); }

  PointsView points_;
  std::size_t at_ = 0;
  Flags flags_;
  int depth_ = 0;
  bool failed_ = false;
};

}  // namespace

std::optional<Node> parse(std::string_view pattern) {
  const Points points = pointsOf(pattern);
  return Parser(points).whole();
}

}  // namespace simdcast::strings::expressions
