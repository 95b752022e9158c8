// Sentences with placeholders, such as "{axis} has {sizes}". Each family of sentences has a table
// of its placeholders, and templates are parsed at compile time: an unknown placeholder does not
// compile. Rows follow an enum, so every placeholder has a function.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "../base/enum_table.hpp"
#include "../base/function_ref.hpp"

namespace simdcast {

// The text of a placeholder for the subject of a sentence.
template <class Key, class Subject>
struct Placeholder {
  Key key{};
  std::string_view name;
  std::string (*words)(const Subject& subject) = nullptr;
};

template <class Key, class Subject>
using Placeholders = EnumTable<Key, Placeholder<Key, Subject>>;

namespace detail {

// Where a placeholder stands in a pattern, with its braces, and its row.
struct Hole {
  std::uint8_t begin = 0;
  std::uint8_t end = 0;
  std::uint8_t row = 0;
};

void noSuchPlaceholder();    // not constexpr: calling it fails the compilation
void templateIsTooLong();    // as above
void tooManyPlaceholders();  // as above

[[nodiscard]] std::string fill(std::string_view pattern, std::span<const Hole> holes,
                               FunctionRef<std::string(std::size_t row)> words);

}  // namespace detail

template <const auto& kPlaceholders>
class Template {
 public:
  constexpr Template() = default;
  template <std::size_t kSize>
  consteval Template(const char (&pattern)[kSize]) : pattern_(pattern) {
    if (kSize > UINT8_MAX) detail::templateIsTooLong();
    for (std::size_t begin = pattern_.find('{'); begin != std::string_view::npos;
         begin = pattern_.find('{', begin + 1)) {
      const std::size_t end = pattern_.find('}', begin);
      const auto key = kPlaceholders.find(pattern_.substr(begin + 1, end - begin - 1));
      if (!key) detail::noSuchPlaceholder();
      if (count_ == kMostHoles) detail::tooManyPlaceholders();
      holes_[count_++] = {static_cast<std::uint8_t>(begin), static_cast<std::uint8_t>(end + 1),
                          static_cast<std::uint8_t>(*key)};
    }
  }

  template <class Subject>
  [[nodiscard]] std::string about(const Subject& subject) const {
    return detail::fill(pattern_, {holes_, count_},
                        [&](std::size_t row) { return kPlaceholders.begin()[row].words(subject); });
  }

 private:
  static constexpr std::size_t kMostHoles = 6;

  std::string_view pattern_;
  detail::Hole holes_[kMostHoles]{};
  std::size_t count_ = 0;
};

// A template for each enumerator.
template <class Enum, const auto& kPlaceholders>
struct TemplateRow {
  Enum key{};
  Template<kPlaceholders> text;
};
template <class Enum, const auto& kPlaceholders>
using Templates = EnumTable<Enum, TemplateRow<Enum, kPlaceholders>>;

}  // namespace simdcast
