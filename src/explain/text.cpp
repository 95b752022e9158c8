#include "text.hpp"

#include <array>

namespace simdcast::text {
namespace {

bool innermostFirst(const Alignment& alignment) {
  return alignment.policy().order == Order::innermostFirst;
}

// ncnn's names of the axes of a blob, innermost first, by rank.
constexpr std::array<std::string_view, 5> kNcnnAxes{"", "w", "wh", "whc", "whdc"};

}  // namespace

std::string number(Count value) { return std::to_string(value); }

std::string grouped(Count value) {
  std::string digits = number(value);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(at, 1, ',');
  return digits;
}

std::string operandName(const Alignment& alignment, int operand) {
  if (operand < static_cast<int>(alignment.names.size()))
    return std::string(alignment.names[operand]);
  if (operand < 26) return std::string(1, static_cast<char>('A' + operand));
  return "A" + number(operand);
}

std::string shape(const Alignment& alignment, const Shape& shape) {
  const bool reversed = innermostFirst(alignment);
  const std::string sizes = listWith(
      ",", shape.size(), [&](int i) { return number(shape[reversed ? shape.size() - 1 - i : i]); });
  return reversed ? "[" + sizes + "]" : "(" + sizes + ")";
}

int axisNumber(const Alignment& alignment, int axis) {
  return innermostFirst(alignment) ? alignment.rank() - 1 - axis : axis;
}

std::string axis(const Alignment& alignment, int axis) {
  const int place = axisNumber(alignment, axis);
  std::string label = "axis " + number(place);
  if (innermostFirst(alignment)) {
    label += " (";
    label += kNcnnAxes[alignment.rank()][place];
    label += ')';
  }
  return label;
}

std::string list(int count, TextOf<int> item) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    if (i > 0) out += i == count - 1 ? " and " : ", ";
    out += item(i);
  }
  return out;
}

std::string listWith(std::string_view separator, int count, TextOf<int> item) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    if (i > 0) out += separator;
    out += item(i);
  }
  return out;
}

std::string fill(std::string_view pattern, Resolve resolve) {
  std::string out;
  while (!pattern.empty()) {
    const std::size_t open = pattern.find('{');
    out += pattern.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = pattern.find('}', open);
    out += resolve(pattern.substr(open + 1, close - open - 1));
    pattern.remove_prefix(close + 1);
  }
  return out;
}

}  // namespace simdcast::text
