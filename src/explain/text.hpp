// Formatting of shapes, names and lists, in the order of the alignment: with square brackets if the
// innermost axis comes first.
#pragma once

#include <string>
#include <string_view>

#include "../base/function_ref.hpp"
#include "../rules/alignment.hpp"

namespace simdcast::text {

[[nodiscard]] std::string number(Count value);

// With commas between the thousands: 3,600,000,000.
[[nodiscard]] std::string grouped(Count value);

// "1 number", "2,000 numbers": the contents of a tensor.
[[nodiscard]] std::string numbers(Count count);

// "480 kB", "14.4 GB": bytes to three digits.
[[nodiscard]] std::string bytes(Count count);

// With a capital as the first letter.
[[nodiscard]] std::string capitalised(std::string text);

// "2 inputs", or "2 to 3 inputs".
[[nodiscard]] std::string range(int least, int most, std::string_view things);

// "NumPy's rule", with the requested parameters: "… up to opset 6 with axis=1".
[[nodiscard]] std::string ruleName(const Alignment& alignment);

// " by ncnn's rule"; nothing for NumPy's, which is what people expect.
[[nodiscard]] std::string byRule(const Alignment& alignment);

[[nodiscard]] std::string operandName(const Alignment& alignment, int operand);

// "A and C".
[[nodiscard]] std::string operandNames(const Alignment& alignment, OperandMask mask);

// "(3,4)", and "(3,)" for one axis, as Python writes them; "[4,3]" if the innermost axis comes
// first.
[[nodiscard]] std::string shape(const Alignment& alignment, const Shape& shape);

// "A (3,4)".
[[nodiscard]] std::string namedShape(const Alignment& alignment, int operand);

// The number of an axis in the order of the reader.
[[nodiscard]] int axisNumber(const Alignment& alignment, int axis);

// ncnn's name of an axis ("w"), or the letter of a matrix axis ("k"); empty otherwise.
[[nodiscard]] std::string_view axisLetter(const Alignment& alignment, int axis);

// "axis 1"; "axis 2 (c)" if the axes have letters, like ncnn's and a matrix's; and "batch axis 0"
// for a stack of matrices.
[[nodiscard]] std::string axis(const Alignment& alignment, int axis);

// "last axis", otherwise like axis().
[[nodiscard]] std::string axisOrLast(const Alignment& alignment, int axis);

// "axis 0" or "axes 0 and 2", in the order of the reader.
[[nodiscard]] std::string axes(const Alignment& alignment, AxisMask mask);

using Item = FunctionRef<std::string(int index)>;

// "a", "a and b", "a, b and c" over `count` items.
[[nodiscard]] std::string list(int count, Item item);

// Items with `separator` between them.
[[nodiscard]] std::string listWith(std::string_view separator, int count, Item item);

// The numbers of the bits that are set, ascending.
[[nodiscard]] SmallVector<int, 8> bitsOf(std::uint32_t mask);

}  // namespace simdcast::text
