#include "holdings.hpp"

#include <algorithm>
#include <utility>

#include "../engine/heap.hpp"

namespace simdcast::graph {
namespace {

constexpr std::size_t kAlignment = 16;
// The heap aligns to 8.
constexpr std::size_t kSlack = kAlignment - 8;

// Whether programs may share a storage instead of having one each.
bool isShareable(const Storage& own, const Storage& other) {
  const bool isPlaced = own.kind == StorageKind::temporary || own.kind == StorageKind::input;
  return isPlaced && own.kind == other.kind && own.bytes == other.bytes &&
         own.whole == other.whole && own.offset == other.offset;
}

}  // namespace

Holdings::Holdings(Holdings&& other) noexcept { *this = std::move(other); }

Holdings& Holdings::operator=(Holdings&& other) noexcept {
  if (this == &other) return *this;
  clear();
  storages_.swap(other.storages_);
  blocks_.swap(other.blocks_);
  bytes_ = std::exchange(other.bytes_, 0);
  return *this;
}

Holdings::~Holdings() { clear(); }

Storage* Holdings::storage(StorageKind kind, Count bytes) {
  return add({.kind = kind, .bytes = bytes});
}

Storage* Holdings::part(Storage* whole, Count offset, Count bytes) {
  return add({.bytes = bytes, .whole = whole, .offset = offset});
}

Storage* Holdings::add(Storage storage) {
  const std::size_t at = storages_.size() - start_;
  const bool isShared = former_ != nullptr && at < former_->storages_.size() &&
                        isShareable(storage, *former_->storages_[at]);
  storages_.push_back(isShared ? former_->storages_[at] : made(std::move(storage)));
  if (isShared) storages_.back()->address = nullptr;
  shares_ = shares_ || isShared;
  return storages_.back().get();
}

std::shared_ptr<Storage> Holdings::made(Storage storage) {
  constexpr std::size_t kMost = 32;
  if (restUsed_ == restSize_) {
    restSize_ = std::min(kMost, restSize_ + 2);
    restUsed_ = 0;
    rest_ = std::make_shared<Storage[]>(restSize_);
  }
  Storage* place = &rest_[restUsed_++];
  *place = std::move(storage);
  return {rest_, place};
}

bool Holdings::has(const Storage* storage) const noexcept {
  return std::ranges::find(storages_, storage, &std::shared_ptr<Storage>::get) != storages_.end();
}

bool Holdings::hasParts() const noexcept {
  return std::ranges::any_of(storages_,
                             [](const auto& storage) { return storage->whole != nullptr; });
}

void Holdings::forgetAddresses() const noexcept {
  for (const std::shared_ptr<Storage>& storage : storages_)
    if (storage->kind == StorageKind::temporary) storage->address = nullptr;
}

std::byte* Holdings::reserve(Count bytes) {
  if (bytes < 0 || static_cast<std::uint64_t>(bytes) > SIZE_MAX - kAlignment) return nullptr;
  const std::size_t size = std::max<std::size_t>(static_cast<std::size_t>(bytes), 1) + kSlack;
  auto* block = static_cast<std::byte*>(heap::reserve(size));
  if (block == nullptr) return nullptr;
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  const std::size_t skipped = (kAlignment - address % kAlignment) % kAlignment;
  blocks_.push_back({block, block + skipped, bytes});
  bytes_ += bytes;
  return block + skipped;
}

void Holdings::release(std::byte* address) noexcept {
  const auto block = std::ranges::find(blocks_, address, &Block::address);
  if (block == blocks_.end()) return;
  heap::release(block->start);
  bytes_ -= block->bytes;
  blocks_.erase(block);
}

bool Holdings::owns(const std::byte* address) const noexcept {
  return std::ranges::find(blocks_, address, &Block::address) != blocks_.end();
}

void Holdings::adopt(std::byte* block, Count bytes) {
  blocks_.push_back({block, block, bytes});
  bytes_ += bytes;
}

Storage* Holdings::take(Holdings& other, Storage* constant) {
  const auto block = std::ranges::find(other.blocks_, constant->address, &Block::address);
  if (block == other.blocks_.end()) return constant;
  Storage* own = storage(constant->kind, constant->bytes);
  own->address = constant->address;
  blocks_.push_back(*block);
  bytes_ += block->bytes;
  other.bytes_ -= block->bytes;
  other.blocks_.erase(block);
  return own;
}

void Holdings::clear() noexcept {
  for (const Block& block : blocks_) heap::release(block.start);
  blocks_.clear();
  storages_.clear();
  bytes_ = 0;
}

}  // namespace simdcast::graph
