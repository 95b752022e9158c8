// Memory for tensors, from the C library's allocator under a limit to which it may grow.
#pragma once

#include <cstddef>
#include <vector>

namespace simdcast::heap {

// The address limit of the heap. Without a limit its growth is unpredictable.
void setLimit(std::size_t limit) noexcept;

// Aligned to 8; null if no memory is left, which changes nothing.
[[nodiscard]] void* reserve(std::size_t bytes) noexcept;
void release(void* block) noexcept;

// Bytes that are reserved, including the allocator's overhead.
[[nodiscard]] std::size_t reserved() noexcept;

// Bytes that a call may need for temporary objects, whose allocation must not fail half-way: the
// report on 32 operands of rank 16 needs a third of this.
inline constexpr std::size_t kHeadroom = std::size_t{1} << 18;
[[nodiscard]] bool hasHeadroom() noexcept;
// The same for objects of this size in addition.
[[nodiscard]] bool canReserve(std::size_t bytes) noexcept;

// Reserves memory for one more item of a list. False if memory is short.
template <class Item>
[[nodiscard]] bool mayGrow(std::vector<Item>& list) {
  if (list.size() < list.capacity()) return true;
  const std::size_t capacity = 2 * list.capacity() + 1;
  if (!canReserve(capacity * sizeof(Item))) return false;
  list.reserve(capacity);
  return true;
}

}  // namespace simdcast::heap
