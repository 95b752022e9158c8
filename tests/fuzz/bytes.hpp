// The fuzzer's input, read as small numbers. Past its end there are zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace simdcast::fuzz {

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : at_(data), end_(data + size) {}

  [[nodiscard]] std::uint8_t next() { return at_ == end_ ? std::uint8_t{0} : *at_++; }

  // From 0 to count - 1.
  [[nodiscard]] int below(int count) { return next() % count; }

  [[nodiscard]] bool flag() { return (next() & 1) != 0; }

  [[nodiscard]] std::uint32_t word() {
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i) word = word << 8 | next();
    return word;
  }

  template <class Items>
  [[nodiscard]] auto pick(const Items& items) {
    return items[below(static_cast<int>(std::size(items)))];
  }

 private:
  const std::uint8_t* at_;
  const std::uint8_t* end_;
};

}  // namespace simdcast::fuzz
