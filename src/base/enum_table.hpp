// Tables indexed by an enum whose last enumerator is `count`. Every row names its key, and rows out
// of order do not compile.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace simdcast {

namespace detail {
void rowIsOutOfOrder();  // not constexpr: calling it fails the compilation
}

template <class Enum>
inline constexpr std::size_t kCountOf = static_cast<std::size_t>(Enum::count);

// Whether a number from outside is an enumerator's.
template <class Enum>
[[nodiscard]] constexpr bool isIn(int number) noexcept {
  return number >= 0 && number < static_cast<int>(kCountOf<Enum>);
}

template <class Enum, class Row>
class EnumTable {
 public:
  consteval EnumTable(const Row (&rows)[kCountOf<Enum>]) {
    for (std::size_t i = 0; i < kCountOf<Enum>; ++i) {
      if (rows[i].key != static_cast<Enum>(i)) detail::rowIsOutOfOrder();
      rows_[i] = rows[i];
    }
  }
  constexpr const Row& operator[](Enum key) const noexcept {
    return rows_[static_cast<std::size_t>(key)];
  }
  constexpr auto begin() const noexcept { return rows_.begin(); }
  constexpr auto end() const noexcept { return rows_.end(); }

  // The key of the row with this name.
  constexpr std::optional<Enum> find(std::string_view name) const noexcept {
    for (const Row& row : rows_)
      if (row.name == name) return row.key;
    return std::nullopt;
  }

 private:
  std::array<Row, kCountOf<Enum>> rows_{};
};

template <class Enum>
struct NameRow {
  Enum key;
  std::string_view name;
};

template <class Enum>
using NameTable = EnumTable<Enum, NameRow<Enum>>;

}  // namespace simdcast
