// Storages, and the memory of constants, which is freed with them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "value.hpp"

namespace simdcast::graph {

class Holdings {
 public:
  Holdings() = default;
  Holdings(Holdings&& other) noexcept;
  Holdings& operator=(Holdings&& other) noexcept;
  ~Holdings();

  // Until settle(), a new storage that is like the next one of `former` is shared with it. A node
  // that is lowered again keeps the storages whose sizes are unchanged, and so do their readers.
  // Constants and lists are not shared.
  void follow(const Holdings& former) noexcept {
    former_ = &former;
    start_ = storages_.size();
    shares_ = false;
  }
  // Returns whether any storage has been shared.
  bool settle() noexcept {
    former_ = nullptr;
    return shares_;
  }

  // A storage, at an address that stays.
  Storage* storage(StorageKind kind, Count bytes);
  // A part of a storage.
  Storage* part(Storage* whole, Count offset, Count bytes);
  [[nodiscard]] bool has(const Storage* storage) const noexcept;
  [[nodiscard]] std::span<const std::shared_ptr<Storage>> storages() const noexcept {
    return storages_;
  }
  [[nodiscard]] bool hasParts() const noexcept;
  // Drops the addresses of temporaries, which come from a program that shares them.
  void forgetAddresses() const noexcept;
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
  Storage* add(Storage storage);
  std::shared_ptr<Storage> made(Storage storage);
  void clear() noexcept;

  std::vector<std::shared_ptr<Storage>> storages_;
  // Storages are allocated several at once, ever more of them: small blocks beside large ones would
  // split the memory that those leave.
  std::shared_ptr<Storage[]> rest_;
  std::size_t restSize_ = 0;
  std::size_t restUsed_ = 0;
  std::vector<Block> blocks_;
  Count bytes_ = 0;
  const Holdings* former_ = nullptr;
  std::size_t start_ = 0;  // the position of the former's first
  bool shares_ = false;
};

// The owners of a program's storages, which other programs may share.
using Owners = std::vector<std::shared_ptr<const Holdings>>;

}  // namespace simdcast::graph
