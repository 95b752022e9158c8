// Storages and the memory of constants, freed together.
#pragma once

#include <deque>
#include <vector>

#include "value.hpp"

namespace simdcast::graph {

class Holdings {
 public:
  Holdings() = default;
  Holdings(Holdings&& other) noexcept;
  Holdings& operator=(Holdings&& other) noexcept;
  ~Holdings();

  // A storage, at an address that stays.
  Storage* storage(StorageKind kind, Count bytes);
  // Memory of at least one byte, aligned to 16; null if memory is short.
  std::byte* reserve(Count bytes);
  void release(std::byte* block) noexcept;
  [[nodiscard]] bool owns(const std::byte* block) const noexcept;
  // Takes over memory that heap::reserve returned.
  void adopt(std::byte* block, Count bytes);
  // Takes over a constant of other holdings; returns its storage here, or itself if they do not own
  // its memory.
  Storage* take(Holdings& other, Storage* constant);
  // Bytes that are reserved.
  [[nodiscard]] Count bytes() const noexcept { return bytes_; }

 private:
  struct Block {
    std::byte* start;    // of the heap's block
    std::byte* address;  // the first multiple of the alignment in it
    Count bytes;
  };
  void clear() noexcept;

  std::deque<Storage> storages_;
  std::vector<Block> blocks_;
  Count bytes_ = 0;
};

}  // namespace simdcast::graph
