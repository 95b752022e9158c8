// Guarded memory. A source ends with its bytes, where AddressSanitizer detects reads beyond; a
// destination is between canaries, which also work without a sanitizer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <vector>

namespace simdcast::test {

// Exactly `bytes` bytes, `misaligned` bytes off the allocator's alignment.
class Source {
 public:
  Source(const void* from, std::size_t bytes, std::size_t misaligned = 0)
      : memory_(new std::byte[bytes + misaligned]), misaligned_(misaligned), bytes_(bytes) {
    if (bytes > 0) std::memcpy(data(), from, bytes);
  }
  template <class T>
  explicit Source(const std::vector<T>& values, std::size_t misaligned = 0)
      : Source(values.data(), values.size() * sizeof(T), misaligned) {}

  [[nodiscard]] std::byte* data() const { return memory_.get() + misaligned_; }

  template <class T>
  [[nodiscard]] std::vector<T> values() const {
    std::vector<T> values(bytes_ / sizeof(T));
    if (bytes_ > 0) std::memcpy(values.data(), data(), bytes_);
    return values;
  }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::size_t misaligned_;
  std::size_t bytes_;
};

// `bytes` bytes with canaries before them, and after another `slack` bytes that may be written.
class Destination {
 public:
  explicit Destination(std::size_t bytes, std::size_t slack = 0, std::size_t misaligned = 0)
      : memory_(2 * kGuard + misaligned + bytes + slack, kCanary),
        start_(kGuard + misaligned),
        bytes_(bytes),
        slack_(slack) {}

  [[nodiscard]] std::byte* data() { return memory_.data() + start_; }

  [[nodiscard]] bool canariesLive() const {
    const auto isCanary = [](std::byte byte) { return byte == kCanary; };
    const auto begin = memory_.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(start_ + bytes_ + slack_);
    return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(start_), isCanary) &&
           std::all_of(end, memory_.end(), isCanary);
  }

  template <class T>
  [[nodiscard]] std::vector<T> values() const {
    std::vector<T> values(bytes_ / sizeof(T));
    if (bytes_ > 0) std::memcpy(values.data(), memory_.data() + start_, bytes_);
    return values;
  }

 private:
  static constexpr std::size_t kGuard = 64;
  static constexpr std::byte kCanary{0xA5};
  std::vector<std::byte> memory_;
  std::size_t start_;
  std::size_t bytes_;
  std::size_t slack_;
};

}  // namespace simdcast::test
