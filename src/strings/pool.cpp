#include "pool.hpp"

#include <algorithm>
#include <functional>

#include "../engine/heap.hpp"

namespace simdcast::strings {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 14;
constexpr std::size_t kFirstSlots = 64;

// Bytes that a string takes in the lists.
constexpr std::size_t kEach = sizeof(std::string_view) + 2 * sizeof(Handle);

}  // namespace

Pool::Pool() : texts_{std::string_view()}, slots_(kFirstSlots) {
  index();
  keep();
}

std::string_view Pool::at(Handle handle) const noexcept {
  return handle < texts_.size() ? texts_[handle] : std::string_view();
}

std::size_t Pool::slotOf(std::string_view text) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = std::hash<std::string_view>()(text) & mask;
  while (slots_[slot] != 0 && texts_[slots_[slot] - 1] != text) slot = (slot + 1) & mask;
  return slot;
}

std::optional<Handle> Pool::add(std::string_view text) {
  std::size_t slot = slotOf(text);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  if (texts_.size() >= UINT32_MAX - 1 || !makeRoom(text.size())) return std::nullopt;
  slot = slotOf(text);
  std::vector<char>& to = blocks_.back();
  const std::size_t start = to.size();
  to.insert(to.end(), text.begin(), text.end());
  texts_.emplace_back(to.data() + start, text.size());
  slots_[slot] = static_cast<Handle>(texts_.size());
  bytes_ += text.size() + kEach;
  newBytes_ += text.size() + kEach;
  return slots_[slot] - 1;
}

bool Pool::makeRoom(std::size_t length) {
  if (!heap::mayGrow(texts_)) return false;
  if (2 * (texts_.size() + 1) > slots_.size()) {
    if (!heap::canReserve(2 * slots_.size() * sizeof(Handle))) return false;
    slots_.assign(2 * slots_.size(), 0);
    index();
  }
  // Blocks of kept strings get no others.
  const bool isOpen = blocks_.size() > keptBlocks_;
  if (isOpen) {
    const std::vector<char>& last = blocks_.back();
    if (last.capacity() - last.size() >= length) return true;
  }
  const std::size_t bytes = std::max(length, kBlockBytes);
  if (!heap::mayGrow(blocks_) || !heap::canReserve(bytes)) return false;
  blocks_.emplace_back().reserve(bytes);
  return true;
}

void Pool::index() {
  std::ranges::fill(slots_, 0);
  for (std::size_t at = 0; at < texts_.size(); ++at)
    slots_[slotOf(texts_[at])] = static_cast<Handle>(at + 1);
}

void Pool::keep() noexcept {
  keptTexts_ = texts_.size();
  keptBlocks_ = blocks_.size();
  newBytes_ = 0;
}

void Pool::forget() {
  texts_.resize(keptTexts_);
  blocks_.resize(keptBlocks_);
  bytes_ -= newBytes_;
  newBytes_ = 0;
  index();
}

}  // namespace simdcast::strings
