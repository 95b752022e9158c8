// A growing array of bytes, which reports exhausted memory.
#pragma once

#include <algorithm>
#include <cstring>

#include "../base/rounding.hpp"
#include "../graph/holdings.hpp"

namespace simdcast::model {

class GrowingBytes {
 public:
  [[nodiscard]] const std::byte* data() const noexcept { return data_; }
  [[nodiscard]] Count size() const noexcept { return size_; }

  // These return false, and change nothing, if memory is short.
  [[nodiscard]] bool assign(const std::byte* from, Count bytes) {
    if (!reserve(bytes, 0)) return false;
    size_ = bytes;
    copy(data_, from, bytes);
    return true;
  }
  [[nodiscard]] bool append(const std::byte* from, Count bytes) {
    if (!reserve(size_ + bytes, size_)) return false;
    copy(data_ + size_, from, bytes);
    size_ += bytes;
    return true;
  }
  // Appends zeros up to a size.
  [[nodiscard]] bool pad(Count bytes) {
    if (!reserve(bytes, size_)) return false;
    std::fill(data_ + size_, data_ + bytes, std::byte{0});
    size_ = bytes;
    return true;
  }
  void clear() noexcept { size_ = 0; }

 private:
  static void copy(std::byte* to, const std::byte* from, Count bytes) {
    if (bytes > 0) std::memcpy(to, from, simdcast::size(bytes));
  }

  bool reserve(Count bytes, Count kept) {
    if (data_ != nullptr && bytes <= capacity_) return true;
    const Count capacity = std::max(bytes, capacity_ + capacity_ / 2);
    std::byte* data = memory_.reserve(capacity);
    if (data == nullptr) return false;
    copy(data, data_, kept);
    if (data_ != nullptr) memory_.release(data_);
    data_ = data;
    capacity_ = capacity;
    return true;
  }

  graph::Holdings memory_;
  std::byte* data_ = nullptr;
  Count size_ = 0;
  Count capacity_ = 0;
};

}  // namespace simdcast::model
