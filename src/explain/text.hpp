// Formatting of shapes, names and lists, in the order and brackets of the alignment's rule.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "../rules/alignment.hpp"

namespace simdcast::text {

// A text for each `Key`, made by a callable that must outlive the call it is passed to. As
// std::function, without a copy and without the code for one.
template <class Key>
class TextOf {
 public:
  template <class Make>
  requires(!std::is_same_v<Make, TextOf>) TextOf(const Make& make)
      : make_(&make), call_([](const void* made, Key key) -> std::string {
          return (*static_cast<const Make*>(made))(key);
        }) {}

  std::string operator()(Key key) const { return call_(make_, key); }

 private:
  const void* make_;
  std::string (*call_)(const void* make, Key key);
};

[[nodiscard]] std::string number(Count value);

// With commas between the thousands: 3,600,000,000.
[[nodiscard]] std::string grouped(Count value);

[[nodiscard]] std::string operandName(const Alignment& alignment, int operand);

// "(3,4)", or "[4,3]" where the rule lists the innermost axis first.
[[nodiscard]] std::string shape(const Alignment& alignment, const Shape& shape);

// The number of an axis in the rule's own order.
[[nodiscard]] int axisNumber(const Alignment& alignment, int axis);

// "axis 1", or "axis 2 (c)" under ncnn, whose axes have letters.
[[nodiscard]] std::string axis(const Alignment& alignment, int axis);

// "a", "a and b", "a, b and c" over `count` items.
[[nodiscard]] std::string list(int count, TextOf<int> item);

// Items with `separator` between them.
[[nodiscard]] std::string listWith(std::string_view separator, int count, TextOf<int> item);

using Resolve = TextOf<std::string_view>;

// The template with every {key} replaced.
[[nodiscard]] std::string fill(std::string_view pattern, Resolve resolve);

}  // namespace simdcast::text
