// The versions of an operator. A schema is a text that is checked at compile time:
//
//   "1(all){perm:ints} 13,21,23,24,25(all_bf+)"
//
// is a version since opset 1 with one input of any of the first types and the attribute `perm`, and
// versions since opsets 13, 21 and so on, which differ in the types. A version is
//
//   opset[,opset…] [least..most] (types, types…) {attribute:kind …} ->outputs ?optional makes:types
//
// All parts except the opsets are optional: an omitted part is inherited from the previous version.
// By default a version has one input per type that it lists, no attributes and one output.
//   [1..2]     minimum and maximum number of inputs; `*` for any number
//   (t, t)     the types of each input; the last applies to all further inputs, and if there is
//              only one, all inputs have the same type. Types are joined by `|`; `+` adds those
//              that ONNX's format has added for the opset. `()`: any, checked elsewhere.
//   {a:kind}   attributes; kinds are those of AttributeKind below. `{}`: none.
//   ->2        maximum number of outputs; `*` for any number
//   ?1?2       inputs that may be absent although a later one is required
//   makes:t    the types that an attribute may choose for the output, in addition to those that the
//              format has added
#pragma once

#include <string_view>
#include <vector>

#include "../base/dtype.hpp"
#include "../base/small_vector.hpp"

namespace simdcast::onnx {

// As in AttributeProto. A type is an int that names an element type.
enum class Kind : std::uint8_t {
  integer,
  type,
  real,
  text,
  integers,
  reals,
  texts,
  tensor,
  sparse,
  graph,
  count
};
[[nodiscard]] std::string_view name(Kind kind) noexcept;  // "int", "type", "float", "string", …
// A value of the kind, in sentences: "an integer".
[[nodiscard]] std::string_view describe(Kind kind) noexcept;

inline constexpr int kAny = 1 << 20;  // inputs or outputs

struct Version {
  struct Attribute {
    std::string_view name;
    Kind kind{};
  };

  int since = 1;
  int least = 1;
  int most = 1;
  int outputs = 1;
  std::uint32_t optional = 0;  // a bit for each input
  SmallVector<TypeSet, 4> types;
  TypeSet makes;
  SmallVector<Attribute, 6> attributes;

  // The types of an input; empty if they are checked elsewhere.
  [[nodiscard]] TypeSet typesAt(int input) const;
  [[nodiscard]] const Attribute* find(std::string_view attribute) const;
};

// The versions in the order of their opsets. The text must be a valid schema.
[[nodiscard]] std::vector<Version> parseSchema(std::string_view text);

// Types that versions of ONNX's format added for an opset; none before opset 19.
[[nodiscard]] TypeSet typesAddedBy(int opset) noexcept;

// The named sets of the schema language: f32, floats, floats_bf, numbers, numbers_bf, all, all_bf,
// not_text, not_text_bf, wide_numbers, wide_numbers_bf, castable, castable_bf, indices; any type
// has a set of its own name.
[[nodiscard]] TypeSet typeSet(std::string_view name) noexcept;

}  // namespace simdcast::onnx
