#include "text.hpp"

#include <array>
#include <cctype>

#include "../base/enum_table.hpp"

namespace simdcast::text {
namespace {

// ncnn's names of the axes of a blob, innermost first, by rank.
constexpr std::array<std::string_view, 5> kNcnnAxes{"", "w", "wh", "whc", "whdc"};

// BLAS's letters: a product of m·k and k·n is m·n.
constexpr NameTable<AxisRole> kRoleLetters({
    {AxisRole::broadcast, ""},
    {AxisRole::rows, "m"},
    {AxisRole::inner, "k"},
    {AxisRole::columns, "n"},
});

// In prose.
constexpr NameTable<RuleId> kRules({
    {RuleId::multidirectional, "NumPy's rule"},
    {RuleId::unidirectional, "ONNX's one-way rule"},
    {RuleId::legacy, "ONNX's rule up to opset 6"},
    {RuleId::ncnn, "ncnn's rule"},
    {RuleId::expand, "Expand"},
    {RuleId::perChannel, "PRelu's rule up to opset 6"},
    {RuleId::equal, "the rule of equal shapes"},
    {RuleId::matMul, "MatMul"},
    {RuleId::scalars, "Clip's rule"},
    {RuleId::legacyOff, "ONNX's rule up to opset 6 with broadcast=0"},
});

}  // namespace

std::string number(Count value) { return std::to_string(value); }

std::string grouped(Count value) {
  std::string digits = number(value);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(at, 1, ',');
  return digits;
}

std::string numbers(Count count) { return grouped(count) + (count == 1 ? " number" : " numbers"); }

// Without floating-point formatting, which would be a tenth of the module of the page.
std::string bytes(Count count) {
  constexpr std::array<std::string_view, 7> kUnits{"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  if (count < 1000) return number(count) + (count == 1 ? " byte" : " bytes");
  Count one = 1;
  std::size_t unit = 0;
  for (; count / one >= 1000; one *= 1000) ++unit;
  const Count whole = count / one;
  const Count parts = whole >= 100 ? 1 : whole >= 10 ? 10 : 100;  // of one, for three digits
  const Count rounded = (count + one / parts / 2) / (one / parts);
  if (rounded == 1000 && parts == 1) return std::string("1 ").append(kUnits[unit + 1]);
  std::string text = number(rounded / parts);
  std::string rest = number(parts + rounded % parts).substr(1);
  while (rest.ends_with('0')) rest.pop_back();
  if (!rest.empty()) text += "." + rest;
  return text.append(" ").append(kUnits[unit]);
}

std::string capitalised(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string range(int least, int most, std::string_view things) {
  std::string out = number(least);
  if (least != most) out += " to " + number(most);
  out += ' ';
  out += things;
  return out;
}

std::string ruleName(const Alignment& alignment) {
  std::string prose(kRules[alignment.rule->key].name);
  if (alignment.rule->key == RuleId::legacy && alignment.params.axis != kSuffix)
    prose += " with axis=" + number(alignment.params.axis);
  return prose;
}

std::string byRule(const Alignment& alignment) {
  return alignment.rule->key == RuleId::multidirectional ? "" : " by " + ruleName(alignment);
}

std::string operandName(const Alignment& alignment, int operand) {
  if (operand < static_cast<int>(alignment.names.size()))
    return std::string(alignment.names[operand]);
  if (operand < 26) return std::string(1, static_cast<char>('A' + operand));
  return "A" + number(operand);
}

std::string operandNames(const Alignment& alignment, OperandMask mask) {
  const auto bits = bitsOf(mask);
  return list(bits.size(), [&](int i) { return operandName(alignment, bits[i]); });
}

std::string shape(const Alignment& alignment, const Shape& shape) {
  const bool reversed = alignment.innermostFirst();
  const std::string sizes = listWith(
      ",", shape.size(), [&](int i) { return number(shape[reversed ? shape.size() - 1 - i : i]); });
  return reversed ? "[" + sizes + "]" : "(" + sizes + (shape.size() == 1 ? ",)" : ")");
}

std::string namedShape(const Alignment& alignment, int operand) {
  return operandName(alignment, operand) + " " +
         shape(alignment, alignment.operands[operand].shape);
}

int axisNumber(const Alignment& alignment, int axis) {
  return alignment.innermostFirst() ? alignment.rank() - 1 - axis : axis;
}

std::string_view axisLetter(const Alignment& alignment, int axis) {
  if (alignment.policy().innermostFirst())
    return kNcnnAxes[alignment.rank()].substr(alignment.rank() - 1 - axis, 1);
  return kRoleLetters[alignment.axes[axis].role].name;
}

std::string axis(const Alignment& alignment, int axis) {
  const std::string_view letter = axisLetter(alignment, axis);
  std::string label = "axis " + number(axisNumber(alignment, axis));
  if (!letter.empty()) {
    label += " (";
    label += letter;
    label += ')';
  } else if (alignment.policy().product) {
    label.insert(0, "batch ");
  }
  return label;
}

std::string axisOrLast(const Alignment& alignment, int axis) {
  const bool isLast = axis == alignment.rank() - 1 && !alignment.policy().product &&
                      alignment.policy().order == Order::outermostFirst;
  return isLast ? "last axis" : text::axis(alignment, axis);
}

std::string axes(const Alignment& alignment, AxisMask mask) {
  SmallVector<int, kUsualRank> numbers;
  for (int i = 0; i < alignment.rank(); ++i)
    if (has(mask, axisNumber(alignment, i))) numbers.push(i);
  const std::string listed = list(numbers.size(), [&](int i) { return number(numbers[i]); });
  return (numbers.size() == 1 ? "axis " : "axes ") + listed;
}

std::string list(int count, Item item) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    if (i > 0) out += i == count - 1 ? " and " : ", ";
    out += item(i);
  }
  return out;
}

std::string listWith(std::string_view separator, int count, Item item) {
  std::string out;
  for (int i = 0; i < count; ++i) {
    if (i > 0) out += separator;
    out += item(i);
  }
  return out;
}

SmallVector<int, 8> bitsOf(std::uint32_t mask) {
  SmallVector<int, 8> bits;
  for (int i = 0; i < 32; ++i)
    if (has(mask, i)) bits.push(i);
  return bits;
}

}  // namespace simdcast::text
