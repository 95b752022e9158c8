// A block of memory that only grows.
#pragma once

#include "../graph/holdings.hpp"

namespace simdcast::model {

class Block {
 public:
  // Null if memory is short. Growing moves the block and loses its contents.
  std::byte* atLeast(Count bytes) {
    if (bytes <= bytes_ && address_ != nullptr) return address_;
    if (address_ != nullptr) memory_.release(address_);
    address_ = memory_.reserve(bytes);
    bytes_ = address_ == nullptr ? 0 : bytes;
    return address_;
  }

 private:
  graph::Holdings memory_;
  std::byte* address_ = nullptr;
  Count bytes_ = 0;
};

}  // namespace simdcast::model
