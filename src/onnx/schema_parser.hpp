// The parser of schema texts (schema.hpp), which runs when compiling to reject invalid ones.
#pragma once

#include <algorithm>
#include <array>

#include "../base/enum_table.hpp"
#include "schema.hpp"
#include "type_sets.hpp"

namespace simdcast::onnx::schema {

enum class SchemaError : std::uint8_t {
  none,
  opsetsNotAscending,
  leastExceedsMost,
  unclosedBracket,
  unknownType,
  unknownKind,
  misplacedText,
  tooLong,  // for the parser's tables
};

struct KindRow {
  Kind key{};
  std::string_view name;
  std::string_view words;  // a value of the kind, in sentences
};

inline constexpr EnumTable<Kind, KindRow> kKinds({
    {Kind::integer, "int", "an integer"},
    {Kind::type, "type", "an element type"},
    {Kind::real, "float", "a number"},
    {Kind::text, "string", "a string"},
    {Kind::integers, "ints", "an array of integers"},
    {Kind::reals, "floats", "a list of numbers"},
    {Kind::texts, "strings", "a list of strings"},
    {Kind::tensor, "tensor", "a tensor"},
    {Kind::sparse, "sparse", "a sparse tensor, which only models have"},
    {Kind::graph, "graph", "a graph, which only models have"},
});

// The types of an input.
struct Types {
  TypeSet set;
  bool grows = false;  // by the types that the format has added
};

// A part of a version that lists items.
template <class Item, std::size_t kMost>
struct Items {
  std::array<Item, kMost> items{};
  std::size_t count = 0;

  [[nodiscard]] constexpr const Item* begin() const { return items.data(); }
  [[nodiscard]] constexpr const Item* end() const { return items.data() + count; }
};

// A version for one or several opsets.
struct Entry {
  Items<int, 16> opsets;
  bool isCounted = false;  // whether the counts of inputs were stated
  int least = 0;
  int most = 0;
  int outputs = 1;
  std::uint32_t optional = 0;
  Items<Types, 24> types;
  Types makes;
  Items<Version::Attribute, 48> attributes;
};

// Reads a text from its start.
class Cursor {
 public:
  explicit constexpr Cursor(std::string_view text) : rest_(text) {}

