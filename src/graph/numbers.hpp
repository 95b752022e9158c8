// Numbers storages from 0, as indices into vectors. Two objects must not number the same storages
// at the same time.
#pragma once

#include <vector>

#include "value.hpp"

namespace simdcast::graph {

class Numbers {
 public:
  // The number of a storage; assigns the next one if it has none.
  std::size_t of(const Storage* storage) {
    const auto known = static_cast<std::size_t>(storage->number);
    if (storage->number >= 0 && known < storages_.size() && storages_[known] == storage)
      return known;
    storage->number = static_cast<int>(storages_.size());
    storages_.push_back(storage);
    return storages_.size() - 1;
  }
  [[nodiscard]] std::size_t size() const noexcept { return storages_.size(); }

 private:
  std::vector<const Storage*> storages_;
};

// A fact about each storage. Initially, all are Fact{}.
template <class Fact>
class FactsOf {
 public:
  // Valid until the next storage gets a number.
  Fact& operator[](const Storage* storage) {
    const std::size_t number = numbers_.of(storage);
    if (number >= facts_.size()) facts_.resize(number + 1);
    return facts_[number];
  }
  void reserve(std::size_t storages) { facts_.reserve(storages); }

 private:
  Numbers numbers_;
  std::vector<Fact> facts_;
};

}  // namespace simdcast::graph
