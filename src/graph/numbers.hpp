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

}  // namespace simdcast::graph
