// A vector of at most `Capacity` trivially copyable items, held in place: no allocation, and a copy
// touches only the items in use. Callers must not push past the capacity.
#pragma once

#include <algorithm>
#include <cassert>
#include <initializer_list>
#include <type_traits>

namespace simdcast {

template <class T, int Capacity>
class InlineVector {
 public:
  using value_type = T;

  constexpr InlineVector() noexcept {}
  constexpr InlineVector(std::initializer_list<T> items) noexcept {
    for (const T& item : items) push(item);
  }
  constexpr InlineVector(int count, const T& value) noexcept { resize(count, value); }
  constexpr InlineVector(const InlineVector& other) noexcept { *this = other; }

  constexpr InlineVector& operator=(const InlineVector& other) noexcept {
    if (this == &other) return *this;
    size_ = other.size_;
    for (int i = 0; i < size_; ++i) items_[i] = other.items_[i];
    return *this;
  }

  [[nodiscard]] constexpr int size() const noexcept { return size_; }
  [[nodiscard]] constexpr bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] static constexpr int capacity() noexcept { return Capacity; }

  constexpr T& operator[](int i) noexcept {
    assert(i >= 0 && i < size_);
    return items_[i];
  }
  constexpr const T& operator[](int i) const noexcept {
    assert(i >= 0 && i < size_);
    return items_[i];
  }

  constexpr T* begin() noexcept { return items_; }
  constexpr T* end() noexcept { return items_ + size_; }
  constexpr const T* begin() const noexcept { return items_; }
  constexpr const T* end() const noexcept { return items_ + size_; }
  [[nodiscard]] constexpr const T& back() const noexcept { return (*this)[size_ - 1]; }
  constexpr T& back() noexcept { return (*this)[size_ - 1]; }

  constexpr void push(const T& item) noexcept {
    assert(size_ < Capacity);
    items_[size_++] = item;
  }
  constexpr void insert(int at, const T& item) noexcept {
    push(item);
    std::rotate(items_ + at, items_ + size_ - 1, items_ + size_);
  }
  constexpr void erase(int at) noexcept {
    std::copy(items_ + at + 1, items_ + size_, items_ + at);
    --size_;
  }
  constexpr void resize(int count, const T& value) noexcept {
    assert(count <= Capacity);
    for (int i = size_; i < count; ++i) items_[i] = value;
    size_ = count;
  }
  constexpr void clear() noexcept { size_ = 0; }
  constexpr void reverse() noexcept { std::reverse(begin(), end()); }

  friend constexpr bool operator==(const InlineVector& a, const InlineVector& b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  static_assert(std::is_trivially_destructible_v<T>);
  int size_ = 0;
  T items_[Capacity];
};

}  // namespace simdcast