  [[nodiscard]] constexpr bool atEnd() {
    skipSpaces();
    return rest_.empty();
  }
  [[nodiscard]] constexpr bool atDigit() {
    skipSpaces();
    return !rest_.empty() && isDigit(rest_[0]);
  }
  // Whether the text follows; if so, it is passed.
  constexpr bool take(std::string_view text) {
    skipSpaces();
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  // A number of up to four digits; -1 if there is none.
  constexpr int number() {
    if (!atDigit()) return -1;
    int number = 0;
    while (!rest_.empty() && isDigit(rest_[0]) && number < 1000) {
      number = number * 10 + (rest_[0] - '0');
      rest_.remove_prefix(1);
    }
    return number;
  }
  // A number, or `*` for any.
  constexpr int limit() { return take("*") ? kAny : number(); }
  constexpr std::string_view word() {
    skipSpaces();
    std::size_t length = 0;
    while (length < rest_.size() && isOfWord(rest_[length])) ++length;
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }

 private:
  static constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
  static constexpr bool isOfWord(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  constexpr void skipSpaces() {
    while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

// Reads the versions of a schema one by one.
class Parser {
 public:
  explicit constexpr Parser(std::string_view text) : cursor_(text) {}

  // The next version, with its inherited parts; false at the end, and at the first error.
  constexpr bool next() {
    if (error_ != SchemaError::none || cursor_.atEnd()) return false;
    if (!opsets()) return false;
    while (!cursor_.atEnd() && !cursor_.atDigit())
      if (!part()) return false;
    if (!entry_.isCounted) entry_.least = entry_.most = static_cast<int>(entry_.types.count);
    return true;
  }
  [[nodiscard]] constexpr const Entry& entry() const { return entry_; }
  [[nodiscard]] constexpr SchemaError error() const { return error_; }

 private:
  constexpr bool fail(SchemaError error) {
    error_ = error;
    return false;
  }
  template <class List, class Item>
  constexpr bool push(List& list, const Item& item) {
    if (list.count == list.items.size()) return fail(SchemaError::tooLong);
    list.items[list.count++] = item;
    return true;
  }

  constexpr bool opsets() {
    entry_.opsets.count = 0;
    do {
      const int opset = cursor_.number();
      if (opset < 0) return fail(SchemaError::misplacedText);
      if (opset <= last_) return fail(SchemaError::opsetsNotAscending);
      last_ = opset;
      if (!push(entry_.opsets, opset)) return false;
    } while (cursor_.take(","));
    return true;
  }

  constexpr bool part() {
    if (cursor_.take("[")) return counts();
    if (cursor_.take("(")) return inputs();
    if (cursor_.take("{")) return attributes();
    if (cursor_.take("->")) return outputs();
    if (cursor_.take("?")) return optional();
    if (cursor_.take("makes:")) return types(entry_.makes);
    return fail(SchemaError::misplacedText);
  }

  constexpr bool counts() {
    entry_.isCounted = true;
    entry_.least = cursor_.number();
    if (entry_.least < 0 || !cursor_.take("..")) return fail(SchemaError::misplacedText);
    entry_.most = cursor_.limit();
    if (entry_.most < 0) return fail(SchemaError::misplacedText);
    if (entry_.least > entry_.most) return fail(SchemaError::leastExceedsMost);
    return cursor_.take("]") || fail(SchemaError::unclosedBracket);
  }

  // The types of one input.
  constexpr bool types(Types& types) {
    types = {};
    do {
      const TypeSet set = findTypes(cursor_.word());
      if (set.empty()) return fail(SchemaError::unknownType);
      types.set = types.set | set;
      types.grows |= cursor_.take("+");
    } while (cursor_.take("|"));
    return true;
  }

  constexpr bool inputs() {
    entry_.types.count = 0;
    if (cursor_.take(")")) return true;
    do {
      Types each;
      if (!types(each) || !push(entry_.types, each)) return false;
    } while (cursor_.take(","));
    return cursor_.take(")") || fail(SchemaError::unclosedBracket);
  }

  constexpr bool attributes() {
    entry_.attributes.count = 0;
    while (!cursor_.take("}")) {
      const std::string_view name = cursor_.word();
      if (name.empty()) return fail(SchemaError::unclosedBracket);
      if (!cursor_.take(":")) return fail(SchemaError::misplacedText);
      const std::optional<Kind> kind = kKinds.find(cursor_.word());
      if (!kind) return fail(SchemaError::unknownKind);
      if (!push(entry_.attributes, Version::Attribute{name, *kind})) return false;
    }
    return true;
  }

  constexpr bool outputs() {
    entry_.outputs = cursor_.limit();
    return entry_.outputs >= 0 || fail(SchemaError::misplacedText);
  }

  constexpr bool optional() {
    entry_.optional = 0;
    do {
      const int input = cursor_.number();
      if (input < 0 || input >= 32) return fail(SchemaError::misplacedText);
      entry_.optional |= std::uint32_t{1} << input;
    } while (cursor_.take("?"));
    return true;
  }

  Cursor cursor_;
  Entry entry_;
  int last_ = 0;  // opset
  SchemaError error_ = SchemaError::none;
};

// The first error of a text. An empty text has no version, and is misplaced.
[[nodiscard]] constexpr SchemaError errorOf(std::string_view text) {
  Parser parser(text);
  bool isEmpty = true;
  while (parser.next()) isEmpty = false;
  const bool lacksVersion = isEmpty && parser.error() == SchemaError::none;
  return lacksVersion ? SchemaError::misplacedText : parser.error();
}

// Not constexpr: calling one fails the compilation, and names the error.
void opsetsAreNotAscending();
void leastInputsExceedMost();
void bracketIsNotClosed();
void typeIsUnknown();
void kindIsUnknown();
void textIsMisplaced();
void schemaIsTooLong();

consteval void check(std::string_view text) {
  const SchemaError error = errorOf(text);
  if (error == SchemaError::opsetsNotAscending) opsetsAreNotAscending();
  if (error == SchemaError::leastExceedsMost) leastInputsExceedMost();
  if (error == SchemaError::unclosedBracket) bracketIsNotClosed();
  if (error == SchemaError::unknownType) typeIsUnknown();
  if (error == SchemaError::unknownKind) kindIsUnknown();
  if (error == SchemaError::misplacedText) textIsMisplaced();
  if (error == SchemaError::tooLong) schemaIsTooLong();
}

}  // namespace simdcast::onnx::schema
