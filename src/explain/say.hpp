// Sentences from a pattern and values of any kind.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "../base/dtype.hpp"
#include "../base/shape.hpp"

namespace simdcast {

namespace text {

// The shortest decimal that reads back as the same double, as JavaScript writes it.
[[nodiscard]] std::string numeral(double number);

// The first characters of a text in UTF-8; all of it if it has no more.
[[nodiscard]] std::string_view beginning(std::string_view text, int characters);

}  // namespace text

// A value in a sentence: text, or a number.
class Said {
 public:
  template <std::integral T>
  Said(T number) : text_(std::to_string(number)) {}
  template <std::floating_point T>
  Said(T number) : text_(text::numeral(static_cast<double>(number))) {}
  Said(DType type) : text_(name(type)) {}
  Said(std::string_view text) : text_(text) {}
  Said(const char* text) : text_(text) {}
  Said(std::string text) : text_(std::move(text)) {}

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
};

// A list in parentheses, such as a shape: "(2,3)", "(3,)" or "(batch,3)".
class Shown : public Said {
 public:
  template <class List>
  requires requires(const List& list) { list.begin() != list.end(); }
  Shown(const List& list) : Said(joined(list)) {}
  Shown(std::initializer_list<Said> list) : Said(joined(list)) {}

 private:
  template <class List>
  static std::string joined(const List& list) {
    std::string out = "(";
    int count = 0;
    for (const auto& item : list) {
      if (count++ > 0) out += ',';
      out += Said(item).text();
    }
    return out + (count == 1 ? ",)" : ")");
  }
};

// A value from the caller: text is quoted, and shortened if it is long.
class Literal : public Said {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number> Literal(Number number) : Said(number) {}
  Literal(DType type) : Said(quoted(name(type))) {}
  Literal(std::string_view text) : Said(quoted(text)) {}
  Literal(const char* text) : Literal(std::string_view(text)) {}
  Literal(const std::string& text) : Literal(std::string_view(text)) {}

 private:
  static std::string quoted(std::string_view text);
};

using Names = std::vector<std::string_view>;

// The types of a list in its order; those of a set in the order in which ONNX's schemas list them.
class TypeNames {
 public:
  TypeNames(TypeSet types);
  TypeNames(std::initializer_list<DType> types);

  [[nodiscard]] const Names& names() const noexcept { return names_; }

 private:
  Names names_;
};

// The pattern with each {} replaced by the next value.
[[nodiscard]] std::string say(std::string_view pattern, std::initializer_list<Said> values);

// "a", "a or b", "a, b or c". There is at least one name.
[[nodiscard]] std::string anyOf(const Names& names);

namespace text {

// The names with a text between them.
[[nodiscard]] std::string joined(const Names& names, std::string_view separator);

// The name that differs from the given one in the fewest letters, ignoring case, and in at most a
// third of its own; empty if there is none.
[[nodiscard]] std::string_view nearest(std::string_view given, const Names& known);

// The end of a sentence about an unknown name; `are` introduces the accepted ones:
// "; did you mean 'axis'? Its attributes are axis, keepdims."
[[nodiscard]] std::string choices(std::string_view given, std::string_view are, const Names& known);

}  // namespace text
}  // namespace simdcast
