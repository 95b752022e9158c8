// A vector that stores up to `kInline` items in place and more on the heap, like LLVM's
// SmallVector: shapes and lists of operands are nearly always short. Unused storage is not
// initialised. Sizes are `int`; indices must be in range.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <type_traits>
#include <utility>

namespace simdcast {

template <class T, int kInline>
class SmallVector {
  static_assert(kInline > 0 && std::is_nothrow_move_constructible_v<T>);

 public:
  using value_type = T;

  SmallVector() noexcept : items_(inlined()) {}
  SmallVector(std::initializer_list<T> items) : SmallVector() {
    append(items.begin(), static_cast<int>(items.size()));
  }
  SmallVector(int count, const T& value) : SmallVector() { resize(count, value); }
  SmallVector(const SmallVector& other) : SmallVector() { append(other.items_, other.size_); }
  SmallVector(SmallVector&& other) noexcept : SmallVector() { take(other); }
  ~SmallVector() { release(); }

  SmallVector& operator=(const SmallVector& other) {
    if (this == &other) return *this;
    clear();
    append(other.items_, other.size_);
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this == &other) return *this;
    release();
    take(other);
    return *this;
  }

  [[nodiscard]] int size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  T& operator[](int i) noexcept {
    assert(i >= 0 && i < size_);
    return items_[i];
  }
  const T& operator[](int i) const noexcept {
    assert(i >= 0 && i < size_);
    return items_[i];
  }

  T* begin() noexcept { return items_; }
  T* end() noexcept { return items_ + size_; }
  const T* begin() const noexcept { return items_; }
  const T* end() const noexcept { return items_ + size_; }
  [[nodiscard]] const T& back() const noexcept { return (*this)[size_ - 1]; }
  T& back() noexcept { return (*this)[size_ - 1]; }

  void push(T item) {
    reserve(size_ + 1);
    std::construct_at(items_ + size_++, std::move(item));
  }
  void insert(int at, T item) {
    push(std::move(item));
    std::rotate(items_ + at, items_ + size_ - 1, items_ + size_);
  }
  void erase(int at) noexcept {
    std::move(items_ + at + 1, items_ + size_, items_ + at);
    std::destroy_at(items_ + --size_);
  }
  // `value` is taken by value, since it may be an item of this vector, which is about to move.
  void resize(int count, T value) {
    reserve(count);
    for (; size_ < count; ++size_) std::construct_at(items_ + size_, value);
    std::destroy(items_ + count, items_ + size_);
    size_ = count;
  }
  void clear() noexcept {
    std::destroy(items_, items_ + size_);
    size_ = 0;
  }
  void reverse() noexcept { std::reverse(begin(), end()); }

  friend bool operator==(const SmallVector& a, const SmallVector& b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  T* inlined() noexcept { return reinterpret_cast<T*>(room_); }
  [[nodiscard]] bool isInlined() const noexcept {
    return items_ == reinterpret_cast<const T*>(room_);
  }

  void reserve(int count) {
    if (count <= capacity_) return;
    const int capacity = std::max(count, capacity_ * 2);
    T* items = std::allocator<T>().allocate(static_cast<std::size_t>(capacity));
    std::uninitialized_move(items_, items_ + size_, items);
    const int size = size_;
    release();
    items_ = items;
    capacity_ = capacity;
    size_ = size;
  }

  void append(const T* items, int count) {
    reserve(size_ + count);
    std::uninitialized_copy(items, items + count, items_ + size_);
    size_ += count;
  }

  // Moves the other's items, or takes over its heap block. This vector must be empty.
  void take(SmallVector& other) noexcept {
    if (other.isInlined()) {
      std::uninitialized_move(other.items_, other.items_ + other.size_, items_);
      size_ = other.size_;
      other.clear();
      return;
    }
    items_ = std::exchange(other.items_, other.inlined());
    capacity_ = std::exchange(other.capacity_, kInline);
    size_ = std::exchange(other.size_, 0);
  }

  // Empties the vector and frees its heap block.
  void release() noexcept {
    clear();
    if (!isInlined()) std::allocator<T>().deallocate(items_, static_cast<std::size_t>(capacity_));
    items_ = inlined();
    capacity_ = kInline;
  }

  T* items_;
  int size_ = 0;
  int capacity_ = kInline;
  alignas(T) std::byte room_[sizeof(T) * kInline];
};

}  // namespace simdcast
