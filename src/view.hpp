// Items that lie in a row and belong to somebody else, who must outlive the view.
#pragma once

#include <cassert>

#include "inline_vector.hpp"

namespace simdcast {

template <class T>
class View {
 public:
  constexpr View() noexcept = default;
  constexpr View(const T* items, int size) noexcept : items_(items), size_(size) {}
  template <int kCapacity>
  constexpr View(const InlineVector<T, kCapacity>& items) noexcept
      : View(items.begin(), items.size()) {}

  [[nodiscard]] constexpr int size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  constexpr const T& operator[](int i) const noexcept {
    assert(i >= 0 && i < size_);
    return items_[i];
  }
  [[nodiscard]] constexpr const T* begin() const noexcept { return items_; }
  [[nodiscard]] constexpr const T* end() const noexcept { return items_ + size_; }

 private:
  const T* items_ = nullptr;
  int size_ = 0;
};

}  // namespace simdcast
