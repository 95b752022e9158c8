// The constants of a session, and values derived from them, such as packed weights: computed once
// for all programs. A constant that is used only in packed form is freed, and unpacked again if a
// program reads it after all.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "../strings/pool.hpp"
#include "holdings.hpp"

namespace simdcast::graph {

class Derived {
 public:
  // Keeps values that are derived from this constant.
  void keep(Storage* storage) {
    storage->lasts = true;
    made_.try_emplace(storage);
  }
  // Null if it has not been added.
  [[nodiscard]] const Value* find(const Storage* storage, std::string_view what) const;
  const Value& add(Storage* storage, std::string_view what, const Value& value);
  // The memory of constants and of the values derived from them.
  [[nodiscard]] Holdings& holdings() noexcept { return holdings_; }
  // The strings of the session.
  [[nodiscard]] strings::Pool& strings() noexcept { return strings_; }

  // Writes the elements of a constant again.
  using Again = std::function<void(std::byte* to)>;
  // Frees the memory of a constant unless a step reads it.
  void giveUp(Storage* storage, Again again);
  // Notes that a step reads a constant, which is restored if it was freed. False if memory is
  // short.
  [[nodiscard]] bool read(Storage* storage);
  // Restores the constant to derive a value from it; it may still be freed afterwards.
  [[nodiscard]] bool restore(Storage* storage);

 private:
  struct Made {
    std::map<std::string, Value, std::less<>> values;
    Again again;
  };

  Holdings holdings_;
  strings::Pool strings_;
  std::map<Storage*, Made> made_;
};

}  // namespace simdcast::graph
