// Blocks of memory that only grow.
#pragma once

#include <algorithm>
#include <deque>

#include "../graph/holdings.hpp"

namespace simdcast::model {

class Block {
 public:
  // Null if memory is short. Growing moves the block and loses its contents.
  std::byte* atLeast(Count bytes) {
    if (bytes <= bytes_ && address_ != nullptr) return address_;
    if (address_ != nullptr) memory_.release(address_);
    // Ample, to keep replacements rare.
    bytes_ = std::max(bytes, bytes_ + bytes_ / 4);
    address_ = memory_.reserve(bytes_);
    if (address_ == nullptr && bytes_ > bytes) address_ = memory_.reserve(bytes_ = bytes);
    if (address_ == nullptr) bytes_ = 0;
    return address_;
  }

 private:
  graph::Holdings memory_;
  std::byte* address_ = nullptr;
  Count bytes_ = 0;
};

// A block for each stage of a program; later stages read the results of earlier ones. Programs that
// never run at the same time may share blocks.
class Blocks {
 public:
  // The block of a stage; null if memory is short.
  std::byte* atLeast(std::size_t stage, Count bytes) {
    if (blocks_.size() <= stage) blocks_.resize(stage + 1);
    return blocks_[stage].atLeast(bytes);
  }
  // Frees them; returns whether there were any.
  bool clear() {
    const bool hadAny = !blocks_.empty();
    blocks_.clear();
    ++clearings_;
    return hadAny;
  }
  // The number of times that the blocks, and with them the results of stages, were freed.
  [[nodiscard]] int clearings() const noexcept { return clearings_; }

 private:
  std::deque<Block> blocks_;
  int clearings_ = 0;
};

}  // namespace simdcast::model
